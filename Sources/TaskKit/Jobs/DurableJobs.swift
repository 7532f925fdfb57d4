import Foundation
import SchedulerCore

/// A store that keeps jobs across processes. It only stores: the core decides what happens to a job.
///
/// `open` is called once, `write` from one thread at a time, never under the scheduler's lock.
public protocol DurableJobs: Sendable {
    /// Claims the store for this process and reads all of it; `epoch` is the date of t = 0 in nanoseconds since
    /// 1970-01-01T00:00:00Z. Throws if another process is using the store, or if it cannot be read.
    func open(epoch: Int64) throws -> StoredJobs
    /// Makes all changes durable, in order, or none. After an error, the same changes are passed again later, followed
    /// by newer ones.
    func write(_ changes: [JobChange]) throws
    /// Whether the write that threw this error may succeed later by itself: the disk is full, or another program holds
    /// a lock. Any other error stops the queue.
    func isPassing(_ error: any Error) -> Bool
    /// Releases the store for others.
    func close()
    /// Releases the store until the next `write`, which claims it again: the system is about to suspend the process. On
    /// iOS it kills one that then holds a lock in a folder that it shares with other processes.
    func giveBack()
}

extension DurableJobs {
    /// Keeps the store.
    public func giveBack() {}
}

extension JobSpec {
    /// Whether its data is one JSON object, as a script's must be. O(bytes).
    var hasObject: Bool {
        if data == "{}" { return true }
        return (try? JSONSerialization.jsonObject(with: Data(data.utf8))) is [String: Any]
    }
}
