import Dispatch
import Foundation
import SchedulerCore

/// Real time that never goes backwards. It counts from the clock's creation, and stops while the machine sleeps.
///
/// `@unchecked Sendable`: a dispatch source may be set from any thread; its alarm is behind a lock.
public final class MonotonicClock: LiveClock, @unchecked Sendable {
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
    public init() {
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
    public var now: Instant { Instant(nanoseconds: Self.nanoseconds(Self.uptime) - start) }

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

/// A live scheduler's source of time.
public protocol LiveClock: Sendable {
    /// The time since the scheduler's start; it never goes backwards.
    var now: Instant { get }
    /// Calls `alarm` once, soon after `instant`, from any thread; a new call replaces the last one.
    /// The scheduler's lock may be held: this must not wait, and must not call `alarm` itself before it returns.
    /// `Instant.distantFuture` only cancels the last one.
    func wake(at instant: Instant, _ alarm: @escaping @Sendable () -> Void)
}

/// A clock for tests: only a test moves it. With `Execution.inline` everything that is due at an instant has happened
/// when `advance` returns, in the same way every time.
///
/// `@unchecked Sendable`: the state is only touched while the lock is held.
public final class ManualClock: LiveClock, @unchecked Sendable {
    private let lock = Lock()
    private var time = Instant.zero
    private var alarm: (time: Instant, call: @Sendable () -> Void)?
    private var actions: [(time: Instant, order: Int, call: @Sendable () -> Void)] = []
    private var orders = 0
    private var isAdvancing = false

    /// Creates a clock at zero.
    public init() {}

    /// The instant to which the clock was moved.
    public var now: Instant { lock.with { time } }

    /// When the next thing happens: the earlier of the alarm and the first action.
    public var nextInstant: Instant {
        lock.with { min(alarm?.time ?? .distantFuture, actions.first?.time ?? .distantFuture) }
    }

    /// Whether an action is still to come.
    public var hasActions: Bool { lock.with { !actions.isEmpty } }

    /// Keeps the alarm until the clock reaches `instant`; if it already has, until the next `advance`, or until the
    /// scheduler, whose lock may be held here, has released it.
    public func wake(at instant: Instant, _ alarm: @escaping @Sendable () -> Void) {
        lock.with { self.alarm = instant == .distantFuture ? nil : (instant, alarm) }
    }

    /// Calls the alarm if it is due; while the clock advances, that happens by itself.
    func ring() {
        let due = lock.with { () -> (@Sendable () -> Void)? in
            guard let alarm, alarm.time <= time, !isAdvancing else { return nil }
            self.alarm = nil
            return alarm.call
        }
        due?()
    }

    /// Calls `action` when the clock reaches `instant`, before the scheduler acts. Earlier actions come first; at one
    /// instant, the order of the calls counts. O(actions).
    public func at(_ instant: Instant, _ action: @escaping @Sendable () -> Void) {
        lock.with {
            orders += 1
            let place = actions.firstIndex { $0.time > instant } ?? actions.count
            actions.insert((instant, orders, action), at: place)
        }
    }

    /// Advances to `instant`, inclusive; an instant before `now` counts as `now`.
    public func advance(to instant: Instant) {
        lock.with { isAdvancing = true }
        while let calls = nextCalls(until: instant) {
            for call in calls { call() }
        }
    }

    /// Advances by `length`.
    public func advance(by length: Nanoseconds) {
        advance(to: now + length)
    }

    /// Moves to the next instant at which something happens and returns the calls; nil if `limit` comes first.
    private func nextCalls(until limit: Instant) -> [@Sendable () -> Void]? {
        lock.with {
            let next = min(alarm?.time ?? .distantFuture, actions.first?.time ?? .distantFuture)
            guard next <= max(limit, time), next != .distantFuture else {
                // With the last look: an alarm that is set from now on is rung.
                (time, isAdvancing) = (max(time, limit), false)
                return nil
            }
            time = max(time, next)
            let count = actions.prefix { $0.time <= time }.count
            guard count == 0 else {
                defer { actions.removeFirst(count) }
                return actions.prefix(count).map(\.call)
            }
            guard let due = alarm else { return nil }
            alarm = nil
            return [due.call]
        }
    }
}
