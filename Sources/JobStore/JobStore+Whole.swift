import GRDB
import SchedulerCore

/// Everything that a store holds, as it was when it was read.
public struct StoreContent: Sendable {
    /// The rows, by id.
    public var jobs: [Job]
    /// The dead letters, in the order in which they died.
    public var dead: [DeadLetter]
    /// The number of the next job.
    public var nextNumber: Int64
    /// SQLite's count of other connections' commits.
    let version: Int64
}

/// Numbers about a store.
public struct StoreStatistics: Hashable, Sendable {
    /// Rows that may start.
    public var ready = 0
    /// Rows under a lease.
    public var running = 0
    /// Rows whose time has not come.
    public var delayed = 0
    /// Dead letters.
    public var dead = 0
    /// The number of the next job: one more than were ever enqueued.
    public var nextNumber: Int64 = 1
    /// Rows by named queue, by name.
    public var queues: [(name: String, count: Int)] = []

    /// Equal where all numbers are.
    public static func == (left: StoreStatistics, right: StoreStatistics) -> Bool {
        left.words == right.words
    }

    /// Hashes all numbers.
    public func hash(into hasher: inout Hasher) { hasher.combine(words) }

    private var words: [String] {
        ["\(ready) \(running) \(delayed) \(dead) \(nextNumber)"] + queues.map { "\($0.name) \($0.count)" }
    }
}

/// The whole store: read, written back, repaired.
extension JobStore {
    /// Everything in it, for a simulation that begins at t = 0: what is ready to run is due by then. Takes the store's lock:
    /// while this process lives, no app works it.
    public func load() throws(JobStoreError) -> StoreContent {
        if session.with({ $0.lock }) == nil {
            guard let lock = PrimaryLock(path) else { throw .locked }
            session.with {
                $0.lock = lock
                $0.worker = 0
            }
        }
        return try read { database in
            StoreContent(
                jobs: try jobs(database, readyBy: .zero), dead: try letters(database),
                nextNumber: try nextNumber(database),
                version: try Self.version(database))
        }
    }

    private static func version(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
    }

    /// Writes back what became of `content`, in one transaction. Throws `changed` where another process has written
    /// since it was loaded; nothing is written then. A run under way is lost with its process.
    public func save(
        _ jobs: [Job], dead: [DeadLetter], nextNumber: Int64, over content: StoreContent
    ) throws(JobStoreError) {
        _ = try write { database in
            guard try Self.version(database) == content.version else { throw JobStoreError.changed }
            var known: [JobID: Job] = [:]
            for job in content.jobs { known[job.id] = job }
            let kept = Set(jobs.map(\.id))
            for job in content.jobs where !kept.contains(job.id) { try remove(job.id, database) }
            let changed = jobs.filter { known[$0.id] != $0 }
            for job in changed { try remove(job.id, database) }
            for job in changed { try insertAsItStands(job, database) }
            if dead != content.dead {
                try database.execute(sql: "DELETE FROM dead_letter")
                for (index, letter) in dead.enumerated() { try insert(letter, number: Int64(index + 1), database) }
            }
            try raiseNumbers(to: nextNumber - 1, database)
            return true
        }
    }

    func remove(_ id: JobID, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM job WHERE id = ?").execute(arguments: [id.number])
    }

    /// A row whose time has come or not is told by `claim`: all that may wait stand as delayed.
    func insertAsItStands(_ job: Job, _ database: Database) throws {
        if job.isRunning { return try insert(job, state: 1, wake: stored(job.due), worker: 0, database) }
        try insert(job, state: 2, wake: stored(job.due), worker: nil, database)
    }

    private func raiseNumbers(to last: Int64, _ database: Database) throws {
        try database.execute(sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'job'", arguments: [last])
        if database.changesCount == 0, last > 0 {
            try database.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('job', ?)", arguments: [last])
        }
    }

    /// Removes all rows; dead letters stay. Runs under way elsewhere are fenced. Returns how many rows it removed.
    public func empty() throws(JobStoreError) -> Int {
        try write { database in
            try database.execute(sql: "DELETE FROM job")
            return database.changesCount
        }
    }

    /// Puts a dead letter back at the end of its queue, its runs forgiven, to run at once; false where there is none.
    ///
    /// An expiry that passed before it died is dropped. No time is needed: it is as due as when it died.
    public func retry(_ id: JobID) throws(JobStoreError) -> Bool {
        try write { database in
            guard
                let row = try Row.fetchOne(
                    database, sql: "SELECT \(Self.columns), died FROM dead_letter WHERE id = ?", arguments: [id.number])
            else { return false }
            var job = job(row)
            if let key = job.spec.uniqueKey,
                let known = try Int64.fetchOne(database, sql: "SELECT id FROM job WHERE key = ?", arguments: [key])
            {
                throw JobStoreError.duplicate(known)
            }
            job.forgiven = job.attempts
            let died = instant(row[12])
            job.due = min(job.due, died)
            job.place = try backPlace(job.spec.queue, job.spec.priority)
            if let end = job.spec.expiresAt, end < died { job.spec.expiresAt = nil }
            try database.execute(sql: "DELETE FROM dead_letter WHERE id = ?", arguments: [id.number])
            try insert(job, state: 0, wake: nil, worker: nil, database)
            return true
        }
    }

    /// Throws a dead letter away; false where there is none.
    public func discard(_ id: JobID) throws(JobStoreError) -> Bool {
        try write { database in
            try database.execute(sql: "DELETE FROM dead_letter WHERE id = ?", arguments: [id.number])
            return database.changesCount == 1
        }
    }

    /// Counts. O(rows).
    public func statistics() throws(JobStoreError) -> StoreStatistics {
        try read { database in
            var found = StoreStatistics()
            for row in try Row.fetchAll(database, sql: "SELECT state, count(*) FROM job GROUP BY state") {
                let count: Int = row[1]
                switch row[0] as Int {
                case 0: found.ready = count
                case 1: found.running = count
                case _: found.delayed = count
                }
            }
            found.dead = try Int.fetchOne(database, sql: "SELECT count(*) FROM dead_letter") ?? 0
            found.nextNumber = try nextNumber(database)
            found.queues = try Row.fetchAll(
                database, sql: "SELECT queue, count(*) FROM job GROUP BY queue ORDER BY queue"
            ).map { (name: $0[0], count: $0[1]) }
            return found
        }
    }
}
