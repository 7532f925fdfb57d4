import SchedulerCore

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

    /// Keeps the alarm until the clock reaches `instant`; if it already has, calls it at once, or after the actions
    /// of this instant.
    public func wake(at instant: Instant, _ alarm: @escaping @Sendable () -> Void) {
        let isDue = lock.with {
            self.alarm = instant == .distantFuture ? nil : (instant, alarm)
            guard instant <= time, !isAdvancing else { return false }
            self.alarm = nil
            return true
        }
        if isDue { alarm() }
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
        lock.with {
            time = max(time, instant)
            isAdvancing = false
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
            guard next <= max(limit, time), next != .distantFuture else { return nil }
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
