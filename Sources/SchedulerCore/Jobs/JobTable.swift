/// The rows by id. Ids only ever grow, so the rows stand sorted and are found by bisection.
///
/// A removed row leaves a gap; gaps are swept once they are more than half.
struct JobTable: Sendable {
    private var rows: [Job?] = []
    private var ids: [JobID] = []
    /// By row: when it last began to wait, as a running number; an entry of an order holds only for that wait.
    private var waits: [Int64] = []
    private var nextWait: Int64 = 1
    private(set) var count = 0
    /// The rows that have a unique key, by that key.
    private var keys: [[UInt8]: JobID] = [:]

    /// The row that has this unique key; nil if none has.
    func row(withKey key: String?) -> JobID? { key.flatMap { keys[Array($0.utf8)] } }

    /// The greatest id that is here, also where its row is gone since; nil if there is none.
    var lastID: JobID? { ids.last }

    var all: some Sequence<Job> { rows.lazy.compactMap { $0 } }

    /// The row with this id; nil if there is none. O(log n).
    subscript(id: JobID) -> Job? {
        guard let index = index(of: id) else { return nil }
        return rows[index]
    }

    /// A row begins to wait: the number of this wait, never used twice.
    mutating func beginWait(_ id: JobID) -> Int64 {
        nextWait += 1
        if let index = index(of: id) { waits[index] = nextWait }
        return nextWait
    }

    /// The row of an entry, if it still is in that wait.
    func waiting(_ entry: JobEntry) -> Job? {
        guard let index = index(of: entry.id), waits[index] == entry.wait, let job = rows[index], !job.isRunning
        else { return nil }
        return job
    }

    /// Adds a row; an id in the middle costs O(n).
    mutating func insert(_ job: Job) {
        if let key = job.spec.uniqueKey { keys[Array(key.utf8)] = job.id }
        let place = bisect(job.id)
        if place < ids.count, ids[place] == job.id {
            if rows[place] == nil { count += 1 }
            rows[place] = job
            return
        }
        ids.insert(job.id, at: place)
        rows.insert(job, at: place)
        waits.insert(0, at: place)
        count += 1
    }

    /// Changes the row with this id, if there is one. O(log n).
    mutating func update(_ id: JobID, _ change: (inout Job) -> Void) {
        guard let index = index(of: id), var job = rows[index] else { return }
        change(&job)
        rows[index] = job
    }

    /// Takes a row out. O(log n), amortized.
    @discardableResult
    mutating func remove(_ id: JobID) -> Job? {
        guard let index = index(of: id), let job = rows[index] else { return nil }
        rows[index] = nil
        if let key = job.spec.uniqueKey { keys[Array(key.utf8)] = nil }
        count -= 1
        if count * 2 + 32 < rows.count { sweep() }
        return job
    }

    /// Takes all rows out.
    mutating func removeAll() {
        rows.removeAll()
        ids.removeAll()
        waits.removeAll()
        keys.removeAll()
        count = 0
    }

    private mutating func sweep() {
        waits = zip(waits, rows).compactMap { $1 == nil ? nil : $0 }
        ids = zip(ids, rows).compactMap { $1 == nil ? nil : $0 }
        rows.removeAll { $0 == nil }
    }

    private func index(of id: JobID) -> Int? {
        let place = bisect(id)
        return place < ids.count && ids[place] == id ? place : nil
    }

    /// The first place whose id is not smaller.
    private func bisect(_ id: JobID) -> Int {
        if let last = ids.last, last < id { return ids.count }
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A waiting row as it is in an order. Rows that changed meanwhile are not taken out: a reader checks each entry
/// against its row.
struct JobEntry: Comparable, Sendable {
    /// Its priority; 0 in an order of times.
    var rank: UInt8 = 0
    /// Its place, or a time.
    var key: Int64
    var id: JobID
    /// The wait of the row for which it stands.
    var wait: Int64

    /// By rank, then key, then id.
    static func < (left: JobEntry, right: JobEntry) -> Bool {
        (left.rank, left.key, left.id) < (right.rank, right.key, right.id)
    }
}

struct NamedQueue: Sendable {
    let width: Int
    var running = 0
    /// Waiting rows whose time has come, by priority, then place.
    var ready = Heap<JobEntry>()
}
