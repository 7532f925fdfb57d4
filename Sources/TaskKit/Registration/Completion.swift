import SchedulerCore

/// Reports the end of a completion-style run, from any thread.
///
/// The first report counts. A second one only causes a `secondCompletion` warning; a report after the run was cancelled
/// has no effect. If the last copy is released without a report, the run can never end by itself: the
/// rules learn this, and its event continues without it once its limit has passed.
public struct Completion: Sendable {
    private let ticket: Ticket
    private var listeners: [@Sendable (Outcome) -> Void] = []

    init(_ driver: LiveDriver, _ attempt: Attempt) {
        ticket = Ticket(driver, attempt)
    }

    /// The run succeeded.
    public func completed() { report(.success) }

    /// The run failed and may be retried, as its retry policy says; not if `error` is a `CriticalFailure`.
    public func failed(_ error: (any Error)? = nil) {
        report(BodyEnd(error is CriticalFailure ? .critical : .fail, error))
    }

    /// The run failed for good.
    public func critical(_ error: (any Error)? = nil) { report(BodyEnd(.critical, error)) }

    /// The same completion, which also calls `listener` before each report made through it.
    public func notifying(_ listener: @escaping @Sendable (Outcome) -> Void) -> Completion {
        var told = self
        told.listeners.append(listener)
        return told
    }

    private func report(_ end: BodyEnd) {
        for listener in listeners { listener(end.outcome) }
        ticket.report(end)
    }

    /// Notices when a report can no longer come.
    private final class Ticket: Sendable {
        private let driver: LiveDriver
        private let attempt: Attempt

        init(_ driver: LiveDriver, _ attempt: Attempt) {
            (self.driver, self.attempt) = (driver, attempt)
        }

        deinit {
            driver.abandon(attempt)
        }

        func report(_ end: BodyEnd) {
            driver.report(attempt, end)
        }
    }
}
