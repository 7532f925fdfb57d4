/// Why a job was not taken in.
public enum JobRefusal: Error, Hashable, Sendable {
    /// A job with the same unique key stands in the table.
    case duplicate(JobID)
    /// The table holds as many jobs as it may.
    case full
    /// It cannot be taken in as it is.
    case unfit(JobFault)
}

/// What is wrong with a job that was handed in.
public enum JobFault: UInt8, Hashable, BitwiseCopyable, CaseIterable, Sendable {
    /// Its task or its queue has no name.
    case emptyName
    /// A name, the data or the key holds a NUL, where a store's text would end.
    case nul
    /// Its data is no JSON object.
    case notObject
}

/// The job rules (PRODUCT section 5) as a value: no clock, no storage, no randomness; time comes with every call.
///
/// A driver asks `step` what is to be done while `nextDue` is not later, and reports ends with `finish`. All orders are
/// total: the same calls give the same answers everywhere. Costs are O(log rows) unless said otherwise.
public struct JobQueue: Sendable {
    /// The most rows of one table.
    public static let maximumJobs = 10_000_000
    /// The most dead letters; one more, and the oldest is thrown away.
    public static let maximumDeadLetters = 10_000
    /// The greatest number of a job, and the greatest place.
    public static let maximumNumber: Int64 = 1 << 62
    /// The most runs of a job.
    public static let maximumAttempts = 1 << 30

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
    /// Whether somebody takes the changes of rows, to store them.
    var tellsChanges = false
    /// What became of rows since it was asked last.
    var changes: [JobChange] = []

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
        guard table.count < Self.maximumJobs, nextNumber <= Self.maximumNumber else { throw .full }
        if let fault = spec.fault { throw .unfit(fault) }
        if let key = spec.uniqueKey, let known = keys[Array(key.utf8)] { throw .duplicate(known) }
        let id = JobID(nextNumber)
        nextNumber += 1
        var job = Job(id: id, spec: spec, enqueuedAt: now, due: max(now, spec.runAfter ?? now), place: takePlace())
        job.spec.runAfter = nil
        insert(job, now)
        tell(.put(job))
        return id
    }

    /// Removes all rows; runs under way end and still report. Dead letters stay. True where it removed a row.
    public mutating func empty() -> Bool {
        let hadRows = table.count > 0
        if tellsChanges { for job in table.all { changes.append(.remove(job.id)) } }
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
        tell(.put(job))
        return true
    }

    /// Throws a dead letter away; false where there is none.
    public mutating func discard(_ id: JobID) -> Bool {
        let before = deadLetters.count
        deadLetters.removeAll { $0.job.id == id }
        guard deadLetters.count < before else { return false }
        tell(.remove(id))
        return true
    }

    /// Takes a row out; false where there is none. A run under way ends and still reports, as with `empty`.
    public mutating func withdraw(_ id: JobID) -> Bool {
        guard table[id] != nil else { return false }
        for index in running.indices where running[index].id.job == id { running[index].isRowGone = true }
        drop(id)
        return true
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

    /// Takes a row out of the table for good.
    mutating func drop(_ id: JobID) {
        if remove(id) != nil { tell(.remove(id)) }
    }

    mutating func tell(_ change: JobChange) {
        if tellsChanges { changes.append(change) }
    }

    /// Takes a row out of the table.
    private mutating func remove(_ id: JobID) -> Job? {
        guard let job = table.remove(id) else { return nil }
        if let key = job.spec.uniqueKey { keys[Array(key.utf8)] = nil }
        return job
    }

    /// Takes a row to the dead letters.
    mutating func bury(_ id: JobID, _ cause: DeathCause, at now: Instant) -> Job? {
        guard var job = remove(id) else { return nil }
        job.isRunning = false
        let letter = DeadLetter(job: job, cause: cause, diedAt: now)
        deadLetters.append(letter)
        tell(.bury(letter))
        if deadLetters.count > Self.maximumDeadLetters { tell(.remove(deadLetters.removeFirst().job.id)) }
        return job
    }

    /// Takes in rows and dead letters as a store kept them, in place of its own; unique keys are the store's affair. Of
    /// too many dead letters the oldest are left out, and numbers past their limits are cut to them.
    public mutating func load(_ stored: StoredJobs, at now: Instant) {
        table.removeAll()
        keys.removeAll()
        forgetOrder()
        deadLetters = stored.dead.suffix(Self.maximumDeadLetters).map { letter in
            var letter = letter
            letter.job = Self.bounded(letter.job)
            return letter
        }
        for job in stored.jobs.sorted(by: { $0.id < $1.id }) {
            let job = Self.bounded(job)
            nextPlace = max(nextPlace, job.place + 1)
            if job.isRunning {
                table.insert(job)
                if let key = job.spec.uniqueKey { keys[Array(key.utf8)] = job.id }
            } else {
                insert(job, now)
            }
        }
        nextNumber = min(max(1, stored.nextNumber), Self.maximumNumber + 1)
        if let last = table.lastID { nextNumber = max(nextNumber, last.number + 1) }
        for letter in deadLetters { nextNumber = max(nextNumber, letter.job.id.number + 1) }
    }

    private static func bounded(_ job: Job) -> Job {
        var job = job
        job.id.number = min(max(1, job.id.number), maximumNumber)
        job.place = min(max(-maximumNumber, job.place), maximumNumber)
        job.attempts = min(max(0, job.attempts), maximumAttempts)
        job.forgiven = min(max(0, job.forgiven), job.attempts)
        return job
    }
}

/// A named queue at work.
struct JobLane: Sendable {
    let width: Int
    var running = 0
    /// Waiting rows whose time has come, by priority, then place.
    var ready = JobOrder()
}
