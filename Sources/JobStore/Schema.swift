import GRDB

/// The tables. Migrations are only ever appended; `user_version` counts those that were made.
enum Schema {
    /// What the columns hold: times are nanoseconds since 1970-01-01T00:00:00Z. `state`: 0 ready, 1 running, 2 delayed.
    /// `wake` is when a delayed row is ready and a running row's lease ends; ready rows have none.
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

    /// A further dead letter gets the number after the greatest, which is not to be searched for.
    private static let second = "CREATE INDEX dead_letter_number ON dead_letter (number)"

    /// The newest schema.
    static let version = migrations.count
    /// The oldest schema that is read as it is: its tables are the newest's.
    static let oldestReadable = 1
    static let migrations = [first, second]

    /// Brings a store to the newest schema, each step in one transaction.
    static func migrate(_ database: Database) throws {
        var isNew = false
        for (index, sql) in migrations.enumerated() {
            try database.inTransaction(.immediate) {
                let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
                guard version == index else { return .commit }
                if index == 0 {
                    let objects = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
                    guard objects == 0 else { throw JobStoreError.foreign }
                    try database.execute(sql: "PRAGMA application_id = \(StoreFile.applicationID)")
                }
                try database.execute(sql: sql)
                try database.execute(sql: "PRAGMA user_version = \(index + 1)")
                isNew = true
                return .commit
            }
        }
        // Until then the schema stands in the write-ahead log alone.
        if isNew { try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}
