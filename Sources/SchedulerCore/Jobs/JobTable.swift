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
