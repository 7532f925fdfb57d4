/// What released runs wait for, and turns that end without a run.
extension RunTable {
    /// A run waits for the turn of a predecessor. Returns whether that turn is unreleased or parked.
    mutating func beginWait(at place: Int, of run: Int32, isToCome: Bool) -> Bool {
        let (source, batch) = (Int(graph[place].source), runs[run].batch)
        let turn = turns[source]
        let (awaited, slot) = isToCome ? turn.nextReleased : turn.awaited(by: batch)
        if slot < 0 { turns[source].isAwaited = true }
        let isParked = slot < 0 || runs[slot].isParked
        let isCertain = isToCome || turn.batch == batch || graph[place].isWeak
        waits[place] = EdgeWait(turn: awaited, isParked: isParked, isCertain: isCertain)
        turns[Int(runs[run].task)].waits += 1
        return isParked
    }

    /// Whether a run that would be ready waits for tasks that it prefers to come after: those that are released, and those
    /// that its event will release by their classes.
    mutating func waitsForPreferred(_ slot: Int32) -> Bool {
        let (task, batch) = (Int(runs[slot].task), runs[slot].batch)
        guard graph.hasPreferences, runs[slot].phase == .waiting else { return false }
        var parks = 0
        for place in graph.places(of: task) where graph[place].isWeak {
            let turn = turns[Int(graph[place].source)]
            let isToCome = turn.isToCome && batch == event.batch
            if turn.isAbsent || turn.isIdle && !isToCome { continue }
            if beginWait(at: place, of: slot, isToCome: isToCome) { parks += 1 }
        }
        guard turns[task].waits > 0 else { return false }
        runs[slot].phase = .preferring
        if event.counts.basic > 0 { event.hasNewWaits = true }
        for _ in 0..<parks { park(slot) }
        return true
    }

    /// A turn that never became a run is over, and is the last one: runs that wait for a certain run keep waiting.
    mutating func passOver(_ task: Int, _ result: TurnResult, _ trace: inout RecordLog) {
        restoreResult(task, result, Cause(task: Int32(task), result: result))
        for number in graph.successorPlaces(of: task) {
            let successor = graph.successor(number)
            let wait = waits[Int(successor.place)]
            if wait.turn != .none, !wait.isCertain || !isReleased(task, for: wait) { settle(successor, result, &trace) }
        }
    }

    /// Whether the turn of a task that is waited for has a run.
    func isReleased(_ task: Int, for wait: EdgeWait) -> Bool {
        wait.turn == .next ? turns[task].pending >= 0 : !turns[task].isIdle
    }

    /// Whether nothing of a task is under way but an attempt of an earlier one of its name.
    func isHeldByOrphan(_ task: Int) -> Bool {
        let turn = turns[task]
        return turn.pending < 0 && turn.active >= 0 && self[turn.active].marks.contains(.orphan)
    }

    /// The sync or async class of the event in progress will release a task, or no longer will.
    mutating func setToCome(_ task: Int, _ isToCome: Bool) { turns[task].isToCome = isToCome }

    /// It was decided which runs wait for basic ones.
    mutating func noteGateJudged() { (event.hasNewBasicRuns, event.hasNewWaits) = (false, false) }

    /// From now on a task, of which no run waits, has other predecessors.
    mutating func replacePredecessors(of task: Int, with new: [TaskGraph.Dependency]) {
        graph.replacePredecessors(of: task, with: new)
        waits += repeatElement(EdgeWait(), count: graph.endPlace - waits.count)
    }
}
