import Dispatch
import Foundation
import SchedulerCore

/// Drives the rules in real time: one lock, under which ends are handed in and starts taken in batches; it knows when
/// the rules want to be asked again, and who executes what.
///
/// `@unchecked Sendable`: `state` is only touched while the lock is held.
final class LiveDriver: @unchecked Sendable {
    let lock = Lock()
    let state: UnsafeMutablePointer<LiveState>
    let clock: any LiveClock
    /// Bodies run one by one on the thread that lets time pass, between two passes of the rules.
    let isInline: Bool
    /// Whether time goes on by itself: then every round of reports has an instant of its own.
    let isRealTime: Bool
    let journal: JobJournal?
    /// As configured; 0: as many as there are processors.
    private let workers: Int
    let quiet = Condition()

    init(_ state: LiveState, clock: any LiveClock, isInline: Bool, workers: Int, store: (any DurableJobs)?) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
        self.clock = clock
        self.isInline = isInline
        // Not `is`, which looks through all conformances of the program.
        isRealTime = type(of: clock) != ManualClock.self
        self.workers = workers
        if workers <= 0 { Self.beginToCountProcessors }
        journal = store.map { JobJournal($0) }
    }

    /// Counting them reads files of the system (quotas of containers), which a start should not wait for.
    private static let processors = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// Once a process, elsewhere.
    private static let beginToCountProcessors: Void = DispatchQueue.global(qos: .utility).async { _ = processors }

    /// Threads of a lane that has work enough.
    var workerLimit: Int { workers > 0 ? workers : Self.processors }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Does `change` at the present instant and all that follows from it; nil once stopped.
    func session<Result>(_ change: (inout LiveState) -> Result) -> Result? {
        lock.lock()
        defer { release() }
        return locked(change)
    }

    /// Gives the lock up, and does what had to wait for that.
    @inline(__always)
    func release() {
        guard !state.pointee.afterwards.isEmpty else { return lock.unlock() }
        releaseAndDo()
    }

    private func releaseAndDo() {
        let actions = state.pointee.afterwards
        state.pointee.afterwards = []
        lock.unlock()
        for action in actions { action() }
    }

    /// The same, for who holds the lock.
    func locked<Result>(_ change: (inout LiveState) -> Result) -> Result? {
        guard !state.pointee.isStopped else { return nil }
        if state.pointee.isDriving { return change(&state.pointee) }
        beginRound(clock.now)
        let result = change(&state.pointee)
        endRound()
        return result
    }

    /// Lets the rules catch up with the present, which is `time` or a little later.
    @inline(__always)
    func beginRound(_ time: Instant) {
        move(to: isRealTime ? max(time, state.pointee.now + Nanoseconds(1)) : time)
        if state.pointee.core.nextDeadline <= state.pointee.now { settle() }
    }

    /// Lets the rules act, and sees to it that what they ordered is carried out.
    @inline(__always)
    func endRound(besides lane: Int = -1) {
        settle()
        publish()
        wakeLanes(besides: lane)
    }

    /// Everything that was due before `instant`, each at its own instant; limits last in theirs.
    @inline(__always)
    func move(to instant: Instant) {
        let core = state.pointee.core.nextDeadline
        if core < instant || state.pointee.core.nextLimit < instant { catchUp(with: instant) }
        if state.pointee.now < instant { state.pointee.now = instant }
    }

    private func catchUp(with instant: Instant) {
        takeReturned(before: instant)
        while true {
            let (deadline, limit) = (state.pointee.core.nextDeadline, state.pointee.core.nextLimit)
            if deadline <= state.pointee.now {
                settle()
            } else if limit <= state.pointee.now {
                guard state.pointee.now < instant else { return }
                state.pointee.feed(.limitsDue)
                settle()
            } else {
                let next = min(deadline, limit)
                guard next < instant else { return }
                state.pointee.now = next
                settle()
            }
        }
    }

    /// Bodies that have returned, and whose threads have not come to say so, count as ended before what is due next: a
    /// limit must not end what is over. Only what is known to have returned later is left to its thread. The ends of each
    /// batch have an instant of their own up to then, as if handed in by its thread.
    private func takeReturned(before instant: Instant) {
        let due = min(state.pointee.core.nextDeadline, state.pointee.core.nextLimit, instant)
        guard !isInline, isRealTime, due > state.pointee.now else { return }
        let returned = state.pointee.lanes.flatMap { lane in
            lane.batches.filter { $0.hasReturned && ($0.count > 1 || $0.ended <= due) }
        }
        for (place, batch) in returned.enumerated() {
            let latest = Instant(nanoseconds: due.nanoseconds - Int64(returned.count - 1 - place))
            let time = max(state.pointee.now + Nanoseconds(1), latest)
            guard time <= due else { return }
            state.pointee.now = time
            handIn(batch)
            settle()
        }
    }

    /// Lets the rules do everything that is to be done at this instant.
    @inline(__always)
    func settle() {
        if isInline { return settleInline() }
        repeat {
            if !state.pointee.instantEnds.isEmpty { state.pointee.endInstantRuns() }
            state.pointee.feed(.advance)
        } while state.pointee.core.nextDeadline <= state.pointee.now || !state.pointee.instantEnds.isEmpty
    }

    /// The same, each body on this thread before the next start; the lock is free meanwhile.
    private func settleInline() {
        state.pointee.isDriving = true
        repeat {
            takeInbox()
            state.pointee.endInstantRuns()
            state.pointee.feed(.advance)
            runInline()
        } while !state.pointee.isStopped
            && (state.pointee.core.nextDeadline <= state.pointee.now || !state.pointee.inbox.isEmpty
                || !state.pointee.instantEnds.isEmpty)
        state.pointee.isDriving = false
    }

    private func takeInbox() {
        while !state.pointee.inbox.isEmpty {
            let reports = state.pointee.inbox
            state.pointee.inbox = []
            for report in reports { state.pointee.finish(report.batch, report.index, report.outcome) }
            if reports.contains(where: \.batch.hasExtras) {
                state.pointee.afterwards.append { withExtendedLifetime(reports) {} }
            }
        }
    }

    /// Tells observers, the job store and those who wait, and sets the alarm.
    @inline(__always)
    func publish() {
        state.pointee.giveRecords()
        if state.pointee.core.jobs.deadLetters.count != state.pointee.deadLetters { state.pointee.noteDeadLetters() }
        if !state.pointee.changes.isEmpty || !state.pointee.storedStarts.isEmpty { giveJobs() }
        if !state.pointee.waiters.isEmpty { resumeWaiters() }
        let deadline = min(state.pointee.core.nextDeadline, state.pointee.core.nextLimit + Nanoseconds(1))
        let next = min(deadline, state.pointee.patrolTime)
        if next < state.pointee.alarmTime { setAlarm(next) }
    }

    func setAlarm(_ time: Instant) {
        state.pointee.alarmTime = time
        clock.wake(at: time) { [weak self] in self?.alarmRang() }
    }

    private func alarmRang() {
        lock.lock()
        state.pointee.alarmTime = .distantFuture
        _ = locked { _ in }
        if state.pointee.patrolTime <= clock.now, !state.pointee.isStopped { patrol() }
        release()
    }

    private func resumeWaiters() {
        for index in state.pointee.waiters.indices.reversed() where holds(state.pointee.waiters[index].condition) {
            state.pointee.waiters.remove(at: index).resume()
        }
    }

    /// Asks about the rules' state where it stands: a copy would retain all of its tables.
    func holds(_ condition: (borrowing Scheduler) -> Bool) -> Bool {
        withUnsafePointer(to: &state.pointee.core) { place in
            place.withMemoryRebound(to: Borrowed.self, capacity: 1) { $0.pointee.satisfies(condition) }
        }
    }

    /// The rules, in a form that cannot be copied.
    private struct Borrowed: ~Copyable {
        let core: Scheduler

        borrowing func satisfies(_ condition: (borrowing Scheduler) -> Bool) -> Bool { condition(core) }
    }

    // MARK: Ends

    /// An attempt reported its end, from any thread.
    func report(_ batch: AttemptBatch, _ index: Int, _ outcome: Outcome?) {
        guard isInline else {
            _ = session { $0.finish(batch, index, outcome) }
            return
        }
        lock.with { state.pointee.inbox.append(LiveState.Report(batch: batch, index: index, outcome: outcome)) }
        askToDrive()
    }

    /// Nobody can report the end of an attempt any more.
    func abandon(_ batch: AttemptBatch, _ index: Int) {
        let isOpen = lock.with { !batch.isReported(index) && !batch.isCancelled(index) }
        if isOpen { report(batch, index, nil) }
    }

    /// Reports that came while nobody drives are taken in when the clock says so.
    private func askToDrive() {
        let isNeeded = lock.with { !state.pointee.isDriving && !state.pointee.isStopped }
        if isNeeded { clock.wake(at: clock.now) { [weak self] in self?.alarmRang() } }
    }
}
