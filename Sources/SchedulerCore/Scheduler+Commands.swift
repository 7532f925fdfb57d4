/// Commands other than actions (The rules, "At run time").
extension Scheduler {
    /// How many names can be added after the scheduler was created: of injected tasks, and of jobs.
    public static let maximumNewNames = 1_000_000

    /// Carries out a command or refuses it; either is recorded.
    mutating func carryOut(_ command: Command, _ number: CommandID) {
        switch command {
        case .action(let action): take(.action(action), [], number)
        case .fire(let events): take(.fire, events, number)
        case .post(let key): post(key, number)
        case .tick:
            guard lifecycle.isTicking else { return refuse(number, lifecycle.needsRunning) }
            if configuration.clockSource == .external { trace.note(.action(number)) }
        case .pauseTask(let name): onTask(name, number) { $0.pause($1) }
        case .resumeTask(let name): onTask(name, number) { $0.resume($1) }
        case .pauseLane(let name): onLane(name, number, .pause)
        case .resumeLane(let name): onLane(name, number, .resume)
        case .destroy(let name): onTask(name, number) { $0.destroy($1) }
        case .inject(let spec): inject(spec, number)
        case .cancel(let name): cancel(name, number)
        case .start(let name): start(name, number)
        case .addStep(let step, let sequence): add(step, to: sequence, number)
        case .injectSequence(let spec): inject(spec, number)
        case .queue(let order): carryOut(order, number)
        case .enqueue(let job): enqueue(job, number)
        case .driver(let refusal):
            if let refusal { refuse(number, refusal) } else { trace.note(.action(number)) }
        }
    }

    private mutating func onTask(_ name: String, _ number: CommandID, _ change: (inout Scheduler, Int) -> Void) {
        guard let task = registry.existing(name) else { return refuse(number, .unknownTask) }
        trace.note(.action(number))
        change(&self, task)
    }

    private mutating func onLane(_ name: String, _ number: CommandID, _ change: LaneTable.Change) {
        guard let lane = configuration.lane(named: name) else { return refuse(number, .unknownLane) }
        trace.note(.action(number))
        changeLane(lane, change)
    }

    /// Releases every notification task of `key`, in priority, then registration order.
    private mutating func post(_ key: String, _ number: CommandID) {
        guard lifecycle.isTicking else { return refuse(number, lifecycle.needsRunning) }
        trace.note(.action(number))
        let tasks = registry.tasks(notifiedBy: key)
        let batch = runs.beginBatch()
        if !tasks.isEmpty { keepContext(number, for: batch) }
        judge(tasks.compactMap { release(Int($0), .work) })
    }

    private mutating func pause(_ task: Int) {
        for slot in runs.pause(task) {
            lanes.remove(slot, runs[slot].lane)
            runs.mark(slot, .queued, false)
        }
        sayParked()
    }

    private mutating func resume(_ task: Int) {
        runs.resume(task)
        followUp()
    }

    /// Cancels the task's waiting run and lets a running one end; no run waits for the task anymore.
    private mutating func destroy(_ task: Int) {
        removeFromRegistry(task, byItself: false)
        runs.remove(task)
        let turns = runs.turns(of: task)
        for slot in [turns.pending, turns.active] where slot >= 0 && runs[slot].phase != .running {
            if runs[slot].phase != .stepping { trace.note(.skip(TaskID(task), .destroyed)) }
            endTurn(slot, .cancelled, Cause(task: Int32(task), result: .cancelled))
        }
        let active = runs.turns(of: task).active
        if active >= 0 { return runs.mark(active, .orphan) }
        runs.stopWaiting(for: task, &trace)
        followUp()
    }

    /// Cancels the running attempt; it is not retried.
    private mutating func cancel(_ name: String, _ number: CommandID) {
        guard let task = registry.existing(name) else { return refuse(number, .unknownTask) }
        let slot = runs.turns(of: task).active
        guard slot >= 0, runs[slot].phase == .running else { return refuse(number, .notUnderWay) }
        trace.note(.action(number))
        let run = runs[slot]
        let id = RunID(slot: slot, sequence: run.sequence)
        output.effects.append(.cancel(id, TaskID(task), attempt: Int32(run.attempt)))
        endAttempt(slot, .cancelled, .command)
    }

    // MARK: Inject

    private mutating func inject(_ spec: TaskSpec, _ number: CommandID) {
        if let refusal = refusal(of: spec) { return refuse(number, refusal) }
        let task = learn(spec.name)
        let predecessors = predecessors(of: spec)
        // No task waits for a name that is new.
        let isAwaited = !sequences.isEmpty || !runs.dependencies.successors(of: task).isEmpty
        let sources = predecessors.map { Int($0.source) }
        output.refusedCycle = isAwaited || sources.contains(task) ? cycle(closedBy: task, sources) : []
        guard output.refusedCycle.isEmpty else { return refuse(number, .cycle) }
        trace.note(.action(number))
        var place: Int32 = -1
        if case .timer(let trigger) = spec.trigger, let timer = TimerState(trigger, task, configuration) {
            place = timers.add(timer, replacing: registry.earlierPlace(of: task, as: .timer))
        }
        registry.register(spec, task, place: place, configuration)
        runs.inject(task, after: predecessors)
        arePathsStale = true
        if place >= 0, state != .notRunning { arm(place) }
    }

    /// Why a task cannot be injected now.
    private func refusal(of spec: TaskSpec) -> Refusal? {
        var events: EventSet = []
        if case .events(let own) = spec.trigger { events = own }
        if case .startup = spec.trigger { events = EventSet(.didFinishLaunching) }
        if let refusal = refusal(of: spec.name, on: events) { return refusal }
        if case .timer(let trigger) = spec.trigger, TimerState(trigger, 0, configuration) == nil { return .interval }
        if let lane = spec.lane, lane.offset >= configuration.lanes.count { return .unknownLane }
        return refusal(ofNames: [spec.name] + spec.after + spec.follows)
    }

    /// Why a task or sequence with these `events` cannot be injected now.
    func refusal(of name: String, on events: EventSet) -> Refusal? {
        if registry.existing(name) != nil { return .nameInUse }
        return events.events.first { lifecycle.wasDelivered($0) }.map { .delivered($0) }
    }

    /// Why these names cannot all be added.
    func refusal(ofNames names: [String]) -> Refusal? {
        if names.contains(where: { $0.utf8.contains(0) }) { return .nul }
        guard registry.count < Self.maximumTasks else { return .tooManyTasks }
        return hasRoom(for: names) ? nil : .limit(.names)
    }

    /// Whether these names are known or can be added.
    func hasRoom(for names: [String]) -> Bool {
        let known = registry.count - original.registry.count
        return known + names.count <= Self.maximumNewNames || names.allSatisfy { registry.number(of: $0) != nil }
    }

    /// The number of a name, which is added if it is new.
    mutating func learn(_ name: String) -> Int {
        let (task, isNew) = registry.learn(name)
        if isNew { runs.learn(task) }
        return task
    }

    private mutating func predecessors(of spec: TaskSpec) -> [TaskGraph.Dependency] {
        for name in spec.after + spec.follows { _ = learn(name) }
        var found: [TaskGraph.Dependency] = []
        spec.addDependencies(to: &found) {
            registry.number(of: $0) ?? 0
        } preferred: {
            registry.number(of: $0)
        }
        return found
    }
}
