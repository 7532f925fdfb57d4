import SchedulerCore

/// Where jobs outlive their process. It only stores: what becomes of a job is the core's decision.
///
/// `open` is called once, `write` from one thread at a time, never under the scheduler's lock.
public protocol DurableJobs: Sendable {
    /// Takes the store over for this process and reads all of it; `epoch` is the date of t = 0 in nanoseconds since
    /// 1970-01-01T00:00:00Z. Throws where another living process has it or it cannot be read.
    func open(epoch: Int64) throws -> StoredJobs
    /// Makes all changes, in order, or none; when it returns they outlive the process. After it threw, the same
    /// changes come again later, with others behind them.
    func write(_ changes: [JobChange]) throws
    /// Gives the store free for others.
    func close()
}

/// The content of a job store.
public struct StoredJobs: Hashable, Sendable {
    /// The rows, by id. Those marked as running were lost with an earlier process.
    public var jobs: [Job]
    /// The dead letters, in the order in which they died.
    public var dead: [DeadLetter]
    /// The number of the next job, more than any that was given.
    public var nextNumber: Int64

    /// A content as given; empty unless told otherwise.
    public init(jobs: [Job] = [], dead: [DeadLetter] = [], nextNumber: Int64 = 1) {
        (self.jobs, self.dead, self.nextNumber) = (jobs, dead, nextNumber)
    }
}

/// One change of a job store.
public enum JobChange: Hashable, Sendable {
    /// The row with this number is now so: enqueued, begun (its run counted), or to be tried again. A dead letter with
    /// this number is none any more.
    case put(Job)
    /// The row is gone: done or removed. So is a dead letter with this number.
    case remove(JobID)
    /// The row is gone, and now a dead letter.
    case bury(DeadLetter)
}
