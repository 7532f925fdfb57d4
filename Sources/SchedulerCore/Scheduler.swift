/// The rules: one way in (`handle`), one way out (effects), and `nextDeadline` for when to come back.
public struct Scheduler: Sendable {
    /// A scheduler at t = 0, not running.
    public init(
        configuration: SchedulerConfiguration, tasks: [TaskSpec], sequences: [SequenceSpec] = []
    ) throws(RegistrationError) {
        taskCount = tasks.count + sequences.count
    }

    /// How many names are known: tasks, sequences, injected ones; ids are `0 ..< taskCount`.
    public private(set) var taskCount: Int

    /// The lifecycle state.
    public var state: LifecycleState { .notRunning }

    /// The name of a task.
    public func name(of task: TaskID) -> String { "" }

    /// The id of a name, compared byte by byte; also for names whose task is destroyed.
    public func task(named name: String) -> TaskID? { nil }

    /// The predecessors of a task (`after`, then `follows`), each once, in listed order.
    public func predecessors(of task: TaskID) -> [TaskID] { [] }

    /// The successors of a task, in registration order.
    public func successors(of task: TaskID) -> [TaskID] { [] }

    /// What can be seen of one task now.
    public func snapshot(of task: TaskID) -> TaskSnapshot {
        TaskSnapshot(
            state: .idle, isPaused: false, exists: true, isSequence: false, priority: .default, lane: .main,
            lastResult: .none, run: 0, runsEnded: 0, releasedAt: nil, readyAt: nil, startedAt: nil, nextTurn: nil)
    }

    /// What can be seen of one lane now.
    public func snapshot(of lane: LaneID) -> LaneSnapshot {
        LaneSnapshot(isPaused: false, isOpen: true, running: 0, ready: 0)
    }
}
