import GRDB
import SchedulerCore

/// A job whose run has begun under a lease; `run` is the token with which it is finished.
public struct ClaimedJob: Hashable, Sendable {
    /// The row, this run counted.
    public var job: Job
    /// The run.
    public var run: JobRunID
    /// When another process may begin the job again.
    public var leaseEnd: Instant
}

/// How the end of a run was taken.
public enum FinishedJob: Hashable, Sendable {
    /// It was accounted for.
    case accounted(JobEnd)
    /// The run is not this process's any more: its lease ran out, its row was removed, or it was finished before.
    case fenced
}

/// Enqueueing, claiming, finishing: one transaction each.
extension JobStore {
    /// Takes in a job. Calls from many threads share their commits.
    public func enqueue(_ spec: JobSpec, at now: Instant) throws(JobStoreError) -> JobID {
        switch group.submit(spec, now, commit: { try enqueueBatch($0) }) {
        case .success(let id): return id
        case .failure(let error): throw error
        }
    }

    /// Takes in several jobs in one transaction, all or none.
    public func enqueue(_ specs: [JobSpec], at now: Instant) throws(JobStoreError) -> [JobID] {
        try write { database in try specs.map { try insert($0, at: now, database) } }
    }

    /// One transaction for many submitters; a duplicate concerns only its own.
    private func enqueueBatch(_ batch: [GroupCommit.Request]) throws -> [Result<JobID, JobStoreError>] {
        try write { database in
            try batch.map { request in
                do {
                    return .success(try insert(request.spec, at: request.now, database))
                } catch let error as JobStoreError {
                    guard case .duplicate = error else { throw error }
                    return .failure(error)
                }
            }
        }
    }

