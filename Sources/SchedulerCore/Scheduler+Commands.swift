/// Commands other than actions: inject, destroy, pause, resume, post, start (PRODUCT section 4, "Runtime").
extension Scheduler {
    /// Carries out a command or refuses it; either is written.
    mutating func carryOut(_ command: Command, _ number: CommandID) {
        switch command {
        case .action(let action): take(.action(action), [], number)
        case .fire(let events): take(.fire, events, number)
        case .post(let key):
            guard isTicking else { return refuseUnlessRunning(number) }
            note(.action(number))
            post(key, number)
        case .tick:
            guard isTicking else { return refuseUnlessRunning(number) }
            if configuration.clockSource == .external { note(.action(number)) }
        case .pauseTask(let name): onTask(name, number) { $0.pause($1) }
        case .resumeTask(let name): onTask(name, number) { $0.resume($1) }
        case .pauseLane(let name): onLane(name, number) { $0.isPaused = true }
        case .resumeLane(let name): onLane(name, number) { $0.isPaused = false }
        case .destroy(let name): onTask(name, number) { $0.destroy($1) }
        case .inject(let spec): inject(spec, number)
        case .start(let name): startByCommand(name, number)
        case .queue(let order): carryOut(order, number)
        case .enqueue(let job): enqueue(job, number)
        case .driver(nil): note(.action(number))
        case .driver(let refusal?): refuse(number, refusal)
        }
    }

    mutating func refuseUnlessRunning(_ number: CommandID) {
        _ = refuse(number, LifecycleAction.memoryWarning.allowedStates)
    }

    private mutating func onTask(_ name: String, _ number: CommandID, _ change: (inout Scheduler, Int) -> Void) {
        guard let task = registry.names.find(name), registry.rows[task].exists else {
            return refuse(number, .unknownTask)
        }
        note(.action(number))
        change(&self, task)
    }

    private mutating func onLane(_ name: String, _ number: CommandID, _ change: (inout Lane) -> Void) {
        guard let lane = configuration.lane(named: name) else { return refuse(number, .unknownLane) }
        note(.action(number))
        changeLane(lane.offset, change)
    }

    private mutating func pause(_ task: Int) {
        guard !slots[task].isPaused else { return }
        slots[task].isPaused = true
        pausedTasks += 1
        for run in [slots[task].active, slots[task].pending] where run >= 0 && runs[Int(run)].canPark {
            dequeue(Int(run))
            park(run, .paused)
        }
    }

    private mutating func resume(_ task: Int) {
        guard slots[task].isPaused else { return }
        slots[task].isPaused = false
        pausedTasks -= 1
        for run in [slots[task].active, slots[task].pending] where run >= 0 && runs[Int(run)].canPark {
            unpark(run)
            let phase = runs[Int(run)].phase
            let isHeldBack = gated.contains(run) || idleWaiting.contains(run)
            if phase == .ready || phase == .readyAgain, !isHeldBack { enqueue(run) }
        }
    }

    private mutating func destroy(_ task: Int) {
        registry.rows[task].exists = false
        slots[task].isAbsent = true
        if slots[task].isPaused { pausedTasks -= 1 }
        slots[task].isPaused = false
        forgetChain(task)
        for run in [slots[task].pending, slots[task].active] where run >= 0 && runs[Int(run)].phase != .running {
            if runs[Int(run)].phase != .stepping { note(.skip(TaskID(task), .destroyed)) }
            gated.removeAll { $0 == run }
            idleWaiting.removeAll { $0 == run }
            endTurn(Int(run), .cancelled, cause: Int32(task))
        }
        if slots[task].active < 0 { countAsAbsent(task) } else { runs[Int(slots[task].active)].marks.insert(.orphan) }
    }

    /// Those that wait for a turn of a destroyed task wait no longer.
    private mutating func countAsAbsent(_ task: Int) {
        slots[task].isAwaited = false
        for successor in registry.graph.successors(of: task) {
            for edge in registry.graph.edges(of: successor) where Int(registry.graph.sources[edge]) == task {
                guard registry.graph.wait(of: edge) != .none else { continue }
                let wasParked = registry.graph.wait(of: edge) == .waitingParked
                registry.graph.setWait(.none, of: edge)
                note(.warning(.unknownPredecessor(TaskID(task), of: TaskID(successor))))
                let run = slots[successor].pending
                guard run >= 0 else { continue }
                waits[successor].left -= 1
                if wasParked { unpark(run) }
                if waits[successor].left == 0 { becomeReady(run) }
            }
        }
    }

