import Foundation
import SchedulerCore
import Testing

@testable import JobStore

/// Files that must not be used: one error each, and the file is as it was.
@Suite struct BadStoreTests {
    /// A way to spoil a file, and what the store says of it.
    struct Spoiled: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let error: JobStoreError
        var access = JobStore.Access.create
        let spoil: @Sendable (StoreFolder) throws -> Void

        static let all = [
            Spoiled(testDescription: "text", error: .notDatabase) {
                try Data("hello, this is not a database, and it is longer than a header is, ".utf8).write(
                    to: URL(fileURLWithPath: $0.path))
            },
            Spoiled(testDescription: "a few bytes", error: .notDatabase) {
                try Data("SQLite".utf8).write(to: URL(fileURLWithPath: $0.path))
            },
            Spoiled(testDescription: "a folder", error: .cannotOpen) {
                try FileManager.default.createDirectory(atPath: $0.path, withIntermediateDirectories: false)
            },
            Spoiled(testDescription: "somebody else's database", error: .foreign) {
                try $0.run("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')")
            },
            Spoiled(testDescription: "another program's database", error: .foreign) {
                try $0.run("PRAGMA application_id = 7; CREATE TABLE job (id INTEGER PRIMARY KEY)")
            },
            Spoiled(testDescription: "a newer schema", error: .newerSchema(found: 99, known: Schema.version)) {
                _ = try $0.open().enqueue(JobSpec(task: "a"), at: second(0))
                try $0.run("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
            },
            Spoiled(testDescription: "nothing there", error: .missing, access: .existing) { _ in },
            Spoiled(testDescription: "an empty file, to be read", error: .foreign, access: .read) {
                try Data().write(to: URL(fileURLWithPath: $0.path))
            },
        ]
    }

    @Test("It is refused and left as it is", arguments: Spoiled.all)
    func refused(file: Spoiled) throws {
        let folder = try StoreFolder()
        try file.spoil(folder)
        let before = try? folder.bytes()
        #expect(throws: file.error) { try folder.open { $0.access = file.access } }
        #expect((try? folder.bytes()) == before)
        #expect(!file.error.description.contains("\n") && !file.error.description.isEmpty)
    }

