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

/// How an attempt ended.
public enum Outcome: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    /// It succeeded.
    case success
    /// It failed and may be retried.
    case fail
    /// It failed and must not be retried.
    case critical
    /// The attempt, its task or its process was ended from outside.
    case cancelled
    /// It exceeded its own limit.
    case timedOut
}

/// How a task's last ended turn counts for its successors.
public enum TurnResult: UInt8, BitwiseCopyable, CaseIterable, Stored {
    /// No turn has ended in this process.
    case none
    /// Its last attempt succeeded.
    case success
    /// Its last attempt failed, and no retry was left.
    case failed
    /// An attempt failed for good.
    case critical
    /// Its last attempt exceeded its timeout, and no retry was left.
    case timedOut
    /// It was cancelled by a command, or its task was destroyed before it started.
    case cancelled
    /// It ended without a run: a predecessor did not succeed, its task was paused, or an earlier run was still under way.
    case skipped
    /// Its date, or an event that occurs once, passed without a run.
    case missed

    /// The result of a run whose last attempt ended with this outcome.
    public init(_ outcome: Outcome) {
        switch outcome {
        case .success: self = .success
        case .fail: self = .failed
        case .critical: self = .critical
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        }
    }

    /// Whether it ran and did not succeed.
    var isFailure: Bool {
        switch self {
        case .failed, .critical, .timedOut: true
        case .none, .success, .cancelled, .skipped, .missed: false
        }
    }
}

/// Slots for runs: free slots are reused, so the table is as long as the most runs that ever existed at once.
struct RunSlots: Stored {
    private var runs: [Run] = []
    /// The slot that was freed last, or -1; each free slot knows the one freed before it.
    private var firstFree: Int32 = -1
    private var liveCount = 0
    private(set) var nextRelease: Int64 = 0

    @inline(__always)
    subscript(slot: Int32) -> Run {
        get { runs[Int(slot)] }
        _modify { yield &runs[Int(slot)] }
    }

    var isEmpty: Bool { liveCount == 0 }

    /// Makes room for `count` more runs, all at once.
    mutating func reserve(_ count: Int) {
        if runs.capacity < liveCount + count { runs.reserveCapacity(max(liveCount + count, 2 * runs.capacity)) }
    }

    /// Puts a run into a slot, and gives it its release number.
    @inline(__always)
    mutating func add(_ run: Run) -> Int32 {
        var run = run
        run.sequence = nextRelease
        let slot = firstFree >= 0 ? firstFree : Int32(runs.count)
        if firstFree >= 0 {
            firstFree = runs[Int(slot)].nextFree
            runs[Int(slot)] = run
        } else {
            runs.append(run)
        }
        nextRelease += 1
        liveCount += 1
        return slot
    }

    /// Whether each slot is free once or has a run of a task in a lane.
    func isSound(tasks: Int, lanes: Int) -> Bool {
        let freeCount = runs.count { $0.phase == .free }
        var (slot, passed) = (firstFree, 0)
        while runs.indices.contains(Int(slot)), runs[Int(slot)].phase == .free, passed < freeCount {
            slot = runs[Int(slot)].nextFree
            passed += 1
        }
        return slot == -1 && passed == freeCount && liveCount == runs.count - freeCount
            && runs.allSatisfy { $0.phase == .free || $0.isSound(tasks: tasks, lanes: lanes) }
            && (0...Scheduler.Checkpoint.maximumCount).contains(nextRelease)
    }

    /// The turn of the run in a slot is over.
    mutating func free(_ slot: Int32) {
        runs[Int(slot)].free(before: firstFree)
        firstFree = slot
        liveCount -= 1
    }

    /// The slot of a run; nil if its turn is over, or it never existed.
    func slot(of id: RunID) -> Int32? {
        guard id.sequence >= 0, runs.indices.contains(Int(id.slot)), runs[Int(id.slot)].sequence == id.sequence
        else { return nil }
        return id.slot
    }

    /// Whether a run that has not ended satisfies `condition`. O(slots).
    func contains(_ condition: (Run) -> Bool) -> Bool {
        !isEmpty && runs.contains { $0.phase != .free && condition($0) }
    }

    /// The slots of runs that have not ended and satisfy `condition`, in release order. O(slots + found log found).
    func live(_ condition: (Run) -> Bool) -> [Int32] {
        if isEmpty { return [] }
        return runs.indices.filter { runs[$0].phase != .free && condition(runs[$0]) }
            .sorted { runs[$0].sequence < runs[$1].sequence }.map { Int32($0) }
    }

    /// All runs are gone with their process; release numbers continue.
    mutating func removeAll() {
        runs = []
        firstFree = -1
        liveCount = 0
    }
}
