import SchedulerCore

/// Reports the end of a completion-style run. The first report counts, from whatever thread; a second one is flagged as
/// a `secondCompletion` warning in the trace and changes nothing, nor does a report after the run was cancelled.
public struct Completion: Sendable {
    let report: @Sendable (Outcome) -> Void

    /// The run succeeded.
    public func completed() { report(.success) }

    /// The run failed and may be tried again, as its retry policy says.
    public func failed(_ error: (any Error)? = nil) { report(error is CriticalFailure ? .critical : .fail) }

    /// The run failed for good.
    public func critical(_ error: (any Error)? = nil) { report(.critical) }
}
