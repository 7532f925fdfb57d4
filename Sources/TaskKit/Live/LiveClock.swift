import Dispatch
import Foundation
import SchedulerCore

/// Real time that never goes backwards. It counts from the clock's creation, and stops while the machine sleeps.
///
/// `@unchecked Sendable`: a dispatch source may be set from any thread; its alarm is behind a lock.
package final class MonotonicClock: LiveClock, @unchecked Sendable {
    /// What Dispatch's deadlines count by. Apple's CLOCK_MONOTONIC continues during sleep; Dispatch does not.
    #if canImport(Darwin)
        private static let uptime = CLOCK_UPTIME_RAW
    #else
        private static let uptime = CLOCK_MONOTONIC
    #endif

    private let start: Int64
    private let timer: any DispatchSourceTimer
    private let alarm = Locked<(@Sendable () -> Void)?>(nil)

    /// Creates a clock that is at zero now.
    package init() {
        start = Self.nanoseconds(Self.uptime)
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "TaskKit clock"))
        timer.setEventHandler { [alarm] in alarm.with { $0 }?() }
        timer.schedule(deadline: .distantFuture)
        timer.resume()
    }

    deinit {
        timer.cancel()
    }

    /// Nanoseconds since the clock was made.
    package var now: Instant { Instant(nanoseconds: Self.nanoseconds(Self.uptime) - start) }

    /// Calls `alarm` from a queue of its own, usually within 100 µs after `instant`.
    package func wake(at instant: Instant, _ alarm: @escaping @Sendable () -> Void) {
        self.alarm.with { $0 = alarm }
        guard instant != .distantFuture else { return timer.schedule(deadline: .distantFuture) }
        let left = max(0, (instant - now).count)
        timer.schedule(deadline: .now() + .nanoseconds(Int(clamping: left)), leeway: .nanoseconds(0))
    }

    package func after(_ length: Nanoseconds, _ action: @escaping @Sendable () -> Void) {
        RealTime.after(length, action)
    }

    /// What the wall clock shows, in nanoseconds since 1970-01-01T00:00:00Z.
    package static var epochNow: Int64 { nanoseconds(CLOCK_REALTIME) }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// A live scheduler's source of time, as its driver needs it.
package protocol LiveClock: Sendable {
    /// The time since the scheduler's start; it never goes backwards.
    var now: Instant { get }
    /// Calls `alarm` once, soon after `instant`, from any thread; a new call replaces the last one.
    /// The scheduler's lock may be held: this must not wait, and must not call `alarm` itself before it returns.
    /// `Instant.distantFuture` only cancels the last one.
    func wake(at instant: Instant, _ alarm: @escaping @Sendable () -> Void)
    /// Calls `action` once `length` has passed, from any thread.
    func after(_ length: Nanoseconds, _ action: @escaping @Sendable () -> Void)
}

/// Time as it passes for people, whatever clock a scheduler follows.
enum RealTime {
    /// Calls `action` once `length` has passed.
    static func after(_ length: Nanoseconds, _ action: @escaping @Sendable () -> Void) {
        let deadline = DispatchTime.now() + .nanoseconds(Int(clamping: max(0, length.count)))
        DispatchQueue.global().asyncAfter(deadline: deadline, execute: action)
    }
}

/// Any clock of Swift's as a source of time: it is asked what time it is, and sleeps until the next alarm.
final class FollowedClock<Source: Clock>: LiveClock where Source.Duration == Duration {
    private let source: Source
    private let start: Source.Instant
    private let sleeper = Locked<Task<Void, Never>?>(nil)

    /// A source of time that is at zero now.
    init(_ source: Source) {
        (self.source, start) = (source, source.now)
    }

    deinit {
        sleeper.with { $0 }?.cancel()
    }

    var now: Instant { Instant(nanoseconds: Nanoseconds(start.duration(to: source.now)).count) }

    func wake(at instant: Instant, _ alarm: @escaping @Sendable () -> Void) {
        let end = start.advanced(by: .nanoseconds(instant.nanoseconds))
        let next = instant == .distantFuture ? nil : sleep(until: end, alarm)
        sleeper.exchange(next)?.cancel()
    }

    func after(_ length: Nanoseconds, _ action: @escaping @Sendable () -> Void) {
        _ = sleep(until: source.now.advanced(by: .nanoseconds(length.count)), action)
    }

    private func sleep(until end: Source.Instant, _ action: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task { [source] in
            // Cancelled: another alarm has taken its place.
            guard (try? await source.sleep(until: end, tolerance: nil)) != nil else { return }
            action()
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// This clock as a scheduler's source of time.
    var followed: any LiveClock { (self as? ManualClock) ?? FollowedClock(self) }
}

extension Nanoseconds {
    /// The whole nanoseconds of `duration`, truncated; saturates, and is negative if `duration` is.
    public init(_ duration: Duration) {
        // The usual default of an argument; the 128-bit division takes time.
        if duration == .zero {
            self = .zero
            return
        }
        let (seconds, attoseconds) = duration.components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, secondOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        self.init(overflow || secondOverflow ? (seconds < 0 ? .min : .max) : sum)
    }
}

extension RetryPolicy {
    /// At most `limit` retries: the first after `delay`, each later pause multiplied by `backoff` (1 = always the same,
    /// 2 = doubled; in steps of a thousandth), but never longer than `maximumDelay`.
    public static func further(
        _ limit: Int, delay: Duration = .zero, backoff: Double = 1, maximumDelay: Duration = .seconds(315_360_000)
    ) -> RetryPolicy {
        let thousandths = backoff.isFinite ? min(max(0, backoff * 1000), 1_000_000_000) : 1000
        return RetryPolicy(
            limit: limit, delay: Nanoseconds(delay), backoffThousandths: Int(thousandths.rounded()),
            maximumDelay: Nanoseconds(maximumDelay))
    }
}
