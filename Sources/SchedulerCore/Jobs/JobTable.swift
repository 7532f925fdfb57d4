/// Queries of the queue (The rules, "Jobs").
extension JobQueue {
    /// Whether a job of `task` is in the table, a running one included. O(rows).
    public func exists(_ task: String) -> Bool {
        list.contains { isSame($0.spec.task, task) }
    }

    /// Whether this run can have existed: its job's number was given.
    public func isKnown(_ id: JobRunID) -> Bool {
        id.job.number > 0 && id.job.number < nextNumber
    }

    /// Whether this run has begun and not ended.
    public func isUnderWay(_ run: JobRunID) -> Bool { running.contains { $0.id == run } }

    /// How long a run of these jobs may take; nil: no limit.
    public func timeout(of task: String) -> Nanoseconds? {
        for timeout in settings.timeouts {
            if let name = timeout.task, isSame(name, task) { return timeout.limit }
        }
        return handlers.hasOwn(task) ? nil : settings.timeouts.first { $0.task == nil }?.limit
    }

    /// Whether a run is under way.
    public var isActive: Bool { !running.isEmpty }

    /// Whether a run of `task` is under way.
    public func isActive(_ task: String) -> Bool {
        running.contains { isSame($0.task, task) }
    }

    /// The job of `task` that is served first: a running one, else by priority and place, else the first to come due.
    /// O(rows).
    public func next(_ task: String) -> Job? {
        list.filter { isSame($0.spec.task, task) }.min { rank($0) < rank($1) }
    }

    /// Runs under way that never end by themselves.
    public var hung: [JobRun] { running.filter { $0.isHung } }

    private func rank(_ job: Job) -> (Int, UInt8, Int64) {
        (job.isRunning ? 0 : 1, job.spec.priority.rawValue, job.place)
    }

    private func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}

/// The named limits of the queue.
extension JobQueue {
    /// The maximum number of rows of one table.
    public static let maximumJobs = 10_000_000
    /// The maximum number of dead letters; beyond it the oldest is dropped.
    public static let maximumDeadLetters = 10_000
    /// The greatest number of a job, and the greatest place.
    public static let maximumNumber: Int64 = 1 << 62
    /// The maximum number of runs of a job.
    public static let maximumAttempts = 1 << 30
    /// The maximum number of named queues.
    public static let maximumQueues = 1_024
}

extension JobQueue {
    /// Whether a queue that keeps no changes can use it, whoever wrote it.
    var isSound: Bool {
        deadLetters.count <= Self.maximumDeadLetters && deadLetters.allSatisfy { $0.job.bounded == $0.job }
            && (1...Self.maximumNumber + 1).contains(nextNumber) && !hasChanges && handlers.isSound && hasSoundParts
            && running.allSatisfy { queues.indices.contains($0.queue) }
            && queues.allSatisfy { $0.width > 0 && (0..<Int(Int32.max)).contains($0.running) }
    }
}

extension Job {
    /// The same job with its numbers clamped to what a queue can hold.
    var bounded: Job {
        var job = self
        job.id.number = min(max(1, id.number), JobQueue.maximumNumber)
        job.place = min(max(-JobQueue.maximumNumber, place), JobQueue.maximumNumber)
        job.attempts = min(max(0, attempts), JobQueue.maximumAttempts)
        job.forgiven = min(max(0, forgiven), job.attempts)
        return job
    }
}

/// Orders for one waiting job (The rules, "Jobs").
extension JobQueue {
    /// Pauses a waiting row until `resume` or the end of the process. Returns the refusal if it does not wait.
    public mutating func pause(_ id: JobID, at now: Instant) -> Refusal? {
        change(id, at: now) { _, paused, _ in
            if !paused.contains(id) { paused.append(id) }
        }
    }

    /// Puts a paused row back in its place. Returns the refusal if it does not wait.
    public mutating func resume(_ id: JobID, at now: Instant) -> Refusal? {
        change(id, at: now) { _, paused, _ in paused.removeAll { $0 == id } }
    }

    /// Puts a waiting row before all others of its queue and priority, due at once. Returns the refusal if it does not
    /// wait.
    public mutating func putFirst(_ id: JobID, at now: Instant) -> Refusal? {
        change(id, at: now) { job, _, firstPlace in
            job.place = firstPlace - 1
            job.due = now
        }
    }
}

/// The rows by id.
struct JobTable: Stored {
    private struct Row: Stored {
        var job: Job
        /// The number of its last wait; an entry in a heap is valid only for that wait.
        var wait: Int64 = 0
    }

    private var rows: [JobID: Row] = [:]
    private var nextWait: Int64 = 1
    /// The rows that have a unique key, by that key.
    private var keys: [[UInt8]: JobID] = [:]

    var count: Int { rows.count }

    /// The rows, by id. O(rows log rows).
    var all: [Job] { rows.values.map { $0.job }.sorted { $0.id < $1.id } }

    /// Whether each row is found under its own number, and no number is near its limit.
    var isSound: Bool {
        (0...Scheduler.Checkpoint.maximumCount).contains(nextWait)
            && rows.allSatisfy { $0.key == $0.value.job.id && $0.value.job.bounded == $0.value.job }
    }

    subscript(id: JobID) -> Job? { rows[id]?.job }

    /// The row that has this unique key; nil if none has.
    func row(withKey key: String?) -> JobID? { key.flatMap { keys[Array($0.utf8)] } }

    /// A row begins to wait. Returns the number of this wait, never used twice.
    mutating func beginWait(_ id: JobID) -> Int64 {
        nextWait += 1
        rows[id]?.wait = nextWait
        return nextWait
    }

    /// The row of an entry, if it is still in that wait.
    func waiting(_ entry: JobEntry) -> Job? {
        guard let row = rows[entry.id], row.wait == entry.wait, !row.job.isRunning else { return nil }
        return row.job
    }

    mutating func insert(_ job: Job) {
        if let key = job.spec.uniqueKey { keys[Array(key.utf8)] = job.id }
        rows[job.id] = Row(job: job)
    }

    /// Changes the row with this id, if there is one.
    mutating func update(_ id: JobID, _ change: (inout Job) -> Void) {
        guard var job = rows[id]?.job else { return }
        change(&job)
        rows[id]?.job = job
    }

    @discardableResult
    mutating func remove(_ id: JobID) -> Job? {
        guard let job = rows.removeValue(forKey: id)?.job else { return nil }
        if let key = job.spec.uniqueKey { keys[Array(key.utf8)] = nil }
        return job
    }

    mutating func removeAll() {
        rows = [:]
        keys = [:]
    }
}

/// The entry of a waiting row in a heap. Entries of changed rows are not removed: a reader checks each entry
/// against its row.
struct JobEntry: Comparable, Stored {
    /// Its priority; 0 in a heap of times.
    var rank: UInt8 = 0
    /// Its place, or a time.
    var key: Int64
    var id: JobID
    /// The wait of its row.
    var wait: Int64

    /// By rank, then key, then id.
    static func < (left: JobEntry, right: JobEntry) -> Bool {
        (left.rank, left.key, left.id) < (right.rank, right.key, right.id)
    }
}

struct NamedQueue: Stored {
    let width: Int
    var running = 0
    /// Waiting rows whose time has come, by priority, then place.
    var ready = Heap<JobEntry>()
}