    private func insert(_ spec: JobSpec, at now: Instant, _ database: Database) throws -> JobID {
        if let key = spec.uniqueKey {
            let statement = try database.cachedStatement(sql: "SELECT id FROM job WHERE key = ?")
            if let known = try Int64.fetchOne(statement, arguments: [key]) { throw JobStoreError.duplicate(known) }
        }
        let due = max(now, spec.runAfter ?? now)
        let isDelayed = due > now
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO job (queue, task, data, priority, state, place, attempts, forgiven, enqueued, due, wake,
                expires, key) VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, ?)
                """)
        let place = try backPlace(spec.queue, spec.priority, database)
        try statement.execute(arguments: [
            spec.queue, spec.task, spec.data, Int(spec.priority.rawValue), isDelayed ? 2 : 0, place, stored(now),
            stored(due), isDelayed ? stored(due) : nil, spec.expiresAt.map(stored), spec.uniqueKey,
        ])
        return JobID(database.lastInsertedRowID)
    }

    /// Becomes a worker of the store; called by `claim` where it was not. The first process is the app itself: runs
    /// that an earlier one left behind are free at once, without waiting for their leases. Others get a number of
    /// their own and wait for leases. Returns the jobs that lost their last run so.
    @discardableResult
    public func startWorking(at now: Instant) throws(JobStoreError) -> [Job] {
        let known = session.with { $0.worker }
        guard known == nil else { return [] }
        let lock = PrimaryLock(path)
        let (worker, lost) = try write { database -> (Int64, [Job]) in
            guard lock != nil else {
                try database.execute(sql: "INSERT INTO worker (started) VALUES (?)", arguments: [stored(now)])
                return (database.lastInsertedRowID, [])
            }
            let orphans = try Row.fetchAll(
                database, sql: "SELECT \(Self.columns) FROM job WHERE state = 1 AND worker IS 0 ORDER BY id")
            return (0, try orphans.compactMap { try free(job($0), at: now, database) })
        }
        session.with {
            $0.worker = worker
            $0.lock = lock
        }
        return lost
    }

    /// A run was lost: its job is free, or a dead letter, which then comes back.
    private func free(_ job: Job, at now: Instant, _ database: Database) throws -> Job? {
        switch settings.fateWhenLost(job, at: now) {
        case .removed: preconditionFailure("a lost run is no success")
        case .retried:
            try database.cachedStatement(
                sql: "UPDATE job SET state = 0, wake = NULL, worker = NULL, due = ? WHERE id = ?"
            ).execute(arguments: [stored(now), job.id.number])
            return nil
        case .dead(let cause):
            try bury(job, cause, at: now, database)
            return job
        }
    }

    /// Begins the next job of a named queue, if one is due and the queue has a place free; its attempt is counted and
    /// its lease taken in one transaction. `tasks` are the names that this process works; nil: all.
    public func claim(
        from queue: String = JobSpec.defaultQueue, tasks: [String]? = nil, at now: Instant
    ) throws(JobStoreError) -> ClaimedJob? {
        try startWorking(at: now)
        let worker = session.with { $0.worker }
        let width = settings.queues.first { $0.name.utf8.elementsEqual(queue.utf8) }?.width ?? 1
        return try write { database -> [ClaimedJob] in
            try wake(at: now, database)
            let running = try Int.fetchOne(
                database.cachedStatement(sql: "SELECT count(*) FROM job WHERE queue = ? AND state = 1"),
                arguments: [queue])
            guard (running ?? 0) < max(1, width) else { return [] }
            while var job = try first(of: queue, tasks, database) {
                if let end = job.spec.expiresAt, end < now {
                    try bury(job, .expired, at: now, database)
                    continue
                }
                let end = now + options.lease
                try database.cachedStatement(
                    sql: "UPDATE job SET state = 1, attempts = attempts + 1, wake = ?, worker = ? WHERE id = ?"
                ).execute(arguments: [stored(end), worker, job.id.number])
                job.attempts += 1
                job.isRunning = true
                let run = JobRunID(job: job.id, attempt: Int32(clamping: job.attempts))
                return [ClaimedJob(job: job, run: run, leaseEnd: end)]
            }
            return []
        }.first
    }

    private func first(of queue: String, _ tasks: [String]?, _ database: Database) throws -> Job? {
        var sql = "SELECT \(Self.columns) FROM job WHERE queue = ? AND state = 0"
        if let tasks { sql += " AND task IN (\(tasks.map { _ in "?" }.joined(separator: ", ")))" }
        sql += " ORDER BY priority, place LIMIT 1"
        let statement = try database.cachedStatement(sql: sql)
        return try Row.fetchOne(statement, arguments: StatementArguments([queue] + (tasks ?? []))).map { job($0) }
    }

    /// Delayed rows whose time has come are ready; runs whose lease is over are lost.
    private func wake(at now: Instant, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns), state FROM job WHERE wake <= ? ORDER BY id")
        for row in try Row.fetchAll(statement, arguments: [stored(now)]) {
            let job = job(row)
            if row[12] == 1 {
                _ = try free(job, at: now, database)
            } else {
                try database.cachedStatement(sql: "UPDATE job SET state = 0, wake = NULL WHERE id = ?")
                    .execute(arguments: [job.id.number])
            }
        }
    }

    /// Accounts for the end of a run. `.fenced` where the run is not this process's any more; nothing changes then.
    public func finish(_ run: JobRunID, _ outcome: Outcome, at now: Instant) throws(JobStoreError) -> FinishedJob {
        let worker = session.with { $0.worker }
        return try write { database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(Self.columns) FROM job WHERE id = ? AND attempts = ? AND state = 1 AND worker IS ?")
            guard let row = try Row.fetchOne(statement, arguments: [run.job.number, run.attempt, worker]) else {
                return .fenced
            }
            let job = job(row)
            var end = JobEnd(
                id: run, task: job.spec.task, isSuccess: outcome == .success, willRetry: false, isDrained: false)
            switch settings.fate(of: job, outcome, at: now) {
            case .removed:
                try database.cachedStatement(sql: "DELETE FROM job WHERE id = ?").execute(arguments: [job.id.number])
            case .dead(let cause): try bury(job, cause, at: now, database)
            case .retried(let due):
                end.willRetry = true
                try wait(job, until: due, at: now, database)
            }
            end.isDrained = try Int.fetchOne(database.cachedStatement(sql: "SELECT 1 FROM job LIMIT 1")) == nil
            return .accounted(end)
        }
    }

    private func wait(_ job: Job, until due: Instant, at now: Instant, _ database: Database) throws {
        let place =
            settings.failedStaysAtHead ? job.place : try backPlace(job.spec.queue, job.spec.priority, database)
        let isDelayed = due > now
        try database.cachedStatement(
            sql: "UPDATE job SET state = ?, wake = ?, due = ?, place = ?, worker = NULL WHERE id = ?"
        ).execute(arguments: [isDelayed ? 2 : 0, isDelayed ? stored(due) : nil, stored(due), place, job.id.number])
    }

    /// Lets a run go on for another lease from `now`; false where it is not this process's any more.
    public func renew(_ run: JobRunID, at now: Instant) throws(JobStoreError) -> Bool {
        let worker = session.with { $0.worker }
        return try write { database in
            try database.cachedStatement(
                sql: "UPDATE job SET wake = ? WHERE id = ? AND attempts = ? AND state = 1 AND worker IS ?"
            ).execute(arguments: [stored(now + options.lease), run.job.number, run.attempt, worker])
            return database.changesCount == 1
        }
    }
}
