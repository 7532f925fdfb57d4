import Foundation
import JobStore
import SchedulerCore
import TaskKit

/// Jobs of a live scheduler in one SQLite file, which `taskscope jobs` can inspect meanwhile.
///
/// One process at a time uses a file. A run that its process did not live to report was counted; the next process
/// reports it as lost. `@unchecked Sendable`: the store is only touched while the lock is held.
public final class JobFile: DurableJobs, @unchecked Sendable {
    private let path: String
    private let durability: JobStore.Durability
    private let lock = NSLock()
    private var store: JobStore?

    /// The file at `path`, created if there is none when the scheduler starts. `normal` survives the process's end, `full`
    /// also a power failure.
    public init(_ path: String, durability: JobStore.Durability = .full) {
        (self.path, self.durability) = (path, durability)
    }

    /// Opens the file and claims it. Throws a `JobStoreError` if it is not a job store or another process uses it.
    public func open(epoch: Int64) throws -> StoredJobs {
        var options = JobStore.Options()
        options.epoch = epoch
        options.durability = durability
        let opened = try JobStore(path: path, options: options)
        let content = try opened.load()
        lock.withLock { store = opened }
        return content
    }

    /// One transaction.
    public func write(_ changes: [JobChange]) throws {
        guard let store = lock.withLock({ store }) else { throw JobStoreError.missing }
        try store.apply(changes)
    }

    /// Whether the disk is full or another program has a transaction.
    public func isPassing(_ error: any Error) -> Bool { (error as? JobStoreError)?.isPassing ?? false }

    /// Releases the file for another process.
    public func close() {
        lock.withLock { store = nil }
    }
}
