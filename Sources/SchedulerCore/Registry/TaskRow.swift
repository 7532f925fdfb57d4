/// What the rules know of a task, packed; lists and texts are beside it in the registry.
struct TaskRow: BitwiseCopyable, Stored {
    /// The kinds of trigger.
    enum Kind: UInt8, BitwiseCopyable, Stored {
        case none, events, timer, notification, basic, sync, async, afterLaunch, sequence

        /// The kind of a task of a startup class.
        init(_ startupClass: StartupClass) {
            switch startupClass {
            case .basic: self = .basic
            case .sync: self = .sync
            case .async: self = .async
            case .afterLaunch: self = .afterLaunch
            }
        }

        /// Whether it is a startup class.
        var isClass: Bool {
            switch self {
            case .basic, .sync, .async, .afterLaunch: true
            case .none, .events, .timer, .notification, .sequence: false
            }
        }
    }

    /// The order of registration; -1: never registered.
    var registration: Int32 = -1
    /// The place of its timer, notification key or sequence among its kind; -1: it has none.
    var place: Int32 = -1
    /// Its timeout and retries in the table of policies; -1: none.
    var policy: Int32 = -1
    var events: EventSet = []
    var lane: LaneID = .main
    var priority: Priority = .default
    var kind: Kind = .none
    /// False once destroyed.
    var exists = false
    var autoRemove = false
    /// Whether it is released again when the app terminates.
    var tearsDown = false
    /// Whether its runs hold their event.
    var holds = false
    /// What starts and ends need to know of it.
    var traits: TaskTraits = []

    /// Whether its starts and ends are not like most.
    var isSpecial: Bool { policy >= 0 || kind == .timer || kind == .sequence || autoRemove || tearsDown }

    /// Whether lifecycle events release it.
    var isOnEvents: Bool {
        switch kind {
        case .events, .sequence, .basic, .sync, .async, .afterLaunch: true
        case .none, .timer, .notification: false
        }
    }
}

/// What the start and the end of a run need to know of its task.
struct TaskTraits: OptionSet, BitwiseCopyable, Stored {
    var rawValue: UInt8
    /// Its attempts never end in the instant in which they start.
    static let takesTime = TaskTraits(rawValue: 1)
    /// It has a timeout, retries, turns, steps or a teardown, or goes with its first run: the row says which.
    static let special = TaskTraits(rawValue: 2)
}

/// Timeout and retry of a task that has any.
struct RunPolicy: Hashable, Stored {
    var timeout: Nanoseconds?
    var retry: RetryPolicy
}
