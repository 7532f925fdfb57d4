/// Runs: ready, started, finished, tried again, ended (PRODUCT section 3).
extension Scheduler {
    /// Counts a run for its event while that lasts; the caller sees to it that the run is not parked.
    @inline(__always)
    mutating func hold(_ run: Int, _ change: Int32) {
        guard runs[run].batch == event.batch else { return }
        if runs[run].marks.contains(.holds) { event.holders += change }
        if runs[run].marks.contains(.basic) { event.basic += change }
    }

    /// Its predecessors are done.
    mutating func becomeReady(_ run: Int32) {
        if runs[Int(run)].marks.contains(.doomed) { return }
        runs[Int(run)].phase = .ready
        runs[Int(run)].ready = now
        enqueue(run)
    }

    /// Puts a ready run into its lane's queue, unless a pause or a gate keeps it back.
    mutating func enqueue(_ run: Int32) {
        let task = Int(runs[Int(run)].task)
        guard !slots[task].isPaused, !runs[Int(run)].marks.contains(.queued) else { return }
        let row = registry.rows[task]
        if runs[Int(run)].phase == .ready {
            if runs[Int(run)].marks.contains(.idle) { return idleWaiting.append(run) }
            if event.classes == .basic, isGated(Int(run), row) { return gated.append(run) }
        }
        insert(run, row)
    }

    /// Before the basic ones are over, main is for them and for what they wait for.
    @inline(__always)
    private func isGated(_ run: Int, _ row: TaskRow) -> Bool {
        row.lane == .main && runs[run].batch == event.batch && runs[run].marks.isDisjoint(with: [.basic, .needed])
    }

    private mutating func insert(_ run: Int32, _ row: TaskRow) {
        let lane = row.lane.offset
        let sequence = runs[Int(run)].sequence
        runs[Int(run)].marks.insert(.queued)
        if usesKeys {
            let task = Int(runs[Int(run)].task)
            let length = task < registry.pathLengths.count ? registry.pathLengths[task] : 0
            lanes[lane].keyed?.insert(run, key: length, sequence: sequence)
        } else {
            lanes[lane].queue.insert(run, priority: row.priority.rawValue, sequence: sequence)
        }
        refresh(lane)
    }

    /// Takes a run out of its lane's queue, if it stands there.
    mutating func dequeue(_ run: Int) {
        guard runs[run].marks.contains(.queued) else { return }
        runs[run].marks.remove(.queued)
        let (task, sequence) = (Int(runs[run].task), runs[run].sequence)
        let lane = runs[run].lane.offset
        let priority = registry.rows[task].priority.rawValue
        if usesKeys {
            let length = task < registry.pathLengths.count ? registry.pathLengths[task] : 0
            _ = lanes[lane].keyed?.remove(key: length, sequence: sequence)
        } else {
            _ = lanes[lane].queue.remove(priority: priority, sequence: sequence)
        }
        refresh(lane)
    }

    /// Notes whether a run can start in `lane`.
    @inline(__always)
    mutating func refresh(_ lane: Int) {
        let bit: UInt64 = 1 << UInt64(lane & 63)
        if lanes[lane].canStart { startable[lane >> 6] |= bit } else { startable[lane >> 6] &= ~bit }
    }

    /// Step 4 of a pass: one start, main first, then lanes as declared. False where none can.
    mutating func startNext() -> Bool {
        for word in startable.indices where startable[word] != 0 {
            let lane = word * 64 + startable[word].trailingZeroBitCount
            let run: Int32?
            if usesKeys { run = lanes[lane].keyed?.popFirst() } else { run = lanes[lane].queue.popFirst() }
            guard let run else { continue }
            start(Int(run), lane)
            return true
        }
        return false
    }

    private mutating func start(_ run: Int, _ lane: Int) {
        let task = Int(runs[run].task)
        runs[run].marks.remove(.queued)
        runs[run].phase = .running
        runs[run].attempt += 1
        runs[run].started = now
        if slots[task].pending == Int32(run) {
            slots[task].pending = -1
            slots[task].active = Int32(run)
        }
        lanes[lane].running += 1
        process.running += 1
        process.wasActive = true
        refresh(lane)
        let attempt = Int32(runs[run].attempt)
        note(.start(TaskID(task), run: runs[run].number, attempt: attempt, lane: LaneID(lane)))
        let id = RunID(slot: Int32(run), sequence: runs[run].sequence)
        if let timeout = timeout(of: task, run) {
            deadlines.insert(
                .timeout, at: now + timeout, subject: Int32(run), sequence: id.sequence, attempt: attempt)
        }
        effects.append(.start(id, TaskID(task), run: runs[run].number, attempt: attempt, lane: LaneID(lane)))
        if registry.rows[task].kind == .sequence { noteSequenceStarted(task) }
    }

