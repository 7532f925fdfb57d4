/// What can be seen from outside at this instant.
extension Scheduler {
    /// How many names are known: tasks, sequences, injected ones; ids are `0 ..< taskCount`.
    public var taskCount: Int { registry.rows.count }

    /// The names, by `TaskID`. O(1).
    public var names: [String] { registry.names.names }

    /// The name of a task.
    public func name(of task: TaskID) -> String { registry.names.names[task.offset] }

    /// The id of a name, compared byte by byte; also for names whose task is destroyed.
    public func task(named name: String) -> TaskID? { registry.names.find(name).map(TaskID.init) }

    /// The predecessors of a task (`after`, then `follows`), each once, in listed order.
    public func predecessors(of task: TaskID) -> [TaskID] {
        guard task.offset < registry.graph.count else { return [] }
        return registry.graph.edges(of: task.offset).map { TaskID(Int(registry.graph.sources[$0])) }
    }

    /// How many predecessors a task has.
    public func predecessorCount(of task: TaskID) -> Int {
        task.offset < registry.graph.count ? registry.graph.edges(of: task.offset).count : 0
    }

    /// One of the predecessors of a task, as `predecessors(of:)` lists them, from 0 on.
    public func predecessor(_ number: Int, of task: TaskID) -> TaskID {
        TaskID(Int(registry.graph.sources[registry.graph.edges(of: task.offset).lowerBound + number]))
    }

    /// The successors of a task, in the order of their ids; those injected later come last.
    public func successors(of task: TaskID) -> [TaskID] {
        task.offset < registry.graph.count ? registry.graph.successors(of: task.offset).map(TaskID.init) : []
    }

    /// All sequences as registered, destroyed ones included.
    public var sequences: [TaskID] { registry.sequences.map { TaskID(Int($0.task)) } }

    /// The steps of a sequence, in order; empty for other tasks.
    public func steps(of task: TaskID) -> [TaskID] {
        let row = registry.rows[task.offset]
        guard row.kind == .sequence else { return [] }
        return registry.sequences[Int(row.extra)].steps.map { TaskID(Int($0)) }
    }

    /// How far a sequence has come; nil for other tasks and for a destroyed sequence.
    public func sequence(of task: TaskID) -> SequenceSnapshot? {
        let (row, slot) = (registry.rows[task.offset], slots[task.offset])
        guard row.kind == .sequence, row.exists else { return nil }
        let chain = registry.sequences[Int(row.extra)]
        let isUnderWay = slot.active >= 0 || slot.pending >= 0
        let hasStopped = !isUnderWay && slot.result == .failed && chain.next > 0
        return SequenceSnapshot(
            steps: chain.steps.map { TaskID(Int($0)) }, stepsOver: chain.next, isUnderWay: isUnderWay,
            failedStep: hasStopped ? chain.next - 1 : nil)
    }

    /// The number of the last tick of this process.
    public var tick: Int64 { process.tick }
    /// When the process was launched; nil while not running.
    public var launchedAt: Instant? { state == .notRunning && delivery == nil ? nil : process.launchedAt }
    /// When the first frame of this process was shown.
    public var firstFrameAt: Instant? { process.firstFrameAt }
    /// Whether an action or event is in progress or waits its turn.
    public var isDelivering: Bool { delivery != nil || !queued.isEmpty }
    /// Whether the work of this process is over and idle was fired for it, or there was none.
    public var isIdle: Bool { !process.hasWorked && !isDelivering }

    /// Whether anything but ticks, idle, suspension and runs that never end is still to happen by the rules alone.
    ///
    /// Runs under way are the driver's to know of. O(deadlines + lanes).
    public var hasWorkLeft: Bool {
        if isUnsettled || !advancing.isEmpty || !leftOver.isEmpty { return true }
        if nextLimit != .distantFuture || awaitsJob { return true }
        return deadlines.contains { (deadline: Deadline) -> Bool in
            let subject = Int(deadline.subject)
            switch deadline.kind {
            case .timeout: return Self.isLive(deadline, runs) && runs[subject].phase == .running
            case .retry: return Self.isLive(deadline, runs) && runs[subject].phase == .retrying
            case .gap: return readyCount(subject) > 0 || (subject == 0 && event.awaitsClasses)
            case .openAfterLaunch:
                let lane = configuration.afterLaunchLane
                return runs.contains { $0.canPark && $0.lane == lane }
            case .suspend: return false
            }
        }
    }

