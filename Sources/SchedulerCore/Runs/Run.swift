/// A turn that was released and has not ended, in a slot of the run table.
struct Run: BitwiseCopyable, Sendable {
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
        /// Released by idle, and not yet allowed to continue by a quiet tick.
        static let idle = Marks(rawValue: 32)
        /// A basic run that counts for the classes of the event in progress.
        static let basic = Marks(rawValue: 64)
        /// It was handed to the lanes, and is in a queue there.
        static let queued = Marks(rawValue: 128)
        /// A basic run waits for it on main.
        static let needed = Marks(rawValue: 256)
        /// Its task was destroyed while it ran.
        static let orphan = Marks(rawValue: 512)
        /// It will be skipped: what else it waited for no longer makes it ready.
        static let doomed = Marks(rawValue: 1024)
        /// Some reason to be parked stands.
        static let parked = Marks(rawValue: 2048)
        /// A sequence's step.
        static let step = Marks(rawValue: 4096)
        /// Released by neither idle nor a timer: its start begins a stretch of work.
        static let work = Marks(rawValue: 8192)
        /// A step whose sequence is parked with it.
        static let chainParked = Marks(rawValue: 16384)
        /// That its parking began was written.
        static let saidParked = Marks(rawValue: 32768)
    }

    /// The number of its release record; -1: the slot is free.
    var sequence: Int64 = -1
    /// The batch that released it; the current event's number while that event lasts.
    var batch: Int64 = 0
    /// When its predecessors were done.
    var ready: Instant = .zero
    /// When the last attempt began.
    var started: Instant = .zero
    var task: Int32 = -1
    var number: Int32 = 0
    /// Reasons for which it is parked; at 0 it is not.
    var parks: Int32 = 0
    /// The run of the sequence whose step it is, or -1.
    var chain: Int32 = -1
    var attempt: Int16 = 0
    /// Where it runs; its task may be destroyed and come back elsewhere meanwhile.
    var lane: LaneID = .main
    var marks: Marks = []
    var phase: Phase = .free
    /// Its task's, when it was released.
    var priority: Priority = .default

    /// A free slot.
    init() {}

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

    /// Its turn is over.
    mutating func free() {
        phase = .free
        sequence = -1
    }

    /// Whether it is outside a running attempt, so that pausing parks it.
    var canPark: Bool { phase != .running && phase != .free && phase != .stepping }
    /// Whether it can start as soon as its lane lets it.
    var isReady: Bool { phase == .ready || phase == .readyAgain }
    var isParked: Bool { marks.contains(.parked) }
}

/// The turns of a task as they stand in this process.
struct Turns: BitwiseCopyable, Sendable {
    /// The last batch that had a turn for it.
    var batch: Int64 = 0
    /// The run under way (an attempt has begun), or -1.
    var active: Int32 = -1
    /// The run that is released and not begun, or -1.
    var pending: Int32 = -1
    /// What the pending run still waits for: ends of predecessors, its own earlier run's included.
    var waits: Int32 = 0
    /// Runs by name over the whole session; of jobs and sequences too.
    var runs: Int32 = 0
    /// Those of them that the current process does not count.
    var runsBefore: Int32 = 0
    /// Runs of the current process that ended before an attempt.
    var unbegun: Int32 = 0
    /// The first cause of a result that is not a success, and how that ended; mean nothing after a success.
    var cause: Int32 = -1
    var causeResult: TurnResult = .none
    var result: TurnResult = .none
    var isPaused = false
    /// It does not exist now and did not remove itself.
    var isAbsent = false
    /// Some run waits, parked, for a turn of this task to be released.
    var isAwaited = false

    /// The run that is seen from outside: one under way hides one that waits behind it; -1: none.
    var shown: Int32 { active >= 0 ? active : pending }
    /// Whether no turn is under way or waits.
    var isIdle: Bool { active < 0 && pending < 0 }

    /// A turn is released: run number `number`, in `slot`.
    mutating func release(_ slot: Int32, _ number: Int32, _ batch: Int64) {
        pending = slot
        runs = number
        self.batch = batch
    }

    /// An attempt of the run in `slot` begins, its first one or another.
    mutating func begin(_ slot: Int32) {
        active = slot
        if pending == slot { pending = -1 }
    }

    /// One that the pending run waits for is over: that run, and how many are left.
    mutating func settleOne() -> (slot: Int32, waits: Int32) {
        waits -= 1
        return (pending, waits)
    }

    /// The turn of `run` is over, which was still to begin or not.
    mutating func end(_ run: Run, _ wasPending: Bool, _ result: TurnResult, _ cause: Cause) {
        if wasPending {
            pending = -1
            waits = 0
        } else {
            active = -1
        }
        if run.attempt == 0 { unbegun += 1 }
        self.result = result
        if result != .success { (self.cause, causeResult) = (cause.task, cause.result) }
    }

    /// Ended runs of this process: all of its runs but those that never began and those that have not ended.
    var runsEnded: Int {
        Int(runs) - Int(runsBefore) - Int(unbegun) - (active >= 0 ? 1 : 0) - (pending >= 0 ? 1 : 0)
    }

    /// For which of its turns a run of `batch` waits, and the slot of that; -1: it is not released.
    func awaited(by batch: Int64) -> (turn: EdgeWait.Turn, slot: Int32) {
        let waitsForPending = self.batch == batch && pending >= 0
        return (waitsForPending && active >= 0 ? .next : .current, waitsForPending ? pending : shown)
    }

    /// Whether its last result stands for a run of `batch` that waits for it: no turn of the same batch is to end first.
    func isOver(for batch: Int64) -> Bool { self.batch != batch || isIdle }
}

/// Why a turn did not succeed: the first task for which that is so, and how its turn ended.
struct Cause: BitwiseCopyable, Sendable {
    let task: Int32
    let result: TurnResult
}

/// Whether and for which turn of its predecessor a task waits along one edge.
struct EdgeWait: BitwiseCopyable, Sendable {
    enum Turn: UInt8, BitwiseCopyable, Sendable {
        /// It does not wait.
        case none
        /// For the end of the turn under way, or the next one if none is.
        case current
        /// For the turn that waits behind the one under way.
        case next
    }

    var turn = Turn.none
    /// The predecessor is unreleased or parked.
    var isParked = false
}
