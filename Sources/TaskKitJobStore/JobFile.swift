import Foundation
import JobStore
import SchedulerCore
import TaskKit

/// Jobs of a live scheduler in one SQLite file, which `taskscope jobs` can look into meanwhile.
///
/// One process at a time works a file; what a process did not live to report was counted, and the next one reports it
/// as lost. `@unchecked Sendable`: the store is only touched while the lock is held.
public final class JobFile: DurableJobs, @unchecked Sendable {
    private let path: String
    private let durability: JobStore.Durability
    private let lock = NSLock()
    private var store: JobStore?

    /// The file at `path`, made if there is none when the scheduler starts. `normal` outlives the process, `full` a
    /// power cut, too.
    public init(_ path: String, durability: JobStore.Durability = .full) {
        (self.path, self.durability) = (path, durability)
    }

    /// Opens the file and takes it over. Throws a `JobStoreError`: it is not a job store, or another process works it.
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

    /// No room, or another program's transaction.
    public func isPassing(_ error: any Error) -> Bool { (error as? JobStoreError)?.isPassing ?? false }

    /// Gives the file free for another process.
    public func close() {
        lock.withLock { store = nil }
    }
}