    /// A task with `autoRemove` has run: it is gone from every event; its result still counts.
    mutating func removeItself(_ task: Int) {
        guard registry.rows[task].exists else { return }
        registry.rows[task].exists = false
        registry.rows[task].removedItself = true
        let pending = slots[task].pending
        guard pending >= 0 else { return }
        let (result, cause) = (slots[task].result, counts[task].cause)
        note(.skip(TaskID(task), .destroyed))
        endTurn(Int(pending), .cancelled, cause: Int32(task))
        slots[task].result = result
        counts[task].cause = cause
    }

    private mutating func inject(_ spec: TaskSpec, _ number: CommandID) {
        if let known = registry.names.find(spec.name), registry.rows[known].exists {
            return refuse(number, .nameInUse)
        }
        if case .events(let events) = spec.trigger,
            let once = events.events.first(where: { process.delivered.contains($0) })
        {
            return refuse(number, .delivered(once))
        }
        if case .startup = spec.trigger, process.delivered.contains(.didFinishLaunching) {
            return refuse(number, .delivered(.didFinishLaunching))
        }
        guard registry.rows.count < Self.maximumTasks else { return refuse(number, .tooManyTasks) }
        if case .timer(let trigger) = spec.trigger,
            (try? TimerState(trigger, 0, spec.name, configuration)) == nil
        {
            return refuse(number, .interval)
        }
        let task = known(spec.name)
        let dependencies = dependencies(of: spec)
        output.refusedCycle = cycle(closedBy: task, dependencies)
        guard output.refusedCycle.isEmpty else { return refuse(number, .cycle) }
        note(.action(number))
        register(spec, task, dependencies)
    }

    private mutating func register(_ spec: TaskSpec, _ task: Int, _ dependencies: [TaskGraph.Dependency]) {
        do throws(RegistrationError) {
            try registry.inject(spec, task, dependencies, configuration)
        } catch {
            preconditionFailure("the spec was checked before")
        }
        let (runs, active, isAwaited) = (counts[task].runs, slots[task].active, slots[task].isAwaited)
        slots[task] = TaskSlot()
        counts[task] = TaskCounts(runs: runs, runsBefore: active >= 0 ? runs - 1 : runs)
        slots[task].active = active
        slots[task].isAwaited = isAwaited
        if state != .notRunning, registry.rows[task].kind == .timer { arm(Int(registry.rows[task].extra)) }
    }

    /// The number of a name, with its slot.
    mutating func known(_ name: String) -> Int {
        let task = registry.number(for: name)
        while slots.count < registry.rows.count {
            var slot = TaskSlot()
            slot.isAbsent = true
            slots.append(slot)
            counts.append(TaskCounts())
            waits.append(Waiting())
        }
        return task
    }

    private mutating func dependencies(of spec: TaskSpec) -> [TaskGraph.Dependency] {
        var found: [TaskGraph.Dependency] = []
        for (list, isSoft) in [(spec.after, false), (spec.follows, true)] {
            for name in list {
                let source = Int32(known(name))
                if !found.contains(where: { $0.source == source }) {
                    found.append(TaskGraph.Dependency(source: source, isSoft: isSoft))
                }
            }
        }
        return found
    }

    /// The cycle that these predecessors would close, first member repeated; empty where there is none.
    private func cycle(closedBy task: Int, _ dependencies: [TaskGraph.Dependency]) -> [TaskID] {
        let sources = dependencies.map { Int($0.source) }
        guard sources.contains(task) || !registry.graph.successors(of: task).isEmpty else { return [] }
        let graph = registry.graph
        let search = CycleSearch(count: registry.rows.count) { number in
            if number == task { return sources }
            return number < graph.count ? graph.edges(of: number).map { Int(graph.sources[$0]) } : []
        }
        guard let search else { return [] }
        return (search.cycle + search.cycle.prefix(1)).map(TaskID.init)
    }
}
