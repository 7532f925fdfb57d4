/// Why a job was not taken in.
public enum JobRefusal: Error, Hashable, Sendable {
    /// A job with the same unique key stands in the table.
    case duplicate(JobID)
    /// The table holds as many jobs as it may.
    case full
}

/// The job rules (PRODUCT section 5) as a value: no clock, no storage, no randomness; time comes with every call.
///
/// A driver asks `step` what is to be done while `nextDue` is not later, and reports ends with `finish`. All orders are
/// total: the same calls give the same answers everywhere. Costs are O(log rows) unless said otherwise.
public struct JobQueue: Sendable {
    /// The most rows of one table.
    public static let maximumJobs = 10_000_000

    /// The rules that can be set.
    public let settings: JobSettings
    /// The queue was started and not stopped.
    public private(set) var isStarted = false
    /// `start` was ordered before there was a process: the next one begins with it.
    var startsWithProcess = false
    /// Runs under way, in the order in which they began.
    public internal(set) var running: [JobRun] = []
    /// The dead letters, in the order in which they died.
    public internal(set) var deadLetters: [DeadLetter] = []
    /// The number of the next job.
    public internal(set) var nextNumber: Int64 = 1

    var table = JobTable()
    var nextPlace: Int64 = 1
    private var handled = NameTable()
    private var handlesAll: Bool
    private var names = NameTable()
    var lanes: [JobLane] = []
    /// Waiting rows whose time has not come, by that time.
    var delayed = JobOrder()
    /// Waiting rows that expire, by that time.
    var expiring = JobOrder()
    /// Rows that nobody works, as far as the queue has come upon them.
    var unhandled: [JobOrder.Entry] = []
    private var keys: [[UInt8]: JobID] = [:]

    /// A run under way.
    public struct JobRun: Hashable, Sendable {
        /// The run.
        public var id: JobRunID
        /// The name of its task.
        public var task: String
        /// When it began.
        public var began: Instant
        var lane: Int
        /// `empty` removed its row.
        var isRowGone = false
        /// It never ends by itself.
        var isHung = false
    }

    /// An empty, stopped queue. `handlers` are the task names that somebody works; nil: every one.
    public init(settings: JobSettings = JobSettings(), handlers: [String]? = nil) {
        self.settings = settings
        handlesAll = handlers == nil
        for name in handlers ?? [] { _ = handled.insert(name) }
        for spec in settings.queues where names.insert(spec.name).isNew {
            lanes.append(JobLane(width: max(1, spec.width)))
        }
    }

    /// Whether somebody works jobs here, or one was ever enqueued; an app without jobs has no use for the signals.
    public var isInUse: Bool { handlesAll || nextNumber > 1 || !handled.names.isEmpty }

    // MARK: Orders

    /// Starts the queue; false where it was started already.
    public mutating func start() -> Bool {
        guard !isStarted else { return false }
        isStarted = true
        return true
    }

    /// Stops the queue: what runs ends and is accounted for, nothing else begins. False where it was stopped already.
    public mutating func stop() -> Bool {
        guard isStarted else { return false }
        isStarted = false
        return true
    }

    /// Takes in a job at `now`.
    public mutating func enqueue(_ spec: JobSpec, at now: Instant) throws(JobRefusal) -> JobID {
        guard table.count < Self.maximumJobs else { throw .full }
        if let key = spec.uniqueKey, let known = keys[Array(key.utf8)] { throw .duplicate(known) }
        let id = JobID(nextNumber)
        nextNumber += 1
        var job = Job(id: id, spec: spec, enqueuedAt: now, due: max(now, spec.runAfter ?? now), place: takePlace())
        job.spec.runAfter = nil
        insert(job, now)
        return id
    }

    /// Removes all rows; runs under way end and still report. Dead letters stay. True where it removed a row.
    public mutating func empty() -> Bool {
        let hadRows = table.count > 0
        table.removeAll()
        keys.removeAll()
        forgetOrder()
        for index in running.indices { running[index].isRowGone = true }
        return hadRows
    }

