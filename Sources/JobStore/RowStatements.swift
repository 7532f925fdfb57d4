import GRDB
import GRDBSQLite
import SchedulerCore

/// The statements of every write, prepared once. Touched on the store's queue only.
struct RowStatements {
    let put: RowStatement
    let remove: RowStatement
    private let begin: RowStatement
    private let commit: RowStatement
    private let rollback: RowStatement

    /// Prepares them for a store of the newest schema.
    init(_ database: Database) throws {
        put = try RowStatement(Self.putText, database)
        remove = try RowStatement("DELETE FROM job WHERE id = ?", database)
        begin = try RowStatement("BEGIN IMMEDIATE TRANSACTION", database)
        commit = try RowStatement("COMMIT TRANSACTION", database)
        rollback = try RowStatement("ROLLBACK TRANSACTION", database)
    }

    /// One transaction: committed when this returns, and undone if it throws.
    func transaction(_ database: Database, _ body: () throws -> Void) throws {
        try begin.execute()
        do {
            try body()
            try commit.execute()
        } catch {
            // SQLite itself rolls back after some errors.
            if database.isInsideTransaction { try? rollback.execute() }
            throw error
        }
    }

    private static let putText = """
        INSERT INTO job (id, queue, task, data, priority, state, place, attempts, forgiven, enqueued, due, expires, \
        key, cause, died, number) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
        ON CONFLICT (id) DO UPDATE SET queue = excluded.queue, task = excluded.task, data = excluded.data, \
        priority = excluded.priority, state = excluded.state, place = excluded.place, \
        attempts = excluded.attempts, forgiven = excluded.forgiven, enqueued = excluded.enqueued, \
        due = excluded.due, expires = excluded.expires, key = excluded.key, cause = excluded.cause, \
        died = excluded.died, number = excluded.number
        """
}

/// A statement that is bound and executed by SQLite's own calls: GRDB boxes each argument, and a row has sixteen.
struct RowStatement {
    private let statement: Statement

    /// Prepares a statement that returns no rows.
    init(_ sql: String, _ database: Database) throws {
        statement = try database.makeStatement(sql: sql)
    }

    /// Sets the argument with this number, from 1.
    func bind(_ value: Int64?, at number: Int32) {
        if let value {
            sqlite3_bind_int64(statement.sqliteStatement, number, value)
        } else {
            sqlite3_bind_null(statement.sqliteStatement, number)
        }
    }

    /// Sets a text, which SQLite copies, up to its first NUL.
    func bind(_ text: String?, at number: Int32) {
        guard let text else { return bind(nil as Int64?, at: number) }
        // The pointer that SQLite takes for "copy it".
        let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        _ = text.withCString { sqlite3_bind_text(statement.sqliteStatement, number, $0, -1, copy) }
    }

    /// Executes it with the arguments that are set.
    func execute() throws(JobStoreError) {
        let pointer = statement.sqliteStatement
        let code = sqlite3_step(pointer)
        // Read before the reset, which clears it.
        let message = code == SQLITE_DONE ? nil : String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer)))
        sqlite3_reset(pointer)
        if code != SQLITE_DONE { throw JobStoreError(code: code, message: message) }
    }
}
