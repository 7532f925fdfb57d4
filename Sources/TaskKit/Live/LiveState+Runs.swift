import SchedulerCore

/// Starts on their way to threads, and ends on their way back.
extension LiveState {
    /// Carries out what the rules ordered; none of it makes them order more.
    mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .start(let id, let task, let run, let attempt, let lane):
            if hasOnlyBodies || (task.offset < kinds.count && kinds[task.offset] != .none) {
                lanes[lane.offset].queue.append(Start(id: id, task: task, run: run, attempt: attempt, time: now))
            } else {
                instantEnds.append(id)
            }
        case .cancel(let id, _, let attempt): cancel(StartID(run: id, attempt: attempt))
        case .startJob(let id, let task): startJob(id, task)
        case .processEnded: endProcess()
        }
    }

    /// Hands in the ends of runs that take no time.
    mutating func endInstantRuns() {
        for id in instantEnds { feed(.runFinished(id, .success)) }
        instantEnds.removeAll(keepingCapacity: true)
    }

    /// Attempts of one run follow each other while earlier ones still execute: it is this one that is ended.
    private mutating func cancel(_ start: StartID) {
        if let known = outstanding[start.run], known.batch[known.index].attempt == start.attempt {
            outstanding[start.run] = nil
            return cancel(known.batch, known.index)
        }
        for lane in lanes {
            for batch in lane.batches {
                for index in 0..<batch.count {
                    let attempt = batch[index]
                    guard attempt.attempt == start.attempt, case .task(start.run, _) = attempt.owner,
                        !batch.isCancelled(index)
                    else { continue }
                    return cancel(batch, index)
                }
            }
        }
        cancelledStarts.insert(start)
    }

    /// A batch for a thread of `lane`, the spare one where there is one; nil where nothing waits there.
    mutating func take(
        _ lane: Int, atMost limit: Int = AttemptBatch.limit, _ spare: inout AttemptBatch?
    ) -> AttemptBatch? {
        if lane == jobLane { return takeJob(&spare) }
        guard lanes[lane].queue.count > 0 else { return nil }
        let batch = spare.take() ?? AttemptBatch(lane: lane, laneName: lanes[lane].name, original)
        let size = min(limit, lanes[lane].batchSize, lanes[lane].queue.count)
        if hasOnlySyncBodies, cancelledStarts.isEmpty, contexts.isEmpty, displaced.isEmpty {
            batch.fill(size, from: &lanes[lane].queue)
        } else {
            fill(batch, size, from: lane)
        }
        guard batch.count > 0 else { return nil }
        begin(batch, lane)
        return batch
    }

    /// A batch of one.
    mutating func takeOne(_ lane: Int) -> AttemptBatch? {
        var spare: AttemptBatch?
        return take(lane, atMost: 1, &spare)
    }

    /// Takes so many starts at most that nobody has cancelled, with what each has besides.
    private mutating func fill(_ batch: AttemptBatch, _ size: Int, from lane: Int) {
        while batch.count < size, let start = lanes[lane].queue.popFirst() {
            if !cancelledStarts.isEmpty,
                cancelledStarts.remove(StartID(run: start.id, attempt: start.attempt)) != nil
            {
                continue
            }
            let extra = isPlain ? AttemptExtra() : extra(of: start)
            let isSync = extra.definition == nil && kinds[start.task.offset] == .sync
            batch.append(start, isPlain: isSync, extra)
        }
    }

    private mutating func takeJob(_ spare: inout AttemptBatch?) -> AttemptBatch? {
        guard !readyJobs.isEmpty else { return nil }
        let batch = spare.take() ?? AttemptBatch(lane: jobLane, laneName: lanes[jobLane].name, original)
        let start = readyJobs.removeFirst()
        batch.append(start)
        begin(batch, jobLane)
        return batch
    }

    @inline(__always)
    private mutating func begin(_ batch: AttemptBatch, _ lane: Int) {
        batch.worker = .current
        lanes[lane].begin(batch)
    }

    /// Whether no attempt has anything besides.
    private var isPlain: Bool { contexts.isEmpty && injected.isEmpty && displaced.isEmpty }

    /// What runs of a task execute that are released from now on.
    func definition(of task: TaskID) -> Definition { injected[task] ?? Definition(original, at: task.offset) }

    private mutating func extra(of start: Start) -> AttemptExtra {
        AttemptExtra(
            definition: displaced.removeValue(forKey: start.id) ?? injected[start.task],
            event: contexts.isEmpty ? nil : core.context(of: start.task).flatMap { contexts[$0] })
    }

    /// A thread is through with its batch: attempts that go on elsewhere are remembered.
    mutating func leave(_ batch: AttemptBatch) {
        lanes[batch.lane].end(batch)
        batch.worker = nil
        guard !batch.isReported else { return }
        let end = batch.withdraw()
        for index in 0..<end where !batch.isReported(index) && !batch.isCancelled(index) {
            switch batch[index].owner {
            case .task(let id, _): outstanding[id] = (batch, index)
            case .job(let id, _): outstandingJobs[id] = (batch, index)
            }
        }
    }

    /// Takes back what a thread has not begun of its batch, to the front of the queue.
    mutating func takeBack(_ batch: AttemptBatch) {
        let first = batch.withdraw()
        for index in (first..<max(first, batch.count)).reversed() where !batch.isCancelled(index) {
            let attempt = batch[index]
            guard case .task(let id, let task) = attempt.owner else { continue }
            _ = batch.cancel(index)
            let definition = batch.definition(of: index)
            if !definition.isSame(as: self.definition(of: task)) { displaced[id] = definition }
            lanes[batch.lane].queue.prepend(
                Start(
                    id: id, task: task, run: Int32(truncatingIfNeeded: attempt.run), attempt: attempt.attempt,
                    time: attempt.startedAt))
        }
    }

    /// Bodies of a batch have returned: hands in their ends.
    @inline(__always)
    mutating func finishReturned(_ batch: AttemptBatch) {
        batch.takeReturned { index, outcome in finish(batch, index, outcome) }
    }

    /// An attempt reported its end, or (nil) will never do so.
    mutating func finish(_ batch: AttemptBatch, _ index: Int, _ outcome: Outcome?) {
        guard !batch.isCancelled(index) else { return }
        let owner = batch[index].owner
        guard let outcome else { return hang(batch, index, owner) }
        guard batch.takeReport(index) else { return reportAgain(owner, outcome) }
        switch owner {
        case .task(let id, _):
            if !outstanding.isEmpty { outstanding[id] = nil }
            feed(.runFinished(id, outcome))
        case .job(let id, let task): finishJob(id, task, outcome)
        }
    }

    private mutating func hang(_ batch: AttemptBatch, _ index: Int, _ owner: Attempt.Owner) {
        guard !batch.isReported(index) else { return }
        switch owner {
        case .task(let id, _): feed(.runHung(id))
        case .job(let id, _): feed(.jobHung(id))
        }
    }

    private mutating func reportAgain(_ owner: Attempt.Owner, _ outcome: Outcome) {
        switch owner {
        case .task(_, let task): feed(.reportedAgain(task))
        case .job(let id, let task): feed(.jobFinished(id, task, outcome))
        }
    }
}
