/// The watchdog's limits, and runs that never end (The rules, "Limits").
extension Scheduler {
    /// Checks the limits that end at this instant, after everything else.
    mutating func judgeLimits() {
        if lifecycle.takeOverdueTermination(at: now, configuration) {
            trace.note(.warning(.watchdog(.terminate, limit: configuration.terminateLimit)))
            return endProcess(.crashed)
        }
        if let action = lifecycle.passLimit(at: now, configuration) {
            trace.note(.warning(.watchdog(action, limit: configuration.limit(of: action))))
            if configuration.enforcesLimits { return endProcess(.crashed) }
        }
        guard let limit = lifecycle.eventLimit(configuration), limit <= now else { return }
        for slot in endlessRunsAwaited { becomeStuck(slot) }
    }

    /// The next instant at which a limit is checked; it may have passed if something is about to become stuck.
    var nextLimitTime: Instant {
        let next = lifecycle.nextLimit(configuration)
        guard !runs.endless.isEmpty, runs.heldEvent.isHeld, let limit = lifecycle.eventLimit(configuration),
            limit < next, !endlessRunsAwaited.isEmpty
        else { return next }
        return limit
    }

    /// An attempt will never end by itself.
    mutating func hang(_ id: RunID) {
        guard let slot = runs.slot(of: id) else { return }
        let run = runs[slot]
        var timeout = registry.policy(of: registry.row(Int(run.task)))?.timeout
        if timeout == nil, run.marks.contains(.step) { timeout = sequences.timeout(ofStep: slot) }
        runs.hang(slot, isEndless: timeout == nil)
    }

    /// A run that never ends is stuck once its event's limit has passed; it keeps its place.
    private mutating func becomeStuck(_ slot: Int32) {
        runs.becomeStuck(slot, &trace)
        changeLane(runs[slot].lane, .stick)
        sayParked()
    }

    /// The runs that never end, that are not stuck, and for which the event in progress waits: they hold it, or a run
    /// that holds it waits for them, as predecessors or in their lane. In release order.
    private var endlessRunsAwaited: [Int32] {
        runs.endless.filter { !runs[$0].marks.contains(.stuck) && isAwaitedByEvent($0) }
            .sorted { runs[$0].sequence < runs[$1].sequence }
    }

    /// Follows the runs that wait for the run, and those that wait for them. O(these runs and their edges).
    private func isAwaitedByEvent(_ first: Int32) -> Bool {
        var found = [first]
        var seen = Set(found)
        while let slot = found.popLast() {
            if runs[slot].marks.contains(.holds), !runs[slot].isParked { return true }
            for next in waiting(for: slot, inLane: true) where seen.insert(next).inserted { found.append(next) }
        }
        return false
    }

    /// What waits for a run: its successors, the next turn of its task, the sequence whose step it is, and, if it
    /// has a place and `inLane`, what is ready in its lane.
    func waiting(for slot: Int32, inLane: Bool) -> [Int32] {
        let run = runs[slot]
        let turns = runs.turns(of: Int(run.task))
        let graph = runs.dependencies
        let turn: EdgeWait.Turn = turns.pending == slot && turns.active >= 0 ? .next : .current
        var found: [Int32] = []
        for successor in graph.successorList(of: Int(run.task))
        where runs.waits[Int(successor.place)].turn == turn {
            found.append(runs.turns(of: Int(successor.task)).pending)
        }
        if turns.active == slot, turns.pending >= 0 { found.append(turns.pending) }
        if run.chain >= 0 { found.append(run.chain) }
        if inLane, run.phase == .running { found += lanes.waiting(for: run.lane) }
        return found.filter { $0 >= 0 }
    }
}
