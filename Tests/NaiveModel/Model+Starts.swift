/// Step (4): one start, main first, then lanes as declared (The rules, "Order").
extension Model {
    /// Starts the first run that can start; true if one did.
    func startOne() -> Bool {
        guard state != .suspended, process != nil else { return false }
        for lane in lanes where freePlaces(of: lane.name) > 0 {
            let ready = runs.filter { $0.lane == lane.name && mayStart($0) }
            if let first = ready.min(by: isBefore) {
                start(first)
                return true
            }
        }
        return stepJobs()
    }

    func freePlaces(of lane: String) -> Int {
        let busy = runs.count { $0.phase == .running && $0.lane == lane }
        return width(of: lane) - busy - rests.count { $0.lane == lane }
    }

    /// Released, its predecessors done, and neither parked nor behind an earlier run of its task.
    func isReady(_ run: Run) -> Bool {
        guard run.phase == .waiting, earlierRuns(run).isEmpty, parkedRuns()[run.order] == nil else { return false }
        if run.attempt > 0 { return true }
        return run.knowsPreferences && run.predecessors.allSatisfy { standing($0).isDone }
    }

    private func mayStart(_ run: Run) -> Bool {
        guard isReady(run) else { return false }
        if run.source == .idle, run.attempt == 0, process?.mayStartIdle != true { return false }
        return !isBehindBasicOnes(run)
    }

    /// Whether it is a main-lane run of didFinishLaunching while basic ones, for which it is nothing, are not through.
    private func isBehindBasicOnes(_ run: Run) -> Bool {
        guard let delivery, delivery.event == .didFinishLaunching, run.delivery == delivery.id, run.lane == "main",
            run.attempt == 0, !delivery.basicAreOver || !basicRuns(of: delivery).isEmpty
        else { return false }
        // What parked ones wait for is among them, too.
        let basic = runs.filter { $0.delivery == delivery.id && $0.task.spec.kind == .basic }
        return !awaited(by: basic).contains { $0 === run }
    }

    /// The total order of ready runs.
    private func isBefore(_ left: Run, _ right: Run) -> Bool {
        if world.isCriticalPath {
            let (first, second) = (remainingPath(left.task), remainingPath(right.task))
            if first != second { return first > second }
        } else if left.task.spec.rank != right.task.spec.rank {
            return left.task.spec.rank.rawValue < right.task.spec.rank.rawValue
        }
        return left.order < right.order
    }

    /// The longest way from the beginning of a task to the end of all that waits for it.
    private func remainingPath(_ task: Known) -> Int {
        let own = task.spec.duration ?? task.spec.timeout ?? 0
        let successors = tasks.filter {
            $0.spec.after.contains(task.name) || $0.spec.follows.contains(task.name)
                || $0.spec.prefers.contains(task.name)
        }
        return own + (successors.map(remainingPath).max() ?? 0)
    }

    /// How an attempt went that was recorded; the last entry counts.
    func recorded(_ name: String, _ run: Int, _ attempt: Int, isJob: Bool) -> World.Recorded? {
        world.recorded.last { $0.isJob == isJob && $0.name == name && $0.run == run && $0.attempt == attempt }
    }

    private func start(_ run: Run) {
        run.phase = .running
        run.attempt += 1
        run.startedAt = now
        run.startOrder = starts
        starts += 1
        if run.readyAt == nil { run.readyAt = now }
        process?.ranSinceTick = true
        if run.source == .idle {
            if run.attempt == 1 { process?.mayStartIdle = false }
        } else if run.source != .tick {
            process?.hasWorked = true
        }
        tally.start(run.task.name, attempt: run.attempt)
        note(
            "start",
            "\"task\":\"\(run.task.name)\",\"run\":\(run.number),\"attempt\":\(run.attempt),\"lane\":\"\(run.lane)\"")
        let task = run.task.spec
        run.endsAt = task.duration.map { now + $0 * 1_000_000 }
        run.ending = task.outcomes[min(run.attempt, task.outcomes.count) - 1]
        // What was recorded of a task says nothing of a sequence that has its name now.
        if run.task.sequence == nil, let recorded = recorded(run.task.name, run.number, run.attempt, isJob: false) {
            run.endsAt = recorded.duration.map { now + $0 * 1_000_000 }
            run.ending = recorded.outcome
        }
        if task.tearsDown, process?.teardowns.contains(where: { $0 === run.task }) == false {
            process?.teardowns.append(run.task)
        }
        let limit = task.timeout ?? run.chain?.task.sequence?.timeout
        run.timesOutAt = limit.map { now + $0 * 1_000_000 }
        if run.task.sequence != nil { sequence(run, "started") }
        judgeParking()
    }
}
