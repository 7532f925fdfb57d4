import SchedulerCore

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