    /// The command whose context (URL, launch options, payload) the task's run sees: the one that released it, for the
    /// runs of that event or post only. Nil where none came with it, or no run is released.
    public func context(of task: TaskID) -> CommandID? {
        shownRun(of: task).flatMap { contexts[runDetails[$0].batch] }
    }

    /// The run of a task that is seen from outside: one under way hides one that waits behind it.
    private func shownRun(of task: TaskID) -> Int? {
        let slot = slots[task.offset]
        let run = slot.active >= 0 ? slot.active : slot.pending
        return run >= 0 ? Int(run) : nil
    }

    /// Whether a run of the task is between two attempts, in the delay or waiting for its lane again.
    public func isRetrying(_ task: TaskID) -> Bool {
        let run = slots[task.offset].active
        guard run >= 0 else { return false }
        let phase = runs[Int(run)].phase
        return phase == .retrying || phase == .readyAgain || (phase == .running && runs[Int(run)].attempt > 1)
    }

    /// Every run that is parked or never ends, in release order, with why; for the warnings at the end of a replay.
    /// Those already reported as stuck are left out.
    public func unfinished() -> [Warning] {
        guard hasRuns else { return [] }
        let standing = runs.indices.filter { runs[$0].phase != .free }
        return standing.sorted { runs[$0].sequence < runs[$1].sequence }.compactMap { index in
            let run = runs[index]
            let task = TaskID(Int(run.task))
            if run.marks.contains(.stuck) { return nil }
            if run.marks.contains(.hung) { return .stuck(task) }
            return run.marks.contains(.parked) ? .stillParked(task, parkReason(run)) : nil
        }
    }

    /// Tasks and lanes that are paused, tasks first.
    public func paused() -> [Warning] {
        (pausedTasks > 0 ? slots.indices.filter { slots[$0].isPaused } : []).map { .stillPaused(TaskID($0)) }
            + lanes.indices.filter { lanes[$0].isPaused }.map { .lanePaused(LaneID($0)) }
    }

    private func parkReason(_ run: Run) -> Reason {
        let task = Int(run.task)
        let lane = run.lane.offset
        if slots[task].isPaused { return .paused }
        if lanes[lane].isBlocked { return blockReason(lane) }
        for edge in registry.graph.edges(of: task) {
            let wait = registry.graph.wait(of: edge)
            guard wait == .waitingParked || wait == .waitingNextParked else { continue }
            let source = Int(registry.graph.sources[edge])
            let isReleased = slots[source].active >= 0 || slots[source].pending >= 0
            return isReleased ? .waitsForParked(TaskID(source)) : .waitsForUnreleased(TaskID(source))
        }
        return .waitsForParked(TaskID(task))
    }

    /// Runs under way.
    public var runningCount: Int { process.running }

    /// What can be seen of one task now.
    public func snapshot(of task: TaskID) -> TaskSnapshot {
        let (row, standing, run) = (registry.rows[task.offset], standing(of: task), shownRun(of: task))
        let (place, detail) = (run.map { runs[$0] }, run.map { runDetails[$0] })
        return TaskSnapshot(
            state: standing.state, isPaused: standing.isPaused, isParked: place?.marks.contains(.parked) ?? false,
            exists: standing.exists, isSequence: standing.isSequence, priority: row.priority, lane: row.lane,
            trigger: trigger(of: task), lastResult: standing.lastResult, run: counts[task.offset].runs,
            runsEnded: runsEnded(task.offset), releasedAt: detail?.released, readyAt: readyAt(of: task),
            startedAt: place.flatMap { $0.attempt > 0 ? detail?.started : nil }, nextTurn: nextTurn(row))
    }

