/// What a job store holds.
public struct StoredJobs: Hashable, Sendable {
    /// The rows, by id. Those marked as running were lost with an earlier process.
    public var jobs: [Job]
    /// The dead letters, in the order in which they died.
    public var dead: [DeadLetter]
    /// The number of the next job, more than any that was given.
    public var nextNumber: Int64

    /// Creates a content; empty by default.
    public init(jobs: [Job] = [], dead: [DeadLetter] = [], nextNumber: Int64 = 1) {
        (self.jobs, self.dead, self.nextNumber) = (jobs, dead, nextNumber)
    }

    /// What a queue holds now. O(rows).
    public init(_ queue: JobQueue) {
        self.init(jobs: queue.list, dead: queue.deadLetters, nextNumber: queue.nextNumber)
    }
}

/// One change of the rows, for a job store to repeat.
public enum JobChange: Hashable, Sendable {
    /// The row with this number is now so: enqueued, begun (its run counted), or to be retried. A dead letter with
    /// this number is none any more.
    case put(Job)
    /// The row is gone: done or removed. So is a dead letter with this number.
    case remove(JobID)
    /// The row is gone, and now a dead letter.
    case deadLetter(DeadLetter)

    /// Whose row.
    public var id: JobID {
        switch self {
        case .put(let job): job.id
        case .remove(let id): id
        case .deadLetter(let letter): letter.job.id
        }
    }
}

/// What is wrong with a job that was handed in.
public enum JobFault: UInt8, Hashable, BitwiseCopyable, CaseIterable, Sendable {
    /// Its task or its queue has no name.
    case emptyName
    /// A name, the data or the key contains NUL, where a store's text would end.
    case nul
    /// Its data is not a JSON object.
    case notObject
}

extension Job {
    /// The same with its numbers cut to what a queue can hold.
    var bounded: Job {
        var job = self
        job.id.number = min(max(1, id.number), JobQueue.maximumNumber)
        job.place = min(max(-JobQueue.maximumNumber, place), JobQueue.maximumNumber)
        job.attempts = min(max(0, attempts), JobQueue.maximumAttempts)
        job.forgiven = min(max(0, forgiven), job.attempts)
        return job
    }
}

extension JobSpec {
    /// What keeps it from being taken in; nil if nothing does. That its data is a JSON object is for its giver to
    /// see to. O(bytes).
    public var fault: JobFault? {
        if task.isEmpty || queue.isEmpty { return .emptyName }
        for text in [task, queue, data, uniqueKey ?? ""] where text.utf8.contains(0) { return .nul }
        return nil
    }
}
