import Foundation
import GRDB
import SchedulerCore

@testable import JobStore

/// A temporary folder with a job store in it, removed with the last reference to it.
final class StoreFolder: Sendable {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("jobs-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { file("jobs.sqlite") }

    func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func bytes(_ name: String = "jobs.sqlite") throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(name))
    }

    func write(_ bytes: Data, to name: String) throws {
        try bytes.write(to: folder.appendingPathComponent(name))
    }

    /// Opens the store; every test that needs no power cut takes the faster way.
    func open(
        durability: JobStore.Durability = .normal, change: (inout JobStore.Options) -> Void = { _ in }
    ) throws -> JobStore {
        var options = JobStore.Options()
        options.durability = durability
        options.patienceMilliseconds = 200
        change(&options)
        return try JobStore(path: path, options: options)
    }

    /// What a process that only reads sees.
    func content() throws -> StoredJobs { try open { $0.access = .read }.load() }

    /// Asks the file itself, past the store.
    func ask(_ sql: String, of name: String = "jobs.sqlite") throws -> String? {
        try DatabaseQueue(path: file(name)).read { try String.fetchOne($0, sql: sql) }
    }

    /// Runs SQL on a file, past the store.
    func run(_ sql: String, on name: String = "jobs.sqlite") throws {
        let queue = try DatabaseQueue(path: file(name))
        try queue.inDatabase { try $0.execute(sql: sql) }
        try queue.close()
    }
}

/// This many seconds after t = 0.
func second(_ count: Int64) -> Instant { Instant.zero + .seconds(count) }

/// A row that waits.
func row(_ number: Int64, task: String = "a", data: String = "{}", key: String? = nil) -> Job {
    Job(
        id: JobID(number), spec: JobSpec(task: task, data: data, uniqueKey: key), enqueuedAt: second(0),
        due: second(0), place: number)
}

extension JobStore {
    /// Asks the store's own connection.
    func ask(_ sql: String) throws -> String? {
        try queue.inDatabase { try String.fetchOne($0, sql: sql) }
    }
}

extension StoreFolder {
    /// Runs SQL on a file and keeps it open, so that its log stays.
    func keep(_ name: String, _ sql: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: file(name))
        try queue.inDatabase { try $0.execute(sql: sql) }
        return queue
    }
}
