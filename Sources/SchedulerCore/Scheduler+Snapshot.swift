/// The visible state at this instant.
extension Scheduler {
    /// How many names are known: tasks, sequences, injected ones; ids are `0 ..< taskCount`.
    public var taskCount: Int { registry.count }

    /// The names, by `TaskID`. O(1).
    public var names: [String] { registry.names }

    /// The name of a task.
    public func name(of task: TaskID) -> String { registry.names[task.offset] }

    /// The id of a name, compared byte by byte; also for names whose task is destroyed.
    public func task(named name: String) -> TaskID? { registry.number(of: name).map { TaskID($0) } }

    /// The predecessors of a task (`after`, then `follows`, then `prefers`), each once, in listed order.
    public func predecessors(of task: TaskID) -> [TaskID] {
        runs.dependencies.predecessors(of: task.offset).map { TaskID($0) }
    }

    /// How a task waits for another one.
    public enum DependencyKind: Hashable, Sendable {
        /// For its success.
        case after
        /// For its end.
        case follows
        /// For its end, if the same event releases it.
        case prefers
    }

    /// The predecessors of a task, as `predecessors(of:)` lists them, and how it waits for each.
    public func dependencies(of task: TaskID) -> [(task: TaskID, kind: DependencyKind)] {
        let graph = runs.dependencies
        guard task.offset < graph.count else { return [] }
        return graph.dependencies(of: task.offset).map {
            (TaskID(Int($0.source)), $0.isWeak ? .prefers : $0.isSoft ? .follows : .after)
        }
    }

    /// Whether an event that releases a task waits for its run. No event waits for turns of timers, posts, steps and
    /// lane `afterLaunch`.
    public func holdsEvents(_ task: TaskID) -> Bool {
        let row = registry.row(task.offset)
        switch row.kind {
        case .events, .sequence, .basic, .sync, .async: return row.holds
        case .none, .timer, .notification, .afterLaunch: return false
        }
    }

    /// How tasks are tried again after a failure; only those that are. O(tasks).
    public var retryPolicies: [TaskID: RetryPolicy] {
        var policies: [TaskID: RetryPolicy] = [:]
        for task in 0..<taskCount {
            if let policy = registry.policy(of: registry.row(task)), policy.retry.limit > 0 {
                policies[TaskID(task)] = policy.retry
            }
        }
        return policies
    }

    /// How many predecessors a task has.
    public func predecessorCount(of task: TaskID) -> Int {
        let graph = runs.dependencies
        return task.offset < graph.count ? graph.places(of: task.offset).count : 0
    }

    /// One of the predecessors of a task, as `predecessors(of:)` lists them, from 0 on.
    public func predecessor(_ number: Int, of task: TaskID) -> TaskID {
        let graph = runs.dependencies
        return TaskID(Int(graph[graph.places(of: task.offset).lowerBound + number].source))
    }

    /// The successors of a task, in the order of their ids; those injected later come last.
    public func successors(of task: TaskID) -> [TaskID] {
        runs.dependencies.successors(of: task.offset).map { TaskID($0) }
    }

    /// All sequences as registered, destroyed ones included.
    public var sequenceTasks: [TaskID] { self.sequences.tasks.map { TaskID(Int($0)) } }

    /// The steps of a sequence, in order; empty for other tasks.
    public func steps(of task: TaskID) -> [TaskID] {
        let row = registry.row(task.offset)
        guard row.kind == .sequence else { return [] }
        return sequences.steps(of: row.place).map { TaskID(Int($0)) }
    }

    /// How far a sequence has come; nil for other tasks and for a destroyed sequence.
    public func sequence(of task: TaskID) -> SequenceSnapshot? {
        let (row, turns) = (registry.row(task.offset), runs.turns(of: task.offset))
        guard row.kind == .sequence, row.exists else { return nil }
        let stepsOver = sequences.stepsOver(of: row.place)
        let hasStopped = turns.isIdle && turns.result == .failed && stepsOver > 0
        return SequenceSnapshot(
            steps: steps(of: task), stepsOver: stepsOver, isUnderWay: !turns.isIdle,
            failedStep: hasStopped ? stepsOver - 1 : nil)
    }

