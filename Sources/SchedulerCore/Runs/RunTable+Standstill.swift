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
