import GRDB

/// The tables. Migrations are only ever appended; `user_version` counts those that were applied.
enum Schema {
    /// `TSJB`, in SQLite's application id.
    static let applicationID = 0x5453_4A42

    /// The columns of a job, the same in every schema.
    static let columns = "id, queue, task, data, priority, place, attempts, forgiven, enqueued, due, expires, key"

    /// Times are nanoseconds since 1970-01-01T00:00:00Z.
    private static let first = """
        CREATE TABLE job (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            queue TEXT NOT NULL,
            task TEXT NOT NULL,
            data TEXT NOT NULL,
            priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 3),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
            place INTEGER NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            forgiven INTEGER NOT NULL CHECK (forgiven BETWEEN 0 AND attempts),
            enqueued INTEGER NOT NULL,
            due INTEGER NOT NULL,
            wake INTEGER CHECK ((state = 0) = (wake IS NULL)),
            worker INTEGER,
            expires INTEGER,
            key TEXT
        ) STRICT;
        CREATE UNIQUE INDEX job_key ON job (key) WHERE key IS NOT NULL;
        CREATE INDEX job_order ON job (queue, state, priority, place);
        CREATE INDEX job_wake ON job (wake) WHERE wake IS NOT NULL;
        CREATE TABLE dead_letter (
            id INTEGER PRIMARY KEY,
            queue TEXT NOT NULL,
            task TEXT NOT NULL,
            data TEXT NOT NULL,
            priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 3),
            place INTEGER NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            forgiven INTEGER NOT NULL CHECK (forgiven BETWEEN 0 AND attempts),
            enqueued INTEGER NOT NULL,
            due INTEGER NOT NULL,
            expires INTEGER,
            key TEXT,
            cause INTEGER NOT NULL CHECK (cause BETWEEN 0 AND 3),
            died INTEGER NOT NULL,
            number INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE worker (id INTEGER PRIMARY KEY AUTOINCREMENT, started INTEGER NOT NULL) STRICT;
        """

    private static let second = "CREATE INDEX dead_letter_number ON dead_letter (number)"

    /// One table for rows and dead letters, without the columns that the core does not need: `state` is 0 waiting,
    /// 1 running, 2 dead; `number` counts dead letters in the order in which they died.
    private static let third = """
        DROP INDEX job_key;
        ALTER TABLE job RENAME TO job_2;
        CREATE TABLE job (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            queue TEXT NOT NULL,
            task TEXT NOT NULL,
            data TEXT NOT NULL,
            priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 3),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
            place INTEGER NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            forgiven INTEGER NOT NULL CHECK (forgiven BETWEEN 0 AND attempts),
            enqueued INTEGER NOT NULL,
            due INTEGER NOT NULL,
            expires INTEGER,
            key TEXT,
            cause INTEGER CHECK ((cause IS NULL) = (state < 2) AND cause BETWEEN 0 AND 3),
            died INTEGER CHECK ((died IS NULL) = (state < 2)),
            number INTEGER CHECK ((number IS NULL) = (state < 2))
        ) STRICT;
        CREATE UNIQUE INDEX job_key ON job (key) WHERE key IS NOT NULL AND state < 2;
        CREATE INDEX job_death ON job (number) WHERE number IS NOT NULL;
        INSERT INTO job (\(columns), state, cause, died, number)
            SELECT \(columns), state = 1, NULL, NULL, NULL FROM job_2
            UNION ALL SELECT \(columns), 2, cause, died, number FROM dead_letter;
        DELETE FROM sqlite_sequence WHERE name = 'job';
        UPDATE sqlite_sequence SET name = 'job' WHERE name = 'job_2';
        DROP TABLE job_2;
        DROP TABLE dead_letter;
        DROP TABLE worker;
        """

    static let migrations = [first, second, third]
    /// The newest schema.
    static let version = migrations.count

    /// Every row: its columns, state, cause, time of death; dead letters last, in the order in which they died. The
    /// column `cut` is true if SQLite's text is not the whole text.
    static func everything(of version: Int) -> String {
        let cut = "instr(CAST(queue || task || data || coalesce(key, '') AS BLOB), x'00') > 0"
        guard version < 3 else {
            return "SELECT \(columns), state, cause, died, \(cut), number FROM job ORDER BY number, id"
        }
        return """
            SELECT \(columns), state = 1, NULL, NULL, \(cut), NULL FROM job
            UNION ALL SELECT \(columns), 2, cause, died, \(cut), number FROM dead_letter ORDER BY 17, 1
            """
    }

    static func version(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Whether a database is a store; false if it is empty. Throws if it is anything else, or newer.
    static func judge(_ database: Database) throws -> Bool {
        let program = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let known = try version(database)
        if program == applicationID, known > 0 {
            guard known <= version else { throw JobStoreError.newerSchema(found: known, known: version) }
            return true
        }
        let objects = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard program == 0, known == 0, objects == 0 else { throw JobStoreError.foreign }
        return false
    }

    /// Brings a store to the newest schema, or an empty file to a store, in one transaction.
    static func migrate(_ database: Database) throws {
        let known = try version(database)
        guard known < version else { return }
        try database.inTransaction(.immediate) {
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            for sql in migrations.dropFirst(known) { try database.execute(sql: sql) }
            try database.execute(sql: "PRAGMA user_version = \(version)")
            return .commit
        }
    }

    /// Throws if tables, indices, triggers and views are not exactly those of the store's version.
    static func check(_ database: Database) throws {
        let wanted = try objects(of: version(database))
        let found = try objects(database)
        for (name, sql) in found.sorted(by: { $0.key < $1.key }) where wanted[name] != sql {
            throw JobStoreError.altered("its \(name) was changed")
        }
        if let name = wanted.keys.sorted().first(where: { found[$0] == nil }) {
            throw JobStoreError.altered("its \(name) is missing")
        }
    }

    private static func objects(of version: Int) throws -> [String: String] {
        try DatabaseQueue().inDatabase { database in
            for sql in migrations.prefix(version) { try database.execute(sql: sql) }
            return try objects(database)
        }
    }

    /// SQL by kind and name, without SQLite's internal objects.
    private static func objects(_ database: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'")
        return try Dictionary(
            rows.map { (try $0.decode(String.self, atIndex: 0), try $0.decode(String.self, atIndex: 1)) }
        ) {
            first, _ in first
        }
    }
}