    /// The number of the last tick of this process.
    public var tick: Int64 { clock.tick }
    /// When the process was launched; nil while not running.
    public var launchedAt: Instant? { lifecycle.isProcessGone ? nil : clock.launchedAt }
    /// When the first frame of this process was shown.
    public var firstFrameAt: Instant? { clock.firstFrameAt }
    /// The actions that wait until the one in progress is over, in their order; of `fire` and idle, none.
    public var waitingActions: [LifecycleAction] {
        lifecycle.waitingActions.compactMap { if case .action(let action) = $0.source { action } else { nil } }
    }
    /// The state once all that is in progress or waits its turn is over: in it begins an action that is given now.
    /// O(waiting actions).
    public var finalState: LifecycleState { lifecycle.finalState }
    /// Whether an action or event is in progress or waits its turn.
    public var isDelivering: Bool { lifecycle.isDelivering }
    /// Whether the work of this process is over and idle was fired for it, or there was none.
    public var isIdle: Bool { !clock.hasWork && !isDelivering }

    /// The number that the next released run will have.
    public var nextRelease: Int64 { runs.nextRelease }

    /// The command whose context (URL, launch options, payload) the task's run sees: the one that released it, for the
    /// runs of that event or post only. Nil if it has no context, or no run is released.
    public func context(of task: TaskID) -> CommandID? {
        shownRun(of: task).flatMap { contexts[runs[$0].batch] }
    }

    /// The visible run of a task: a running one hides one that waits behind it.
    private func shownRun(of task: TaskID) -> Int32? {
        let slot = runs.turns(of: task.offset).shown
        return slot >= 0 ? slot : nil
    }

    /// Whether a run of the task is between two attempts, in the delay or waiting for its lane again.
    public func isRetrying(_ task: TaskID) -> Bool {
        let active = runs.turns(of: task.offset).active
        guard active >= 0 else { return false }
        let run = runs[active]
        return run.phase == .retrying || run.phase == .readyAgain || (run.phase == .running && run.attempt > 1)
    }

    /// Every run that is parked or never ends, in release order, with why; for the warnings at the end of a replay.
    /// Those already reported as stuck are left out.
    public func unfinished() -> [Warning] {
        runs.live().compactMap { slot in
            let run = runs[slot]
            let task = TaskID(Int(run.task))
            if run.marks.contains(.stuck) { return nil }
            if runs.endless.contains(slot) { return .stuck(task) }
            return run.marks.contains(.parked) && run.phase != .stepping ? .stillParked(task, parkReason(run)) : nil
        }
    }

    /// Tasks and lanes that are paused, tasks first.
    public func paused() -> [Warning] {
        let tasks = (0..<registry.count).filter { runs.turns(of: $0).isPaused && registry.row($0).exists }
        return tasks.map { .stillPaused(TaskID($0)) }
            + lanes.ids.filter { lanes[$0].isPaused }.map { .lanePaused($0) }
    }

    func parkReason(_ run: Run) -> Reason {
        let (task, graph) = (Int(run.task), runs.dependencies)
        if run.marks.contains(.stuck) { return .stuck }
        if runs.turns(of: task).isPaused { return .paused }
        let lane = lanes.blockReason(run.lane)
        if let lane, lane != .laneStuck(run.lane) { return lane }
        // The edges belong to the run that still waits for its predecessors, not to the run that it waits behind.
        for place in graph.places(of: task)
        where run.isWaiting && runs.waits[place].turn != .none && runs.waits[place].isParked {
            let source = Int(graph[place].source)
            let isReleased = runs.isReleased(source, for: runs.waits[place])
            return isReleased ? .waitsForParked(TaskID(source)) : .waitsForUnreleased(TaskID(source))
        }
        return run.marks.contains(.itselfParked) ? .waitsForParked(TaskID(task)) : .laneStuck(run.lane)
    }

