import SchedulerCore
import TraceFormat

/// Sees everything that the scheduler does, in order: the inspector, the trace file, metrics.
///
/// Calls are made under the scheduler's lock, from any thread, one after the other: they must be quick, must not wait, and
/// must not call the scheduler. The core is deterministic: a plan and its inputs are enough to rebuild everything.
public protocol SchedulerObserver: Sendable {
    /// Whether to call `record`; read once. Without it a run costs an observer two or three calls of `note`.
    var wantsRecords: Bool { get }
    /// Receives the plan of the scheduler, once, before the first input.
    func begin(_ plan: ProcessPlan)
    /// `input` is handled at `instant`. For a command, `text` is its text, as in scripts; commands are numbered in
    /// order. For the end of an attempt, `text` is the text of its error, if it had one.
    func note(_ input: Input, at instant: Instant, text: String?)
    /// Receives the results of the inputs since the last call, in order, in batches. `names.errors` has the errors of
    /// the attempts that ended among them.
    func record(_ records: [TraceRecord], names: TraceNames)
    /// The process is about to be stopped, and may be continued: send what was buffered now. Called without the
    /// scheduler's lock; it may wait a little.
    func drain()
    /// The scheduler ends, or the process is about to end: write what was buffered now.
    func flush()
}

extension SchedulerObserver {
    /// False by default.
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
    /// Creates the scheduler of this plan, before the first input. Throws if something cannot be registered.
    public func makeScheduler() throws(RegistrationError) -> Scheduler {
        var scheduler = try Scheduler(
            configuration: configuration, tasks: tasks, sequences: sequences,
            jobs: JobQueue(settings: jobSettings, handlers: jobNames))
        if let stored { scheduler.loadJobs(stored) }
        return scheduler
    }
}
