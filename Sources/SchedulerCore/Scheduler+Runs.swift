/// Runs: ready, started, finished, tried again, ended (PRODUCT section 3).
extension Scheduler {
    /// Counts a run for its event while that lasts; the caller sees to it that the run is not parked.
    @inline(__always)
    mutating func hold(_ run: Int, _ change: Int32) {
        let marks = runs.pointer(to: run).pointee.marks
        if marks.contains(.holds) { event.holders += change }
        if marks.contains(.basic) { event.basic += change }
    }

    /// Its predecessors are done.
    @inline(__always)
    mutating func becomeReady(_ run: Int32) {
        let place = runs.pointer(to: Int(run))
        if place.pointee.marks.contains(.doomed) { return }
        place.pointee.phase = .ready
        place.pointee.ready = now
        enqueue(run)
    }

    /// Puts a ready run into its lane's queue, unless a pause or a gate keeps it back.
    @inline(__always)
    mutating func enqueue(_ run: Int32) {
        let place = runs.pointer(to: Int(run))
        let task = Int(place.pointee.task)
        guard !place.pointee.marks.contains(.queued), pausedTasks == 0 || !slots.pointer(to: task).pointee.isPaused
        else { return }
        if place.pointee.phase == .ready {
            if place.pointee.marks.contains(.idle) { return idleWaiting.append(run) }
            if event.classes == .basic, isGated(run) { return gated.append(run) }
        }
        place.pointee.marks.insert(.queued)
        let lane = place.pointee.lane.offset
        if usesKeys {
            keyed[lane].insert(run, key: pathLength(task), sequence: place.pointee.sequence)
        } else {
            ready.insert(
                run, lane: lane, priority: place.pointee.priority.rawValue, sequence: place.pointee.sequence)
        }
        if lanes.pointer(to: lane).pointee.hasPlace {
            startable.pointer(to: lane >> 6).pointee |= 1 &<< UInt64(lane & 63)
        }
    }

    /// Before the basic ones are over, main is for them and for what they wait for.
    private func isGated(_ index: Int32) -> Bool {
        let run = runs[Int(index)]
        return run.lane == .main && runDetails[Int(index)].batch == event.batch
            && run.marks.isDisjoint(with: [.basic, .needed])
    }

    private func pathLength(_ task: Int) -> UInt64 {
        task < registry.pathLengths.count ? registry.pathLengths[task] : 0
    }

    /// Whether some run was released and has not ended.
    var hasRuns: Bool { freeRuns.count < runs.count }

    /// How many runs stand in the queue of `lane`.
    @inline(__always)
    func readyCount(_ lane: Int) -> Int { usesKeys ? keyed[lane].count : ready.count(in: lane) }

    /// Takes a run out of its lane's queue, if it stands there.
    @inline(never)
    mutating func dequeue(_ run: Int) {
        guard runs[run].marks.contains(.queued) else { return }
        runs[run].marks.remove(.queued)
        let (task, sequence) = (Int(runs[run].task), runs[run].sequence)
        let lane = runs[run].lane.offset
        let priority = runs[run].priority.rawValue
        if usesKeys {
            _ = keyed[lane].remove(key: pathLength(task), sequence: sequence)
        } else {
            _ = ready.remove(lane: lane, priority: priority, sequence: sequence)
        }
        refresh(lane)
    }

    /// Notes whether a run can start in `lane`.
    @inline(__always)
    mutating func refresh(_ lane: Int) {
        let bit: UInt64 = 1 &<< UInt64(lane & 63)
        let word = startable.pointer(to: lane >> 6)
        if lanes.pointer(to: lane).pointee.hasPlace, readyCount(lane) > 0 {
            word.pointee |= bit
        } else {
            word.pointee &= ~bit
        }
    }

    /// An attempt reported its end.
    @inline(__always)
    mutating func finish(_ id: RunID, _ outcome: Outcome) {
        let run = Int(id.slot)
        guard isUnderWay(id) else { return noteSecondCompletion(id) }
        endAttempt(run, outcome, .none)
    }

