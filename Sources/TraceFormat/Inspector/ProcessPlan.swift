import SchedulerCore

/// What the scheduler of a running process is made of, as its inspector says it: with the inputs that follow, every
/// decision of it can be rebuilt elsewhere.
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
    /// The task names of jobs that are worked in the process.
    public var jobNames: [String]
    /// What the job store held before the first input; nil without a store.
    public var stored: StoredQueue?

    /// What a job store held.
    public struct StoredQueue: Hashable, Sendable {
        /// The rows, by id.
        public var jobs: [Job]
        /// The dead letters, in the order in which they died.
        public var dead: [DeadLetter]
        /// The number of the next job.
        public var nextNumber: Int64

        /// A content as given; empty unless told otherwise.
        public init(jobs: [Job] = [], dead: [DeadLetter] = [], nextNumber: Int64 = 1) {
            (self.jobs, self.dead, self.nextNumber) = (jobs, dead, nextNumber)
        }
    }

    /// A plan without tasks and with every setting as usual.
    public init(name: String, configuration: SchedulerConfiguration = SchedulerConfiguration()) {
        self.name = name
        self.configuration = configuration
        epoch = 0
        (tasks, sequences, jobNames) = ([], [], [])
        jobSettings = JobSettings()
    }
}