    @inline(__always)
    private mutating func timeout(of task: Int, _ run: Int) -> Nanoseconds? {
        let policy = registry.rows[task].policy
        if policy >= 0, let own = registry.policies[Int(policy)].timeout { return own }
        return registry.sequences.isEmpty ? nil : stepTimeout(Int32(run))
    }

    /// An attempt reported its end.
    mutating func finish(_ id: RunID, _ outcome: Outcome) {
        let run = Int(id.slot)
        guard run < runs.count, runs[run].sequence == id.sequence, runs[run].phase == .running else {
            return noteSecondCompletion(id)
        }
        endAttempt(run, outcome, .none)
    }

    private mutating func noteSecondCompletion(_ id: RunID) {
        guard Int(id.slot) < runs.count, runs[Int(id.slot)].sequence == id.sequence else { return }
        note(.warning(.secondCompletion(TaskID(Int(runs[Int(id.slot)].task)))))
    }

    /// An attempt is over: frees its place, then tries again or ends the turn.
    mutating func endAttempt(_ run: Int, _ outcome: Outcome, _ reason: FinishReason) {
        let task = Int(runs[run].task)
        leavePlace(run, runs[run].lane.offset)
        let attempt = Int32(runs[run].attempt)
        note(
            .finish(
                TaskID(task), run: runs[run].number, attempt: attempt, outcome, ready: runs[run].ready, reason))
        let row = registry.rows[task]
        if !runs[run].marks.contains(.orphan) {
            if row.policy >= 0, goesOn(run, registry.policies[Int(row.policy)], outcome) { return }
            if row.kind == .sequence, outcome == .success {
                runs[run].phase = .stepping
                return beginSteps(task)
            }
        }
        endTurn(run, TurnResult(outcome), cause: Int32(task))
    }

    /// Whether the run is tried again.
    private mutating func goesOn(_ run: Int, _ policy: RunPolicy, _ outcome: Outcome) -> Bool {
        if policy.timeout != nil { retireTimeout() }
        let attempt = Int(runs[run].attempt)
        guard outcome == .fail || outcome == .timedOut, attempt <= policy.retry.limit else { return false }
        tryAgain(run, policy.retry.delay(beforeAttempt: attempt + 1))
        return true
    }

    private mutating func leavePlace(_ run: Int, _ lane: Int) {
        lanes[lane].running -= 1
        process.running -= 1
        process.wasActive = true
        if runs[run].marks.contains(.stuck) {
            changeLane(lane) { $0.stuck -= 1 }
            runs[run].marks.remove(.stuck)
            unpark(Int32(run))
        }
        if runs[run].marks.contains(.hung) {
            if runs[run].batch == event.batch, runs[run].marks.contains(.holds) {
                process.hungHolders -= 1
                limitIsStale = true
            }
            runs[run].marks.remove(.hung)
        }
        if lanes[lane].gap > .zero {
            lanes[lane].resting += 1
            deadlines.insert(.gap, at: now + lanes[lane].gap, subject: Int32(lane))
        }
        refresh(lane)
    }

    private mutating func retireTimeout() {
        deadlines.noteDead()
        guard deadlines.isMostlyDead else { return }
        let runs = runs
        deadlines.compact { entry in
            entry.kind != .timeout || Self.isLive(entry, runs)
        }
    }

    /// Whether a timeout or retry still belongs to the attempt for which it was set.
    static func isLive(_ entry: Deadline, _ runs: Table<Run>) -> Bool {
        let run = runs[Int(entry.subject)]
        return run.sequence == entry.sequence && Int32(run.attempt) == entry.attempt && run.phase != .free
    }

    private mutating func tryAgain(_ run: Int, _ delay: Nanoseconds) {
        let task = Int(runs[run].task)
        let lane = runs[run].lane.offset
        runs[run].phase = .retrying
        if slots[task].isPaused { park(Int32(run), .paused) }
        if lanes[lane].isBlocked { park(Int32(run), blockReason(lane)) }
        if delay == .zero { return becomeReadyAgain(run) }
        deadlines.insert(
            .retry, at: now + delay, subject: Int32(run), sequence: runs[run].sequence,
            attempt: Int32(runs[run].attempt))
    }

    /// The delay before a further attempt is over.
    mutating func becomeReadyAgain(_ run: Int) {
        runs[run].phase = .readyAgain
        enqueue(Int32(run))
    }

