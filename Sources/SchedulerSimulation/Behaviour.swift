import SchedulerCore

/// How a task's attempts behave.
struct Behaviour: Sendable {
    private let duration: DurationModel
    private let outcome: OutcomeModel
    private let nameHash: UInt64

    /// Succeeds at once: a sequence's own run.
    static let instant = Behaviour(.fixed(.zero), .success, "")

    init(_ duration: DurationModel, _ outcome: OutcomeModel, _ name: String) {
        (self.duration, self.outcome) = (duration, outcome)
        nameHash = stableHash(name)
    }

    init(_ task: ScenarioTask) {
        self.init(task.duration, task.outcome, task.spec.name)
    }

    /// The length of every attempt if it never varies and all succeed; -1: `draw` decides.
    var fixedLength: Int64 {
        guard case .fixed(let length) = duration, outcome == .success else { return -1 }
        return max(0, length.count)
    }

    /// Length (nil: never ends) and outcome of one attempt; depends on nothing but the arguments.
    func draw(seed: UInt64, run: Int32, attempt: Int32) -> (length: Nanoseconds?, outcome: Outcome) {
        var generator = Self.generator(seed, nameHash, run, attempt)
        let length = Self.length(duration, &generator)
        return (length, Self.outcome(outcome, attempt, &generator))
    }

    /// The stream of one attempt: seed, name, run and attempt mixed by SplitMix64, one after the other.
    private static func generator(_ seed: UInt64, _ name: UInt64, _ run: Int32, _ attempt: Int32) -> SplitMix64 {
        var first = SplitMix64(seed: seed)
        var second = SplitMix64(seed: first.next() ^ name)
        let turn = UInt64(UInt32(bitPattern: run)) << 32 | UInt64(UInt32(bitPattern: attempt))
        return SplitMix64(seed: second.next() ^ turn)
    }

    private static func length(_ model: DurationModel, _ generator: inout SplitMix64) -> Nanoseconds? {
        let first = generator.next()
        switch model {
        case .never: return nil
        case .fixed(let length): return Nanoseconds(max(0, length.count))
        case .uniform(let low, let high): return between(low.count, high.count, first)
        case .around(let mean, let spread):
            return between(max(0, mean.count - spread.count), mean.count + spread.count, first)
        case .samples(let values):
            return values[Int(first.multipliedFullWidth(by: UInt64(values.count)).high)]
        }
    }

    private static func between(_ low: Int64, _ high: Int64, _ bits: UInt64) -> Nanoseconds {
        let width = UInt64(max(0, high - low)) + 1
        return Nanoseconds(max(0, low) + Int64(bits.multipliedFullWidth(by: width).high))
    }

    private static func outcome(_ model: OutcomeModel, _ attempt: Int32, _ generator: inout SplitMix64) -> Outcome {
        let bits = generator.next()
        switch model {
        case .attempts(let list):
            guard let last = list.last else { return .success }
            switch Int(attempt) <= list.count ? list[Int(attempt) - 1] : last {
            case .always(let outcome): return outcome
            case .chance(let outcome, let perMillion):
                return bits.multipliedFullWidth(by: 1_000_000).high < UInt64(max(0, perMillion)) ? outcome : .success
            }
        }
    }
}

/// How the attempts of all tasks behave, by number; lengths that never vary are stored separately, eight bytes each.
struct Behaviours: Sendable {
    private var lengths: [Int64] = []
    private var drawn: [Int: Behaviour] = [:]

    /// Those of the tasks of a scenario, then of its sequences, whose own runs take no time.
    init(_ scenario: Scenario) {
        lengths.reserveCapacity(scenario.tasks.count + scenario.sequences.count)
        // By index: a loop over the tasks would copy each, with all its names.
        for task in scenario.tasks.indices {
            if case .fixed(let length) = scenario.tasks[task].duration, scenario.tasks[task].outcome == .success {
                lengths.append(max(0, length.count))
            } else {
                append(Behaviour(scenario.tasks[task]))
            }
        }
        for _ in scenario.sequences { append(.instant) }
    }

    /// How many tasks are known.
    var count: Int { lengths.count }

    /// The length of every attempt of a task if it never varies and all succeed; -1: `behaviour` draws.
    @inline(__always)
    func length(of task: Int) -> Int64 { lengths[task] }

    /// How the attempts of a task behave if they are drawn.
    func behaviour(of task: Int) -> Behaviour { drawn[task] ?? .instant }

    /// Adds the next task.
    mutating func append(_ behaviour: Behaviour) {
        lengths.append(.zero)
        set(behaviour, of: lengths.count - 1)
    }

    /// Sets the behavior of a task; attempts of tasks between the last known one and it end at once.
    mutating func set(_ behaviour: Behaviour, of task: Int) {
        while lengths.count <= task { append(.instant) }
        lengths[task] = behaviour.fixedLength
        drawn[task] = behaviour.fixedLength < 0 ? behaviour : nil
    }
}