    /// Runs under way.
    public var runningCount: Int { lanes.runningCount + jobs.running.count }

    /// The state of one task now.
    public func snapshot(of task: TaskID) -> TaskSnapshot {
        let (row, count) = (registry.row(task.offset), runs.count(of: task.offset))
        let (standing, run) = (standing(of: task), shownRun(of: task).map { runs[$0] })
        return TaskSnapshot(
            state: standing.state, isPaused: standing.isPaused, isParked: run?.isParked ?? false,
            exists: standing.exists, isSequence: standing.isSequence, priority: row.priority, lane: row.lane,
            trigger: trigger(of: task), lastResult: standing.lastResult, run: count.runs,
            runsEnded: count.ended, readyAt: readyAt(of: task),
            startedAt: run.flatMap { $0.attempt > 0 ? $0.started : nil }, nextTurn: nextTurn(row))
    }

    /// The part of a task's state that changes from instant to instant.
    public func standing(of task: TaskID) -> TaskStanding {
        let (row, turns) = (registry.row(task.offset), runs.turns(of: task.offset))
        return TaskStanding(
            state: shownRun(of: task).map { state(of: $0) } ?? .idle, lastResult: turns.result,
            isPaused: turns.isPaused,
            exists: row.exists, isSequence: row.kind == .sequence)
    }

    /// When the predecessors of the current turn were done; nil while they are not, or if there is no turn.
    public func readyAt(of task: TaskID) -> Instant? {
        shownRun(of: task).flatMap { runs[$0].isWaiting ? nil : runs[$0].ready }
    }

    /// The state of one lane now.
    public func snapshot(of lane: LaneID) -> LaneSnapshot {
        let state = lanes[lane]
        return LaneSnapshot(
            isPaused: state.isPaused, isOpen: state.isOpen, running: state.running, ready: state.queue.count)
    }

    /// A step that never reports counts as stuck at once, other runs when their event's limit has passed.
    private func state(of slot: Int32) -> TaskState {
        let run = runs[slot]
        let isHungStep = run.marks.isSuperset(of: [.hung, .step]) && sequences.sequence(ofStep: slot) != nil
        let isStuck = run.marks.contains(.stuck) || isHungStep
        switch run.phase {
        case .free: return .idle
        case .waiting, .preferring: return .waiting
        case .ready, .readyAgain: return .ready
        case .running: return isStuck ? .stuck : .running
        case .stepping: return .running
        case .retrying: return .retrying
        }
    }

    /// What releases a task.
    public func trigger(of task: TaskID) -> Trigger {
        let row = registry.row(task.offset)
        switch row.kind {
        case .none: return .none
        case .events: return .events(row.events)
        case .sequence: return row.events.isEmpty ? .none : .events(row.events)
        case .timer: return .timer(timers[row.place].trigger)
        case .notification: return .notification(registry.notificationKey(of: task.offset))
        case .basic: return .startup(.basic)
        case .sync: return .startup(.sync)
        case .async: return .startup(.async)
        case .afterLaunch: return .startup(.afterLaunch)
        }
    }

    private func nextTurn(_ row: TaskRow) -> Instant? {
        guard row.kind == .timer, row.exists, state != .notRunning, timers[row.place].isArmed else { return nil }
        let timer = timers[row.place]
        if timer.nextTick > clock.tick { return clock.time(ofTick: timer.nextTick) }
        return timer.asked.date.map { clock.time(ofTick: clock.tick(for: $0)) }
    }

    /// The ticks to come.
    public var ticks: Ticks { clock.ticks }

    /// Whether, unless the driver or a command does something, nothing but ticks will ever happen, and those do nothing:
    /// no timer is armed, no deadline set, no run or event waits, and the job queue is empty or at rest. O(lanes).
    public var hasOnlyTicksAhead: Bool {
        let isQuiet = !timers.isArmed && !lanes.hasIdleRuns && !clock.hasWork && !lanes.canStart
        let isDone = !isDelivering && !sequences.isAdvancing && !timers.hasLeftOver && !isUnsettled
        let isToSuspend = lifecycle.suspensionTime != .distantFuture
        let isDue = lifecycle.awaitsClasses || isToSuspend || jobsDue != .distantFuture
        return isQuiet && isDone && !isDue && deadlines.firstTime == .distantFuture && nextLimit == .distantFuture
    }