    @inline(__always)
    func isUnderWay(_ id: RunID) -> Bool {
        let run = Int(id.slot)
        return run < runs.count && runs[run].sequence == id.sequence && runs[run].phase == .running
    }

    @inline(never)
    private mutating func noteSecondCompletion(_ id: RunID) {
        guard Int(id.slot) < runs.count, runs[Int(id.slot)].sequence == id.sequence else { return }
        note(.warning(.secondCompletion(TaskID(Int(runs[Int(id.slot)].task)))))
    }

    /// An attempt is over: frees its place, then tries again or ends the turn.
    @inline(__always)
    mutating func endAttempt(_ run: Int, _ outcome: Outcome, _ reason: FinishReason) {
        let place = runs.pointer(to: run)
        let task = Int(place.pointee.task)
        leavePlace(run, place.pointee.lane.offset)
        noteFinish(place.pointee, outcome, reason)
        if place.pointee.marks.contains(.special), !place.pointee.marks.contains(.orphan) {
            let row = registry.rows[task]
            if row.policy >= 0, goesOn(run, registry.policies[Int(row.policy)], outcome) { return }
            if row.kind == .sequence, outcome == .success {
                place.pointee.phase = .stepping
                return beginSteps(task)
            }
        }
        closeTurn(run, TurnResult(outcome), cause: Int32(task))
    }

    /// Writes the end of an attempt, where runs are written.
    @inline(__always)
    mutating func noteFinish(_ run: Run, _ outcome: Outcome, _ reason: FinishReason) {
        note(
            .finish(
                TaskID(Int(run.task)), run: run.number, attempt: Int32(run.attempt), outcome, ready: run.ready, reason))
    }

    /// Whether the run is tried again.
    @inline(never)
    private mutating func goesOn(_ run: Int, _ policy: RunPolicy, _ outcome: Outcome) -> Bool {
        if policy.timeout != nil { retireTimeout() }
        let attempt = Int(runs[run].attempt)
        guard outcome == .fail || outcome == .timedOut,
            attempt <= min(policy.retry.limit, RetryPolicy.maximumLimit)
        else { return false }
        tryAgain(run, policy.retry.delay(beforeAttempt: attempt + 1))
        return true
    }

    @inline(__always)
    private mutating func leavePlace(_ run: Int, _ lane: Int) {
        let place = lanes.pointer(to: lane)
        place.pointee.running -= 1
        process.running -= 1
        process.wasActive = true
        if !runs.pointer(to: run).pointee.marks.isDisjoint(with: [.stuck, .hung]) { leaveHanging(run, lane) }
        if place.pointee.gap > .zero {
            place.pointee.resting += 1
            deadlines.insert(.gap, at: now + place.pointee.gap, subject: Int32(lane))
        }
        refresh(lane)
    }

    /// A run that was never to end has ended after all.
    @inline(never)
    private mutating func leaveHanging(_ run: Int, _ lane: Int) {
        if runs[run].marks.contains(.stuck) {
            changeLane(lane) { $0.stuck -= 1 }
            runs[run].marks.remove(.stuck)
            unpark(Int32(run))
        }
        if runs[run].marks.contains(.hung) {
            if runs[run].marks.contains(.holds) {
                process.hungHolders -= 1
                limitIsStale = true
            }
            runs[run].marks.remove(.hung)
        }
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
        closeTurn(run, result, cause: cause)
    }

