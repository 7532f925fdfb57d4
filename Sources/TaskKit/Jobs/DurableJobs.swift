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
    /// Whether the write that threw this may succeed later by itself: no room now, another program's lock. Any other
    /// error stops the queue.
    func isPassing(_ error: any Error) -> Bool
    /// Gives the store free for others.
    func close()
}
