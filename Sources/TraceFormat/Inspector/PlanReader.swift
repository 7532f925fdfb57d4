import SchedulerCore

/// Puts the lines of a process together: first its plan, then its inputs.
///
/// Checks what the lines alone cannot: their order, lanes that exist, and that time does not go backwards.
public struct PlanReader: Sendable {
    /// What the process said about itself; nil until then.
    public private(set) var hello: InspectorHello?
    /// The plan; complete once `isComplete`.
    public private(set) var plan = ProcessPlan(name: "")
    /// The encoded state in which the scheduler was before the first input that comes; empty: it was at its start.
    public private(set) var state: [UInt8] = []
    /// Whether `begin` has come.
    public private(set) var isComplete = false
    private var injected: TaskSpec?
    private var lastTime = Instant.zero

    /// Nothing read yet.
    public init() {}

    /// Takes in a message of a process and returns the input that it completes, if any.
    ///
    /// Throws: a sentence if it does not fit what came before. The process cannot be trusted after that.
    public mutating func take(_ message: InspectorMessage) throws(PlanProblem) -> RecordedInput? {
        switch message {
        case .hello(let said):
            guard hello == nil else { throw PlanProblem("a second hello") }
            hello = said
            plan.name = said.name
            plan.epoch = said.epoch
            plan.configuration.lanes = []
            plan.jobSettings.queues = []
        case .input(let recorded): return try take(recorded)
        case .task(let task) where isComplete: injected = task
        case .names(let list, let names) where isComplete: try extend(list, names)
        case .live, .reply, .missed, .bye: break
        case .attach, .control: throw PlanProblem("a line that only a reader sends")
        case .configuration, .lane, .task, .sequence, .names, .jobs, .queue, .jobName, .store, .job, .deadLetter,
            .state, .begin:
            guard hello != nil else { throw PlanProblem("no hello") }
            guard !isComplete else { throw PlanProblem("a line of the plan after its end") }
            try takePlan(message)
        }
        return nil
    }

    private mutating func takePlan(_ message: InspectorMessage) throws(PlanProblem) {
        switch message {
        case .configuration(let configuration):
            let lanes = plan.configuration.lanes
            plan.configuration = configuration
            plan.configuration.lanes = lanes
        case .lane(let lane): plan.configuration.lanes.append(lane)
        case .task(let task): plan.tasks.append(task)
        case .sequence(let sequence): plan.sequences.append(sequence)
        case .names(let list, let names): try extend(list, names)
        case .jobs(let settings): plan.jobSettings = settings
        case .queue(let queue): plan.jobSettings.queues.append(queue)
        case .jobName(let name): plan.jobNames.append(name)
        case .store(let number): plan.stored = StoredJobs(nextNumber: number)
        case .job(let job): plan.stored?.jobs.append(job)
        case .deadLetter(let letter): plan.stored?.dead.append(letter)
        case .state(Scheduler.Checkpoint.format, let bytes):
            state += bytes
            guard state.count <= InspectorMessage.maximumStateBytes else {
                throw PlanProblem("a state that is too long")
            }
        case .state(let format, _):
            throw PlanProblem("a state in version \(format), not \(Scheduler.Checkpoint.format)")
        case .begin: try finish()
        case .hello, .input, .live, .reply, .missed, .bye, .attach, .control: break
        }
    }

    private mutating func extend(_ list: InspectorNames, _ names: [String]) throws(PlanProblem) {
        switch list {
        case .steps where !isComplete && !plan.sequences.isEmpty:
            plan.sequences[plan.sequences.count - 1].steps += names
        case .after where isComplete: injected?.after += names
        case .follows where isComplete: injected?.follows += names
        case .prefers where isComplete: injected?.prefers += names
        case .prefers where !plan.tasks.isEmpty: plan.tasks[plan.tasks.count - 1].prefers += names
        case .after where !plan.tasks.isEmpty: plan.tasks[plan.tasks.count - 1].after += names
        case .follows where !plan.tasks.isEmpty: plan.tasks[plan.tasks.count - 1].follows += names
        case .steps, .after, .follows, .prefers: throw PlanProblem("names without a task or sequence before them")
        }
    }

    private mutating func finish() throws(PlanProblem) {
        let lanes = plan.configuration.lanes
        guard lanes.first?.name == "main", lanes.first?.width == 1, lanes.count <= Int(UInt16.max) else {
            throw PlanProblem("the first lane is not main, or there are too many")
        }
        for name in ["async", "afterLaunch"] where plan.configuration.lane(named: name) == nil {
            throw PlanProblem("no lane \(name)")
        }
        guard Set(lanes.map { Array($0.name.utf8) }).count == lanes.count else { throw PlanProblem("duplicate lane") }
        for task in plan.tasks { try check(task) }
        isComplete = true
    }

    private func check(_ task: TaskSpec) throws(PlanProblem) {
        if let lane = task.lane, lane.offset >= plan.configuration.lanes.count {
            throw PlanProblem("a task in a lane that does not exist")
        }
    }

    private mutating func take(_ recorded: RecordedInput) throws(PlanProblem) -> RecordedInput {
        guard isComplete else { throw PlanProblem("an input before the plan was complete") }
        guard recorded.time >= lastTime else { throw PlanProblem("time goes backwards") }
        lastTime = recorded.time
        guard case .command(.inject, let number) = recorded.input else { return recorded }
        guard let spec = injected else { throw PlanProblem("an inject without its task") }
        try check(spec)
        injected = nil
        var complete = recorded
        complete.input = .command(.inject(spec), number)
        return complete
    }
}

/// Why the messages of a process make no sense.
public struct PlanProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// What the scheduler of a running process is made of, as its inspector sends it. With the inputs that follow, every
/// one of its decisions can be rebuilt elsewhere.
public struct ProcessPlan: Hashable, Sendable {
    /// The app's name, as shown.
    public var name: String
    /// The date of t = 0, in nanoseconds since 1970-01-01T00:00:00Z.
    public var epoch: Int64
    /// Clock, lanes, limits.
    public var configuration: SchedulerConfiguration
    /// The tasks as registered; with the sequences after them, their place is their `TaskID`.
    public var tasks: [TaskSpec]
    /// The sequences, registered after all tasks.
    public var sequences: [SequenceSpec]
    /// The rules of the job queue.
    public var jobSettings: JobSettings
    /// The task names of the jobs that the process handles.
    public var jobNames: [String]
    /// What the job store held before the first input; nil without a store.
    public var stored: StoredJobs?

    /// A plan without tasks, with default settings.
    public init(name: String, configuration: SchedulerConfiguration = SchedulerConfiguration()) {
        self.name = name
        self.configuration = configuration
        epoch = 0
        (tasks, sequences, jobNames) = ([], [], [])
        jobSettings = JobSettings()
    }
}
