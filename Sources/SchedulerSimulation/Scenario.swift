import Text
import SchedulerCore

/// The contents of a scenario file: the settings, the tasks and how they behave, the sequences, jobs and script.
public struct Scenario: Hashable, Sendable {
    /// Shown in titles; default: the file's name.
    public var name: String
    /// The source of all randomness.
    public var seed: UInt64 = 0
    /// Clock, lanes, limits.
    public var configuration: SchedulerConfiguration = SchedulerConfiguration()
    /// The date of t = 0, in nanoseconds since 1970-01-01T00:00:00Z.
    public var epochStart: Int64 = 978_307_200_000_000_000
    /// What happens to turns that fall into a suspension, for timers that do not say.
    public var catchUp: CatchUp = .once
    /// The budget of the launch; a replay that exceeds it fails.
    public var launchBudget: Nanoseconds?
    /// The tasks, as registered.
    public var tasks: [ScenarioTask] = []
    /// The sequences, registered after all tasks.
    public var sequences: [SequenceSpec] = []
    /// The job queue's settings.
    public var jobs: JobsSpec = JobsSpec()
    /// Names in class lists without a task; each is a warning, `no run for NAME`.
    public var missingClassTasks: [String] = []
    /// Recorded runs; they take precedence over durations and outcomes.
    public var recorded: RecordedRuns = RecordedRuns()
    /// The recording that it repeats; nil of any other scenario.
    public var source: RecordedSource?
    /// What it repeats in words: a launch, if it repeats nothing.
    public var words: RecordedWords { source?.words ?? .launch }
    /// The script in the file, if any.
    public var script: [ScriptLine]?

    /// An empty scenario: default settings, no tasks, seed 0, t = 0 at 2001-01-01T00:00:00Z.
    public init(name: String) {
        self.name = name
    }
}

/// A task of a scenario: what the rules know of it, and how its runs behave.
public struct ScenarioTask: Hashable, Sendable {
    /// Its specification for the rules.
    public var spec: TaskSpec
    /// How long its attempts take.
    public var duration: DurationModel
    /// How they end.
    public var outcome: OutcomeModel
    /// The group it is shown in.
    public var group: String?
    /// Free text for people.
    public var notes: String?
    /// Whether it is a milestone: it does no work, and others name it.
    public var isAnchor = false
    /// Those of `spec.follows` that nothing states: it probably waits for them. The rules make no difference.
    public var assumes: [String] = []

    /// A task that succeeds at once by default.
    public init(
        spec: TaskSpec, duration: DurationModel = .fixed(.zero), outcome: OutcomeModel = .success, group: String? = nil,
        notes: String? = nil
    ) {
        self.spec = spec
        self.duration = duration
        self.outcome = outcome
        self.group = group
        self.notes = notes
    }
}

extension ScenarioTask {
    /// The group of tasks that stand for time which a recorded trace does not explain.
    public static let gapGroup = "gaps"

    /// Whether it stands for a wait of the tasks behind it that nothing explains: no task of the app.
    public var isGap: Bool { group == Self.gapGroup }

    /// How the name of a gap begins that stands for a wait for a free place, such as a job of cargo.
    public static let queuePrefix = "free job for "

    /// Whether it stands for a wait for a free place, which ends when another task's end frees one.
    public var isQueue: Bool { isGap && spec.name.hasPrefix(Self.queuePrefix) }

    /// The group of recorded spans that no thread ran: only their beginnings and ends are known.
    public static let spanGroup = "spans"

    /// Whether it stands for such a span.
    public var isSpan: Bool { group == Self.spanGroup }

    /// Those of `spec.follows` that are more than an assumption.
    public var statedFollows: [String] {
        assumes.isEmpty ? spec.follows : spec.follows.filter { !isAssumed($0) }
    }

    /// Whether it is only assumed that the task waits for the one with this name.
    public func isAssumed(_ name: String) -> Bool { assumes.contains { $0.utf8.elementsEqual(name.utf8) } }

    /// No longer waits for the task with this name, in whatever way it did.
    public mutating func drop(_ name: String) {
        spec.after.removeAll { $0.utf8.elementsEqual(name.utf8) }
        spec.follows.removeAll { $0.utf8.elementsEqual(name.utf8) }
        spec.prefers.removeAll { $0.utf8.elementsEqual(name.utf8) }
        assumes.removeAll { $0.utf8.elementsEqual(name.utf8) }
    }
}

/// The settings of the job queue and what is in it at the start.
public struct JobsSpec: Hashable, Sendable {
    /// How one kind of job behaves.
    public struct Behaviour: Hashable, Sendable {
        /// The task name of its jobs.
        public var task: String
        /// How long a run takes.
        public var duration: DurationModel
        /// How it ends.
        public var outcome: OutcomeModel
        /// How its jobs are enqueued.
        public var options = Options()
        /// How long a run may take before it is timed out; nil: no limit.
        public var timeout: Nanoseconds?