    /// What of a task changes from instant to instant.
    public func standing(of task: TaskID) -> TaskStanding {
        let (row, slot) = (registry.rows[task.offset], slots[task.offset])
        return TaskStanding(
            state: shownRun(of: task).map(state) ?? .idle, lastResult: slot.result, isPaused: slot.isPaused,
            exists: row.exists, isSequence: row.kind == .sequence)
    }

    /// When the predecessors of the turn under way were done; nil while they are not, and without one.
    public func readyAt(of task: TaskID) -> Instant? {
        shownRun(of: task).flatMap { runs[$0].phase == .waiting ? nil : runs[$0].ready }
    }

    /// What can be seen of one lane now.
    public func snapshot(of lane: LaneID) -> LaneSnapshot {
        let state = lanes[lane.offset]
        return LaneSnapshot(
            isPaused: state.isPaused, isOpen: state.isOpen, running: Int(state.running), ready: readyCount(lane.offset))
    }

    /// A step that never reports counts as stuck at once, other runs when their event's limit has passed.
    private func state(_ index: Int) -> TaskState {
        let run = runs[index]
        let isStuck = run.marks.contains(.stuck) || (run.marks.contains(.hung) && sequence(ofStep: Int32(index)) >= 0)
        switch run.phase {
        case .free: return .idle
        case .waiting: return .waiting
        case .ready, .readyAgain: return .ready
        case .running: return isStuck ? .stuck : .running
        case .stepping: return .running
        case .retrying: return .retrying
        }
    }

    /// What releases a task.
    public func trigger(of task: TaskID) -> Trigger {
        let row = registry.rows[task.offset]
        switch row.kind {
        case .none: return .none
        case .events: return .events(row.events)
        case .sequence: return row.events.isEmpty ? .none : .events(row.events)
        case .timer:
            let timer = registry.timers[Int(row.extra)]
            return .timer(
                TimerTrigger(
                    every: timer.ticks == 0 ? nil : timer.every, date: timer.date,
                    repetition: timer.left < 0 ? .forever : .times(timer.left), runsWhenMissed: timer.runsWhenMissed,
                    catchUp: timer.catchUp))
        case .notification: return .notification(registry.notificationKey(of: task.offset))
        case .basic: return .startup(.basic)
        case .sync: return .startup(.sync)
        case .async: return .startup(.async)
        case .afterLaunch: return .startup(.afterLaunch)
        }
    }

    /// Ended runs of this process: all of its runs but those that never began and those that have not ended.
    private func runsEnded(_ task: Int) -> Int {
        let (slot, counted) = (slots[task], counts[task])
        let unended = (slot.active >= 0 ? 1 : 0) + (slot.pending >= 0 ? 1 : 0)
        return Int(counted.runs - counted.runsBefore - counted.unbegun) - unended
    }

    private func nextTurn(_ row: TaskRow) -> Instant? {
        guard row.kind == .timer, row.exists, state != .notRunning else { return nil }
        let timer = registry.timers[Int(row.extra)]
        guard timer.isArmed else { return nil }
        if timer.nextTick > process.tick { return tickTime(timer.nextTick) }
        return timer.date.map { date in
            let ticks = max(0, (date - process.launchedAt).count + configuration.tick.count - 1)
            return max(tickTime(process.nextTick), tickTime(ticks / configuration.tick.count))
        }
    }
}

extension Scheduler {
    /// The commands whose context some run sees or may see: those of turns that have not ended, and of actions that
    /// wait or go on. O(contexts + runs).
    public var liveContexts: Set<CommandID> {
        var live = Set(queued.map(\.command))
        if let delivery { live.insert(delivery.command) }
        for run in runs.indices where runs[run].phase != .free {
            if let command = contexts[runDetails[run].batch] { live.insert(command) }
        }
        return live
    }
}
