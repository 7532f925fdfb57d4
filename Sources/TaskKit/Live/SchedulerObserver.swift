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
    func begin(_ plan: ProcessPlan)
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
    public func begin(_ plan: ProcessPlan) {}
    /// Does nothing.
    public func note(_ input: Input, at instant: Instant, text: String?) {}
    /// Does nothing.
    public func record(_ records: [TraceRecord], names: TraceNames) {}
    /// Does nothing.
    public func drain() {}
    /// Does nothing.
    public func flush() {}
}

extension ProcessPlan {
    /// A scheduler as this plan says, before the first input. Throws what cannot be registered. O(tasks + edges).
    public func makeScheduler() throws(RegistrationError) -> Scheduler {
        var scheduler = try Scheduler(
            configuration: configuration, tasks: tasks, sequences: sequences,
            jobs: JobQueue(settings: jobSettings, handlers: jobNames))
        if let stored { scheduler.loadJobs(stored) }
        return scheduler
    }
}
