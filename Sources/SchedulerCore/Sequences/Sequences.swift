/// The sequences: how far each has come, and which step follows.
struct Sequences: Stored {
    /// A sequence's steps and its progress.
    private struct Chain: Stored {
        let task: Int32
        var steps: [Int32]
        let continuesOnFailure: Bool
        let stepTimeout: Nanoseconds?
        /// The current or next step.
        var nextStep = 0
        /// Whether a step is under way or follows by itself.
        var isRunning = false
        /// The run of the step under way, or -1.
        var stepRun: Int32 = -1
    }

    /// What follows in a sequence that continues.
    enum Next: Equatable, Sendable {
        /// Nothing: it was stopped, or a step is under way.
        case nothing
        /// This task is released as its step.
        case step(Int)
        /// All steps are over.
        case allDone
    }

    /// What a step's end means.
    struct StepEnd: Equatable, Sendable {
        let sequence: Int
        let step: Int
        /// The sequence does not continue.
        let stops: Bool
    }

    private var chains: [Chain] = []
    /// The sequences that must continue once the turn that caused it is over.
    private var advancing: [Int32] = []

    var isEmpty: Bool { chains.isEmpty }
    /// Whether a sequence must continue.
    var isAdvancing: Bool { !advancing.isEmpty }
    /// The tasks of all sequences, as registered.
    var tasks: [Int32] { chains.map { $0.task } }
    func steps(of sequence: Int32) -> [Int32] { chains[Int(sequence)].steps }
    /// How many of its steps are over since the list began, successfully or not.
    func stepsOver(of sequence: Int32) -> Int { chains[Int(sequence)].nextStep }
    func task(of sequence: Int32) -> Int { Int(chains[Int(sequence)].task) }

    /// Whether every sequence and step is a task, and each step under way a run.
    func isSound(tasks: Int, isRun: (Int32) -> Bool) -> Bool {
        advancing.allSatisfy { chains.indices.contains(Int($0)) }
            && chains.allSatisfy { chain in
                (0...chain.steps.count).contains(chain.nextStep) && (chain.stepRun == -1 || isRun(chain.stepRun))
                    && (chain.steps + [chain.task]).allSatisfy { (0..<tasks).contains(Int($0)) }
            }
    }

    /// Adds a sequence, in the place of an earlier one that is destroyed. Returns its number.
    mutating func add(_ spec: SequenceSpec, task: Int32, steps: [Int32], replacing earlier: Int32? = nil) -> Int32 {
        let chain = Chain(
            task: task, steps: steps, continuesOnFailure: spec.continuesOnFailure, stepTimeout: spec.timeout)
        if let earlier {
            chains[Int(earlier)] = chain
            return earlier
        }
        chains.append(chain)
        return Int32(chains.count - 1)
    }

    /// Adds a step after the others.
    mutating func append(_ step: Int32, to sequence: Int32) {
        chains[Int(sequence)].steps.append(step)
    }

    /// The sequence that a run belongs to as its current step.
    func sequence(ofStep slot: Int32) -> Int32? {
        chains.firstIndex { $0.stepRun == slot }.map { Int32($0) }
    }

    /// The limit of a run that is a sequence's step and has none of its own.
    func timeout(ofStep slot: Int32) -> Nanoseconds? {
        sequence(ofStep: slot).flatMap { chains[Int($0)].stepTimeout }
    }

    /// The sequence's own run begins: the steps will follow from the first.
    mutating func begin(_ sequence: Int32) {
        chains[Int(sequence)].nextStep = 0
    }

    /// The sequence continues with its next step.
    mutating func goOn(_ sequence: Int32) {
        chains[Int(sequence)].isRunning = true
        advancing.append(sequence)
    }

    /// A stopped sequence continues; its next step is asked for at once.
    mutating func resume(_ sequence: Int32) {
        chains[Int(sequence)].isRunning = true
    }

    /// Removes and returns the sequences that must continue.
    mutating func takeAdvancing() -> [Int32] {
        defer { advancing.removeAll(keepingCapacity: true) }
        return advancing
    }

    func next(_ sequence: Int32) -> Next {
        let chain = chains[Int(sequence)]
        guard chain.isRunning, chain.stepRun < 0 else { return .nothing }
        return chain.nextStep < chain.steps.count ? .step(Int(chain.steps[chain.nextStep])) : .allDone
    }

    /// The next step was released as this run.
    mutating func beginStep(_ sequence: Int32, _ slot: Int32) {
        chains[Int(sequence)].stepRun = slot
    }

    /// The step under way is over, or could not begin; nil if the sequence does not run.
    mutating func endStep(_ sequence: Int32, isSuccess: Bool) -> StepEnd? {
        let chain = chains[Int(sequence)]
        guard chain.isRunning, chain.nextStep < chain.steps.count else { return nil }
        let stops = !isSuccess && !chain.continuesOnFailure
        chains[Int(sequence)].stepRun = -1
        chains[Int(sequence)].nextStep += 1
        chains[Int(sequence)].isRunning = !stops
        if !stops { advancing.append(sequence) }
        return StepEnd(sequence: Int(chain.task), step: Int(chain.steps[chain.nextStep]), stops: stops)
    }

    /// All steps are over: started again, it begins from the first.
    mutating func finish(_ sequence: Int32) {
        chains[Int(sequence)].isRunning = false
        chains[Int(sequence)].nextStep = 0
    }

    /// The sequence is destroyed: its current step, which this returns, ends by itself, and no other follows.
    mutating func forget(_ sequence: Int32) -> Int32? {
        let step = chains[Int(sequence)].stepRun
        chains[Int(sequence)].isRunning = false
        chains[Int(sequence)].stepRun = -1
        return step < 0 ? nil : step
    }
}

/// A serial chain of steps, itself a task.
public struct SequenceSpec: Hashable, Sendable {
    /// The name, in the same name space as tasks.
    public var name: String
    /// The events that start it; empty: only `start`.
    public var events: EventSet
    /// Names of the tasks that run as its steps, in order.
    public var steps: [String]
    /// Whether the sequence continues after a failed step.
    public var continuesOnFailure: Bool
    /// The limit of each step that has none of its own.
    public var timeout: Nanoseconds?
    /// Whether it holds its event until the end.
    public var blocks: Bool

    /// A sequence that stops at the first failure by default.
    public init(
        name: String, events: EventSet = [], steps: [String], continuesOnFailure: Bool = false,
        timeout: Nanoseconds? = nil, blocks: Bool = false
    ) {
        self.name = name
        self.events = events
        self.steps = steps
        self.continuesOnFailure = continuesOnFailure
        self.timeout = timeout
        self.blocks = blocks
    }
}
