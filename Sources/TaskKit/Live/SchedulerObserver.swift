import SchedulerCore
import TraceFormat

/// Sees everything that the scheduler does, in order: the inspector, the trace file, metrics.
///
/// Calls come under the scheduler's lock, from any thread, one after the other: they must be quick, must not wait, and
/// must not call the scheduler. The core is deterministic: plan and inputs rebuild everything elsewhere.
public protocol SchedulerObserver: Sendable {
    /// Whether `record` is to be called; asked once. Without it a run costs an observer two or three calls of `note`.
    var wantsRecords: Bool { get }
    /// What the scheduler is made of; once, before the first input.
    func begin(_ plan: SchedulerPlan)
    /// `input` is handled at `instant`. With a command comes its text, as in scripts; the command's number counts them.
    /// With the end of an attempt comes the text of its error, where it had one.
    func note(_ input: Input, at instant: Instant, text: String?)
    /// What came of the inputs since the last call, in order, many at once. `names.errors` holds the errors of attempts
    /// that ended among them.
    func record(_ records: [TraceRecord], names: TraceNames)
    /// The process is about to be stopped, and may be continued: what was held back should go out now. Not under the
    /// scheduler's lock; it may wait a little.
    func drain()
    /// The scheduler ends, or the process is about to: what was held back is written now.
    func flush()
}

extension SchedulerObserver {
    /// No.
    public var wantsRecords: Bool { false }
    /// Does nothing.
    public func begin(_ plan: SchedulerPlan) {}
    /// Does nothing.
    public func note(_ input: Input, at instant: Instant, text: String?) {}
    /// Does nothing.
    public func record(_ records: [TraceRecord], names: TraceNames) {}
    /// Does nothing.
    public func drain() {}
    /// Does nothing.
    public func flush() {}
}

/// What a scheduler is made of: with the inputs that follow it rebuilds every decision.
public struct SchedulerPlan: Sendable {
    /// The app's name, as shown.
    public var name: String
    /// Clock, lanes, limits.
    public var configuration: SchedulerConfiguration
    /// The tasks as registered; with the sequences after them, their place is their `TaskID`.
    public var tasks: [TaskSpec]
    /// The sequences, registered after all tasks.
    public var sequences: [SequenceSpec]
    /// The rules of the job queue.
    public var jobSettings: JobSettings
    /// The task names of jobs that are worked here.
    public var jobNames: [String]
    /// What the job store held.
    public var storedJobs: StoredJobs?
    /// The date of t = 0, in nanoseconds since 1970-01-01T00:00:00Z.
    public var epoch: Int64

    /// All of it.
    package init(
        name: String, configuration: SchedulerConfiguration, tasks: [TaskSpec], sequences: [SequenceSpec],
        jobSettings: JobSettings, jobNames: [String], storedJobs: StoredJobs?, epoch: Int64
    ) {
        (self.name, self.configuration, self.tasks, self.sequences) = (name, configuration, tasks, sequences)
        (self.jobSettings, self.jobNames, self.storedJobs, self.epoch) = (jobSettings, jobNames, storedJobs, epoch)
    }

    /// A scheduler as this plan says, before the first input. Throws what cannot be registered. O(tasks + edges).
    public func makeScheduler() throws(RegistrationError) -> Scheduler {
        var scheduler = try Scheduler(
            configuration: configuration, tasks: tasks, sequences: sequences,
            jobs: JobQueue(settings: jobSettings, handlers: jobNames))
        if let storedJobs {
            scheduler.loadJobs(storedJobs)
        }
        return scheduler
    }
}
