/// Parking: a run is parked while at least one reason stands; each reason is counted, so a change costs what it moves.
extension Scheduler {
    /// A parked state that has to reach those that wait for the run.
    struct ParkChange: Sendable {
        var run: Int32
        var isParked: Bool
    }

    /// One more reason to be parked. With the first one parking begins and is written.
    mutating func park(_ run: Int32, _ reason: Reason) {
        addParking(run, reason)
        drainParking()
    }

    /// One reason less. With the last one the run holds its event again while that lasts.
    mutating func unpark(_ run: Int32) {
        removeParking(run)
        drainParking()
    }

    private mutating func addParking(_ run: Int32, _ reason: Reason) {
        runDetails[Int(run)].parks += 1
        lastParkedBatch = max(lastParkedBatch, runDetails[Int(run)].batch)
        guard runDetails[Int(run)].parks == 1 else { return }
        runs[Int(run)].marks.insert(.parked)
        note(.park(TaskID(Int(runs[Int(run)].task)), reason))
        hold(Int(run), -1)
        parkStack.append(ParkChange(run: run, isParked: true))
    }

    private mutating func removeParking(_ run: Int32) {
        runDetails[Int(run)].parks -= 1
        guard runDetails[Int(run)].parks == 0 else { return }
        runs[Int(run)].marks.remove(.parked)
        hold(Int(run), 1)
        parkStack.append(ParkChange(run: run, isParked: false))
    }

    private mutating func drainParking() {
        var head = 0
        while head < parkStack.count {
            let change = parkStack[head]
            head += 1
            let task = Int(runs[Int(change.run)].task)
            let isNext = slots[task].pending == change.run && slots[task].active >= 0
            for place in registry.graph.successorRange(of: task) {
                spread(change, registry.graph.successor(at: place), task, isNext)
            }
            for successor in registry.graph.lateSuccessors(of: task) { spread(change, successor, task, isNext) }
            if slots[task].active == change.run, slots[task].pending >= 0 {
                spreadToItself(change.isParked, slots[task].pending)
            }
        }
        parkStack.removeAll(keepingCapacity: true)
    }

    private mutating func spread(
        _ change: ParkChange, _ successor: TaskGraph.Successor, _ task: Int, _ isNext: Bool
    ) {
        let place = successor.place
        let free: EdgeWait = isNext ? .waitingNext : .waiting
        let parked: EdgeWait = isNext ? .waitingNextParked : .waitingParked
        guard registry.graph.waits[place] == (change.isParked ? free : parked) else { return }
        registry.graph.waits[place] = change.isParked ? parked : free
        let run = slots[Int(successor.task)].pending
        guard run >= 0 else { return }
        if change.isParked { addParking(run, .waitsForParked(TaskID(task))) } else { removeParking(run) }
    }

    private mutating func spreadToItself(_ isParked: Bool, _ run: Int32) {
        let marks = runs[Int(run)].marks
        guard marks.contains(.waitsForItself), marks.contains(.itselfParked) != isParked else { return }
        if isParked {
            runs[Int(run)].marks.insert(.itselfParked)
            addParking(run, .waitsForParked(TaskID(Int(runs[Int(run)].task))))
        } else {
            runs[Int(run)].marks.remove(.itselfParked)
            removeParking(run)
        }
    }

    /// A turn that others waited for, parked, is released at last: unless it is itself parked they hold again.
    mutating func endAwaiting(_ task: Int, isParked: Bool) {
        slots[task].isAwaited = false
        guard !isParked else { return }
        let run = slots[task].active >= 0 ? slots[task].active : slots[task].pending
        guard run >= 0, !runs[Int(run)].marks.contains(.parked) else { return }
        parkStack.append(ParkChange(run: run, isParked: false))
        drainParking()
    }

    /// Changes a lane; where that blocks or frees it, its waiting runs are parked or not, in release order.
    mutating func changeLane(_ lane: Int, _ change: (inout Lane) -> Void) {
        let was = lanes[lane].isBlocked
        change(&lanes[lane])
        let isBlocked = lanes[lane].isBlocked
        refresh(lane)
        isUnsettled = true
        guard was != isBlocked, hasRuns else { return }
        let standing = runs.indices.filter {
            runs[$0].canPark && runs[$0].lane.offset == lane
        }
        for run in standing.sorted(by: { runs[$0].sequence < runs[$1].sequence }) {
            if isBlocked { park(Int32(run), blockReason(lane)) } else { unpark(Int32(run)) }
        }
    }

    /// An attempt will never end by itself.
    mutating func hang(_ id: RunID) {
        let run = Int(id.slot)
        guard run < runs.count, runs[run].sequence == id.sequence, runs[run].phase == .running else { return }
        runs[run].marks.insert(.hung)
        guard runs[run].marks.contains(.holds) else { return }
        process.hungHolders += 1
        limitIsStale = true
        if delivery?.limitPassed == true { becomeStuck(run) }
    }

    /// Runs that never end and hold the event are stuck once its limit has passed; they keep their places.
    mutating func markStuck() {
        let hung = runs.indices.filter {
            runs[$0].phase == .running && runs[$0].marks.isSuperset(of: [.hung, .holds])
                && !runs[$0].marks.contains(.parked) && timeout(ofHung: $0) == nil
        }
        for run in hung.sorted(by: { runs[$0].sequence < runs[$1].sequence }) { becomeStuck(run) }
    }

    private func timeout(ofHung run: Int) -> Nanoseconds? {
        let policy = registry.rows[Int(runs[run].task)].policy
        return policy >= 0 ? registry.policies[Int(policy)].timeout : nil
    }

    private mutating func becomeStuck(_ run: Int) {
        guard timeout(ofHung: run) == nil, !runs[run].marks.contains(.stuck) else { return }
        runs[run].marks.insert(.stuck)
        let task = Int(runs[run].task)
        note(.warning(.stuck(TaskID(task))))
        park(Int32(run), .stuck)
        changeLane(runs[run].lane.offset) { $0.stuck += 1 }
    }
}
