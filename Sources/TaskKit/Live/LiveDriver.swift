import Dispatch
import Foundation
import SchedulerCore

/// Drives the rules in real time. Under one lock, ends are reported and starts taken. It knows when the rules must act
/// again.
///
/// `@unchecked Sendable`: what changes is only touched while the lock is held.
final class LiveDriver: @unchecked Sendable {
    /// How often lanes are checked in which attempts wait behind long bodies.
    private static let watchInterval = Nanoseconds.milliseconds(1)
    /// How many processors bodies can keep busy.
    static let processors = max(1, ProcessInfo.processInfo.activeProcessorCount)

    let lock = Lock()
    // The lock prevents conflicting accesses; checking each of them costs more than the rules.
    @exclusivity(unchecked) var state: LiveState
    let clock: any LiveClock
    /// The clock, if only a test moves it.
    private let manual: ManualClock?
    /// Whether bodies run one at a time on the thread that advances the clock, between two passes of the rules.
    let isInline: Bool
    /// Whether time advances by itself: then every round of reports has an instant of its own, and the clock says how long a
    /// body keeps its thread. A clock of the app's may stand still.
    let isRealTime: Bool
    /// Shows a profiler where bodies execute.
    let marker: (any BodyMarker)?
    let journal: JobJournal?
    let jobListeners: JobListeners
    /// When the clock wakes the driver next.
    private var alarmTime = Instant.distantFuture
    /// When lanes are checked again; the distant future if none needs it.
    private var watchTime = Instant.distantFuture
    /// Whether work of the main lane is on the main queue.
    var mainIsScheduled = false

    init(
        _ state: consuming LiveState, clock: any LiveClock, isInline: Bool, store: (any DurableJobs)?,
        marker: (any BodyMarker)?
    ) {
        self.state = state
        self.clock = clock
        self.isInline = isInline
        self.marker = marker
        jobListeners = self.state.jobListeners
        // Not `as`, which searches all conformances in the program.
        isRealTime = type(of: clock) == MonotonicClock.self
        manual = isRealTime ? nil : clock as? ManualClock
        journal = store.map { JobJournal($0) }
        if let journal {
            self.state.followJobs()
            journal.reportFaults { [weak self] error, isPassing in self?.noteStoreFault(error, isPassing: isPassing) }
        }
    }

    // MARK: Rounds

    /// Applies `change` at the current instant, and all that follows from it; nil once stopped.
    func session<Result>(_ change: (inout LiveState) -> Result) -> Result? {
        lock.lock()
        defer { release() }
        guard !state.isStopped else { return nil }
        if state.isDriving { return change(&state) }
        beginRound(clock.now)
        let result = change(&state)
        endRound()
        wakeLanes()
        return result
    }

    /// Releases the lock, and does what had to wait for that.
    func release() {
        guard !state.afterwards.isEmpty else { return lock.unlock() }
        let actions = state.takeAfterwards()
        lock.unlock()
        for action in actions { action() }
    }

    /// Lets the rules catch up with the present, which is `time` or a little later.
    func beginRound(_ time: Instant) {
        let instant = isRealTime ? max(time, state.now + Nanoseconds(1)) : max(time, state.now)
        if state.nextDue <= instant { catchUp(with: instant) }
        state.now = max(state.now, instant)
        if state.core.nextDeadline <= state.now { settle() }
    }

    /// Lets the rules act, and publishes the results; started attempts then wait in the lanes (`wakeLanes`).
    func endRound() {
        settle()
        publish()
    }

    /// Does everything that was due before `instant`, each at its own instant, limits last. Bodies that returned before
    /// count as ended: a limit must not cancel a finished body whose thread has not reported it yet.
    private func catchUp(with instant: Instant) {
        while true {
            let (deadline, limit) = (state.core.nextDeadline, state.core.nextLimit)
            if deadline <= state.now {
                settle()
            } else if limit <= state.now {
                guard state.now < instant else { return }
                state.feed(.limitsDue)
                settle()
            } else {
                let next = min(deadline, limit)
                guard next < instant else { return }
                if !isInline, let attempt = state.firstReturned(until: next) {
                    state.now = min(next, max(state.now + Nanoseconds(1), attempt.returned))
                    state.finish(attempt, attempt.result)
                } else {
                    state.now = next
                }
                settle()
            }
        }
    }

    /// Lets the rules do everything that is due at this instant. With inline execution each body runs on this thread
    /// before the next start, without the lock.
    private func settle() {
        guard isInline else { return state.settle() }
        state.isDriving = true
        repeat {
            takeInbox()
            state.step()
            runInline()
        } while !state.isStopped && (state.isUnsettled || !state.inbox.isEmpty)
        state.isDriving = false
    }

    private func takeInbox() {
        while !state.inbox.isEmpty {
            let reports = state.inbox
            state.inbox = []
            for report in reports { state.finish(report.attempt, report.end) }
            state.letGo(reports.map(\.attempt))
        }
    }

    private func runInline() {
        if state.hasJobNews { storeInline() }
        for lane in state.lanes.indices {
            while !state.isStopped, let attempt = state.lanes[lane].take() {
                state.giveRecords()
                release()
                let end = execute(attempt)
                lock.lock()
                state.lanes[lane].end(after: nil)
                state.letGo([attempt])
                if let end { state.inbox.append((attempt, end)) }
            }
        }
    }

