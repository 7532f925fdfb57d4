import Foundation
import GRDB
import SchedulerCore

/// The rows of a store of EDQueue 0.7: table `queue` (id, task, data, attempts, stamp, udef_1, udef_2).
public struct EDQueueFile: Sendable {
    /// A row of EDQueue.
    fileprivate struct OldRow: Sendable {
        var task: String
        var data: String
        var attempts: Int
        /// Nanoseconds since 1970; 0 if it is not a number.
        var stamp: Int64
    }

    /// In the order in which EDQueue would run them.
    fileprivate let rows: [OldRow]

    /// How many rows it holds.
    public var count: Int { rows.count }

    /// Reads the file at `path` without changing it: a copy is opened, as SQLite would finish a broken transaction in
    /// it. Throws if it is not a store of EDQueue, or if a row cannot be run. O(file).
    public init(_ path: String) throws(JobStoreError) {
        guard try StoreFile.status(path) != nil else { throw .missing }
        do {
            rows = try Self.copied(path) { copy in try copy.read(Self.rows) }
        } catch {
            throw JobStoreError(error)
        }
    }

    private static func copied<Value>(_ path: String, _ body: (DatabaseQueue) throws -> Value) throws -> Value {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent("edqueue-" + UUID().uuidString)
        try files.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(at: folder) }
        let copy = folder.appendingPathComponent("copy").path
        for suffix in ["", "-journal", "-wal"] where files.fileExists(atPath: path + suffix) {
            try files.copyItem(atPath: path + suffix, toPath: copy + suffix)
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
        }
        let queue = try DatabaseQueue(path: copy)
        defer { try? queue.close() }
        return try body(queue)
    }

    private static func rows(_ database: Database) throws -> [OldRow] {
        do {
            let what = try Schema.judge(database) ? "it is a taskscope job store" : "it is empty"
            throw JobStoreError.notEDQueue(what)
        } catch JobStoreError.foreign {}
        let table =
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND lower(name) = 'queue' AND sql LIKE 'CREATE TABLE%'"
        guard try Int.fetchOne(database, sql: table) != nil else {
            throw JobStoreError.notEDQueue("it has no table named queue")
        }
        let columns = try Set(database.columns(in: "queue").map { $0.name.lowercased() })
        for name in ["id", "task", "data", "attempts", "stamp"] where !columns.contains(name) {
            throw JobStoreError.notEDQueue("its table queue has no column \(name)")
        }
        let sql = """
            SELECT CAST(id AS INTEGER), CAST(task AS TEXT), CAST(coalesce(data, '{}') AS TEXT),
            CAST(coalesce(attempts, 0) AS INTEGER),
            CASE WHEN typeof(stamp) IN ('integer', 'real') THEN CAST(stamp AS INTEGER) ELSE 0 END,
            instr(CAST(task || data AS BLOB), x'00') > 0
            FROM queue ORDER BY CAST(coalesce(attempts, 0) AS INTEGER), id
            """
        return try Row.fetchAll(database, sql: sql).map(oldRow)
    }

    private static func oldRow(_ row: Row) throws -> OldRow {
        let id = try row.decode(Int64.self, atIndex: 0)
        let task = try row.decode(String?.self, atIndex: 1) ?? ""
        let data = try row.decode(String.self, atIndex: 2)
        let attempts = try row.decode(Int.self, atIndex: 3)
        func refused(_ why: String) -> JobStoreError { .notEDQueue("row \(id): \(why)") }
        guard !task.isEmpty else { throw refused("it has no task") }
        guard try row.decode(Bool?.self, atIndex: 5) != true else { throw refused("it contains NUL") }
        let value = try? JSONSerialization.jsonObject(with: Data(data.utf8))
        guard value is [String: Any] else { throw refused("its data is not a JSON object") }
        guard (0...JobQueue.maximumAttempts).contains(attempts) else {
            throw refused("its number of attempts exceeds the limit")
        }
        let seconds = try row.decode(Int64.self, atIndex: 4)
        let (stamp, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return OldRow(task: task, data: data, attempts: attempts, stamp: isTooLarge ? 0 : stamp)
    }
}

extension JobStore {
    /// Appends all rows to its own, in EDQueue's order, in one transaction. Attempts and enqueue times
    /// are kept; ids are new, as EDQueue reused its own. Returns the new ids.
    public func take(_ old: EDQueueFile) throws(JobStoreError) -> [JobID] {
        let stored = try load()
        var place = stored.jobs.map(\.place).max() ?? 0
        var number = stored.nextNumber
        guard number <= JobQueue.maximumNumber - Int64(old.count), place <= JobQueue.maximumNumber - Int64(old.count),
            stored.jobs.count + old.count <= JobQueue.maximumJobs
        else { throw .full }
        let jobs = old.rows.map { row in
            defer { (place, number) = (place + 1, number + 1) }
            // Ready from the first instant, whatever date that is.
            return Job(
                id: JobID(number), spec: JobSpec(task: row.task, data: row.data), attempts: row.attempts,
                enqueuedAt: instant(row.stamp), due: min(instant(row.stamp), instant(0)), place: place + 1)
        }
        try apply(jobs.map(JobChange.put))
        return jobs.map(\.id)
    }
}
