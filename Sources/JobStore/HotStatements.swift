import GRDBSQLite
import SchedulerCore

/// The statements that every job goes through, prepared once and bound without detours: enqueueing, claiming, finishing.
/// Everything that is rare goes through GRDB, on the same connection and in the same transactions.
///
/// `@unchecked Sendable`: only used inside `DatabaseQueue.inDatabase`, which lets one thread in at a time.
final class HotStatements: @unchecked Sendable {
    /// What is prepared.
    enum Kind: Int, CaseIterable {
        case begin, commit, rollback, knownKey, place, insert, due, running, first, claim, free, find, delete, any

        var sql: String {
            switch self {
            case .begin: "BEGIN IMMEDIATE TRANSACTION"
            case .commit: "COMMIT TRANSACTION"
            case .rollback: "ROLLBACK TRANSACTION"
            case .knownKey: "SELECT id FROM job WHERE key = ?"
            case .place: JobStore.lastPlace
            case .insert:
                """
                INSERT INTO job (queue, task, data, priority, state, place, attempts, forgiven, enqueued, due, wake,
                expires, key) VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, ?)
                """
            // Told which index: to have the rows in the order of ids the planner would rather walk the whole table.
            case .due: "SELECT \(JobStore.columns), state FROM job INDEXED BY job_wake WHERE wake <= ? ORDER BY id"
            case .running: "SELECT count(*) FROM job WHERE queue = ? AND state = 1"
            case .first:
                "SELECT \(JobStore.columns) FROM job WHERE queue = ? AND state = 0 ORDER BY priority, place LIMIT 1"
            case .claim: "UPDATE job SET state = 1, attempts = attempts + 1, wake = ?, worker = ? WHERE id = ?"
            case .free: "UPDATE job SET state = 0, wake = NULL WHERE id = ?"
            case .find:
                "SELECT \(JobStore.columns) FROM job WHERE id = ? AND attempts = ? AND state = 1 AND worker IS ?"
            case .delete: "DELETE FROM job WHERE id = ?"
            case .any: "SELECT 1 FROM job LIMIT 1"
            }
        }
    }

    private let connection: OpaquePointer
    private var prepared: [OpaquePointer?]

    /// Statements of an open connection; each is prepared when it is first asked for.
    init(_ connection: OpaquePointer) {
        self.connection = connection
        prepared = Array(repeating: nil, count: Kind.allCases.count)
    }

    /// Lets go of all of them; called before the connection is closed. They are prepared anew when asked for again.
    func close() {
        for index in prepared.indices {
            sqlite3_finalize(prepared[index])
            prepared[index] = nil
        }
    }

    /// A statement, ready to be bound.
    func callAsFunction(_ kind: Kind) throws(JobStoreError) -> HotStatement {
        if let known = prepared[kind.rawValue] { return HotStatement(pointer: known, connection: connection) }
        var fresh: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, kind.sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &fresh, nil)
        guard code == SQLITE_OK, let fresh else { throw JobStoreError(code: code, connection) }
        prepared[kind.rawValue] = fresh
        return HotStatement(pointer: fresh, connection: connection)
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

    /// The number that the last row got.
    var lastNumber: Int64 { sqlite3_last_insert_rowid(connection) }
}

/// One prepared statement. Bind, then `run` it or take its rows; both leave it ready for the next time.
struct HotStatement {
    fileprivate let pointer: OpaquePointer
    fileprivate let connection: OpaquePointer

    /// Binds parameter number `place`, from 1.
    @discardableResult
    func bind(_ place: Int32, _ value: Int64?) -> HotStatement {
        if let value { sqlite3_bind_int64(pointer, place, value) } else { sqlite3_bind_null(pointer, place) }
        return self
    }

    /// Binds a text.
    @discardableResult
    func bind(_ place: Int32, _ text: String?) -> HotStatement {
        guard var text else {
            sqlite3_bind_null(pointer, place)
            return self
        }
        // SQLite's sign for "copy it".
        let isCopied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                _ = sqlite3_bind_text(pointer, place, characters.baseAddress, Int32(characters.count), isCopied)
            }
        }
        return self
    }

    /// Carries it out; it has no rows.
    func run() throws(JobStoreError) { _ = try next { (_) throws(JobStoreError) -> Void in } }

    /// What `read` makes of the first row; nil where there is none.
    func first<Value>(_ read: (HotStatement) throws(JobStoreError) -> Value) throws(JobStoreError) -> Value? {
        try next(read)
    }

    /// What `read` makes of all rows, in order.
    func all<Value>(_ read: (HotStatement) throws(JobStoreError) -> Value) throws(JobStoreError) -> [Value] {
        defer { sqlite3_reset(pointer) }
        var values: [Value] = []
        while try step() { values.append(try read(self)) }
        return values
    }

    private func next<Value>(_ read: (HotStatement) throws(JobStoreError) -> Value) throws(JobStoreError) -> Value? {
        defer { sqlite3_reset(pointer) }
        return try step() ? try read(self) : nil
    }

    private func step() throws(JobStoreError) -> Bool {
        let code = sqlite3_step(pointer)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case _: throw JobStoreError(code: code, connection)
        }
    }

    /// A column's number, from 0; 0 where it is null.
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    /// A column's number; nil where it is null.
    func optional(_ column: Int32) -> Int64? {
        sqlite3_column_type(pointer, column) == SQLITE_NULL ? nil : integer(column)
    }

    /// A column's text; nil where it is null.
    func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(pointer, column) else { return nil }
        let count = Int(sqlite3_column_bytes(pointer, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}

extension JobStoreError {
    /// What a result code of a connection means.
    init(code: Int32, _ connection: OpaquePointer) {
        self.init(code: code, message: sqlite3_errmsg(connection).map { String(cString: $0) })
    }
}
