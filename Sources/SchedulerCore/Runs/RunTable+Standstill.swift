/// What keeps runs from continuing: a pause, the delay before a retry, and ends that never come.
extension RunTable {
    /// A task is paused, which parks what it released. Returns the runs that must leave their lanes' queues.
    mutating func pause(_ task: Int) -> [Int32] {
        guard setPaused(task, true) else { return [] }
        let turns = turns(of: task)
        let parked = [turns.active, turns.pending].filter { $0 >= 0 && self[$0].canPark }
        for slot in parked { park(slot) }
        return parked.filter { self[$0].marks.contains(.queued) }
    }

    /// A task is no longer paused.
    mutating func resume(_ task: Int) {
        guard setPaused(task, false) else { return }
        let turns = turns(of: task)
        for slot in [turns.active, turns.pending] where slot >= 0 && self[slot].canPark {
            park(slot, false)
            if self[slot].isReady { offer(slot) }
        }
    }

    /// The runs that were parked since the last call and still are. A sequence is parked with its step, which is not
    /// recorded.
    mutating func takeParked() -> [Int32] {
        var begun: [Int32] = []
        for slot in takeUnsaid() where self[slot].phase != .free && self[slot].phase != .stepping {
            let isParked = self[slot].isParked
            guard isParked != self[slot].marks.contains(.saidParked) else { continue }
            mark(slot, .saidParked, isParked)
            if isParked { begun.append(slot) }
        }
        return begun
    }

    /// The predecessors that a run still waits for; none once it is ready.
    func awaited(by slot: Int32) -> [Int32] {
        guard self[slot].isWaiting else { return [] }
        let graph = dependencies
        return graph.places(of: Int(self[slot].task)).compactMap { place in
            let turns = turns(of: Int(graph[place].source))
            let source =
                switch waits[place].turn {
                case .none: Int32(-1)
                case .current: turns.shown
                case .next: turns.pending
                }
            return source >= 0 ? source : nil
        }
    }

    /// A run that was not judged yet is a step of the sequence whose run is in `chain`.
    mutating func link(_ slot: Int32, to chain: Int32) {
        mark(slot, .step)
        setChain(slot, chain)
    }

    /// A run is no longer a step of a sequence, which is no longer parked with it.
    mutating func unlink(_ slot: Int32) {
        let (chain, marks) = (self[slot].chain, self[slot].marks)
        setChain(slot, -1)
        guard marks.contains(.chainParked) else { return }
        mark(slot, .chainParked, false)
        park(chain, false)
    }

    /// An attempt failed and another one follows. `isBlocked`: the lane keeps it from starting.
    mutating func beginRetry(_ slot: Int32, isBlocked: Bool) {
        enter(slot, .retrying)
        if turns(of: Int(self[slot].task)).isPaused { park(slot) }
        if isBlocked { park(slot) }
    }

    /// The delay before a retry is over.
    mutating func retry(_ slot: Int32) {
        enter(slot, .readyAgain)
        offer(slot)
    }

    /// A run under way will never end by itself; `isEndless`: nor by a timeout.
    mutating func hang(_ slot: Int32, isEndless: Bool) {
        guard self[slot].phase == .running else { return }
        countWork(self[slot].marks, -1)
        mark(slot, .hung)
        if isEndless { setEndless(slot, true) }
    }

    /// An event has waited beyond the limit for a run that never ends.
    mutating func becomeStuck(_ slot: Int32, _ trace: inout RecordLog) {
        mark(slot, .stuck)
        trace.note(.warning(.stuck(TaskID(Int(self[slot].task)))))
        park(slot)
    }

    /// An attempt has ended, even one that was never expected to.
    mutating func endAttempt(_ slot: Int32, _ marks: Run.Marks) {
        countWork(marks, -1)
        guard marks.contains(.hung) else { return }
        mark(slot, [.hung, .stuck], false)
        if marks.contains(.stuck) { park(slot, false) }
        setEndless(slot, false)
    }

    /// Runs no longer wait for a turn of a destroyed task.
    mutating func stopWaiting(for task: Int, _ trace: inout RecordLog) {
        for number in dependencies.successorPlaces(of: task) {
            let successor = dependencies.successor(number)
            guard waits[Int(successor.place)].turn != .none else { continue }
            trace.note(.warning(.unknownPredecessor(TaskID(task), of: TaskID(Int(successor.task)))))
            settle(successor, .success, &trace)
        }
    }
}

/// What released runs wait for, and turns that end without a run.
extension RunTable {
    /// A run of `batch` waits for the turn of its predecessor `source`; the caller counts it. Returns whether that turn is
    /// unreleased or parked.
    @inline(__always)
    mutating func beginWait(at place: Int, _ source: Int, _ batch: Int64, isToCome: Bool) -> Bool {
        let turn = turns[source]
        let isOwnBatch = histories[source].batch == batch
        let (awaited, slot) = isToCome ? turn.nextReleased : turn.awaited(isOwnBatch: isOwnBatch)
        if slot < 0 { turns[source].mark(.awaited) }
        let isParked = slot < 0 || runs[slot].isParked
        let isCertain = isToCome || isOwnBatch || graph[place].isWeak
        waits[place] = EdgeWait(turn: awaited, isParked: isParked, isCertain: isCertain)
        return isParked
    }

    /// Whether a run that would be ready waits for tasks that it prefers to come after: those that are released, and those
    /// that its event will release by their classes.
    mutating func waitsForPreferred(_ slot: Int32) -> Bool {
        let (task, batch) = (Int(runs[slot].task), runs[slot].batch)
        guard graph.hasPreferences, runs[slot].phase == .waiting else { return false }
        var parks = 0
        for place in graph.places(of: task) where graph[place].isWeak {
            let source = Int(graph[place].source)
            let turn = turns[source]
            let isToCome = turn.isToCome && batch == event.batch
            if turn.isAbsent || turn.isIdle && !isToCome { continue }
            turns[task].waits += 1
            if beginWait(at: place, source, batch, isToCome: isToCome) { parks += 1 }
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
    mutating func setToCome(_ task: Int, _ isToCome: Bool) { turns[task].mark(.toCome, isToCome) }

    /// It was decided which runs wait for basic ones.
    mutating func noteGateJudged() { (event.hasNewBasicRuns, event.hasNewWaits) = (false, false) }
}

/// Tasks that come and go.
extension RunTable {
    /// A name became known.
    mutating func learn(_ task: Int) {
        while turns.count <= task {
            turns.append(.absent)
            histories.append(TurnHistory())
        }
        graph.add(upTo: task)
    }

    /// A task is injected under a known name.
    mutating func inject(_ task: Int, after predecessors: [TaskGraph.Dependency]) {
        replacePredecessors(of: task, with: predecessors)
        histories[task] = histories[task].renewed(live: turns[task].active >= 0 ? 1 : 0)
        turns[task] = turns[task].injected
    }

    /// A task is destroyed. The caller ends its waiting run and then calls `stopWaiting(for:)`.
    mutating func remove(_ task: Int) {
        turns[task].mark([.paused, .awaited], false)
        turns[task].mark(.absent)
    }

    /// From now on a task, of which no run waits, has other predecessors.
    mutating func replacePredecessors(of task: Int, with new: [TaskGraph.Dependency]) {
        graph.replacePredecessors(of: task, with: new)
        waits += repeatElement(EdgeWait(), count: graph.endPlace - waits.count)
    }
}
