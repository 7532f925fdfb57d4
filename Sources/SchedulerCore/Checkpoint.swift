#if hasFeature(Embedded)
    /// What a checkpoint is made of; nothing is encoded in a page.
    public typealias Stored = Sendable
#else
    /// What a checkpoint is made of; the compiler writes its encoding.
    public typealias Stored = Codable & Sendable
#endif

extension Scheduler {
    /// Everything that inputs have changed in a scheduler, so that another one can continue from there.
    ///
    /// What every process begins with is not in it: the other scheduler must be made of the same tasks and settings.
    public struct Checkpoint: Stored {
        /// The version of what is encoded; raised with every change of what the rules keep.
        public static let format = 9
        /// Numbers that only grow are accepted up to here.
        static let maximumCount: Int64 = 1 << 61

        let registry: Registry
        let lifecycle: Lifecycle
        let runs: RunTable
        let lanes: LaneTable
        let clock: Clock
        let timers: Timers
        let deadlines: DeadlineQueue
        let teardowns: Teardowns
        let sequences: Sequences
        var jobs: JobQueue
        let jobsDue: Instant
        let contexts: Contexts
        let isUnsettled: Bool, isGateStale: Bool
        /// The instant of the last input.
        public let time: Instant
        /// The number of the driver's next command.
        public let nextCommand: CommandID
    }

    /// Its state between two inputs, of which the next command has this number. O(1); what is changed next is copied then.
    public func checkpoint(before nextCommand: CommandID) -> Checkpoint {
        var jobs = jobs
        jobs.followChanges(false)
        return Checkpoint(
            registry: registry, lifecycle: lifecycle, runs: runs, lanes: lanes, clock: clock, timers: timers,
            deadlines: deadlines, teardowns: teardowns, sequences: sequences, jobs: jobs, jobsDue: jobsDue,
            contexts: contexts, isUnsettled: isUnsettled, isGateStale: isGateStale, time: now,
            nextCommand: nextCommand)
    }

    /// Continues from a state of another scheduler with the same tasks and settings; false, and nothing is changed,
    /// if no scheduler can be in that state. Records are not in it.
    public mutating func goOn(from checkpoint: Checkpoint) -> Bool {
        guard checkpoint.isSound(configuration) else { return false }
        (registry, lifecycle, runs, lanes) = (
            checkpoint.registry, checkpoint.lifecycle, checkpoint.runs, checkpoint.lanes
        )
        (clock, timers, deadlines) = (checkpoint.clock, checkpoint.timers, checkpoint.deadlines)
        (teardowns, sequences, contexts) = (checkpoint.teardowns, checkpoint.sequences, checkpoint.contexts)
        (jobs, jobsDue, isUnsettled) = (checkpoint.jobs, checkpoint.jobsDue, checkpoint.isUnsettled)
        (isGateStale, arePathsStale) = (checkpoint.isGateStale, true)
        trace.move(to: checkpoint.time)
        if !isUnsettled { dropDeadDeadlines() }
        return true
    }

    /// An attempt under way.
    public struct Attempt: Sendable {
        /// Its run and its task.
        public let id: RunID, task: TaskID
        /// Which of the task's runs, and which attempt of that.
        public let run: Int32, attempt: Int32
        /// The lane that it executes in.
        public let lane: LaneID
        /// When its run was ready, and when it began.
        public let ready: Instant, began: Instant
    }

    /// The attempts under way, in the order in which their runs were released.
    public var attempts: [Attempt] {
        runs.live { $0.phase == .running }.map { slot in
            let run = runs[slot]
            return Attempt(
                id: RunID(slot: slot, sequence: run.sequence), task: TaskID(Int(run.task)), run: run.number,
                attempt: Int32(run.attempt), lane: run.lane, ready: run.ready, began: run.started)
        }
    }
}

