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
        try write { _ in try specs.map { try insert($0, at: now) } }
    }

    /// One transaction for many submitters; a duplicate concerns only its own.
    private func enqueueBatch(_ batch: [GroupCommit.Request]) throws -> [Result<JobID, JobStoreError>] {
        try write { _ in
            try batch.map { request in
                do throws(JobStoreError) {
                    return .success(try insert(request.spec, at: request.now))
                } catch {
                    guard case .duplicate = error else { throw error }
                    return .failure(error)
                }
            }
        }
    }

    private func insert(_ spec: JobSpec, at now: Instant) throws(JobStoreError) -> JobID {
        if let key = spec.uniqueKey,
            let known = try hot(.knownKey).bind(1, key).first({ (row) throws(JobStoreError) in row.integer(0) })
        {
            throw .duplicate(known)
        }
        let due = max(now, spec.runAfter ?? now)
        let isDelayed = due > now
        let place = try lastPlace(spec.queue, spec.priority) + 1
        let row = try hot(.insert)
        row.bind(1, spec.queue).bind(2, spec.task).bind(3, spec.data).bind(4, Int64(spec.priority.rawValue))
        row.bind(5, isDelayed ? 2 : 0).bind(6, place).bind(7, stored(now)).bind(8, stored(due))
        row.bind(9, isDelayed ? stored(due) : nil).bind(10, spec.expiresAt.map(stored)).bind(11, spec.uniqueKey)
        try row.run()
        return JobID(hot.lastNumber)
    }

    /// The last place of a queue and priority; 0 where there is none.
    func lastPlace(_ queue: String, _ priority: Priority) throws(JobStoreError) -> Int64 {
        let row = try hot(.place)
        row.bind(1, queue).bind(2, Int64(priority.rawValue))
        return try row.first { (row) throws(JobStoreError) in row.integer(0) } ?? 0
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
                database,
                sql:
                    "SELECT \(Self.columns) FROM job INDEXED BY job_wake WHERE wake IS NOT NULL AND state = 1 AND worker IS 0 ORDER BY id"
            )
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
        try claim(upTo: 1, from: queue, tasks: tasks, at: now).first
    }

    /// Begins up to `count` jobs of a named queue, no more than it has places free, all in one transaction.
    public func claim(
        upTo count: Int, from queue: String = JobSpec.defaultQueue, tasks: [String]? = nil, at now: Instant
    ) throws(JobStoreError) -> [ClaimedJob] {
        try startWorking(at: now)
        let worker = session.with { $0.worker }
        let width = settings.queues.first { $0.name.utf8.elementsEqual(queue.utf8) }?.width ?? 1
        return try write { database -> [ClaimedJob] in
            try wake(at: now, database)
            let running = try hot(.running).bind(1, queue).first { (row) throws(JobStoreError) in Int(row.integer(0)) }
            var claimed: [ClaimedJob] = []
            let room = min(count, max(1, width) - (running ?? 0))
            while claimed.count < room, var job = try first(of: queue, tasks, database) {
                if let end = job.spec.expiresAt, end < now {
                    try bury(job, .expired, at: now, database)
                    continue
                }
                let end = now + options.lease
                try hot(.claim).bind(1, stored(end)).bind(2, worker).bind(3, job.id.number).run()
                job.attempts += 1
                job.isRunning = true
                let run = JobRunID(job: job.id, attempt: Int32(clamping: job.attempts))
                claimed.append(ClaimedJob(job: job, run: run, leaseEnd: end))
            }
            return claimed
        }
    }

    private func first(of queue: String, _ tasks: [String]?, _ database: Database) throws -> Job? {
        guard let tasks else {
            return try hot(.first).bind(1, queue).first { (row) throws(JobStoreError) in job(row) }
        }
        var sql = "SELECT \(Self.columns) FROM job WHERE queue = ? AND state = 0"
        sql += " AND task IN (\(tasks.map { _ in "?" }.joined(separator: ", ")))"
        sql += " ORDER BY priority, place LIMIT 1"
        let statement = try database.cachedStatement(sql: sql)
        return try Row.fetchOne(statement, arguments: StatementArguments([queue] + tasks)).map { job($0) }
    }

    /// Delayed rows whose time has come are ready; runs whose lease is over are lost.
    private func wake(at now: Instant, _ database: Database) throws {
        let due = try hot(.due).bind(1, stored(now)).all { (row) throws(JobStoreError) in
            (job: job(row), isRunning: row.integer(12) == 1)
        }
        for row in due {
            if row.isRunning {
                _ = try free(row.job, at: now, database)
            } else {
                try hot(.free).bind(1, row.job.id.number).run()
            }
        }
    }

    /// Accounts for the end of a run. `.fenced` where the run is not this process's any more; nothing changes then.
    public func finish(_ run: JobRunID, _ outcome: Outcome, at now: Instant) throws(JobStoreError) -> FinishedJob {
        try finish([(run, outcome)], at: now)[0]
    }

    /// Accounts for the ends of several runs in one transaction; the answers are in the same order.
    public func finish(
        _ ends: [(run: JobRunID, outcome: Outcome)], at now: Instant
    ) throws(JobStoreError) -> [FinishedJob] {
        let worker = session.with { $0.worker }
        return try write { database in
            try ends.map { try finish($0.run, $0.outcome, worker, at: now, database) }
        }
    }

    private func finish(
        _ run: JobRunID, _ outcome: Outcome, _ worker: Int64?, at now: Instant, _ database: Database
    ) throws -> FinishedJob {
        let found = try hot(.find)
        found.bind(1, run.job.number).bind(2, Int64(run.attempt)).bind(3, worker)
        guard let job = try found.first({ (row) throws(JobStoreError) in job(row) }) else { return .fenced }
        var end = JobEnd(
            id: run, task: job.spec.task, isSuccess: outcome == .success, willRetry: false, isDrained: false)
        switch settings.fate(of: job, outcome, at: now) {
        case .removed:
            try hot(.delete).bind(1, job.id.number).run()
        case .dead(let cause): try bury(job, cause, at: now, database)
        case .retried(let due):
            end.willRetry = true
            try wait(job, until: due, at: now, database)
        }
        end.isDrained = try hot(.any).first { (_) throws(JobStoreError) in true } == nil
        return .accounted(end)
    }

    private func wait(_ job: Job, until due: Instant, at now: Instant, _ database: Database) throws {
        let place =
            settings.failedStaysAtHead ? job.place : try backPlace(job.spec.queue, job.spec.priority)
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
