/// What the rules know of a task, packed; the lists and texts stand beside it in tables.
struct TaskRow: BitwiseCopyable, Sendable {
    /// The kinds of trigger.
    enum Kind: UInt8, BitwiseCopyable, Sendable {
        case none, events, timer, notification, basic, sync, async, afterLaunch, sequence
    }

    /// The order of registration.
    var registration: Int32 = 0
    /// Its place in the table of its kind (timers, notification keys, sequences); -1: none.
    var extra: Int32 = -1
    /// Its timeout and retry in the table of policies; -1: none.
    var policy: Int32 = -1
    var events: EventSet = []
    var lane: LaneID = .main
    var priority: Priority = .default
    var kind: Kind = .none
    /// False once destroyed.
    var exists = false
    /// It removed itself after its run: its result still counts.
    var removedItself = false
    var autoRemove = false
    /// Its runs hold their event.
    var holds = false

    /// What every run of the task is marked with.
    var marks: Run.Marks {
        policy >= 0 || autoRemove || kind == .timer || kind == .sequence ? .special : []
    }
}

/// Timeout and retry of a task that has any.
struct RunPolicy: Hashable, Sendable {
    var timeout: Nanoseconds?
    var retry: RetryPolicy
}

/// The turn of a task as it stands in this process, in 16 bytes; what is rarely asked stands in `TaskCounts`.
struct TaskSlot: BitwiseCopyable, Sendable {
    /// The run under way (an attempt has begun), or -1.
    var active: Int32 = -1
    /// The run that is released and not begun, or -1.
    var pending: Int32 = -1
    /// The last batch that had a turn for it.
    var batch: Int32 = 0
    var result: TurnResult = .none
    var isPaused = false
    /// It does not exist now and did not remove itself.
    var isAbsent = false
    /// Some run waits, parked, for a turn of this task to be released.
    var isAwaited = false
}

/// What is counted of a task, and why its last turn was no success.
struct TaskCounts: BitwiseCopyable, Sendable {
    /// Runs by name over the whole session.
    var runs: Int32 = 0
    /// Those of them that the current process does not count.
    var runsBefore: Int32 = 0
    /// Runs of the current process that ended before an attempt.
    var unbegun: Int32 = 0
    /// The first cause of a result that is no success; means nothing after a success.
    var cause: Int32 = -1
}

/// What a task's pending run waits for; by itself, as the ends of predecessors touch nothing else of it.
struct Waiting: BitwiseCopyable, Sendable {
    /// The predecessors still to end, the run's own earlier one included.
    var left: Int32 = 0
    /// The run; means nothing while `left` is 0.
    var run: Int32 = -1
}

/// A lane at work; its ready runs stand in `ReadyQueues`.
struct Lane: BitwiseCopyable, Sendable {
    let gap: Nanoseconds
    let width: Int32
    /// Places taken: by runs under way and in the pauses after runs.
    private(set) var taken: Int32 = 0
    var running: Int32 = 0 {
        didSet { taken += running - oldValue }
    }
    /// Places in the pause after a run.
    var resting: Int32 = 0 {
        didSet { taken += resting - oldValue }
    }
    /// Places of runs that never end.
    var stuck: Int32 = 0
    var isPaused = false
    var isOpen = true

    /// A free lane of `width` places.
    init(width: Int, gap: Nanoseconds) {
        self.width = Int32(width)
        self.gap = gap
    }

    /// No run of the lane can start, however long one waits.
    var isBlocked: Bool { isPaused || !isOpen || stuck >= width }
    /// Whether a run that is ready can start.
    var hasPlace: Bool { taken < width && !isPaused && isOpen }
}
