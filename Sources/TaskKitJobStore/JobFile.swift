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
    private let isShared: Bool
    private let lock = NSLock()
    private var store: JobStore?
    private var epoch: Int64 = 0
    /// What it held when it was given back.
    private var givenBack: StoredJobs?

    /// The file at `path`, created if there is none when the scheduler starts. `normal` survives the process's end, `full`
    /// also a power failure.
    ///
    /// - Parameter isShared: whether the file is in a folder that the app shares with its extensions, an app group's
    ///   container. Then it is released before the system suspends the app, which iOS would kill otherwise (0xdead10cc).
    public init(_ path: String, durability: JobStore.Durability = .full, isShared: Bool = false) {
        (self.path, self.durability, self.isShared) = (path, durability, isShared)
    }

    /// Opens the file and claims it. Throws a `JobStoreError` if it is not a job store or another process uses it.
    public func open(epoch: Int64) throws -> StoredJobs {
        try lock.withLock {
            self.epoch = epoch
            let opened = try makeStore()
            let content = try opened.load()
            store = opened
            return content
        }
    }

    /// One transaction.
    public func write(_ changes: [JobChange]) throws {
        let claimed = try lock.withLock { try store ?? reclaim() }
        try claimed.apply(changes)
    }

    /// Whether the disk is full or another program has a transaction.
    public func isPassing(_ error: any Error) -> Bool { (error as? JobStoreError)?.isPassing ?? false }

    /// Releases the file for another process.
    public func close() {
        lock.withLock { (store, givenBack) = (nil, nil) }
    }

    /// Releases a shared file until the next write, which finds it as it was left or fails.
    public func giveBack() {
        lock.withLock {
            guard isShared, let store, let content = try? store.load() else { return }
            (givenBack, self.store) = (content, nil)
        }
    }

    private func makeStore() throws -> JobStore {
        var options = JobStore.Options()
        (options.epoch, options.durability) = (epoch, durability)
        return try JobStore(path: path, options: options)
    }

    /// Claims the file again. What another process did to the jobs meanwhile would be undone.
    private func reclaim() throws -> JobStore {
        guard let givenBack else { throw JobStoreError.missing }
        let opened = try makeStore()
        guard try opened.load() == givenBack else { throw JobStoreError.changed }
        (store, self.givenBack) = (opened, nil)
        return opened
    }
}
