/// What must hold between the parts of the table, before one that another process wrote is used.
extension RunTable {
    /// Whether tasks and runs know each other, and each run waits along as many edges as it counts.
    func hasSoundRuns(_ unsaid: [Int32]) -> Bool {
        let live = Set(live())
        let counts = (-Int(Int32.max)...Int(Int32.max))
        return (endless + unsaid).allSatisfy { live.contains($0) }
            && (0...Scheduler.Checkpoint.maximumCount).contains(batch)
            && [workUnderWay, heldEvent.counts.holders, heldEvent.counts.basic].allSatisfy { counts.contains($0) }
            && live.allSatisfy { isSound($0, live) }
            && (0..<dependencies.count).allSatisfy { hasSoundTurns($0, live) }
            && waits.count { $0.turn != .none } == (0..<dependencies.count).reduce(0) { $0 + Int(turns(of: $1).waits) }
    }

    /// Whether a run is one of the two that its task knows, and has begun or not as the task says.
    private func isSound(_ slot: Int32, _ live: Set<Int32>) -> Bool {
        let run = self[slot]
        let turns = turns(of: Int(run.task))
        let isBegun = !run.isWaiting && run.phase != .ready
        return (isBegun ? turns.active : turns.pending) == slot && turns.active != turns.pending
            && (run.chain == -1 || live.contains(run.chain) && self[run.chain].phase == .stepping)
    }

    /// Whether the runs that a task knows are its own, and the one that waits does so for what its edges say.
    private func hasSoundTurns(_ task: Int, _ live: Set<Int32>) -> Bool {
        let (turns, graph) = (turns(of: task), dependencies)
        for slot in [turns.active, turns.pending] where slot != -1 {
            guard live.contains(slot), Int(self[slot].task) == task else { return false }
        }
        let waiting = graph.places(of: task).count { waits[$0].turn != .none }
        return Int(turns.waits) == waiting && (waiting == 0 || turns.pending >= 0)
    }
}

/// A run that parked or continued.
struct Parking: Stored {
    let slot: Int32
    let isParked: Bool
}
