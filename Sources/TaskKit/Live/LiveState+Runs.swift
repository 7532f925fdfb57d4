import SchedulerCore

/// Starts on their way to threads, and ends on their way back.
extension LiveState {
    /// Carries out what the rules ordered.
    mutating func takeEffects() {
        while core.hasEffects, let effect = core.popEffect() {
            switch effect {
            case .start(let id, let task, let run, let attempt, let lane):
                if task.offset < definitions.count, definitions[task.offset]?.body != nil {
                    lanes[lane.offset].queue.append(Start(id: id, task: task, run: run, attempt: attempt, time: now))
                } else {
                    instantEnds.append(id)
                }
            case .cancel(let id, _): cancel(id)
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

    private mutating func cancel(_ id: RunID) {
        if let known = outstanding.removeValue(forKey: id) { return cancel(known.batch, known.index) }
        for lane in lanes {
            for batch in lane.working {
                for (index, attempt) in batch.attempts.enumerated() {
                    guard case .task(id, _) = attempt.owner else { continue }
                    return cancel(batch, index)
                }
            }
        }
        cancelledStarts.insert(id)
    }

    /// A batch for a thread of `lane`; nil where nothing waits there.
    mutating func take(_ lane: Int, atMost limit: Int = AttemptBatch.limit, _ spare: AttemptBatch?) -> AttemptBatch? {
        if lane == jobLane { return takeJob(spare) }
        guard lanes[lane].queue.count > 0 else { return nil }
        let batch = spare ?? AttemptBatch(lane: lane, laneName: lanes[lane].name)
        var left = min(limit, lanes[lane].batchSize)
        while left > 0, let start = lanes[lane].queue.popFirst() {
            if !cancelledStarts.isEmpty, cancelledStarts.remove(start.id) != nil { continue }
            guard let definition = definition(of: start) else { continue }
            batch.append(
                Attempt(
                    owner: .task(start.id, start.task), definition: definition, run: Int64(start.run),
                    attempt: start.attempt, startedAt: start.time, event: context(of: start.task)))
            left -= 1
        }
        guard batch.count > 0 else { return nil }
        begin(batch, lane)
        return batch
    }

    private mutating func takeJob(_ spare: AttemptBatch?) -> AttemptBatch? {
        guard !readyJobs.isEmpty else { return nil }
        let batch = spare ?? AttemptBatch(lane: jobLane, laneName: lanes[jobLane].name)
        batch.append(readyJobs.removeFirst())
        begin(batch, jobLane)
        return batch
    }

    @inline(__always)
    private mutating func begin(_ batch: AttemptBatch, _ lane: Int) {
        batch.worker = .current
        lanes[lane].working.append(batch)
        lanes[lane].takes &+= 1
    }

    @inline(__always)
    private mutating func definition(of start: Start) -> Definition? {
        if !displaced.isEmpty, let old = displaced.removeValue(forKey: start.id) { return old }
        return definitions[start.task.offset]
    }

    @inline(__always)
    private func context(of task: TaskID) -> SharedContext? {
        contexts.isEmpty ? nil : core.context(of: task).flatMap { contexts[$0] }
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
            if attempt.definition !== definitions[task.offset] { displaced[id] = attempt.definition }
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