        /// The behavior of jobs for `task`.
        public init(task: String, duration: DurationModel, outcome: OutcomeModel) {
            self.task = task
            self.duration = duration
            self.outcome = outcome
        }
    }
    /// How a job is enqueued, as far as that differs from the default.
    public struct Options: Hashable, Sendable {
        /// The named queue.
        public var queue: String?
        /// The rank in it.
        public var priority: Priority?
        /// How long after it was enqueued it may start at the earliest.
        public var runAfter: Nanoseconds?
        /// How long after it was enqueued it may start at the latest.
        public var expires: Nanoseconds?
        /// The unique key.
        public var key: String?
        /// Whether two jobs of one task with the same data cannot be in the queue together.
        public var isUnique = false
        /// Whether the one that waits makes way for the other.
        public var replaces = false

        /// Default options.
        public init() {}
    }
    /// A job that is in the queue at the start.
    public struct Initial: Hashable, Sendable {
        /// The task name.
        public var task: String
        /// Its data, as JSON text; `{}` if none was given.
        public var data: String
        /// How it is enqueued; its handler's options apply to what it leaves open.
        public var options = Options()

        /// A job for `task` with `data`.
        public init(task: String, data: String) {
            self.task = task
            self.data = data
        }
    }

    /// The rules; their seed is the scenario's.
    public var settings = JobSettings()
    /// Behaviors, as listed.
    public var behaviours: [Behaviour] = []
    /// How all other jobs behave; nil: they stay in the queue.
    public var anyHandler: Behaviour?
    /// The initial jobs, as listed.
    public var initial: [Initial] = []

    /// The defaults: four runs, started and stopped by the lifecycle, no jobs.
    public init() {}
}

/// A scenario whose names are numbers: what its simulations begin with. A change costs what it touches; the rest is shared.
public struct CompiledScenario: Sendable {
    /// The scenario as it was read; what was changed since is not in it.
    private var source: Scenario
    /// The tasks that were changed since, by number.
    private var changed: [Int: ScenarioTask] = [:]
    private(set) var registration: Registration
    private(set) var behaviours: Behaviours
    let recordedRuns: RecordedRunIndex?
    let queue: JobQueue

    /// Throws if something cannot be registered. O(tasks + edges).
    public init(_ scenario: Scenario) throws(RegistrationError) {
        source = scenario
        registration = try Registration(
            scenario.tasks.map { Self.spec(of: $0, isRecorded: !scenario.recorded.isEmpty) }, scenario.sequences,
            scenario.configuration)
        behaviours = Behaviours(scenario)
        recordedRuns = RecordedRunIndex(scenario.recorded)
        queue = Simulation.queue(of: scenario)
        hasGaps = scenario.tasks.contains { $0.isGap }
    }

    /// The scenario with all changes. O(tasks) if there are any.
    public var scenario: Scenario {
        var scenario = source
        for (number, task) in changed { scenario.tasks[number] = task }
        return scenario
    }

    /// Clock, lanes and order.
    public var configuration: SchedulerConfiguration { source.configuration }
    var seed: UInt64 { source.seed }
    var launchBudget: Nanoseconds? { source.launchBudget }
    var jobs: JobsSpec { source.jobs }
    var missingClassTasks: [String] { source.missingClassTasks }
    /// Whether recorded runs take precedence over durations.
    public var isRecorded: Bool { recordedRuns != nil }
    /// What it repeats in words.
    public var words: RecordedWords { source.words }
    /// Whether some of its tasks stand for waits that nothing explains.
    public let hasGaps: Bool
    /// How many tasks there are.
    public var count: Int { source.tasks.count }

    /// A task as it is now.
    public subscript(number: Int) -> ScenarioTask { changed[number] ?? source.tasks[number] }

    /// Replaces a task by another one with the same name. Throws if that cannot be registered.
    public mutating func replace(_ number: Int, with task: ScenarioTask) throws(RegistrationError) {
        changed[number] = task
        let spec = Self.spec(of: task, isRecorded: isRecorded)
        guard registration.replace(number, with: spec, configuration) else {
            self = try CompiledScenario(scenario)
            return
        }
        behaviours.set(Behaviour(task), of: number)
    }

    /// Gives a lane this many places.
    public mutating func setWidth(of lane: LaneID, _ width: Int) {
        source.configuration.lanes[lane.offset].width = width
    }

    /// Changes what comes first among ready runs. O(tasks + edges).
    public mutating func setOrder(_ order: SchedulerConfiguration.Order) {
        source.configuration.order = order
        switch order {
        case .priority: registration.rank(byPaths: nil)
        case .criticalPath: registration.rank(byPaths: (0..<count).map { self[$0].spec.expected })
        }
    }

    /// A task as the rules see it: whether the rules may go on before its attempts are asked for their ends.
    static func spec(of task: ScenarioTask, isRecorded: Bool) -> TaskSpec {
        var spec = task.spec
        spec.takesTime = !isRecorded && task.duration.takesTime
        return spec
    }
}