    /// The same, for the one hot caller.
    @inline(__always)
    private mutating func closeTurn(_ run: Int, _ result: TurnResult, cause: Int32) {
        let number = Int32(run)
        let place = runs.pointer(to: run)
        let task = Int(place.pointee.task)
        let slot = slots.pointer(to: task)
        let wasPending = slot.pointee.pending == number
        if !place.pointee.marks.contains(.parked) { hold(run, -1) }
        if place.pointee.marks.contains(.queued) { dequeue(run) }
        if wasPending {
            slot.pointee.pending = -1
            if waits.pointer(to: task).pointee.left > 0 { dropWaits(task) }
        } else {
            slot.pointee.active = -1
        }
        if place.pointee.attempt == 0 { counts[task].unbegun += 1 }
        slot.pointee.result = result
        if result != .success { counts[task].cause = cause }
        resolveSuccessors(task, result, endsNext: wasPending && slot.pointee.active >= 0)
        if !wasPending, slot.pointee.pending >= 0 { stopWaitingForItself(slot.pointee.pending) }
        let owner = registry.sequences.isEmpty ? -1 : sequence(ofStep: number)
        let marks = place.pointee.marks
        place.pointee.phase = .free
        place.pointee.sequence = -1
        freeRuns.append(number)
        if marks.contains(.special) {
            let row = registry.rows[task]
            if row.autoRemove, !wasPending, !marks.contains(.orphan) { removeItself(task) }
            if owner >= 0 { stepEnded(owner, result) }
            if row.kind == .timer { noteLeftOver(task) }
        } else if owner >= 0 {
            stepEnded(owner, result)
        }
        if !skipStack.isEmpty { drainSkips() }
    }

    /// The pending run of `task` waits for nothing any more.
    @inline(never)
    private mutating func dropWaits(_ task: Int) {
        waits[task].left = 0
        for edge in registry.graph.edges(of: task) { registry.graph.setWait(.none, of: edge) }
    }

    /// A turn that never became a run is over (passed over while paused, missed).
    mutating func endTurnWithoutRun(_ task: Int, _ result: TurnResult) {
        guard slots[task].active < 0, slots[task].pending < 0 else { return }
        slots[task].result = result
        counts[task].cause = Int32(task)
        resolveSuccessors(task, result, endsNext: false)
        drainSkips()
    }

    @inline(__always)
    private mutating func resolveSuccessors(_ task: Int, _ result: TurnResult, endsNext: Bool) {
        for place in registry.graph.successorRange(of: task) {
            resolve(registry.graph.successor(at: place), task, result, endsNext)
        }
        if registry.graph.hasLateSuccessors { resolveLateSuccessors(task, result, endsNext) }
    }

    private mutating func resolveLateSuccessors(_ task: Int, _ result: TurnResult, _ endsNext: Bool) {
        for successor in registry.graph.lateSuccessors(of: task) { resolve(successor, task, result, endsNext) }
    }

    @inline(__always)
    mutating func resolve(
        _ successor: TaskGraph.Successor, _ task: Int, _ result: TurnResult, _ endsNext: Bool
    ) {
        let place = registry.graph.waits.pointer(to: successor.place)
        let wait = place.pointee
        if wait == .none { return }
        let isNext = wait == .waitingNext || wait == .waitingNextParked
        if isNext != endsNext {
            if isNext { place.pointee = wait == .waitingNext ? .waiting : .waitingParked }
            return
        }
        place.pointee = .none
        let waiting = Int(successor.task)
        let entry = waits.pointer(to: waiting)
        entry.pointee.left &-= 1
        if result == .success || registry.graph.softness[successor.place] {
            if wait == .waitingParked || wait == .waitingNextParked { unpark(entry.pointee.run) }
            if entry.pointee.left == 0 { becomeReady(entry.pointee.run) }
        } else {
            doom(entry.pointee.run, task, result)
        }
    }

    /// A predecessor did not succeed: the run goes onto the skip list.
    @inline(never)
    private mutating func doom(_ run: Int32, _ task: Int, _ result: TurnResult) {
        runs[Int(run)].marks.insert(.doomed)
        skipStack.append((run, counts[task].cause >= 0 ? counts[task].cause : Int32(task), result))
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

    @inline(never)
    private mutating func stopWaitingForItself(_ run: Int32) {
        guard runs[Int(run)].marks.contains(.waitsForItself) else { return }
        let wasParked = runs[Int(run)].marks.contains(.itselfParked)
        runs[Int(run)].marks.subtract([.waitsForItself, .itselfParked])
        let task = Int(runs[Int(run)].task)
        waits[task].left -= 1
        if wasParked { unpark(run) }
        if waits[task].left == 0 { becomeReady(run) }
    }
}
