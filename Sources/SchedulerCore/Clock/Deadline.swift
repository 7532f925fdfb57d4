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
