import Foundation
import SchedulerCore
import Testing

@testable import JobStore

/// Rows of EDQueue 0.7, imported.
@Suite struct EDQueueFileTests {
    private static let table = """
        CREATE TABLE IF NOT EXISTS queue (id INTEGER PRIMARY KEY, task TEXT NOT NULL, data TEXT NOT NULL,
        attempts INTEGER DEFAULT 0, stamp STRING DEFAULT (strftime('%s','now')) NOT NULL, udef_1 TEXT, udef_2 TEXT);
        """
    private static let insert = "INSERT INTO queue (id, task, data, attempts, stamp) VALUES "

    private func folder(_ rows: String) throws -> StoreFolder {
        let folder = try StoreFolder()
        try folder.run(Self.table + Self.insert + rows, on: "old.db")
        return folder
    }

    @Test("Rows are imported in their order, with attempts and stamp; the old file is only read")
    func taken() throws {
        let folder = try folder(
            #"(7, 'nyancat', '{"foo":"bar"}', 2, '1448874313'), (3, 'success', '{}', 0, 1448874300)"#)
        let before = try folder.bytes("old.db")
        let store = try folder.open()
        try store.apply([.put(row(1, task: "own"))])
        #expect(try store.take(EDQueueFile(folder.file("old.db"))) == [JobID(2), JobID(3)])
        let jobs = try store.load().jobs
        #expect(jobs.map(\.id) == [JobID(1), JobID(2), JobID(3)])
        #expect(jobs.map(\.spec.task) == ["own", "success", "nyancat"])
        #expect(jobs.map(\.spec.data) == ["{}", "{}", #"{"foo":"bar"}"#])
        #expect(jobs.map(\.attempts) == [0, 0, 2])
        #expect(jobs[2].enqueuedAt == second(1_448_874_313))
        #expect(try folder.bytes("old.db") == before)
    }

    @Test("While an app uses the store, nothing is imported and nothing is changed")
    func locked() throws {
        let folder = try folder("(1, 'a', '{}', 0, 1)")
        let app = try folder.open()
        try app.apply([.put(row(1, task: "own"))])
        #expect(throws: JobStoreError.locked) { try folder.open().take(EDQueueFile(folder.file("old.db"))) }
        #expect(try app.load().jobs.map(\.spec.task) == ["own"])
    }

    @Test("EDQueue's order is kept, fewest attempts first, and the runs that were count")
    func order() throws {
        let folder = try folder("(3, 'twice', '{}', 2, 5), (4, 'fresh', '{}', 0, 4), (9, 'once', '{}', 1, 3)")
        let store = try folder.open()
        _ = try store.take(EDQueueFile(folder.file("old.db")))
        var settings = JobSettings()
        settings.failedStaysAtHead = true
        var queue = JobQueue(settings: settings)
        queue.load(try store.load(), at: second(0))
        _ = queue.processBegan(at: second(0))
        _ = queue.start()
        var ran: [String] = []
        while case .began(let run, let job)? = queue.step(at: second(0)) {
            ran.append("\(job.spec.task) \(run.attempt)")
            _ = queue.finish(run, .fail, at: second(0))
        }
        #expect(
            ran == [
                "fresh 1", "fresh 2", "fresh 3", "fresh 4", "once 2", "once 3", "once 4", "twice 3", "twice 4",
            ])
    }

    @Test("What was in a broken transaction, or only in the log, is read as EDQueue would; the files stay as they are")
    func hotJournal() throws {
        let folder = try folder("(1, 'a', '{}', 0, 1)")
        try folder.run("PRAGMA journal_mode = WAL", on: "old.db")
        let old = try folder.keep("old.db", Self.insert + "(2, 'b', '{}', 0, 1)")
        let before = [try folder.bytes("old.db"), try folder.bytes("old.db-wal")]
        #expect(try EDQueueFile(folder.file("old.db")).count == 2)
        #expect([try folder.bytes("old.db"), try folder.bytes("old.db-wal")] == before)
        withExtendedLifetime(old) {}
    }

    @Test(
        "A file that is not an EDQueue store, or has an unusable row, is refused; nothing is imported or changed",
        arguments: [
            ("CREATE TABLE notes (text TEXT)", "it has no table named queue"),
            ("CREATE TABLE queue (id INTEGER PRIMARY KEY, task TEXT)", "its table queue has no column data"),
            (
                "CREATE TABLE t (x); CREATE VIEW queue AS SELECT 1 AS id, '' AS task FROM t",
                "it has no table named queue"
            ),
            (table + insert + "(1, 'a', '{}', 0, 1), (2, '', '{}', 0, 1)", "row 2: it has no task"),
            (table + insert + "(1, 'a', '[1]', 0, 1)", "row 1: its data is not a JSON object"),
            (table + insert + "(1, 'a', 'x', 0, 1)", "row 1: its data is not a JSON object"),
            (table + insert + "(1, CAST(x'6100' AS TEXT), '{}', 0, 1)", "row 1: it contains NUL"),
            (
                table + insert + "(1, 'a', '{}', \(Int64.max), 1)", "row 1: its number of attempts exceeds the limit"
            ),
            (table + insert + "(1, 'a', '{}', -1, 1)", "row 1: its number of attempts exceeds the limit"),
        ])
    func refused(sql: String, why: String) throws {
        let folder = try StoreFolder()
        try folder.run(sql, on: "old.db")
        let before = try folder.bytes("old.db")
        #expect(throws: JobStoreError.notEDQueue(why)) { try EDQueueFile(folder.file("old.db")) }
        #expect(try folder.bytes("old.db") == before)
    }

    @Test("A file that is not from SQLite is refused as such")
    func noDatabase() throws {
        let folder = try StoreFolder()
        #expect(throws: JobStoreError.missing) { try EDQueueFile(folder.file("absent.db")) }
        mkfifo(folder.file("pipe"), 0o600)
        #expect(throws: JobStoreError.cannotOpen) { try EDQueueFile(folder.file("pipe")) }
        try folder.open().apply([.put(row(1))])
        #expect(throws: JobStoreError.notEDQueue("it is a taskscope job store")) { try EDQueueFile(folder.path) }
    }
}
