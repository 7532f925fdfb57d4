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
