import SchedulerCore

/// A clock for tests: only a test moves it. With `Execution.inline` everything that is due at an instant has happened
/// when `advance` returns, in the same way every time. Code under test may sleep by it.
///
/// `@unchecked Sendable`: the state is only touched while the lock is held.
public final class ManualClock: LiveClock, Clock, @unchecked Sendable {
    private let lock = Lock()
    private var time = Instant.zero
    private var alarm: (time: Instant, call: @Sendable () -> Void)?
    private var actions: [(time: Instant, call: @Sendable () -> Void)] = []
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
    package func wake(at instant: Instant, _ alarm: @escaping @Sendable () -> Void) {
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
            let place = actions.firstIndex { $0.time > instant } ?? actions.count
            actions.insert((instant, action), at: place)
        }
    }

    /// Calls `action` once the clock has advanced by `length`.
    package func after(_ length: Nanoseconds, _ action: @escaping @Sendable () -> Void) {
        at(now + length, action)
    }

    /// The clock knows every nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until a test has moved the clock there. Throws `CancellationError` if the sleeping task is cancelled.
    public func sleep(until deadline: SchedulerInstant, tolerance: Duration? = nil) async throws {
        try await FirstAnswer.wait { wakeUp in
            if deadline <= now { return wakeUp(.success(())) }
            at(deadline) { wakeUp(.success(())) }
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
    public func advance(by length: Duration) {
        advance(to: now + Nanoseconds(length))
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

extension SchedulerInstant: InstantProtocol {
    /// The instant `duration` later; saturates.
    public func advanced(by duration: Duration) -> SchedulerInstant { self + Nanoseconds(duration) }

    /// The time from here to `other`; saturates.
    public func duration(to other: SchedulerInstant) -> Duration { .nanoseconds((other - self).count) }
}
