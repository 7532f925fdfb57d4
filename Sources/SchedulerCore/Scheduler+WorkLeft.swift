/// What is still to happen: whether a replay goes on, and what it leaves behind (The rules, "Script").
extension Scheduler {
    /// Whether anything but ticks, idle, suspension and runs that never end is still to happen. O(deadlines + lanes + runs).
    public var hasWorkLeft: Bool { hasWorkLeft(turnsBefore: .max) }

    /// The same, but runs that ticks release do not count from release number `first` on, unless they are of `awaited`.
    public func hasWorkLeft(turnsBefore first: Int64, awaited: TaskID? = nil) -> Bool {
        func counts(_ run: Run) -> Bool {
            run.marks.contains(.work) || run.sequence < first || run.task == awaited?.index
        }
        if hasWorkUnderWay || isUnsettled || isDelivering { return true }
        if sequences.isAdvancing || timers.hasLeftOver || awaitsJob { return true }
        if jobs.running.contains(where: { !$0.isHung }) { return true }
        if runs.contains(where: { $0.phase == .running && !$0.marks.contains(.hung) && counts($0) }) { return true }
        let isTimed = deadlines.contains { (deadline: Deadline) -> Bool in
            guard isLive(deadline) else { return false }
            switch deadline.kind {
            case .timeout, .retry: return slot(of: deadline).map { counts(runs[$0]) } ?? false
            case .jobTimeout: return true
            case .gap: return deadline.lane == .main && hasClassesToRelease
            case .openAfterLaunch:
                let lane = configuration.afterLaunchLane
                return runs.contains(where: { $0.canPark && $0.lane == lane && counts($0) })
            }
        }
        return isTimed || hasWaiting(where: counts)
    }

    /// The command of the action in progress; nil if there is none, or only idle.
    public var actionInProgress: CommandID? {
        lifecycle.inProgress.flatMap { $0.source == .idle ? nil : $0.command }
    }

    /// The commands of the actions that wait their turn, in order.
    public var waitingCommands: [CommandID] {
        lifecycle.waitingActions.filter { $0.source != .idle }.map { $0.command }
    }

    /// The tasks of the runs that wait for a place or for another run and are not parked, in release order; of timers and
    /// idle none. O(runs).
    public var waitingTasks: [TaskID] {
        runs.live { $0.canPark && !$0.isParked && $0.marks.contains(.work) }.map { TaskID(Int(runs[$0].task)) }
    }

    /// Whether some run will start by itself: it is not parked, and waits neither for a run that never ends nor for a
    /// quiet tick.
    private func hasWaiting(where counts: (Run) -> Bool) -> Bool {
        let waiting = runs.live { $0.canPark && !$0.isParked && !$0.marks.contains(.idle) && counts($0) }
        if waiting.isEmpty { return false }
        let idle = runs.live { $0.marks.contains(.idle) }
        var open = runs.endless + idle
        if open.isEmpty { return true }
        var seen = Set(open)
        while let slot = open.popLast() {
            let lane = runs[slot].lane
            let isFull = runs.endless.count { runs[$0].lane == lane } == lanes[lane].width
            for next in self.waiting(for: slot, inLane: isFull) where seen.insert(next).inserted { open.append(next) }
        }
        return !waiting.allSatisfy(seen.contains)
    }
}
