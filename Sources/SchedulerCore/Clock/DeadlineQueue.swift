/// Deadlines by time. Insert and removal of the first cost O(log n).
///
/// Deadlines of ended attempts stay until they come first, or until they could be the majority: then they are
/// removed.
struct DeadlineQueue: Stored {
    private static let allowedDead = 64

    private var heap = Heap<Deadline>()
    private var nextInsertion: Int64 = 0
    private var dead = 0

    /// The first one, even if it is no longer live.
    var first: Deadline? { heap.first }
    /// The instant of the first one.
    var firstTime: Instant { heap.first?.time ?? .distantFuture }

    mutating func insert(_ deadline: Deadline) {
        var deadline = deadline
        deadline.insertion = nextInsertion
        nextInsertion += 1
        heap.insert(deadline)
    }

    /// Removes the first one, which is no longer live.
    mutating func dropFirst() { heap.popFirst() }

    /// Removes and returns the first one if it is due at `now`.
    mutating func popDue(at now: Instant) -> Deadline? {
        firstTime <= now ? heap.popFirst() : nil
    }

    /// Whether one of them satisfies `condition`. O(n).
    func contains(where condition: (Deadline) -> Bool) -> Bool {
        heap.all.contains(where: condition)
    }

    /// One of them is no longer live; `isLive` says which ones are. O(1) amortized.
    mutating func retire(isLive: (Deadline) -> Bool) {
        dead += 1
        guard dead > Self.allowedDead, dead * 2 > heap.count else { return }
        heap.removeAll { !isLive($0) }
        dead = 0
    }

    /// Whether each deadline is of a lane that exists.
    func isSound(lanes: Int) -> Bool {
        heap.all.allSatisfy { $0.lane.offset < lanes } && (0..<Int(Int32.max)).contains(dead)
            && (0...Scheduler.Checkpoint.maximumCount).contains(nextInsertion)
    }
}

/// A time at which the scheduler must act, besides ticks.
struct Deadline: Comparable, Stored {
    /// The kinds, in the order in which they are served at one instant.
    enum Kind: UInt8, Stored {
        /// The attempt of a run exceeds its limit.
        case timeout
        /// The run of a job exceeds the limit of its handler.
        case jobTimeout
        /// The pause of a place in a lane is over.
        case gap
        /// The delay before a run's next attempt is over.
        case retry
        /// Lane `afterLaunch` opens.
        case openAfterLaunch
    }

    var time: Instant
    var kind: Kind
    /// The run that it belongs to; a timeout or retry belongs to one attempt only.
    var run = RunID(slot: -1, sequence: -1)
    var attempt: Int32 = 0
    /// The lane of the gap.
    var lane: LaneID = .main
    /// The number of a job.
    var token: Int64 = 0
    /// The order in which deadlines were set.
    var insertion: Int64 = 0

    /// A deadline of this kind at `time`.
    init(_ kind: Kind, at time: Instant) {
        self.time = time
        self.kind = kind
    }

    /// The limit of a job's run.
    init(timeoutOf run: JobRunID, at time: Instant) {
        self.init(.jobTimeout, at: time)
        (token, attempt) = (run.job.number, run.attempt)
    }

    var jobRun: JobRunID { JobRunID(job: JobID(token), attempt: attempt) }

    /// Earlier time, then kind, then insertion.
    static func < (left: Deadline, right: Deadline) -> Bool {
        if left.time != right.time { return left.time < right.time }
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        return left.insertion < right.insertion
    }
}
