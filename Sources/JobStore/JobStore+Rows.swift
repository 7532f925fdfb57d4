import GRDB
import SchedulerCore

/// Rows as SQLite has them.
extension JobStore {
    static let columns =
        "id, queue, task, data, priority, place, attempts, forgiven, enqueued, due, expires, key"

    /// A job from the first twelve columns of a hot statement.
    func job(_ row: HotStatement) -> Job {
        let priority = Priority(rawValue: UInt8(truncatingIfNeeded: row.integer(4))) ?? .default
        var spec = JobSpec(
            task: row.text(2) ?? "", data: row.text(3) ?? "", queue: row.text(1) ?? "", priority: priority,
            uniqueKey: row.text(11))
        spec.expiresAt = row.optional(10).map(instant)
        return Job(
            id: JobID(row.integer(0)), spec: spec, attempts: Int(row.integer(6)), forgiven: Int(row.integer(7)),
            enqueuedAt: instant(row.integer(8)), due: instant(row.integer(9)), place: row.integer(5))
    }

    /// A job from the first twelve columns.
    func job(_ row: Row, isRunning: Bool = false) -> Job {
        var spec = JobSpec(
            task: row[2], data: row[3], queue: row[1], priority: Priority(rawValue: row[4]) ?? .default,
            uniqueKey: row[11])
        let expires: Int64? = row[10]
        spec.expiresAt = expires.map(instant)
        return Job(
            id: JobID(row[0]), spec: spec, attempts: row[6], forgiven: row[7], enqueuedAt: instant(row[8]),
            due: instant(row[9]), place: row[5], isRunning: isRunning)
    }

    private func values(of job: Job) -> [(any DatabaseValueConvertible)?] {
        [
            job.id.number, job.spec.queue, job.spec.task, job.spec.data, Int(job.spec.priority.rawValue), job.place,
            job.attempts, job.forgiven, stored(job.enqueuedAt), stored(job.due), job.spec.expiresAt.map(stored),
            job.spec.uniqueKey,
        ]
    }

    /// Writes a row with its number.
    func insert(_ job: Job, state: Int, wake: Int64?, worker: Int64?, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO job (\(Self.columns), state, wake, worker)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: StatementArguments(values(of: job) + [state, wake, worker]))
    }

    /// Moves a row to the dead letters.
    func bury(_ job: Job, _ cause: DeathCause, at now: Instant, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM job WHERE id = ?").execute(arguments: [job.id.number])
        let number = try Int64.fetchOne(database, sql: "SELECT coalesce(max(number), 0) + 1 FROM dead_letter") ?? 1
        try insert(DeadLetter(job: job, cause: cause, diedAt: now), number: number, database)
    }

    /// Writes a dead letter; `number` gives the order in which they died.
    func insert(_ letter: DeadLetter, number: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO dead_letter (\(Self.columns), cause, died, number)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let more: [(any DatabaseValueConvertible)?] = [Int(letter.cause.rawValue), stored(letter.diedAt), number]
        try statement.execute(arguments: StatementArguments(values(of: letter.job) + more))
    }

    /// The last place of a queue and priority; three looks into the index.
    static let lastPlace = """
        SELECT max(p) FROM (
        SELECT (SELECT place FROM job WHERE queue = ?1 AND state = 0 AND priority = ?2
        ORDER BY place DESC LIMIT 1) AS p
        UNION ALL SELECT (SELECT place FROM job WHERE queue = ?1 AND state = 1 AND priority = ?2
        ORDER BY place DESC LIMIT 1)
        UNION ALL SELECT (SELECT place FROM job WHERE queue = ?1 AND state = 2 AND priority = ?2
        ORDER BY place DESC LIMIT 1))
        """

    /// The place behind all rows of a queue and priority.
    func backPlace(_ queue: String, _ priority: Priority) throws(JobStoreError) -> Int64 {
        try lastPlace(queue, priority) + 1
    }

    /// The rows, by id.
    public func list() throws(JobStoreError) -> [Job] {
        try read { try jobs($0) }
    }

    /// The dead letters, in the order in which they died.
    public func deadLetters() throws(JobStoreError) -> [DeadLetter] {
        try read { try letters($0) }
    }

    func jobs(_ database: Database, readyBy: Instant = .distantFuture) throws -> [Job] {
        try Row.fetchAll(database, sql: "SELECT \(Self.columns), state FROM job ORDER BY id").map { row in
            var job = job(row, isRunning: row[12] == 1)
            if row[12] != 2 { job.due = min(job.due, readyBy) }
            return job
        }
    }

    func letters(_ database: Database) throws -> [DeadLetter] {
        try Row.fetchAll(database, sql: "SELECT \(Self.columns), cause, died FROM dead_letter ORDER BY number").map {
            DeadLetter(job: job($0), cause: DeathCause(rawValue: $0[12]) ?? .failed, diedAt: instant($0[13]))
        }
    }

    /// The number of the next job.
    func nextNumber(_ database: Database) throws -> Int64 {
        (try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'job'") ?? 0) + 1
    }
}
