import GRDB
import SchedulerCore

/// The durable rows of a job queue: one SQLite file in WAL mode, written by one process at a time. It only stores:
/// the core decides what happens to a job.
///
/// When a call returns, its changes are committed; with `Durability.full` they survive a power failure. Calls may come
/// from any thread; they are executed one after the other.
public final class JobStore: Sendable {
    /// What a committed transaction survives.
    public enum Durability: Sendable {
        /// A power failure.
        case full
        /// The end of the process, not a power failure; several times faster.
        case normal
    }

    /// What opening may do.
    public enum Access: Sendable {
        /// Create the file if there is none.
        case create
        /// The file must exist.
        case existing
        /// The file must exist and is only read; another process may be writing it.
        case read
    }

    /// How a store is opened.
    public struct Options: Sendable {
        /// What a commit survives.
        public var durability = Durability.full
        /// What opening may do.
        public var access = Access.create
        /// The date of t = 0, in nanoseconds since 1970-01-01T00:00:00Z.
        public var epoch: Int64 = 0
        /// How long a call waits for another program's transaction, in milliseconds.
        public var patienceMilliseconds = 5_000
        /// Checks the whole file when it is opened, and refuses a damaged one. O(file).
        public var checksIntegrity = false

        /// Full durability; the file is created if it is missing.
        public init() {}
    }

    /// How it was opened.
    let options: Options
    let queue: DatabaseQueue
    /// SQLite's count of other connections' commits when the rows were last read. Touched on the queue only.
    nonisolated(unsafe) var version: Int64?
    /// Prepared with the first write. Touched on the queue only, and by `deinit`.
    nonisolated(unsafe) private var statements: RowStatements?
    /// Last, so that it is released last.
    private let file: StoreFile

    /// Opens the store at `path`; to write it, holds the file's lock until the store is released. SQLite finishes what a
    /// power cut left, then the file is judged. Throws if it cannot be used; its contents are then as they were. O(file) if
    /// it is checked.
    public init(path: String, options: Options = Options()) throws(JobStoreError) {
        self.options = options
        file = try StoreFile(path, options.access)
        do {
            try Self.recover(path, options)
            queue = try Self.connection(path, options, isReading: options.access == .read)
            try queue.inDatabase { try Self.prepare($0, options) }
        } catch {
            let fault = JobStoreError(error)
            throw fault == .cannotOpen && !StoreFile.isWritable(path) ? .readOnly : fault
        }
    }

    deinit {
        // Statements first, then the file, then the lock.
        statements = nil
        try? queue.close()
    }

    /// Whether a process has the store at `path` open for writing.
    public static func isWorked(_ path: String) -> Bool { StoreFile.isWritten(path) }

    private static func connection(_ path: String, _ options: Options, isReading: Bool) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = isReading
        configuration.busyMode = .timeout(Double(options.patienceMilliseconds) / 1000)
        configuration.label = "JobStore"
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Refuses what is no store by a connection that only reads: one that could write would move a foreign log into its
    /// file when it is closed. Only what cannot be read before its journal is played back is opened for writing.
    private static func recover(_ path: String, _ options: Options) throws {
        do {
            try connection(path, options, isReading: true).inDatabase { _ = try Schema.judge($0) }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
            try connection(path, options, isReading: false).inDatabase { _ = try Schema.judge($0) }
        }
    }

    /// Checks the store before anything is written, and prepares it.
    private static func prepare(_ database: Database, _ options: Options) throws {
        try database.execute(sql: "PRAGMA trusted_schema = OFF")
        if try Schema.judge(database) {
            try Schema.check(database)
        } else if options.access != .create {
            throw JobStoreError.unfinished
        }
        if options.checksIntegrity { try checkIntegrity(database) }
        guard options.access != .read else { return }
        // Flushes the folder, too, when a journal goes: if it came back it would undo what was acknowledged since.
        try database.execute(sql: "PRAGMA synchronous = EXTRA")
        try Schema.migrate(database)
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        try database.execute(sql: "PRAGMA synchronous = FULL")
        // Also what a process left in the log that was killed. The first read opens the log; a checkpoint that must do that
        // itself finds the file locked.
        _ = try Schema.version(database)
        try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        if options.durability == .normal { try database.execute(sql: "PRAGMA synchronous = NORMAL") }
    }

    private static func checkIntegrity(_ database: Database) throws {
        let finding = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        guard finding == "ok" else { throw JobStoreError.unsound(finding) }
    }

    /// One transaction that changes something; committed when it returns.
    func write(_ body: (RowStatements, Database) throws -> Void) throws(JobStoreError) {
        do {
            try queue.inDatabase { database in
                let prepared = try statements ?? RowStatements(database)
                statements = prepared
                try prepared.transaction(database) { try body(prepared, database) }
            }
        } catch {
            throw JobStoreError(error)
        }
    }

    /// One transaction that only reads.
    func read<Value>(_ body: (Database) throws -> Value) throws(JobStoreError) -> Value {
        do {
            return try queue.read(body)
        } catch {
            throw JobStoreError(error)
        }
    }

    /// An instant as the file stores it.
    func stored(_ instant: Instant) -> Int64 {
        (instant + Nanoseconds(options.epoch)).nanoseconds
    }

    /// A time of the file as an instant.
    func instant(_ stored: Int64) -> Instant {
        Instant.zero + (Instant(nanoseconds: stored) - Instant(nanoseconds: options.epoch))
    }
}
