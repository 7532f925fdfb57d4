/// A turn that was released and has not ended, in a slot of the scheduler's run table: what the hot paths touch of it, in
/// 32 bytes, half a cache line. The rest stands in `RunDetail`.
struct Run: BitwiseCopyable, Sendable {
    /// Where it stands.
    enum Phase: UInt8, BitwiseCopyable, Sendable {
        /// The slot is free.
        case free
        /// Predecessors are not done.
        case waiting
        /// Predecessors are done; no attempt has begun.
        case ready
        /// An attempt is under way.
        case running
        /// Between two attempts, in the delay.
        case retrying
        /// Between two attempts, the delay over.
        case readyAgain
        /// A sequence whose own run is over and whose steps are not.
        case stepping
    }
    /// Facts that do not change, one bit each, and marks.
    struct Marks: OptionSet, BitwiseCopyable, Sendable {
        var rawValue: UInt16
        /// It holds the event in progress, which released it, while it is not parked.
        static let holds = Marks(rawValue: 1)
        /// It waits for the earlier run of its own task.
        static let waitsForItself = Marks(rawValue: 2)
        /// That earlier run is parked.
        static let itselfParked = Marks(rawValue: 4)
        /// It never ends by itself.
        static let hung = Marks(rawValue: 8)
        /// It never ends and its limit has passed.
        static let stuck = Marks(rawValue: 16)
        /// Released by idle.
        static let idle = Marks(rawValue: 32)
        /// A basic run that counts for the classes of the event in progress.
        static let basic = Marks(rawValue: 64)
        /// It stands in its lane's ready queue.
        static let queued = Marks(rawValue: 128)
        /// A basic run waits for it on main.
        static let needed = Marks(rawValue: 256)
        /// Its task was destroyed while it ran.
        static let orphan = Marks(rawValue: 512)
        /// It stands on the skip list: what else it waited for no longer makes it ready.
        static let doomed = Marks(rawValue: 1024)
        /// Its task has a timeout or retries, removes itself, or is a timer or sequence.
        static let special = Marks(rawValue: 2048)
        /// Some reason to be parked stands.
        static let parked = Marks(rawValue: 4096)
    }

    var sequence: Int64 = -1
    var ready: Instant = .zero
    var task: Int32 = -1
    /// Its number by name.
    var number: Int32 = 0
    var attempt: Int16 = 0
    /// Where it runs; its task may be destroyed and come back elsewhere meanwhile.
    var lane: LaneID = .main
    var phase: Phase = .free
    /// Its task's, when it was released.
    var priority: Priority = .default
    var marks: Marks = []

    /// Whether an attempt has begun and the turn has not ended.
    var isUnderWay: Bool { attempt > 0 || phase == .stepping }
    /// Whether it stands outside a running attempt, so that pausing parks it.
    var canPark: Bool { phase != .running && phase != .free && phase != .stepping }
}

/// What is rarely asked of a run; beside it, at the same place in a table of its own.
struct RunDetail: BitwiseCopyable, Sendable {
    var released: Instant = .zero
    /// When the last attempt began.
    var started: Instant = .zero
    /// The batch that released it; the current event's number while that event lasts.
    var batch: Int32 = 0
    /// Reasons for which it is parked; at 0 it is not.
    var parks: Int32 = 0
}