    @Test("A damaged file is refused where the whole file is looked through")
    func unsound() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        _ = try store.enqueue((0..<200).map { JobSpec(task: "task \($0)", uniqueKey: "\($0)") }, at: second(0))
        _ = try store.ask("PRAGMA wal_checkpoint(TRUNCATE)")
        try store.close()
        var bytes = try folder.bytes()
        let places = bytes.indices.filter { $0 > 8192 && bytes[$0...].starts(with: Data("task 77".utf8)) }
        let place = try #require(places.first)
        bytes[(place - 40)..<(place + 10)] = Data(repeating: 0xA5, count: 50)
        try bytes.write(to: URL(fileURLWithPath: folder.path))
        #expect {
            try folder.open { $0.checksIntegrity = true }
        } throws: { error in
            guard case .unsound(let finding)? = error as? JobStoreError else { return false }
            return !finding.isEmpty
        }
        #expect(try folder.bytes() == bytes)
    }

    @Test("A file that another process holds is locked; afterwards all is well")
    func locked() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        try other.queue.inDatabase { database in
            try database.inTransaction(.immediate) {
                #expect(throws: JobStoreError.locked) { try store.enqueue(JobSpec(task: "a"), at: second(0)) }
                return .rollback
            }
        }
        #expect(try store.enqueue(JobSpec(task: "a"), at: second(0)) == JobID(1))
    }

    @Test("No room left: the call fails, what was acknowledged stays, and the file is sound")
    func full() throws {
        let folder = try StoreFolder()
        let store = try folder.open(durability: .full)
        _ = try store.ask("PRAGMA max_page_count = 24")
        var acknowledged: [JobID] = []
        let data = String(repeating: "x", count: 900)
        #expect(throws: JobStoreError.full) {
            for _ in 0..<500 { acknowledged.append(try store.enqueue(JobSpec(task: "a", data: data), at: second(0))) }
        }
        #expect(acknowledged.count > 20)
        #expect(try store.list().map(\.id) == acknowledged)
        try store.checkIntegrity()
        let run = try #require(try store.claim(at: second(0)))
        guard case .accounted = try store.finish(run.run, .success, at: second(0)) else { throw JobStoreError.changed }
    }

    #if os(Linux)
        @Test("A disk without room: the call fails, what was acknowledged is there", .enabled(if: SmallDisk.isPossible))
        func smallDisk() throws {
            let disk = try #require(SmallDisk(kilobytes: 512))
            let path = disk.folder + "/jobs.sqlite"
            let store = try JobStore(path: path)
            var acknowledged: [JobID] = []
            let data = String(repeating: "x", count: 900)
            #expect(throws: JobStoreError.full) {
                for _ in 0..<2_000 {
                    acknowledged.append(try store.enqueue(JobSpec(task: "a", data: data), at: second(0)))
                }
            }
            #expect(acknowledged.count > 20)
            #expect(try store.list().map(\.id) == acknowledged)
            try store.checkIntegrity()
        }

        @Test("A read-only disk: one error, the file unharmed", .enabled(if: SmallDisk.isPossible))
        func readOnlyDisk() throws {
            let disk = try #require(SmallDisk(kilobytes: 1_024))
            let path = disk.folder + "/jobs.sqlite"
            let store = try JobStore(path: path)
            _ = try store.enqueue(JobSpec(task: "a"), at: second(0))
            try store.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(disk.makeReadOnly())
            #expect(throws: JobStoreError.readOnly) { try JobStore(path: path) }
            var options = JobStore.Options()
            options.access = .read
            #expect(throws: JobStoreError.readOnly) { try JobStore(path: path, options: options) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    #endif

    @Test("EDQueue's rows are taken over in their order, with their attempts; the old file is only read")
    func edqueue() throws {
        let folder = try StoreFolder()
        try folder.run(
            """
            CREATE TABLE IF NOT EXISTS queue (id INTEGER PRIMARY KEY, task TEXT NOT NULL, data TEXT NOT NULL,
            attempts INTEGER DEFAULT 0, stamp STRING DEFAULT (strftime('%s','now')) NOT NULL, udef_1 TEXT, udef_2 TEXT);
            INSERT INTO queue (id, task, data, attempts, stamp) VALUES
            (7, 'nyancat', '{"foo":"bar"}', 2, '1448874313'), (3, 'success', '{}', 0, 1448874300);
            """, on: "edqueue_0.5.0d.db")
        let before = try folder.bytes("edqueue_0.5.0d.db")
        let store = try folder.open()
        let kept = try store.enqueue(JobSpec(task: "own"), at: second(0))
        #expect(try store.importEDQueue(folder.file("edqueue_0.5.0d.db")) == [JobID(2), JobID(3)])
        let jobs = try store.list()
        #expect(jobs.map(\.id) == [kept, JobID(2), JobID(3)])
        #expect(jobs.map(\.spec.task) == ["own", "success", "nyancat"])
        #expect(jobs.map(\.spec.data) == ["{}", "{}", #"{"foo":"bar"}"#])
        #expect(jobs.map(\.attempts) == [0, 0, 2])
        #expect(jobs[2].enqueuedAt == second(1_448_874_313))
        #expect(try folder.bytes("edqueue_0.5.0d.db") == before)
    }

    @Test(
        "What is no EDQueue store is refused, and nothing is taken in",
        arguments: [
            "CREATE TABLE notes (text TEXT)", "CREATE TABLE queue (id INTEGER PRIMARY KEY, task TEXT)",
        ])
    func notEDQueue(sql: String) throws {
        let folder = try StoreFolder()
        try folder.run(sql, on: "old.db")
        let store = try folder.open()
        #expect {
            try store.importEDQueue(folder.file("old.db"))
        } throws: { error in
            guard case .notEDQueue? = error as? JobStoreError else { return false }
            return true
        }
        #expect(throws: JobStoreError.missing) { try store.importEDQueue(folder.file("absent.db")) }
        #expect(try store.list() == [])
    }
}
