import CTaskKit
import Dispatch
import Foundation
import SchedulerCore

/// Threads: each belongs to a lane, takes batches of starts and hands in their ends; none spins.
extension LiveDriver {
    /// How long the main lane keeps the main queue to itself, in nanoseconds.
    private static let mainSlice: Int64 = 4_000_000
    /// When the patrol comes after something was left waiting.
    private static let patrolInterval = Nanoseconds.milliseconds(1)

    // MARK: Waking

    /// Sees to it that somebody takes what waits in each lane.
    @inline(__always)
    func wakeLanes(besides own: Int) {
        if isInline { return }
        for lane in 0..<state.pointee.lanes.count where lane != own { wake(lane) }
    }

    @inline(__always)
    private func wake(_ lane: Int) {
        if lane == 0 {
            if !state.pointee.mainIsScheduled, state.pointee.lanes[0].queue.count > 0 { scheduleMain() }
        } else if lane == state.pointee.jobLane {
            if !state.pointee.readyJobs.isEmpty { wakeThread(lane) }
        } else if state.pointee.lanes[lane].queue.count > 0 {
            wakeAsWorthwhile(lane)
        }
    }

    private func wakeAsWorthwhile(_ lane: Int) {
        if state.pointee.lanes[lane].wantsThread(atMost: workerLimit) { wakeThread(lane) }
        keepWatch()
    }

    /// Wakes a thread of the lane, or makes one where all are at work and there may be more.
    private func wakeThread(_ lane: Int) {
        if state.pointee.lanes[lane].hasIdle {
            state.pointee.lanes[lane].wakeOne()
        } else if state.pointee.lanes[lane].threads < state.pointee.lanes[lane].width {
            state.pointee.lanes[lane].threads += 1
            let name = "TaskKit \(state.pointee.lanes[lane].name)"
            let thread = Thread { [self] in
                taskkit_name_thread(name)
                work(lane)
            }
            thread.start()
        }
    }

    // MARK: Working

    /// The life of a lane's thread.
    private func work(_ lane: Int) {
        var (spare, done): (AttemptBatch?, AttemptBatch?)
        var isReusable = false
        lock.lock()
        while !state.pointee.isStopped {
            guard let batch = takeWhereNeeded(lane, &spare) else {
                if done != nil {
                    release()
                    letGo(&done, isReusable, &spare)
                    lock.lock()
                } else {
                    rest(lane)
                }
                continue
            }
            wake(lane)
            if batch.count > 1 { keepWatch() }
            let isMeasured = state.pointee.lanes[lane].measures(batch.count)
            release()
            letGo(&done, isReusable, &spare)
            let begin = isMeasured ? clock.now : .zero
            let allEnded = run(batch)
            let end = clock.now
            lock.lockPatiently()
            if isMeasured { state.pointee.lanes[lane].learn((end - begin).count, batch.returnedCount) }
            handIn(batch, at: end, lane)
            isReusable = allEnded
            done = consume batch
        }
        state.pointee.lanes[lane].threads -= 1
        quiet.broadcast()
        release()
        withExtendedLifetime(done) {}
    }

    /// Lets go of a batch without the lock, as an app's objects may go with it. One that nobody else knows is used again,
    /// unless something of it goes on elsewhere.
    @inline(__always)
    private func letGo(_ done: inout AttemptBatch?, _ isReusable: Bool, _ spare: inout AttemptBatch?) {
        guard done != nil else { return }
        if isReusable, isKnownUniquelyReferenced(&done) {
            done?.reset()
            spare = done.take()
        } else {
            done = nil
        }
    }

    /// The next batch for a thread, unless the lane's others are better left alone with what waits. Where time stands no
    /// patrol would find out that they are stuck.
    @inline(__always)
    private func takeWhereNeeded(_ lane: Int, _ spare: inout AttemptBatch?) -> AttemptBatch? {
        if isRealTime, lane != state.pointee.jobLane, state.pointee.lanes[lane].canSpareThread {
            if state.pointee.lanes[lane].queue.count > 0 { keepWatch() }
            return nil
        }
        return state.pointee.take(lane, &spare)
    }

