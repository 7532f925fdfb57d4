import Dispatch
import Foundation
import SchedulerCore

/// Real time that never goes backwards. It counts from the clock's creation. While the machine sleeps it continues only
/// if the system's monotonic clock does.
///
/// `@unchecked Sendable`: a dispatch source may be set from any thread; its alarm is behind a lock.
public final class MonotonicClock: LiveClock, @unchecked Sendable {
    private let start: Int64
    private let timer: any DispatchSourceTimer
    private let alarm = Locked<(@Sendable () -> Void)?>(nil)

    /// Creates a clock that is at zero now.
    public init() {
        start = Self.nanoseconds(CLOCK_MONOTONIC)
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "TaskKit clock"))
        timer.setEventHandler { [alarm] in alarm.with { $0 }?() }
        timer.schedule(deadline: .distantFuture)
        timer.resume()
    }

    deinit {
        timer.cancel()
    }

    /// Nanoseconds since the clock was made.
    public var now: Instant { Instant(nanoseconds: Self.nanoseconds(CLOCK_MONOTONIC) - start) }

    /// Calls `alarm` from a queue of its own, usually within 100 µs after `instant`.
    public func wake(at instant: Instant, _ alarm: @escaping @Sendable () -> Void) {
        self.alarm.with { $0 = alarm }
        guard instant != .distantFuture else { return timer.schedule(deadline: .distantFuture) }
        let left = max(0, (instant - now).count)
        timer.schedule(deadline: .now() + .nanoseconds(Int(clamping: left)), leeway: .nanoseconds(0))
    }

    /// What the wall clock shows, in nanoseconds since 1970-01-01T00:00:00Z.
    package static var epochNow: Int64 { nanoseconds(CLOCK_REALTIME) }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
