@testable import SchedulerCore

/// What must hold after every input; for tests and fault campaigns.
extension Scheduler {
    /// One sentence for each invariant that is broken now; empty if all is well. O(tasks + edges + runs).
    public func brokenInvariants() -> [String] {
        turnFaults() + runs.live().flatMap { runFaults($0) } + laneFaults() + eventFaults() + jobs.brokenInvariants()
    }

    private func turnFaults() -> [String] {
        var faults: [String] = []
        let all = (0..<registry.count).map { runs.turns(of: $0) }
        for (task, turns) in all.enumerated() {
            for slot in [turns.active, turns.pending] where slot >= 0 {
                if runs[slot].task != Int32(task) { faults.append("\(name(task)): its run belongs to another") }
                if runs[slot].phase == .free { faults.append("\(name(task)): its run is free") }
            }
            if turns.pending >= 0, runs[turns.pending].attempt > 0 {
                faults.append("\(name(task)): a begun run stands as not begun")
            }
        }
        return faults
    }

    private func runFaults(_ slot: Int32) -> [String] {
        let run = runs[slot]
        let task = Int(run.task)
        let turns = runs.turns(of: task)
        guard turns.active == slot || turns.pending == slot else { return ["\(name(task)): it does not know a run"] }
        var faults: [String] = []
        let (waits, parkedWaits) = countWaits(slot, run)
        let itself: Int32 = run.marks.contains(.waitsForItself) ? 1 : 0
        let noted = itself + (turns.pending == slot ? turns.waits : 0)
        if noted != waits { faults.append("\(name(task)): waits \(noted), counted \(waits)") }
        var parks = parkedWaits
        if run.canPark {
            parks += (turns.isPaused ? 1 : 0) + (lanes[run.lane].isBlocked ? 1 : 0)
        } else if run.marks.contains(.stuck) {
            parks += 1
        } else if run.phase == .stepping {
            parks += runs.contains { $0.chain == slot && $0.marks.contains(.chainParked) } ? 1 : 0
        }
        if run.parks != parks { faults.append("\(name(task)): parked for \(run.parks) reasons, counted \(parks)") }
        if run.isParked != (parks > 0) { faults.append("\(name(task)): wrongly marked as parked") }
        let isOfEvent = lifecycle.hasEvent && run.batch == runs.heldEvent.batch
        if !isOfEvent, !run.marks.isDisjoint(with: [.holds, .basic]) {
            faults.append("\(name(task)): holds an event that did not release it")
        }
        if run.marks.contains(.itselfParked), !run.marks.contains(.waitsForItself) {
            faults.append("\(name(task)): parked by an earlier run that is over")
        }
        if run.isWaiting, noted == 0 { faults.append("\(name(task)): waits for nothing") }
        if !run.isWaiting, noted != 0 { faults.append("\(name(task)): started before its predecessors") }
        if run.marks.contains(.queued) != (run.isReady && !turns.isPaused) {
            faults.append("\(name(task)): ready in the wrong place")
        }
        return faults
    }

    private func countWaits(_ slot: Int32, _ run: Run) -> (waits: Int32, parked: Int32) {
        var waits: Int32 = run.marks.contains(.waitsForItself) ? 1 : 0
        var parked: Int32 = run.marks.contains(.itselfParked) ? 1 : 0
        let graph = runs.dependencies
        guard runs.turns(of: Int(run.task)).pending == slot else { return (waits, parked) }
        for place in graph.places(of: Int(run.task)) where runs.waits[place].turn != .none {
            waits += 1
            if runs.waits[place].isParked { parked += 1 }
        }
        return (waits, parked)
    }

    private func laneFaults() -> [String] {
        var faults: [String] = []
        for id in lanes.ids {
            let lane = lanes[id]
            let own = runs.live { $0.lane == id }.map { runs[$0] }
            let running = own.filter { $0.phase == .running }
            let name = configuration.lanes[id.offset].name
            if running.count != lane.running {
                faults.append("lane \(name): runs \(lane.running), counted \(running.count)")
            }
            if lane.running + lane.resting > lane.width { faults.append("lane \(name): more runs than places") }
            let ready = own.count { $0.marks.contains(.queued) }
            if ready != lane.queue.count + lanes.heldBack.count(where: { runs[$0].lane == id }) {
                faults.append("lane \(name): its queue is not what stands in it")
            }
            if running.count(where: { $0.marks.contains(.stuck) }) != lane.stuck {
                faults.append("lane \(name): stuck places miscounted")
            }
            if lifecycle.isTicking, !isUnsettled, lane.hasPlace, !lane.queue.isEmpty {
                faults.append("lane \(name): a ready run does not start")
            }
        }
        return faults
    }

    private func eventFaults() -> [String] {
        guard lifecycle.hasEvent else { return [] }
        let event = runs.heldEvent
        let own = runs.live { $0.batch == event.batch && $0.parks == 0 }.map { runs[$0] }
        let holders = own.count { $0.marks.contains(.holds) }
        let basic = own.count { $0.marks.contains(.basic) }
        var faults: [String] = []
        if event.counts.holders != holders {
            faults.append("event: held by \(event.counts.holders), counted \(holders)")
        }
        if event.counts.basic != basic { faults.append("event: \(event.counts.basic) basic, counted \(basic)") }
        if !isUnsettled, !event.isHeld, !lifecycle.awaitsClasses || registry.syncAndAsyncTasks.isEmpty {
            faults.append("event: over, and not noticed")
        }
        return faults
    }

    private func name(_ task: Int) -> String { registry.names[task] }
}
