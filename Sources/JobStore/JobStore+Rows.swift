import GRDB
import GRDBSQLite
import SchedulerCore

/// Reading and writing rows.
extension JobStore {
    /// Loads all rows. Throws if a queue cannot hold one of them. O(rows log rows).
    public func load() throws(JobStoreError) -> StoredJobs {
        try read { database in
            var stored = StoredJobs(nextNumber: try lastNumber(database) + 1)
            let rows = try Row.fetchCursor(
                database, sql: Schema.everything(of: try Schema.version(database)))
            while let row = try rows.next() {
                let job = try job(row)
                guard try row.decode(Int.self, atIndex: 12) == 2 else {
                    stored.jobs.append(job)
                    continue
                }
                guard let cause = DeathCause(rawValue: try row.decode(UInt8.self, atIndex: 13)) else {
                    throw JobStoreError.altered("job \(job.id.number): the dead letter has no cause")
                }
                let died = instant(try row.decode(Int64.self, atIndex: 14))
                stored.dead.append(DeadLetter(job: job, cause: cause, diedAt: died))
            }
            version = try? Self.version(database)
            return stored
        }
    }

    private static func version(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
    }

    /// The highest number that was ever given to a job.
    private func lastNumber(_ database: Database) throws -> Int64 {
        let sql = "SELECT max(CAST(seq AS INTEGER)) FROM sqlite_sequence WHERE name = 'job'"
        let last = try Int64.fetchOne(database, sql: sql) ?? 0
        guard (0...JobQueue.maximumNumber).contains(last) else {
            throw JobStoreError.altered("its next job number exceeds the limit")
        }
        return last
    }

    /// Reads a job from the columns: each number must be in its range, each text complete.
    private func job(_ row: Row) throws -> Job {
        let id = try row.decode(Int64.self, atIndex: 0)
        func number(_ column: Int, _ range: ClosedRange<Int64>, _ what: String) throws -> Int64 {
            let number = try row.decode(Int64.self, atIndex: column)
            guard range.contains(number) else { throw JobStoreError.altered("job \(id): \(what) is out of range") }
            return number
        }
        if try row.decode(Bool.self, atIndex: 15) { throw JobStoreError.altered("job \(id) contains NUL") }
        _ = try number(0, 1...JobQueue.maximumNumber, "its number")
        let priority = UInt8(try number(4, 0...3, "its priority"))
        var spec = JobSpec(
            task: try row.decode(String.self, atIndex: 2), data: try row.decode(String.self, atIndex: 3),
            queue: try row.decode(String.self, atIndex: 1), priority: Priority(rawValue: priority) ?? .default,
            uniqueKey: try row.decode(String?.self, atIndex: 11))
        spec.expiresAt = try row.decode(Int64?.self, atIndex: 10).map(instant)
        let attempts = try number(6, 0...Int64(JobQueue.maximumAttempts), "its number of attempts")
        return Job(
            id: JobID(id), spec: spec, attempts: Int(attempts),
            forgiven: Int(try number(7, 0...attempts, "its number of forgiven attempts")),
            enqueuedAt: instant(try row.decode(Int64.self, atIndex: 8)),
            due: instant(try row.decode(Int64.self, atIndex: 9)),
            place: try number(5, -JobQueue.maximumNumber...JobQueue.maximumNumber, "its place"),
            isRunning: try row.decode(Int.self, atIndex: 12) == 1)
    }

    /// Makes all changes in one transaction, in order, or none. O(changes · log rows).
    public func apply(_ changes: [JobChange]) throws(JobStoreError) {
        try write { try apply(changes, $0, $1) }
    }

    private func apply(_ changes: [JobChange], _ statements: RowStatements, _ database: Database) throws {
        for change in changes {
            switch change {
            case .put(let job): try write(job, nil, statements.put)
            case .remove(let id):
                statements.remove.bind(id.number, at: 1)
                try statements.remove.execute()
            case .deadLetter(let letter):
                let number = try Int64.fetchOne(try database.cachedStatement(sql: Self.lastDeath)) ?? 0
                try write(letter.job, (letter, number + 1), statements.put)
            }
        }
    }

    /// Has the condition of the index, which SQLite would not use otherwise.
    static let lastDeath = "SELECT max(number) FROM job WHERE number IS NOT NULL"

    /// Writes a row, or a dead letter with its place in the order of deaths.
    private func write(_ job: Job, _ death: (letter: DeadLetter, number: Int64)?, _ put: RowStatement) throws {
        // SQLite would keep a text only up to its first NUL.
        if job.spec.fault == .nul { throw JobStoreError.unfit("job \(job.id.number) contains NUL") }
        put.bind(job.id.number, at: 1)
        put.bind(job.spec.queue, at: 2)
        put.bind(job.spec.task, at: 3)
        put.bind(job.spec.data, at: 4)
        put.bind(Int64(job.spec.priority.rawValue), at: 5)
        put.bind(death != nil ? 2 : job.isRunning ? 1 : 0, at: 6)
        put.bind(job.place, at: 7)
        put.bind(Int64(job.attempts), at: 8)
        put.bind(Int64(job.forgiven), at: 9)
        put.bind(stored(job.enqueuedAt), at: 10)
        put.bind(stored(job.due), at: 11)
        put.bind(job.spec.expiresAt.map(stored), at: 12)
        put.bind(job.spec.uniqueKey, at: 13)
        put.bind(death.map { Int64($0.letter.cause.rawValue) }, at: 14)
        put.bind(death.map { stored($0.letter.diedAt) }, at: 15)
        put.bind(death?.number, at: 16)
        try put.execute()
    }

    /// Writes the changes since `old`, which `load` returned, in one transaction. Throws `changed` if another program
    /// has written since then; nothing is then written.
    public func save(_ new: StoredJobs, over old: StoredJobs) throws(JobStoreError) {
        try write { statements, database in
            guard try Self.version(database) == version else { throw JobStoreError.changed }
            try apply(Self.changes(from: old, to: new), statements, database)
            let last = new.nextNumber - 1
            try database.execute(
                sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'job'", arguments: [last])
            guard database.changesCount == 0, last > 0 else { return }
            try database.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('job', ?)", arguments: [last])
        }
    }

    private static func changes(from old: StoredJobs, to new: StoredJobs) -> [JobChange] {
        let known = Dictionary(old.jobs.map { ($0.id, $0) }) { first, _ in first }
        let letters = Dictionary(old.dead.map { ($0.job.id, $0) }) { first, _ in first }
        let kept = Set(new.jobs.map(\.id) + new.dead.map(\.job.id))
        let gone = (old.jobs.map(\.id) + old.dead.map(\.job.id)).filter { !kept.contains($0) }
        return gone.map(JobChange.remove)
            + new.dead.filter { letters[$0.job.id] != $0 }.map(JobChange.deadLetter)
            + new.jobs.filter { known[$0.id] != $0 }.map(JobChange.put)
    }
}

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
