/// What must hold after every input; for tests and fault campaigns.
extension Scheduler {
    /// One sentence for each invariant that is broken now; empty where all is well. O(tasks + edges + runs).
    public func brokenInvariants() -> [String] {
        slotFaults() + runs.indices.flatMap(runFaults) + laneFaults() + eventFaults() + jobs.brokenInvariants()
    }

    private func slotFaults() -> [String] {
        var faults: [String] = []
        let paused = slots.filter(\.isPaused).count
        if paused != pausedTasks { faults.append("\(pausedTasks) tasks paused, counted \(paused)") }
        for (task, slot) in slots.enumerated() {
            for run in [slot.active, slot.pending] where run >= 0 {
                if runs[Int(run)].task != Int32(task) { faults.append("\(text(task)): its run belongs to another") }
                if runs[Int(run)].phase == .free { faults.append("\(text(task)): its run is free") }
            }
            if slot.pending >= 0, runs[Int(slot.pending)].attempt > 0 {
                faults.append("\(text(task)): a begun run stands as not begun")
            }
        }
        return faults
    }

    private func runFaults(_ index: Int) -> [String] {
        let run = runs[index]
        guard run.phase != .free else { return [] }
        let task = Int(run.task)
        var faults: [String] = []
        let slot = slots[task]
        guard slot.active == Int32(index) || slot.pending == Int32(index) else {
            return ["\(text(task)): a run that its task does not know"]
        }
        let (waits, parkedWaits) = countWaits(index)
        let counted = slot.pending == Int32(index) ? self.waits[task].left : 0
        if counted > 0, self.waits[task].run != Int32(index) { faults.append("\(text(task)): another run waits") }
        if counted != waits { faults.append("\(text(task)): waits \(counted), counted \(waits)") }
        var parks = parkedWaits
        if run.canPark {
            if slot.isPaused { parks += 1 }
            if lanes[run.lane.offset].isBlocked { parks += 1 }
        } else if run.marks.contains(.stuck) {
            parks += 1
        }
        let noted = runDetails[index].parks
        if noted != parks { faults.append("\(text(task)): parked for \(noted) reasons, counted \(parks)") }
        if run.marks.contains(.parked) != (parks > 0) { faults.append("\(text(task)): wrongly marked as parked") }
        let isOfEvent = event.batch != 0 && runDetails[index].batch == event.batch
        if !isOfEvent, !run.marks.isDisjoint(with: [.holds, .basic]) {
            faults.append("\(text(task)): holds an event that did not release it")
        }
        if run.phase == .waiting, counted == 0 { faults.append("\(text(task)): waits for nothing") }
        if run.phase != .waiting, counted != 0 { faults.append("\(text(task)): started before its predecessors") }
        if run.phase == .ready || run.phase == .readyAgain {
            let isHeld = slot.isPaused || gated.contains(Int32(index)) || idleWaiting.contains(Int32(index))
            if run.marks.contains(.queued) == isHeld { faults.append("\(text(task)): ready in the wrong place") }
        } else if run.marks.contains(.queued) {
            faults.append("\(text(task)): queued but not ready")
        }
        return faults
    }

    private func countWaits(_ index: Int) -> (waits: Int32, parked: Int32) {
        let run = runs[index]
        let task = Int(run.task)
        var waits: Int32 = run.marks.contains(.waitsForItself) ? 1 : 0
        var parked: Int32 = run.marks.contains(.itselfParked) ? 1 : 0
        guard slots[task].pending == Int32(index) else { return (waits, parked) }
        for edge in registry.graph.edges(of: task) {
            switch registry.graph.wait(of: edge) {
            case .none: break
            case .waiting, .waitingNext: waits += 1
            case .waitingParked, .waitingNextParked:
                waits += 1
                parked += 1
            }
        }
        return (waits, parked)
    }

    private func laneFaults() -> [String] {
        var faults: [String] = []
        for (index, lane) in lanes.enumerated() {
            let own = runs.filter { $0.phase != .free && $0.lane.offset == index }
            let running = own.filter { $0.phase == .running }
            let name = configuration.lanes[index].name
            if running.count != Int(lane.running) {
                faults.append("lane \(name): runs \(lane.running), counted \(running.count)")
            }
            if lane.running + lane.resting > lane.width || lane.taken != lane.running + lane.resting {
                faults.append("lane \(name): more runs than places")
            }
            if own.filter({ $0.marks.contains(.queued) }).count != readyCount(index) {
                faults.append("lane \(name): its queue is not what stands in it")
            }
            if running.filter({ $0.marks.contains(.stuck) }).count != Int(lane.stuck) {
                faults.append("lane \(name): stuck places miscounted")
            }
            if isTicking, !isUnsettled, lane.hasPlace, readyCount(index) > 0 {
                faults.append("lane \(name): a ready run does not start")
            }
        }
        return faults
    }

    private func eventFaults() -> [String] {
        guard event.batch != 0 else { return [] }
        let own = runs.indices.filter {
            runs[$0].phase != .free && runDetails[$0].batch == event.batch && runDetails[$0].parks == 0
        }.map { runs[$0] }
        let holders = own.filter { $0.marks.contains(.holds) }.count
        let basic = own.filter { $0.marks.contains(.basic) }.count
        var faults: [String] = []
        if Int(event.holders) != holders { faults.append("event: held by \(event.holders), counted \(holders)") }
        if Int(event.basic) != basic { faults.append("event: \(event.basic) basic, counted \(basic)") }
        if !isUnsettled, event.isOver { faults.append("event: over, and not noticed") }
        return faults
    }

    private func text(_ task: Int) -> String { registry.names.names[task] }
}
