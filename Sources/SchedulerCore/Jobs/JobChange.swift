/// What a job store holds.
public struct StoredJobs: Hashable, Sendable {
    /// The rows, by id. Those marked as running were lost with an earlier process.
    public var jobs: [Job]
    /// The dead letters, in the order in which they died.
    public var dead: [DeadLetter]
    /// The number of the next job, greater than any before.
    public var nextNumber: Int64

    /// Creates the contents; empty by default.
    public init(jobs: [Job] = [], dead: [DeadLetter] = [], nextNumber: Int64 = 1) {
        (self.jobs, self.dead, self.nextNumber) = (jobs, dead, nextNumber)
    }

    /// What a queue holds now. O(rows).
    public init(_ queue: JobQueue) {
        self.init(jobs: queue.list, dead: queue.deadLetters, nextNumber: queue.nextNumber)
    }
}

/// One change of the rows, for a job store to apply.
public enum JobChange: Hashable, Stored {
    /// The new state of a row: enqueued, begun (its run counted), or to be retried. A dead letter with
    /// this number no longer exists.
    case put(Job)
    /// The row is gone: done or removed. So is a dead letter with this number.
    case remove(JobID)
    /// The row is gone and is now a dead letter.
    case deadLetter(DeadLetter)

    /// The job of the row.
    public var id: JobID {
        switch self {
        case .put(let job): job.id
        case .remove(let id): id
        case .deadLetter(let letter): letter.job.id
        }
    }
}
