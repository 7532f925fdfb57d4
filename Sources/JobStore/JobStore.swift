import GRDB
import SchedulerCore

/// The durable job queue: one SQLite file in WAL mode. It stores and leases; what becomes of a job is decided by
/// `JobSettings` of the core.
///
/// Time is a parameter of every call, as an `Instant`; `Options.epoch` says what date t = 0 is. A call that returns
/// has been committed; with `Durability.full` it outlives a power cut. Calls may come from any thread; they are done
/// one after the other. Several processes may open one file.
public final class JobStore: Sendable {
    /// What a committed transaction outlives.
    public enum Durability: Sendable {
        /// A power cut.
        case full
        /// The end of the process, not a power cut; several times faster.
        case normal
    }

    /// What opening may do.
    public enum Access: Sendable {
        /// Make the file where there is none.
        case create
        /// The file must be there.
        case existing
        /// The file must be there and is only read.
        case read
    }

    /// How a store is opened.
    public struct Options: Sendable {
        /// What a commit outlives.
        public var durability = Durability.full
        /// What opening may do.
        public var access = Access.create
        /// The date of t = 0, in nanoseconds since 1970-01-01T00:00:00Z.
        public var epoch: Int64 = 0
        /// How long a run may go on unless it is renewed; then another process may begin the job again.
        public var lease = Nanoseconds.seconds(60)
        /// How long a call waits for another process's transaction, in milliseconds.
        public var patienceMilliseconds = 5_000
        /// Looks through the whole file when it is opened, and refuses an unsound one. O(file).
        public var checksIntegrity = false

        /// FULL, made where it is missing, a lease of a minute.
        public init() {}
    }

    /// Where it is.
    public let path: String
    /// How it was opened.
    public let options: Options
    /// The rules.
    public let settings: JobSettings
    let queue: DatabaseQueue
    let hot: HotStatements
    let session = Locked(Session())
    let group = GroupCommit()

    /// Who this process is to the store.
    struct Session: Sendable {
        /// Leases are taken under this number; nil: it has taken none. 0 is the one process that holds the lock.
        var worker: Int64?
        var lock: PrimaryLock?
    }

    /// Opens the store at `path`. Throws why it cannot be used; the file is then as it was.
    public init(
        path: String, settings: JobSettings = JobSettings(), options: Options = Options()
    ) throws(JobStoreError) {
        (self.path, self.settings, self.options) = (path, settings, options)
        try Self.judge(path, options.access)
        var configuration = Configuration()
        configuration.readonly = options.access == .read
        configuration.busyMode = .timeout(Double(options.patienceMilliseconds) / 1000)
        configuration.label = "JobStore"
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            hot = try queue.inDatabase { database in
                guard let connection = database.sqliteConnection else { throw JobStoreError.cannotOpen }
                let hot = HotStatements(connection)
                if options.checksIntegrity { try Self.checkIntegrity(database) }
                guard options.access != .read else { return hot }
                try database.execute(sql: "PRAGMA journal_mode = WAL")
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try Schema.migrate(database)
                if options.durability == .normal { try database.execute(sql: "PRAGMA synchronous = NORMAL") }
                return hot
            }
        } catch {
            let fault = JobStoreError(error)
            throw fault == .cannotOpen && !StoreFile.isWritable(path) ? .readOnly : fault
        }
    }

    deinit { hot.close() }

    /// Lets go of the file before the store itself goes; no call may follow.
    func close() throws {
        hot.close()
        try queue.close()
    }

    /// Refuses what must not be opened at all.
    private static func judge(_ path: String, _ access: Access) throws(JobStoreError) {
        switch try StoreFile.content(path) {
        case .missing: if access != .create { throw .missing }
        case .empty: if access == .read { throw .foreign }
        case .store(let schema):
            if schema > Schema.version { throw .newerSchema(found: schema, known: Schema.version) }
            if schema < Schema.oldestReadable, access == .read { throw .foreign }
        }
        if access != .read, !StoreFile.isWritable(path) { throw .readOnly }
    }

    private static func checkIntegrity(_ database: Database) throws {
        let finding = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        guard finding == "ok" else { throw JobStoreError.unsound(finding) }
    }

    /// Looks through the whole file. Throws the first thing that is wrong. O(file).
    public func checkIntegrity() throws(JobStoreError) {
        try read { try Self.checkIntegrity($0) }
    }

    /// One transaction that changes something; committed when it returns.
    func write<Value>(_ body: (Database) throws -> Value) throws(JobStoreError) -> Value {
        do {
            return try queue.inDatabase { database in
                try hot(.begin).run()
                do {
                    let value = try body(database)
                    try hot(.commit).run()
                    return value
                } catch {
                    // What is wrong is told; that the transaction is gone already is no further fault.
                    if hot.isInTransaction { try? hot(.rollback).run() }
                    throw error
                }
            }
        } catch {
            throw JobStoreError(error)
        }
    }

    /// One transaction that only reads.
    func read<Value>(_ body: (Database) throws -> Value) throws(JobStoreError) -> Value {
        do {
            return try queue.inDatabase { database in
                var value: Value?
                try database.inTransaction(.deferred) {
                    value = try body(database)
                    return .commit
                }
                guard let value else { throw JobStoreError.sqlite(-1, "no value") }
                return value
            }
        } catch {
            throw JobStoreError(error)
        }
    }

    /// An instant as the file has it.
    func stored(_ instant: Instant) -> Int64 {
        (instant + Nanoseconds(options.epoch)).nanoseconds
    }

    /// A time of the file as an instant.
    func instant(_ stored: Int64) -> Instant {
        Instant.zero + (Instant(nanoseconds: stored) - Instant(nanoseconds: options.epoch))
    }
}
