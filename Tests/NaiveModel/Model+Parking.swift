/// Parking, decided again for all runs each time (The rules, "Lifecycle").
extension Model {
    /// The runs that are parked now, by their order, each with every reason that holds for it.
    func parkedRuns() -> [Int: [String]] {
        var parked: [Int: [String]] = [:]
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for run in runs {
                let reasons = parkReasons(run, parked)
                if !reasons.isEmpty, parked[run.order] == nil { isGrowing = true }
                if !reasons.isEmpty { parked[run.order] = reasons }
            }
        }
        return parked
    }

    private func parkReasons(_ run: Run, _ parked: [Int: [String]]) -> [String] {
        switch run.phase {
        case .ended: return []
        case .running: return run.isStuck ? ["it never ends"] : []
        case .chain:
            guard let step = run.step, parked[step.order] != nil else { return [] }
            return ["waits for \(step.task.name), which is parked"]
        case .waiting, .resting: break
        }
        var reasons: [String] = []
        if run.task.isPaused { reasons.append("paused") }
        if pausedLanes.contains(run.lane) { reasons.append("lane \(run.lane) is paused") }
        if isClosed(run.lane) { reasons.append("lane \(run.lane) is not open") }
        for predecessor in run.predecessors where run.attempt == 0 {
            switch standing(predecessor) {
            case .done, .failed: break
            case .unreleased: reasons.append("waits for \(predecessor.name), which is not released")
            case .waiting(let other):
                if parked[other.order] != nil { reasons.append("waits for \(predecessor.name), which is parked") }
            }
        }
        for other in earlierRuns(run) where parked[other.order] != nil {
            reasons.append("waits for \(run.task.name), which is parked")
        }
        if isStuck(run.lane) { reasons.append("lane \(run.lane) is blocked by runs that never end") }
        return reasons
    }

    func isClosed(_ lane: String) -> Bool {
        guard lane == "afterLaunch" else { return false }
        guard let frame = process?.firstFrameAt else { return true }
        return now < frame + world.afterLaunchDelay * 1_000_000
    }

    /// Whether only runs that never end have the places of a lane.
    func isStuck(_ lane: String) -> Bool {
        runs.count { $0.phase == .running && $0.isStuck && $0.lane == lane } == width(of: lane)
    }

    func width(of lane: String) -> Int { lanes.first { $0.name == lane }?.width ?? 1 }

    /// Runs of the same task that must end before this one starts.
    func earlierRuns(_ run: Run) -> [Run] {
        runs.filter { $0.task.name == run.task.name && $0.order < run.order && $0.phase != .ended }
    }

    /// Writes `park` for what was parked since the last check.
    func judgeParking() {
        let parked = parkedRuns()
        for run in runs where run.phase != .ended {
            let reasons = parked[run.order]
            if let reasons, !run.wasParked, run.phase != .chain {
                trace.append(
                    TraceLine(reasons.map { line("park", "\"task\":\"\(run.task.name)\",\"reason\":\"\($0)\"") }))
            }
            run.wasParked = reasons != nil
        }
    }
}
