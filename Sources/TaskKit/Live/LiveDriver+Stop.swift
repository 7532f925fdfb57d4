import SchedulerCore

/// The end.
extension LiveDriver {
    /// After it returned nothing starts. Attempts under way are cancelled; bodies that are executing are waited for,
    /// the caller's own left aside, at most so long. Whether all of them had ended.
    @discardableResult
    func stop(waitingMilliseconds patience: Int) -> Bool {
        lock.lock()
        if !state.pointee.isStopped {
            state.pointee.giveRecords()
            state.pointee.isStopped = true
            state.pointee.withdrawEverything()
            for lane in state.pointee.lanes { lane.condition.broadcast() }
            state.pointee.cancelEverything()
            clock.wake(at: .distantFuture) {}
            for observer in state.pointee.observers { observer.flush() }
            resumeAll()
        }
        let own = ThreadID.current
        release()
        lock.lock()
        var isQuiet = isQuiet(besides: own)
        let end = ContinuousClock.now + .milliseconds(patience)
        while !isQuiet, ContinuousClock.now < end {
            _ = quiet.wait(lock, atMost: 10)
            isQuiet = self.isQuiet(besides: own)
        }
        lock.unlock()
        journal?.close()
        return isQuiet
    }

    private func resumeAll() {
        for waiter in state.pointee.waiters { waiter.resume() }
        state.pointee.waiters = []
    }

    private func isQuiet(besides own: ThreadID) -> Bool {
        let caller = Self.callingBody
        let ownBodies = caller.map { $0.driver == ObjectIdentifier(self) && $0.isUnderWay } ?? false ? 1 : 0
        return state.pointee.asyncBodies <= ownBodies
            && state.pointee.lanes.allSatisfy { $0.batches.allSatisfy { $0.worker == own } }
    }
}
