import SchedulerCore

/// A live scheduler's source of time.
public protocol LiveClock: Sendable {
    /// The time since the scheduler's start; it never goes backwards.
    var now: Instant { get }
    /// Calls `alarm` once, soon after `instant`, from any thread; a new call replaces the last one.
    /// `Instant.distantFuture` only cancels the last one.
    func wake(at instant: Instant, _ alarm: @escaping @Sendable () -> Void)
}
