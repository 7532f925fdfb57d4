import SchedulerCore

/// Starts on their way to threads, and ends on their way back.
extension LiveState {
    /// Carries out what the rules ordered.
    mutating func takeEffects() {
        while core.hasEffects, let effect = core.popEffect() {
            switch effect {
            case .start(let id, let task, let run, let attempt, let lane):
                if task.offset < kinds.count, kinds[task.offset] != .none {
                    lanes[lane.offset].queue.append(Start(id: id, task: task, run: run, attempt: attempt, time: now))
                } else {
                    instantEnds.append(id)
                }
            case .cancel(let id, _, let attempt): cancel(StartID(run: id, attempt: attempt))
            case .startJob(let id, let task): startJob(id, task)
            case .processEnded: endProcess()
            }
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
            for batch in lane.working {
                for (index, attempt) in batch.attempts.enumerated() {
                    guard attempt.attempt == start.attempt, case .task(start.run, _) = attempt.owner,
                        !batch.isCancelled(index)
                    else { continue }
                    return cancel(batch, index)
                }
            }
        }
        cancelledStarts.insert(start)
    }

    /// A batch for a thread of `lane`; nil where nothing waits there.
    mutating func take(_ lane: Int, atMost limit: Int = AttemptBatch.limit, _ spare: AttemptBatch?) -> AttemptBatch? {
        if lane == jobLane { return takeJob(spare) }
        guard lanes[lane].queue.count > 0 else { return nil }
        let batch = spare ?? AttemptBatch(lane: lane, laneName: lanes[lane].name, original)
        var left = min(limit, lanes[lane].batchSize)
        while left > 0, let start = lanes[lane].queue.popFirst() {
            if !cancelledStarts.isEmpty,
                cancelledStarts.remove(StartID(run: start.id, attempt: start.attempt)) != nil
            {
                continue
            }
            if isPlain {
                batch.append(Attempt(start, isPlain: kinds[start.task.offset] == .sync))
            } else {
                let extra = extra(of: start)
                let isPlain = extra.definition == nil && kinds[start.task.offset] == .sync
                batch.append(Attempt(start, isPlain: isPlain), extra)
            }
            left -= 1
        }
        guard batch.count > 0 else { return nil }
        begin(batch, lane)
        return batch
    }

    private mutating func takeJob(_ spare: AttemptBatch?) -> AttemptBatch? {
        guard !readyJobs.isEmpty else { return nil }
        let batch = spare ?? AttemptBatch(lane: jobLane, laneName: lanes[jobLane].name, original)
        let start = readyJobs.removeFirst()
        batch.append(start.attempt, AttemptExtra(job: start.job))
        begin(batch, jobLane)
        return batch
    }

    @inline(__always)
    private mutating func begin(_ batch: AttemptBatch, _ lane: Int) {
        batch.worker = .current
        lanes[lane].working.append(batch)
        lanes[lane].takes &+= 1
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
        leaveWorking(batch)
        guard !batch.isReported else { return }
        let end = batch.withdraw()
        for index in 0..<end where !batch.isReported(index) && !batch.isCancelled(index) {
            switch batch[index].owner {
            case .task(let id, _): outstanding[id] = (batch, index)
            case .job(let id, _): outstandingJobs[id] = (batch, index)
            }
        }
    }

    @inline(__always)
    private mutating func leaveWorking(_ batch: AttemptBatch) {
        if lanes[batch.lane].working.last === batch {
            lanes[batch.lane].working.removeLast()
        } else {
            lanes[batch.lane].working.removeAll { $0 === batch }
        }
        batch.worker = nil
    }

    /// Takes back what a thread has not begun of its batch, to the front of the queue.
    mutating func takeBack(_ batch: AttemptBatch) {
        let first = batch.withdraw()
        for index in (first..<batch.attempts.count).reversed() where !batch.isCancelled(index) {
            let attempt = batch.attempts[index]
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

    /// An attempt reported its end, or (nil) will never do so.
    @inline(__always)
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

extension Attempt {
    /// A start of a task on its way to a thread.
    @inline(__always)
    fileprivate init(_ start: Start, isPlain: Bool) {
        self.init(
            owner: .task(start.id, start.task), run: Int64(start.run), attempt: start.attempt, place: start.task.index,
            startedAt: start.time, isPlain: isPlain)
    }
}
