/// The ticks of a process, its suspensions, and whether it was idle.
struct Clock: Stored {
    private let interval: Nanoseconds
    private let source: SchedulerConfiguration.ClockSource
    private var launch: Instant = .zero
    private var firstFrame: Instant?
    private var lastTick: Int64 = 0
    private var nextTick: Int64 = 1
    /// When the internal clock ticks next; never while suspended, not running or external.
    private var tickTime: Instant = .distantFuture
    private var suspendedSince: Instant?
    /// Suspensions since the last tick.
    private var suspensions: [Range<Instant>] = []
    /// Whether a run was executing since the last tick.
    private var wasActive = false
    /// Whether runs other than idle's and timers' were released since idle was last fired.
    private var hasWorked = false
    /// Whether one idle run may start before the next tick.
    private var mayStartIdle = true

    /// A clock that has not begun to tick.
    init(_ configuration: SchedulerConfiguration) {
        interval = max(configuration.tick, Nanoseconds(1))
        source = configuration.clockSource
    }

    var launchedAt: Instant { launch }
    /// When the first frame of this process was shown.
    var firstFrameAt: Instant? { firstFrame }
    /// The number of the last tick of this process.
    var tick: Int64 { lastTick }
    /// When the internal clock ticks next.
    var nextTickTime: Instant { tickTime }
    var ticks: Scheduler.Ticks { Scheduler.Ticks(next: tickTime, number: nextTick, length: interval) }
    /// Whether there was work since idle was last fired.
    var hasWork: Bool { hasWorked }

    /// Whether it is a clock of this configuration, all of whose past was before `now`, and whose next tick was not: from one
    /// long ago all ticks up to now would follow at once.
    func isSound(at now: Instant, _ configuration: SchedulerConfiguration) -> Bool {
        let past = [launch, firstFrame, suspendedSince].compactMap { $0 } + suspensions.map { $0.upperBound }
        return interval == max(configuration.tick, Nanoseconds(1)) && source == configuration.clockSource
            && past.allSatisfy { ($0 >= .zero) && $0 <= now }
            && [lastTick, nextTick].allSatisfy { (0...Scheduler.Checkpoint.maximumCount).contains($0) }
            && (tickTime == .distantFuture || tickTime == time(ofTick: nextTick) && tickTime >= now)
    }

    func time(ofTick number: Int64) -> Instant { launch + interval * number }

    /// The number of the first tick at or after `date`, and after the last one.
    func tick(for date: Instant) -> Int64 {
        let passed = max(0, (date - launch).count)
        return max(nextTick, passed / interval.count + (passed % interval.count == 0 ? 0 : 1))
    }

    /// The number of the last tick at or before `now`, even if it fell into a suspension and never happened.
    func passedTick(at now: Instant) -> Int64 {
        source == .internal ? max(lastTick, (now - launch).count / interval.count) : lastTick
    }

    /// The date of the turn that was due on tick `number` and comes at `now`.
    func date(ofTick number: Int64, at now: Instant) -> Instant {
        source == .internal ? time(ofTick: number) : now
    }

    mutating func begin(at now: Instant) {
        launch = now
    }

    mutating func showFirstFrame(at now: Instant) {
        firstFrame = now
    }

    /// Sets whether the clock may tick from now on.
    mutating func setTicking(_ isTicking: Bool) {
        tickTime = isTicking && source == .internal ? time(ofTick: nextTick) : .distantFuture
    }

    /// The app is suspended.
    mutating func suspend(at now: Instant) {
        suspendedSince = now
    }

    /// The app continues; after a suspension the next tick is the first one after now.
    mutating func wake(at now: Instant) {
        guard let from = suspendedSince else { return }
        suspensions.append(from..<now)
        suspendedSince = nil
        if source == .internal { nextTick = max(nextTick, (now - launch).count / interval.count + 1) }
    }

    /// Whether a date fell into a suspension since the last tick.
    func fellIntoSuspension(_ date: Instant) -> Bool {
        suspensions.contains { $0.contains(date) }
    }

    /// Begins the next tick. Returns its number.
    mutating func beginTick() -> Int64 {
        lastTick = source == .internal ? nextTick : lastTick + 1
        nextTick = lastTick + 1
        setTicking(true)
        return lastTick
    }

    /// Everything that the tick releases has been released.
    mutating func endTick() {
        suspensions.removeAll(keepingCapacity: true)
    }

    // MARK: Idle

    /// An attempt begins; it is work unless idle or a timer released its run.
    @inline(__always)
    mutating func noteStart(isWork: Bool) {
        wasActive = true
        if isWork { hasWorked = true }
    }

    /// A run ended.
    @inline(__always)
    mutating func noteActivity() {
        wasActive = true
    }

    /// Whether this tick fires idle: it is the first that ends a whole interval without any run.
    mutating func judgeIdle(isRunning: Bool) -> Bool {
        mayStartIdle = true
        let isQuiet = !wasActive && !isRunning && suspensions.isEmpty
        wasActive = isRunning
        guard isQuiet, hasWorked else { return false }
        hasWorked = false
        return true
    }

    /// Whether a run that idle released may start before the next tick.
    var mayStartIdleRun: Bool { mayStartIdle }

    /// An idle run has started: the next one waits for a tick.
    mutating func endIdleStart() {
        mayStartIdle = false
    }
}

extension Scheduler {
    /// The ticks of the internal clock from now on, as long as nothing changes them.
    public struct Ticks: Sendable {
        /// When the next one is; nil: never.
        public private(set) var next: Instant?
        private var number: Int64
        private let length: Nanoseconds

        init(next: Instant, number: Int64, length: Nanoseconds) {
            self.next = next == .distantFuture ? nil : next
            (self.number, self.length) = (number, length)
        }

        /// Takes the next tick and returns its record; nil if there is none.
        public mutating func take() -> TraceRecord? {
            guard let time = next else { return nil }
            defer {
                number += 1
                next = time + length
            }
            return TraceRecord(time, .tick(number))
        }
    }
}
