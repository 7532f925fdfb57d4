import Foundation
import GRDB
import SchedulerCore

@testable import JobStore

/// A folder of its own with a job store in it; gone with the last reference to it.
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

    /// Opens the store; every test that needs no power cut takes the faster way.
    func open(
        _ settings: JobSettings = JobSettings(), durability: JobStore.Durability = .normal,
        change: (inout JobStore.Options) -> Void = { _ in }
    ) throws -> JobStore {
        var options = JobStore.Options()
        options.durability = durability
        options.patienceMilliseconds = 200
        change(&options)
        return try JobStore(path: path, settings: settings, options: options)
    }

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

/// So many seconds after t = 0.
func second(_ count: Int64) -> Instant { Instant.zero + .seconds(count) }

extension StoreFolder {
    /// The store again as its process's next one finds it.
    static func reopened(_ store: JobStore) throws -> JobStore {
        store.session.with { $0 = JobStore.Session() }
        return try JobStore(path: store.path, settings: store.settings, options: store.options)
    }
}

extension JobStore {
    /// Asks the store's own connection.
    func ask(_ sql: String) throws -> String? {
        try queue.inDatabase { try String.fetchOne($0, sql: sql) }
    }
}