    /// Puts a dead letter back at the end of its queue, its runs forgiven; false where there is none.
    public mutating func retry(_ id: JobID, at now: Instant) throws(JobRefusal) -> Bool {
        guard let index = deadLetters.firstIndex(where: { $0.job.id == id }) else { return false }
        var job = deadLetters[index].job
        if let key = job.spec.uniqueKey, let known = keys[Array(key.utf8)] { throw .duplicate(known) }
        deadLetters.remove(at: index)
        job.forgiven = job.attempts
        job.due = now
        job.place = takePlace()
        if let end = job.spec.expiresAt, end < now { job.spec.expiresAt = nil }
        insert(job, now)
        return true
    }

    /// Throws a dead letter away; false where there is none.
    public mutating func discard(_ id: JobID) -> Bool {
        let before = deadLetters.count
        deadLetters.removeAll { $0.job.id == id }
        return deadLetters.count < before
    }

    /// Somebody works the jobs of `task` from now on. O(rows).
    public mutating func addHandler(_ task: String) {
        guard handled.insert(task).isNew else { return }
        let known = unhandled
        unhandled.removeAll()
        for entry in known {
            guard let job = table.waiting(entry) else { continue }
            if isHandled(job.spec.task) { ready(job, entry.wait) } else { unhandled.append(entry) }
        }
    }

    /// Whether somebody works the jobs of this task.
    public func isHandled(_ task: String) -> Bool { handlesAll || handled.find(task) != nil }

    // MARK: Parts of the rules

    mutating func takePlace() -> Int64 {
        nextPlace += 1
        return nextPlace - 1
    }

    /// The named queue of a job; unknown names come last, one wide.
    mutating func lane(named name: String) -> Int {
        let (number, isNew) = names.insert(name)
        if isNew { lanes.append(JobLane(width: 1)) }
        return number
    }

    private mutating func insert(_ job: Job, _ now: Instant) {
        table.insert(job)
        if let key = job.spec.uniqueKey { keys[Array(key.utf8)] = job.id }
        line(job, now)
    }

    /// Lets a waiting row stand where it belongs.
    mutating func line(_ job: Job, _ now: Instant) {
        let wait = table.beginWait(job.id)
        if let end = job.spec.expiresAt {
            expiring.insert(JobOrder.Entry(key: end.nanoseconds, id: job.id, wait: wait))
        }
        if job.due > now { return delayed.insert(JobOrder.Entry(key: job.due.nanoseconds, id: job.id, wait: wait)) }
        ready(job, wait)
    }

    mutating func ready(_ job: Job, _ wait: Int64) {
        let entry = JobOrder.Entry(rank: job.spec.priority.rawValue, key: job.place, id: job.id, wait: wait)
        lanes[lane(named: job.spec.queue)].ready.insert(entry)
    }

    mutating func forgetOrder() {
        for lane in lanes.indices { lanes[lane].ready.removeAll() }
        delayed.removeAll()
        expiring.removeAll()
        unhandled.removeAll()
    }

    /// Takes a row out of the table.
    @discardableResult
    mutating func remove(_ id: JobID) -> Job? {
        guard let job = table.remove(id) else { return nil }
        if let key = job.spec.uniqueKey { keys[Array(key.utf8)] = nil }
        return job
    }

    /// Takes a row to the dead letters.
    mutating func bury(_ id: JobID, _ cause: DeathCause, at now: Instant) -> Job? {
        guard var job = remove(id) else { return nil }
        job.isRunning = false
        deadLetters.append(DeadLetter(job: job, cause: cause, diedAt: now))
        return job
    }

    /// Takes in rows and dead letters as a store kept them, in place of its own; unique keys are the store's affair.
    public mutating func load(_ jobs: [Job], dead: [DeadLetter], nextNumber: Int64, at now: Instant) {
        table.removeAll()
        keys.removeAll()
        forgetOrder()
        deadLetters = dead
        for job in jobs.sorted(by: { $0.id < $1.id }) {
            nextPlace = max(nextPlace, saturatingAdd(job.place, 1))
            if job.isRunning {
                table.insert(job)
                if let key = job.spec.uniqueKey { keys[Array(key.utf8)] = job.id }
            } else {
                insert(job, now)
            }
        }
        let last = max(jobs.map(\.id.number).max() ?? 0, dead.map(\.job.id.number).max() ?? 0)
        self.nextNumber = max(nextNumber, last + 1)
    }
}

/// A named queue at work.
struct JobLane: Sendable {
    let width: Int
    var running = 0
    /// Waiting rows whose time has come, by priority, then place.
    var ready = JobOrder()
}
