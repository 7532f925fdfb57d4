/// The watchdog's limits, and runs that never end (The rules, "Lifecycle").
extension Model {
    /// The limit of an action; nil if it has none that is reported.
    private func limit(of action: Action) -> Int? {
        if action.isLaunch { return world.launchLimit * 1_000_000 }
        switch action.command {
        case .background: return world.backgroundLimit * 1_000_000
        case .terminate: return world.terminateLimit * 1_000_000
        default: return nil
        }
    }

    /// When the limit of the action that is under way is reached.
    private func limitTime(of action: Action) -> Int {
        let start = action.command == .terminate ? action.givenAt : action.begunAt
        return start + (limit(of: action) ?? 0)
    }

    /// When runs that never end and hold this event become stuck.
    private func stuckTime(_ action: Action) -> Int {
        limit(of: action) == nil ? (delivery?.at ?? now) + 20_000_000_000 : limitTime(of: action)
    }

    /// When the next limit that has not been checked yet is reached, however long ago; .max: there is none.
    var nextLimit: Int {
        var times: [Int] = []
        if let action, limit(of: action) != nil, !action.isLate { times.append(limitTime(of: action)) }
        if let action, !neverHolders.isEmpty { times.append(max(now, stuckTime(action))) }
        if let terminate = actions.first(where: { $0.command == .terminate }), state != .notRunning {
            times.append(limitTime(of: terminate))
        }
        return times.min() ?? .max
    }

    var limitsAreDue: Bool { nextLimit <= now }

    /// Checks the limits of this instant, as its last step.
    func judgeLimits() {
        if let waiting = actions.first(where: { $0.command == .terminate }), limitTime(of: waiting) <= now,
            state != .notRunning
        {
            warn("watchdog", "terminate passed its limit of \(length(limit(of: waiting) ?? 0))")
            if let index = actions.firstIndex(where: { $0.command == .terminate }) { actions.remove(at: index) }
            return endProcess(isCrash: true)
        }
        guard let current = action else { return }
        if let limit = limit(of: current), limitTime(of: current) <= now, !current.isLate {
            action?.isLate = true
            let name = current.isLaunch ? "launch" : current.text
            warn("watchdog", "\(name) passed its limit of \(length(limit))")
            if world.isEnforced { return endProcess(isCrash: true) }
        }
        guard stuckTime(current) <= now else { return }
        for run in neverHolders {
            stick(run)
            judgeParking()
        }
    }

    private func stick(_ run: Run) {
        run.isStuck = true
        warn("stuck", "\(run.task.name) never ends; its event continues without it")
        if action?.isLaunch == true, run.lane == "main" {
            process?.hasStuckLaunchRun = true
        }
    }

    /// The runs that never end and that hold the event: by themselves, as predecessors or in the lane of one that does.
    private var neverHolders: [Run] {
        guard let delivery else { return [] }
        let parked = parkedRuns()
        var waitedFor = runs.filter { holds($0, delivery, parked) }
        var index = 0
        while index < waitedFor.count {
            let run = waitedFor[index]
            index += 1
            var next: [Run] = []
            if run.phase == .waiting || run.phase == .resting {
                next += self.waitedFor(run)
                next += earlierRuns(run)
                if isReady(run) { next += runs.filter { $0.phase == .running && $0.lane == run.lane } }
            }
            if let step = run.step { next.append(step) }
            for other in next where !waitedFor.contains(where: { $0 === other }) { waitedFor.append(other) }
        }
        return runs.filter { run in
            run.phase == .running && run.endsAt == nil && run.timesOutAt == nil && !run.isStuck
                && waitedFor.contains { $0 === run }
        }
    }
}
