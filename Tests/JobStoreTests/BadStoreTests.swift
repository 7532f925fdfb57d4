import Foundation
import GRDB
import SchedulerCore
import Testing

@testable import JobStore

/// Files that must not be used: one error each, and the file is as it was.
@Suite struct BadStoreTests {
    /// A way to damage a file, and what the store says about it.
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
                try $0.open().apply([.put(row(1))])
                try $0.run("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
            },
            Spoiled(testDescription: "a pipe", error: .cannotOpen) { mkfifo($0.path, 0o600) },
            Spoiled(testDescription: "a pipe, to be read", error: .cannotOpen, access: .read) {
                mkfifo($0.path, 0o600)
            },
            Spoiled(testDescription: "a pipe in place of its log", error: .cannotOpen, access: .read) {
                try $0.open().apply([.put(row(1))])
                mkfifo($0.file("jobs.sqlite-wal"), 0o600)
            },
            altered("a trigger", "its trigger t was changed") {
                "CREATE TRIGGER t AFTER INSERT ON job BEGIN DELETE FROM job; END"
            },
            altered("a trigger, to be written", "its trigger t was changed", access: .existing) {
                "CREATE TRIGGER t AFTER INSERT ON job BEGIN DELETE FROM job; END"
            },
            altered("a view in place of the table", "its index job_death was changed") {
                "ALTER TABLE job RENAME TO other; CREATE VIEW job AS SELECT * FROM other"
            },
            altered("another table", "its table job was changed") {
                "ALTER TABLE job ADD COLUMN more TEXT"
            },
            altered("no table", "its index job_death is missing") { "DROP TABLE job" },
            altered("no index", "its index job_key is missing") { "DROP INDEX job_key" },
            altered("a number at the limit of a word", "job \(Int64.max): its number is out of range") {
                "UPDATE job SET id = \(Int64.max)"
            },
            altered("a count at the limit of a word", "job 1: its number of attempts is out of range") {
                "UPDATE job SET attempts = \(Int64.max)"
            },
            altered("a place at the limit of a word", "job 1: its place is out of range") {
                "UPDATE job SET place = \(Int64.max)"
            },
            altered("a next number at the limit of a word", "its next job number exceeds the limit") {
                "UPDATE sqlite_sequence SET seq = \(Int64.max)"
            },
            altered("a NUL in a key", "job 1 contains NUL") { "UPDATE job SET key = CAST(x'6100' AS TEXT)" },
            Spoiled(testDescription: "nothing there", error: .missing, access: .existing) { _ in },
            Spoiled(testDescription: "two names", error: .linked(2)) {
                try $0.open().apply([.put(row(1))])
                link($0.path, $0.file("other.sqlite"))
            },
            Spoiled(testDescription: "another program's database, with a log", error: .foreign) {
                try $0.run("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)")
                let other = try $0.keep("jobs.sqlite", "INSERT INTO notes VALUES ('mine')")
                // Its program is killed.
                for suffix in ["", "-wal"] {
                    try FileManager.default.copyItem(atPath: $0.path + suffix, toPath: $0.file("copy" + suffix))
                }
                try other.close()
                for suffix in ["", "-wal"] {
                    try? FileManager.default.removeItem(atPath: $0.path + suffix)
                    try FileManager.default.moveItem(atPath: $0.file("copy" + suffix), toPath: $0.path + suffix)
                }
            },
            Spoiled(testDescription: "an empty file, to be read", error: .unfinished, access: .read) {
                try Data().write(to: URL(fileURLWithPath: $0.path))
            },
            Spoiled(testDescription: "an empty file, to be changed", error: .unfinished, access: .existing) {
                try Data().write(to: URL(fileURLWithPath: $0.path))
            },
        ]
    }

    /// A store that something else has changed, with the store's own header.
    private static func altered(
        _ name: String, _ what: String, access: JobStore.Access = .read, sql: @escaping @Sendable () -> String
    ) -> Spoiled {
        Spoiled(testDescription: name, error: .altered(what), access: access) { folder in
            try folder.open().apply([.put(row(1))])
            try folder.run(sql() + "; PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    @Test("A bad file is refused and left unchanged", arguments: Spoiled.all)
    func refused(file: Spoiled) throws {
        let folder = try StoreFolder()
        try file.spoil(folder)
        let before = try? folder.bytes()
        #expect(throws: file.error) { try folder.open { $0.access = file.access }.load() }
        #expect((try? folder.bytes()) == before)
        #expect(!file.error.description.contains("\n") && !file.error.description.isEmpty)
    }

    @Test("A damaged file is refused if the whole file is checked")
    func unsound() throws {
        let folder = try StoreFolder()
        try folder.open().apply((1...200).map { .put(row($0, task: "task \($0)", key: "\($0)")) })
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

    @Test("A file that another program uses is locked only for that time")
    func locked() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let other = try DatabaseQueue(path: folder.path)
        try other.inDatabase { database in
            try database.inTransaction(.immediate) {
                #expect(throws: JobStoreError.locked) { try store.apply([.put(row(1))]) }
                return .rollback
            }
        }
        #expect(JobStoreError.locked.isPassing)
        try store.apply([.put(row(1))])
        #expect(try store.load().jobs == [row(1)])
    }

    @Test("No space left: the call fails, what was acknowledged stays, and the file is sound")
    func full() throws {
        let folder = try StoreFolder()
        let store = try folder.open(durability: .full)
        _ = try store.ask("PRAGMA max_page_count = 24")
        let acknowledged = Self.fill(store, 500)
        #expect(acknowledged.count > 20 && acknowledged.count < 500)
        #expect(try store.load().jobs.map(\.id) == acknowledged)
        try store.apply([.remove(JobID(1))])
        #expect(try store.ask("PRAGMA integrity_check(1)") == "ok")
    }

    /// Writes rows until there is no room; the ids of those that were acknowledged.
    private static func fill(_ store: JobStore, _ count: Int64) -> [JobID] {
        let data = "{\"x\":\"\(String(repeating: "x", count: 900))\"}"
        var acknowledged: [JobID] = []
        #expect(throws: JobStoreError.full) {
            for number in 1...count {
                try store.apply([.put(row(number, data: data))])
                acknowledged.append(JobID(number))
            }
        }
        return acknowledged
    }

    #if os(Linux)
        @Test("A full disk: the call fails, what was acknowledged is there", .enabled(if: SmallDisk.isPossible))
        func smallDisk() throws {
            let disk = try #require(SmallDisk(kilobytes: 512))
            let path = disk.folder + "/jobs.sqlite"
            let store = try JobStore(path: path)
            let acknowledged = Self.fill(store, 2_000)
            #expect(acknowledged.count > 20)
            #expect(try store.load().jobs.map(\.id) == acknowledged)
            #expect(try store.ask("PRAGMA integrity_check(1)") == "ok")
        }

        @Test("A read-only disk: one error, and the file is unharmed", .enabled(if: SmallDisk.isPossible))
        func readOnlyDisk() throws {
            let disk = try #require(SmallDisk(kilobytes: 1_024))
            let path = disk.folder + "/jobs.sqlite"
            try JobStore(path: path).apply([.put(row(1))])
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(disk.makeReadOnly())
            #expect(throws: JobStoreError.readOnly) { try JobStore(path: path) }
            var options = JobStore.Options()
            options.access = .read
            #expect(throws: JobStoreError.readOnly) { try JobStore(path: path, options: options) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    #endif

    @Test("a disk without room is said to be full, whichever of SQLite's files could not grow")
    func fullDisk() {
        #expect(JobStoreError(code: ResultCode.SQLITE_IOERR_SHMSIZE.rawValue, message: nil) == .full)
        #expect(JobStoreError(code: ResultCode.SQLITE_IOERR_WRITE.rawValue, message: nil) == .full)
        #expect(JobStoreError(code: ResultCode.SQLITE_IOERR_READ.rawValue, message: "x") == .sqlite(266, "x"))
    }
}