extension Scheduler.Checkpoint {
    /// Whether it can be used, whoever wrote it: every index is valid, and no count is near its limit. What is written by a
    /// scheduler can be used. O(tasks + edges + runs).
    func isSound(_ configuration: SchedulerConfiguration) -> Bool {
        let count = configuration.lanes.count
        let tasks = registry.count
        guard (0...Self.maximumCount).contains(time.nanoseconds), (0...Self.maximumCount).contains(nextCommand.index),
            tasks <= Scheduler.maximumTasks,
            registry.isSound(lanes: count, timers: timers.count, sequences: sequences.tasks.count),
            lifecycle.isSound, runs.isSound(tasks: tasks, lanes: count), lanes.isSound(count: count),
            clock.isSound(at: time, configuration), timers.isSound(tasks: tasks), deadlines.isSound(lanes: count),
            teardowns.isSound(tasks: tasks), jobs.isSound
        else { return false }
        let live = Set(runs.live())
        return sequences.isSound(tasks: tasks) { live.contains($0) } && hasSoundQueues(live) && hasSoundTraits(live)
    }

    /// Whether the turns of a task with a run know what the run's start and end need to know of it.
    private func hasSoundTraits(_ live: Set<Int32>) -> Bool {
        live.allSatisfy { slot in
            let (run, task) = (runs[slot], Int(runs[slot].task))
            return run.marks.contains(.orphan) || runs.turns(of: task).traits == registry.row(task).traits
        }
    }

    /// Whether each run in a lane's queue is ready for that lane, and in no other queue.
    private func hasSoundQueues(_ live: Set<Int32>) -> Bool {
        let held = lanes.heldBack
        let queues = lanes.ids.map { id in lanes[id].queue.all.map { (slot: $0.slot, lane: id) } }
        let queued = queues.flatMap { $0 }
        return Set(held + queued.map { $0.slot }).count == held.count + queued.count
            && (held + queued.map { $0.slot }).allSatisfy { live.contains($0) && runs[$0].isReady }
            && queued.allSatisfy { runs[$0.slot].lane == $0.lane }
    }
}

/// What must hold between the parts of the table, before one that another process wrote is used.
extension RunTable {
    /// Whether tasks and runs know each other, and each run waits along as many edges as it counts.
    func hasSoundRuns(_ unsaid: [Int32]) -> Bool {
        let live = Set(live())
        let counts = (-Int(Int32.max)...Int(Int32.max))
        return (endless + unsaid).allSatisfy { live.contains($0) }
            && (0...Scheduler.Checkpoint.maximumCount).contains(batch)
            && [workUnderWay, heldEvent.counts.holders, heldEvent.counts.basic].allSatisfy { counts.contains($0) }
            && live.allSatisfy { isSound($0, live) }
            && (0..<dependencies.count).allSatisfy { hasSoundTurns($0, live) }
            && waits.count { $0.turn != .none } == (0..<dependencies.count).reduce(0) { $0 + Int(turns(of: $1).waits) }
    }

    /// Whether a run is one of the two that its task knows, and has begun or not as the task says.
    private func isSound(_ slot: Int32, _ live: Set<Int32>) -> Bool {
        let run = self[slot]
        let turns = turns(of: Int(run.task))
        let isBegun = !run.isWaiting && run.phase != .ready
        return (isBegun ? turns.active : turns.pending) == slot && turns.active != turns.pending
            && (run.chain == -1 || live.contains(run.chain) && self[run.chain].phase == .stepping)
    }

    /// Whether the runs that a task knows are its own, and the one that waits does so for what its edges say.
    private func hasSoundTurns(_ task: Int, _ live: Set<Int32>) -> Bool {
        let (turns, graph) = (turns(of: task), dependencies)
        for slot in [turns.active, turns.pending] where slot != -1 {
            guard live.contains(slot), Int(self[slot].task) == task else { return false }
        }
        let waiting = graph.places(of: task).count { waits[$0].turn != .none }
        return Int(turns.waits) == waiting && (waiting == 0 || turns.pending >= 0)
    }
}

/// A run that parked or continued.
struct Parking: Stored {
    let slot: Int32
    let isParked: Bool
}
