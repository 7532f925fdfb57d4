/// What the scheduler has to come back for, besides ticks.
struct Deadline: Comparable, Sendable {
    /// The kinds, in the order in which they are served at one instant.
    enum Kind: UInt8, Sendable {
        /// The attempt of a run passes its limit.
        case timeout
        /// The run of a job passes the limit of its handler.
        case jobTimeout
        /// The pause of a lane's place is over.
        case gap
        /// The delay before a run's next attempt is over.
        case retry
        /// Lane `afterLaunch` opens.
        case openAfterLaunch
    }

    var time: Instant
    var kind: Kind
    /// Whose: a run, of which a timeout and a retry count for one attempt alone.
    var run = RunID(slot: -1, sequence: -1)
    var attempt: Int32 = 0
    /// Which lane's gap.
    var lane: LaneID = .main
    /// The number of a job.
    var token: Int64 = 0
    fileprivate var insertion: Int64 = 0

    /// At `time`, for what `kind` says.
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

/// Deadlines by time. Insert and removal of the first cost O(log n).
///
/// Those of attempts that have ended stay until they are due, or until they may be most of all: then they are swept out.
struct DeadlineQueue: Sendable {
    private static let allowedDead = 64

    private var heap = Heap<Deadline>()
    private var nextInsertion: Int64 = 0
    private var dead = 0

    /// The instant of the first one, whether or not it still means anything.
    var firstTime: Instant { heap.first?.time ?? .distantFuture }

    mutating func insert(_ deadline: Deadline) {
        var deadline = deadline
        deadline.insertion = nextInsertion
        nextInsertion += 1
        heap.insert(deadline)
    }

    /// Takes out the first one if it is due at `now`.
    mutating func popDue(at now: Instant) -> Deadline? {
        firstTime <= now ? heap.popFirst() : nil
    }

    /// Whether one of them satisfies `condition`. O(n).
    func contains(where condition: (Deadline) -> Bool) -> Bool {
        heap.all.contains(where: condition)
    }

    /// One of them no longer means anything; `isLive` tells which do. O(1) amortised.
    mutating func retire(isLive: (Deadline) -> Bool) {
        dead += 1
        guard dead > Self.allowedDead, dead * 2 > heap.count else { return }
        heap.removeAll { !isLive($0) }
        dead = 0
    }

    /// Forgets everything.
    mutating func removeAll() {
        heap.removeAll()
        dead = 0
    }
}