    /// The commands whose context some run sees or may yet see: those of turns that have not ended, and of actions that
    /// wait or are in progress. O(contexts + runs).
    public var liveContexts: Set<CommandID> {
        var live = Set(lifecycle.waitingActions.map { $0.command })
        if let action = lifecycle.inProgress { live.insert(action.command) }
        for slot in runs.live() {
            if let command = contexts[runs[slot].batch] { live.insert(command) }
        }
        return live
    }
}

/// The state of a task's current turn.
public enum TaskState: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    /// No turn is under way; `TaskSnapshot.lastResult` says how the last one ended.
    case idle
    /// Released; predecessors are not done.
    case waiting
    /// Predecessors are done; waits for its lane.
    case ready
    /// An attempt is under way.
    case running
    /// Between two attempts.
    case retrying
    /// Running past every limit: it never ends.
    case stuck
}

/// The state of one task at one instant.
public struct TaskSnapshot: Hashable, Sendable {
    /// The state of its turn; a running run hides one that waits behind it.
    public var state: TaskState
    /// Whether it is paused.
    public var isPaused: Bool
    /// Whether its turn is parked.
    public var isParked = false
    /// False once destroyed, and for injected tasks of an earlier process.
    public var exists: Bool
    /// Whether it is a sequence.
    public var isSequence: Bool
    /// Its rank.
    public var priority: Priority
    /// Where it runs.
    public var lane: LaneID
    /// What releases it.
    public var trigger: Trigger = .none
    /// How its last turn of this process ended.
    public var lastResult: TurnResult
    /// The number of the run under way, or of the last one; 0: none yet.
    public var run: Int32
    /// Ended runs of this process.
    public var runsEnded: Int
    /// When its predecessors were done.
    public var readyAt: Instant?
    /// When the attempt under way began.
    public var startedAt: Instant?
    /// When the next turn of a timer or dated task is due.
    public var nextTurn: Instant?
}

/// The part of a task's state that changes from instant to instant and costs next to nothing.
public struct TaskStanding: Hashable, BitwiseCopyable, Sendable {
    /// The state of its turn; a running run hides one that waits behind it.
    public var state: TaskState
    /// How its last turn of this process ended.
    public var lastResult: TurnResult
    /// Whether it is paused.
    public var isPaused: Bool
    /// False once destroyed, and for injected tasks of an earlier process.
    public var exists: Bool
    /// Whether it is a sequence.
    public var isSequence: Bool
}

extension TaskSnapshot {
    /// The part of it that changes from instant to instant.
    public var standing: TaskStanding {
        TaskStanding(
            state: state, lastResult: lastResult, isPaused: isPaused, exists: exists, isSequence: isSequence)
    }
}

/// The state of one lane at one instant.
public struct LaneSnapshot: Hashable, Sendable {
    /// Whether it is paused.
    public var isPaused: Bool
    /// Whether it is open; only `afterLaunch` can be closed.
    public var isOpen: Bool
    /// Places taken by runs.
    public var running: Int
    /// Ready runs that wait for a place.
    public var ready: Int
}

/// The state of one sequence at one instant, its steps counted from the beginning of the list.
public struct SequenceSnapshot: Hashable, Sendable {
    /// The steps, in order; a task can occur twice.
    public var steps: [TaskID]
    /// How many of them are over since the list began, successfully or not; `start` continues with the next one.
    public var stepsOver: Int
    /// Whether a step is under way or the next one follows by itself.
    public var isUnderWay: Bool
    /// The step that stopped the list, as an index into `steps`; nil if none did or it was started again.
    public var failedStep: Int?

    /// The step under way, as an index into `steps`; nil while none is.
    public var currentStep: Int? { isUnderWay && stepsOver < steps.count ? stepsOver : nil }
}
