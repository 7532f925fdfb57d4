/// A turn that was released and has not ended, in a slot of the run table.
struct Run: BitwiseCopyable, Stored {
    enum Phase: UInt8, BitwiseCopyable, Stored {
        /// The slot is free.
        case free
        /// Predecessors are not done.
        case waiting
        /// Predecessors are done; tasks that it prefers to come after are not.
        case preferring
        /// Predecessors are done; no attempt has begun.
        case ready
        /// An attempt is under way.
        case running
        /// Between two attempts, in the delay.
        case retrying
        /// Between two attempts, after the delay.
        case readyAgain
        /// A sequence whose own run is over and whose steps are not.
        case stepping
    }
    struct Marks: OptionSet, BitwiseCopyable, Stored {
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
        /// Released by idle; no quiet tick has let it start yet.
        static let idle = Marks(rawValue: 32)
        /// A basic run that counts for the classes of the event in progress.
        static let basic = Marks(rawValue: 64)
        /// It is in its lane's queue.
        static let queued = Marks(rawValue: 128)
        /// A basic run waits for it on main.
        static let needed = Marks(rawValue: 256)
        /// Its task was destroyed while it ran.
        static let orphan = Marks(rawValue: 512)
        /// It will be skipped: its other dependencies no longer make it ready.
        static let doomed = Marks(rawValue: 1024)
        /// It has a reason to be parked.
        static let parked = Marks(rawValue: 2048)
        /// A sequence's step.
        static let step = Marks(rawValue: 4096)
        /// Released by neither idle nor a timer: its start begins a stretch of work.
        static let work = Marks(rawValue: 8192)
        /// A step whose sequence is parked with it.
        static let chainParked = Marks(rawValue: 16384)
        /// The start of its parking was recorded.
        static let saidParked = Marks(rawValue: 32768)
    }

    /// The number of its release record; -1: the slot is free.
    var sequence: Int64 = -1
    /// When its predecessors were done.
    var ready: Instant = .zero
    var task: Int32 = -1
    var number: Int32 = 0
    var attempt: Int16 = 0
    /// Where it runs; its task may be destroyed and return in another lane meanwhile.
    var lane: LaneID = .main
    var marks: Marks = []
    var phase: Phase = .free
    /// The priority of its task when it was released.
    var priority: Priority = .default
    // What is needed less often comes last, so that the rest is together in memory.
    /// The batch that released it; the current event's number while that event lasts.
    var batch: Int64 = 0
    /// When the last attempt began.
    var started: Instant = .zero
    /// How many reasons it has to be parked; at 0 it is not.
    var parks: Int32 = 0
    /// The run of the sequence whose step it is, or -1.
    var chain: Int32 = -1

    /// A run that was released and waits.
    init(_ row: TaskRow, _ task: Int, number: Int32, _ marks: Marks, batch: Int64) {
        self.batch = batch
        self.task = Int32(task)
        self.number = number
        lane = row.lane
        self.marks = marks
        phase = .waiting
        priority = row.priority
    }

    /// Its predecessors are done.
    @inline(__always)
    mutating func becomeReady(at now: Instant) {
        phase = .ready
        ready = now
    }

    mutating func begin(at now: Instant) {
        marks.remove(.queued)
        phase = .running
        attempt += 1
        started = now
    }

    /// Whether its numbers are such as runs have.
    func isSound(tasks: Int, lanes: Int) -> Bool {
        (0..<tasks).contains(Int(task)) && lane.offset < lanes && number >= 0 && (0..<Int32.max / 2).contains(parks)
            && attempt >= 0 && (attempt < .max || phase == .running)
    }

    /// Its turn is over; its slot is free, and `next` was freed before it.
    mutating func free(before next: Int32) {
        phase = .free
        sequence = -1
        task = next
    }

    /// Of a free slot: the slot that was freed before it, or -1.
    var nextFree: Int32 { task }

    /// Whether it is outside a running attempt, so that pausing parks it.
    var canPark: Bool { phase != .running && phase != .free && phase != .stepping }
    /// Whether it waits for other runs, no attempt having begun.
    var isWaiting: Bool { phase == .waiting || phase == .preferring }
    /// Whether it can start as soon as its lane lets it.
    @inline(__always)
    var isReady: Bool { phase == .ready || phase == .readyAgain }
    var isParked: Bool { marks.contains(.parked) }
}
