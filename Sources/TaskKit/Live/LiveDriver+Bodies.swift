import Dispatch
import SchedulerCore

/// Executing attempts.
extension LiveDriver {
    /// Runs what can be claimed of a batch; whether all of it ended, so that nothing of it goes on elsewhere.
    @inline(__always)
    @discardableResult
    func run(_ batch: AttemptBatch) -> Bool {
        var allEnded = true
        var last = -1
        while let index = batch.claim(after: last) {
            // What was ended before it began does not begin.
            let outcome = batch.isCancelled(index) ? nil : run(batch, index)
            if outcome == nil { allEnded = false }
            batch.noteReturn(of: index, outcome)
            last = index
        }
        return allEnded
    }

    /// Hands in what has returned of a batch and is not known yet; those that report later have no outcome.
    @inline(__always)
    func handIn(_ batch: AttemptBatch) {
        state.pointee.finishReturned(batch)
    }

    @inline(__always)
    private func run(_ batch: AttemptBatch, _ index: Int) -> Outcome? {
        guard let place = batch.plainPlace(of: index) else {
            return run(batch, index, batch.definition(of: index), RunContext(batch: batch, index: index))
        }
        do {
            try batch.runPlain(index, at: place)
            return .success
        } catch {
            return Self.outcome(of: error)
        }
    }

    @inline(never)
    private func run(
        _ batch: AttemptBatch, _ index: Int, _ definition: Definition, _ context: RunContext
    ) -> Outcome? {
        guard let body = definition.table.other(at: definition.place) else {
            return definition.kind == .none
                ? .success : Self.outcome { try definition.table.runSync(at: definition.place, context) }
        }
        switch body {
        case .sync(let body): return Self.outcome { try body(context) }
        case .main(let body): return MainActor.assumeIsolated { Self.outcome { try body(context) } }
        case .completion(let body):
            body(context, Completion(self, batch, index))
            return nil
        case .async(let body):
            runAsync(batch, index, body)
            return nil
        }
    }

    /// A throw is an outcome.
    @inline(__always)
    private static func outcome(_ body: () throws -> Void) -> Outcome {
        do {
            try body()
            return .success
        } catch {
            return outcome(of: error)
        }
    }

    private static func outcome(of error: any Error) -> Outcome {
        error is CriticalFailure ? .critical : .fail
    }

    /// The asynchronous body that calls, or that began what calls.
    @TaskLocal static var callingBody: AsyncBody?

    /// An asynchronous body. `@unchecked Sendable`: only touched while the lock of its driver is held.
    final class AsyncBody: @unchecked Sendable {
        let driver: ObjectIdentifier
        var isUnderWay = true

        init(_ driver: LiveDriver) { self.driver = ObjectIdentifier(driver) }
    }

    private func runAsync(
        _ batch: AttemptBatch, _ index: Int, _ body: @escaping @Sendable (RunContext) async throws -> Void
    ) {
        let task = Task { [self] in
            guard beginAsync(batch, index) else { return }
            let mark = AsyncBody(self)
            var outcome = Outcome.success
            do {
                try await Self.$callingBody.withValue(mark) {
                    try await body(RunContext(batch: batch, index: index))
                }
            } catch {
                outcome = Self.outcome(of: error)
            }
            endAsync(batch, index, outcome, mark)
        }
        let isLive = lock.with { batch.whenCancelled(index) { task.cancel() } }
        if !isLive { task.cancel() }
    }

    /// Whether the body may begin: it has its own way to a thread, and the scheduler may have been stopped meanwhile.
    private func beginAsync(_ batch: AttemptBatch, _ index: Int) -> Bool {
        lock.with {
            guard !state.pointee.isStopped, !batch.isCancelled(index) else { return false }
            state.pointee.asyncBodies += 1
            return true
        }
    }

    private func endAsync(_ batch: AttemptBatch, _ index: Int, _ outcome: Outcome, _ mark: AsyncBody) {
        lock.with {
            mark.isUnderWay = false
            state.pointee.asyncBodies -= 1
            if state.pointee.isStopped { quiet.broadcast() }
        }
        report(batch, index, outcome)
    }

    // MARK: Inline

    private func storeJobs() {
        giveJobs()
        release()
        journal?.writeNow()
        lock.lock()
    }

    /// Runs every body that was ordered, one by one, on this thread; the lock is free meanwhile.
    func runInline() {
        if !state.pointee.changes.isEmpty || !state.pointee.storedStarts.isEmpty { storeJobs() }
        for lane in state.pointee.lanes.indices {
            while !state.pointee.isStopped, let batch = state.pointee.takeOne(lane) {
                state.pointee.giveRecords()
                release()
                run(batch)
                lock.lock()
                state.pointee.leave(batch)
                // Let go of without the lock, as an app's objects may go with it.
                if batch.hasExtras { state.pointee.afterwards.append { withExtendedLifetime(batch) {} } }
                batch.takeReturned { index, outcome in
                    state.pointee.inbox.append(LiveState.Report(batch: batch, index: index, outcome: outcome))
                }
            }
        }
    }
}