    /// A turn is over: those that wait for it go on or are skipped, and the slot is free.
    mutating func endTurn(_ run: Int, _ result: TurnResult, cause: Int32) {
        let task = Int(runs[run].task)
        let wasPending = slots[task].pending == Int32(run)
        if runs[run].parks == 0 { hold(run, -1) }
        dequeue(run)
        if wasPending, slots[task].waits > 0 {
            slots[task].waits = 0
            for edge in registry.graph.edges(of: task) { registry.graph.waits[edge] = .none }
        }
        let number = Int32(run)
        if wasPending { slots[task].pending = -1 } else { slots[task].active = -1 }
        if runs[run].attempt > 0 { slots[task].ended += 1 }
        slots[task].result = result
        slots[task].cause = result == .success ? -1 : cause
        resolveSuccessors(task, result, endsNext: wasPending && slots[task].active >= 0)
        if !wasPending, slots[task].pending >= 0 { stopWaitingForItself(slots[task].pending) }
        let owner = registry.sequences.isEmpty ? -1 : sequence(ofStep: number)
        let isOrphan = runs[run].marks.contains(.orphan)
        runs[run].phase = .free
        runs[run].sequence = -1
        freeRuns.append(number)
        if registry.rows[task].autoRemove, !wasPending, !isOrphan { removeItself(task) }
        if owner >= 0 { stepEnded(owner, result) }
        if registry.rows[task].kind == .timer { noteLeftOver(task) }
        drainSkips()
    }

    /// A turn that never became a run is over (passed over while paused, missed).
    mutating func endTurnWithoutRun(_ task: Int, _ result: TurnResult) {
        guard slots[task].active < 0, slots[task].pending < 0 else { return }
        slots[task].result = result
        slots[task].cause = Int32(task)
        resolveSuccessors(task, result, endsNext: false)
        drainSkips()
    }

    private mutating func resolveSuccessors(_ task: Int, _ result: TurnResult, endsNext: Bool) {
        for place in registry.graph.successorRange(of: task) {
            resolve(registry.graph.successor(at: place), task, result, endsNext)
        }
        guard registry.graph.hasLateSuccessors else { return }
        for successor in registry.graph.lateSuccessors(of: task) { resolve(successor, task, result, endsNext) }
    }

    @inline(__always)
    private mutating func resolve(
        _ successor: TaskGraph.Successor, _ task: Int, _ result: TurnResult, _ endsNext: Bool
    ) {
        let edge = Int(successor.edge)
        let wait = registry.graph.waits[edge]
        if wait == .none { return }
        let isNext = wait == .waitingNext || wait == .waitingNextParked
        if isNext != endsNext {
            if isNext { registry.graph.waits[edge] = wait == .waitingNext ? .waiting : .waitingParked }
            return
        }
        registry.graph.waits[edge] = .none
        let waiting = Int(successor.task)
        slots[waiting].waits -= 1
        let run = slots[waiting].pending
        if result == .success || registry.graph.softness[edge] {
            if wait == .waitingParked || wait == .waitingNextParked { unpark(run) }
            if slots[waiting].waits == 0 { becomeReady(run) }
        } else {
            runs[Int(run)].marks.insert(.doomed)
            skipStack.append((run, slots[task].cause >= 0 ? slots[task].cause : Int32(task), result))
        }
    }

    /// Skips what stands on the skip list, and in turn what waits for it; no recursion.
    mutating func drainSkips() {
        guard !skipStack.isEmpty, !isDrainingSkips else { return }
        isDrainingSkips = true
        var head = 0
        while head < skipStack.count {
            let next = skipStack[head]
            head += 1
            let run = Int(next.run)
            guard runs[run].phase == .waiting else { continue }
            let task = runs[run].task
            let result = slots[Int(next.cause)].result
            note(
                .skip(TaskID(Int(task)), .predecessor(TaskID(Int(next.cause)), result == .none ? next.result : result)))
            endTurn(run, .skipped, cause: next.cause)
        }
        skipStack.removeAll(keepingCapacity: true)
        isDrainingSkips = false
    }

    private mutating func stopWaitingForItself(_ run: Int32) {
        guard runs[Int(run)].marks.contains(.waitsForItself) else { return }
        let wasParked = runs[Int(run)].marks.contains(.itselfParked)
        runs[Int(run)].marks.subtract([.waitsForItself, .itselfParked])
        let task = Int(runs[Int(run)].task)
        slots[task].waits -= 1
        if wasParked { unpark(run) }
        if slots[task].waits == 0 { becomeReady(run) }
    }
}
