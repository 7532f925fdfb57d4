/// What keeps runs from going on: a pause, the delay before a further attempt, and ends that never come.
extension RunTable {
    /// A task is paused: what it released is parked. The runs that have to leave their lanes' queues.
    mutating func pause(_ task: Int, _ trace: inout Trace) -> [Int32] {
        guard setPaused(task, true) else { return [] }
        let turns = turns(of: task)
        let parked = [turns.active, turns.pending].filter { $0 >= 0 && self[$0].canPark }
        for slot in parked { park(slot, .paused, &trace) }
        return parked.filter { self[$0].marks.contains(.queued) }
    }

    /// A task is paused no longer.
    mutating func resume(_ task: Int, _ trace: inout Trace) {
        guard setPaused(task, false) else { return }
        let turns = turns(of: task)
        for slot in [turns.active, turns.pending] where slot >= 0 && self[slot].canPark {
            unpark(slot, &trace)
            if self[slot].isReady { offer(slot) }
        }
    }

    /// An attempt failed and another one follows. `blocked`: why the lane keeps it from starting.
    mutating func beginRetry(_ slot: Int32, blocked: Reason?, _ trace: inout Trace) {
        enter(slot, .retrying)
        if turns(of: Int(self[slot].task)).isPaused { park(slot, .paused, &trace) }
        if let blocked { park(slot, blocked, &trace) }
    }

    /// The delay before a further attempt is over.
    mutating func retry(_ slot: Int32) {
        enter(slot, .readyAgain)
        offer(slot)
    }

    /// A run under way will never end by itself; whether it holds the event in progress.
    mutating func hang(_ slot: Int32) -> Bool {
        guard self[slot].phase == .running, !self[slot].marks.contains(.hung) else { return false }
        mark(slot, .hung)
        guard self[slot].marks.contains(.holds) else { return false }
        countHung(1)
        return true
    }

    /// A run that never ends has held its event beyond the limit.
    mutating func becomeStuck(_ slot: Int32, _ trace: inout Trace) {
        mark(slot, .stuck)
        trace.note(.warning(.stuck(TaskID(Int(self[slot].task)))))
        park(slot, .stuck, &trace)
    }

    /// A run that was never to end has ended after all.
    mutating func leaveHanging(_ slot: Int32, _ trace: inout Trace) {
        let marks = self[slot].marks
        unmark(slot, [.hung, .stuck])
        if marks.contains(.stuck) { unpark(slot, &trace) }
        if marks.isSuperset(of: [.hung, .holds]) { countHung(-1) }
    }

    /// No run waits for a turn of a destroyed task any more.
    mutating func stopWaiting(for task: Int, _ trace: inout Trace) {
        let graph = dependencies
        var number = graph.firstSuccessor(of: task)
        while number >= 0 {
            let edge = graph[number]
            if self.wait(along: number).turn != .none {
                trace.note(.warning(.unknownPredecessor(TaskID(task), of: TaskID(Int(edge.task)))))
                settle(number, .success, &trace)
            }
            number = Int(edge.next)
        }
    }
}