    private func storeInline() {
        giveJobs()
        release()
        journal?.writeNow()
        lock.lock()
    }

    // MARK: The results of a round

    /// Notifies observers, the job store and waiters, and sets the alarm.
    private func publish() {
        state.giveRecords()
        if state.hasJobNews {
            giveJobs()
            if isInline, let journal { state.afterwards.append { journal.writeNow() } }
        }
        state.resumeWaiters()
        // Nothing will be due any more; a clock moved by hand would call back at once, for the lock that is held here.
        if !state.isStopped { setAlarm(state.nextDue) }
    }

    private func setAlarm(_ time: Instant) {
        guard time < alarmTime else { return }
        alarmTime = time
        clock.wake(at: time) { [weak self] in self?.alarmRang() }
        // Once the lock is free, which the alarm takes.
        if let manual, time <= manual.now { state.afterwards.append { manual.ring() } }
    }

    private func alarmRang() {
        lock.lock()
        defer { release() }
        alarmTime = .distantFuture
        guard !state.isStopped else { return }
        if !state.isDriving {
            beginRound(clock.now)
            endRound()
            wakeLanes()
        }
        if watchTime <= clock.now { freeStuck() }
    }

    /// Makes sure that a thread takes what waits in each lane.
    func wakeLanes() {
        guard !isInline else { return }
        for lane in state.lanes.indices where !state.lanes[lane].isEmpty {
            if lane == 0 {
                if !mainIsScheduled { scheduleMain() }
            } else if state.lanes[lane].wantsThread {
                wakeThread(lane)
            } else if isRealTime, state.lanes[lane].mayWant {
                keepWatch()
            }
        }
    }

    private func wakeThread(_ lane: Int) {
        if !state.lanes[lane].wake() { makeThread(lane) }
    }

    private func keepWatch() {
        guard watchTime == .distantFuture else { return }
        watchTime = clock.now + Self.watchInterval
        setAlarm(watchTime)
    }

    /// Adds a thread to each lane in which attempts wait but nothing has begun for a while.
    private func freeStuck() {
        watchTime = .distantFuture
        for lane in state.lanes.indices.dropFirst() {
            if state.lanes[lane].isStuck() { wakeThread(lane) }
            if state.lanes[lane].mayWant { keepWatch() }
        }
    }

    // MARK: Waiters

    /// Waits until `isMet` holds; checked after each change. False if the scheduler was stopped, the waiting task
    /// was cancelled, or `limit` passed first. `isStopping`: whether it waits for bodies that execute after a stop.
    func wait(
        atMost limit: Duration? = nil, isStopping: Bool = false,
        until isMet: @escaping @Sendable (inout LiveState) -> Bool
    ) async -> Bool {
        let number = lock.with { state.waiters.next() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(
                    LiveState.Waiter(
                        isMet: isMet, isStopping: isStopping, resume: { continuation.resume(returning: $0) }),
                    as: number)
                if Task.isCancelled { return giveUp(number) }
                guard let limit else { return }
                if limit <= .zero { return giveUp(number) }
                // Bodies that execute after a stop take real time.
                let giveUp: @Sendable () -> Void = { [weak self] in self?.giveUp(number) }
                isStopping ? RealTime.after(Nanoseconds(limit), giveUp) : clock.after(Nanoseconds(limit), giveUp)
            }
        } onCancel: {
            giveUp(number)
        }
    }

    /// Calls `resume` with true once `isMet` holds, or with false when the scheduler stops.
    func notify(
        once isMet: @escaping @Sendable (inout LiveState) -> Bool, by resume: @escaping @Sendable (Bool) -> Void
    ) {
        let number = lock.with { state.waiters.next() }
        add(LiveState.Waiter(isMet: isMet, isStopping: false, resume: resume), as: number)
    }

    private func add(_ waiter: LiveState.Waiter, as number: Int) {
        lock.lock()
        state.add(waiter, as: number)
        release()
    }

    /// A waiter gives up: it receives false, unless it already has its answer.
    private func giveUp(_ number: Int) {
        lock.with { state.waiters.remove(number) }?.resume(false)
    }

    // MARK: Ends

    /// An attempt reported its end, from any thread; nil: it can no longer be reported.
    func report(_ attempt: LiveAttempt, _ end: BodyEnd?) {
        guard isInline else {
            _ = session { $0.finish(attempt, end) }
            return
        }
        let isNeeded = lock.with {
            state.inbox.append((attempt, end))
            return !state.isDriving && !state.isStopped
        }
        // The alarm handles the report.
        guard isNeeded else { return }
        clock.wake(at: clock.now) { [weak self] in self?.alarmRang() }
        manual?.ring()
    }

    /// The end of an attempt can no longer be reported.
    func abandon(_ attempt: LiveAttempt) {
        if lock.with({ !attempt.isReported && !attempt.isCancelled }) { report(attempt, nil) }
    }

    /// Stops: nothing begins once it has returned, and executing attempts are cancelled. The store is closed and the
    /// observers have written, also for a second caller: it may be the one that ends the process.
    func stop() {
        lock.lock()
        if !state.isStopped {
            state.stop()
            clock.wake(at: .distantFuture) {}
        }
        release()
        journal?.close()
        state.delivery.end()
        jobListeners.finish()
    }
}