    @inline(__always)
    private func handIn(_ batch: AttemptBatch, at time: Instant, _ lane: Int) {
        guard !state.pointee.isStopped else {
            state.pointee.leave(batch)
            return quiet.broadcast()
        }
        batch.ended = time
        beginRound(time)
        handIn(batch)
        state.pointee.leave(batch)
        endRound(besides: lane)
    }

    private func rest(_ lane: Int) {
        state.pointee.lanes[lane].idle += 1
        if !linger(lane), !state.pointee.isStopped { state.pointee.lanes[lane].condition.wait(lock) }
        state.pointee.lanes[lane].idle -= 1
        state.pointee.lanes[lane].waking = max(0, state.pointee.lanes[lane].waking - 1)
    }

    /// Looks out for work for some microseconds; whether there is some.
    private func linger(_ lane: Int) -> Bool {
        guard lane != state.pointee.jobLane, state.pointee.lanes[lane].mayLinger else { return false }
        let bell = state.pointee.lanes[lane].bell
        let rings = bell.rings
        state.pointee.lanes[lane].lingering += 1
        release()
        bell.wait(beyond: rings)
        lock.lockPatiently()
        state.pointee.lanes[lane].lingering -= 1
        guard state.pointee.lanes[lane].called > 0 else { return false }
        state.pointee.lanes[lane].called -= 1
        return true
    }

    // MARK: The main lane

    private func scheduleMain() {
        state.pointee.mainIsScheduled = true
        DispatchQueue.main.async { [weak self] in self?.workMain() }
    }

    /// Works the main lane on the main queue, one by one, for a slice of time.
    private func workMain() {
        lock.lock()
        let end = clock.now + Nanoseconds(Self.mainSlice)
        // Let go of without the lock, as an app's objects may go with it.
        var done: AttemptBatch?
        while !state.pointee.isStopped, let batch = state.pointee.takeOne(0) {
            release()
            done = nil
            run(batch)
            let time = clock.now
            lock.lock()
            handIn(batch, at: time, 0)
            done = batch
            guard time < end else { break }
        }
        state.pointee.mainIsScheduled = false
        if !state.pointee.isStopped { wake(0) }
        release()
        withExtendedLifetime(done) {}
    }

    // MARK: The patrol

    /// Something waits behind a thread that may take longer than thought: look again in a while.
    @inline(__always)
    private func keepWatch() {
        guard state.pointee.patrolTime == .distantFuture, isRealTime else { return }
        state.pointee.patrolTime = clock.now + Self.patrolInterval
        if state.pointee.patrolTime < state.pointee.alarmTime { setAlarm(state.pointee.patrolTime) }
    }

    /// Frees what waits behind a long body: what returned before it is handed in, what was to begin after it goes to
    /// other threads, up to the lane's width.
    func patrol() {
        state.pointee.patrolTime = .distantFuture
        beginRound(clock.now)
        for lane in patrolledLanes where state.pointee.lanes[lane].width > 1 { freeStuck(lane) }
        settle()
        var isNeeded = false
        for lane in patrolledLanes { isNeeded = wakeIfStuck(lane) || isNeeded }
        if isNeeded { keepWatch() }
        endRound()
    }

    private var patrolledLanes: [Int] { state.pointee.lanes.indices.dropFirst().filter { $0 != state.pointee.jobLane } }

    private func freeStuck(_ lane: Int) {
        for batch in Array(state.pointee.lanes[lane].batches) {
            batch.visits += 1
            guard batch.visits == 2 else { continue }
            handIn(batch)
            state.pointee.takeBack(batch)
        }
    }

    /// Whether the lane is to be looked at again.
    private func wakeIfStuck(_ lane: Int) -> Bool {
        let takes = state.pointee.lanes[lane].takes
        let isWaiting = state.pointee.lanes[lane].queue.count > 0
        if isWaiting, takes == state.pointee.lanes[lane].takesSeen { wakeThread(lane) }
        state.pointee.lanes[lane].takesSeen = takes
        let isOpen = isWaiting && state.pointee.lanes[lane].mayWake
        return isOpen || state.pointee.lanes[lane].batches.contains { $0.count > 1 && $0.visits < 2 }
    }
}
