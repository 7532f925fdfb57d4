import SchedulerCore

/// Where a live scheduler's time comes from.
public protocol LiveClock: Sendable {
    /// Time since the scheduler's start; never goes back.
    var now: Instant { get }
    /// Calls `alarm` once, soon after `instant`, from any thread; a new call replaces the last one.
    /// `Instant.distantFuture` only takes the last one back.
    func wake(at instant: Instant, _ alarm: @escaping @Sendable () -> Void)
}
