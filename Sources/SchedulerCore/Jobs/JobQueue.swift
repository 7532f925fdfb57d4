/// The job rules (The rules, "Jobs") as a value: no clock, no storage, no randomness; time comes with every call.
///
/// A driver calls `step` for what is due, while `nextDue` is not later, and reports ends with `finish`. All orders are
/// total: the same calls give the same answers everywhere. Costs are O(log rows) unless stated otherwise.
public struct JobQueue: Stored {
    /// How many entries of rows that no longer wait are kept beside the others.
    private static let allowedStale = 64

    /// The rules that can be set.
    public private(set) var settings: JobSettings
    /// The limit of runs that every process begins with.
    private let ownRetryLimit: Int
    /// Jobs that were paused one by one, by number.
    public private(set) var paused: [JobID] = []
    /// Whether the queue was started and not stopped.
    public private(set) var isStarted = false
    /// Whether `start` was ordered without a process: the next one begins with it.
    var startsWithProcess = false
    /// Runs under way, in the order in which they began.
    public private(set) var running: [JobRun] = []
    /// The dead letters, in the order in which they died.
    public private(set) var deadLetters: [DeadLetter] = []
    /// The number of the next job.
    public private(set) var nextNumber: Int64 = 1
    /// The changes of rows since they were last taken; nil if no store follows.
    private var changes: [JobChange]?
    private var table = JobTable()
    private var nextPlace: Int64 = 1
    let handlers: JobHandlers
    private var names = NameTable()
    private var namedQueues: [NamedQueue] = []
    /// Waiting rows whose time has not come, by that time.
    private var delayed = Heap<JobEntry>()
    /// Waiting rows that expire, by that time.
    private var expiring = Heap<JobEntry>()

    /// Creates an empty, stopped queue. `handlers` are the task names that have a handler; nil, or a list with the
    /// empty name, which no job has, means every name.
    public init(settings: JobSettings = JobSettings(), handlers: [String]? = nil) {
        self.settings = settings
        ownRetryLimit = settings.retryLimit
        self.handlers = JobHandlers(handlers ?? [], areAll: handlers?.contains("") ?? true)
        for spec in settings.queues where names.insert(spec.name).isNew {
            namedQueues.append(NamedQueue(width: max(1, spec.width)))
        }
    }

    /// Whether there is a handler, or a job was ever enqueued; an app without jobs does not need the signals.
    public var isInUse: Bool { nextNumber > 1 || !handlers.isEmpty }

    // MARK: Rows

    /// Rows, running ones included, dead letters not.
    public var count: Int { table.count }

    /// The rows, by id. O(rows log rows).
    public var list: [Job] { table.all }

    /// The row of a job; nil once it is done, dead or removed.
    public func job(_ id: JobID) -> Job? { table[id] }

    // MARK: Orders

    /// Starts the queue; false if it was already started.
    public mutating func start() -> Bool {
        guard !isStarted else { return false }
        isStarted = true
        return true
    }

    /// Stops the queue: what runs ends and is accounted for, nothing else begins. False if it was already stopped.
    public mutating func stop() -> Bool {
        guard isStarted else { return false }
        isStarted = false
        return true
    }

    /// Enqueues a job at `now`.
    public mutating func enqueue(_ spec: JobSpec, at now: Instant) throws(Refusal) -> JobID {
        guard table.count < Self.maximumJobs, nextNumber <= Self.maximumNumber else { throw .tooManyJobs }
        if let fault = spec.fault { throw .unfitJob(fault) }
        guard names.find(spec.queue) != nil || namedQueues.count < Self.maximumQueues else { throw .limit(.jobQueues) }
        if let known = table.row(withKey: spec.uniqueKey) {
            guard spec.replacesWaiting, table[known]?.isRunning == false else { throw .duplicateJob(known.number) }
            _ = withdraw(known)
        }
        let id = JobID(nextNumber)
        nextNumber += 1
        var job = Job(id: id, spec: spec, enqueuedAt: now, due: max(now, spec.runAfter ?? now), place: takePlace())
        (job.spec.runAfter, job.spec.replacesWaiting) = (nil, false)
        insert(job, now)
        changes?.append(.put(job))
        return id
    }

    /// Removes all rows; current runs end and still report. Dead letters stay. True if it removed a row.
    public mutating func empty() -> Bool {
        let hadRows = table.count > 0
        if changes != nil { for job in list { changes?.append(.remove(job.id)) } }
        table.removeAll()
        paused.removeAll()
        forgetOrder()
        for index in running.indices { running[index].isRowGone = true }
        return hadRows
    }

    /// Puts a dead letter back at the end of its queue and forgives its runs; false if there is none.
    public mutating func retry(_ id: JobID, at now: Instant) throws(Refusal) -> Bool {
        guard let index = deadLetters.firstIndex(where: { $0.job.id == id }) else { return false }
        var job = deadLetters[index].job
        if let known = table.row(withKey: job.spec.uniqueKey) { throw .duplicateJob(known.number) }
        deadLetters.remove(at: index)
        job.forgiven = job.attempts
        job.due = now
        job.place = takePlace()
        if let end = job.spec.expiresAt, end < now { job.spec.expiresAt = nil }
        insert(job, now)
        changes?.append(.put(job))
        return true
    }

    /// Deletes a dead letter; false if there is none.
    public mutating func discard(_ id: JobID) -> Bool {
        let before = deadLetters.count
        deadLetters.removeAll { $0.job.id == id }
        guard deadLetters.count < before else { return false }
        changes?.append(.remove(id))
        return true
    }

    /// Removes a row; false if there is none. A current run ends and still reports, as with `empty`.
    public mutating func withdraw(_ id: JobID) -> Bool {
        for index in running.indices where running[index].id.job == id { running[index].isRowGone = true }
        return drop(id)
    }

    /// Changes a waiting row, or whether it is paused, and puts it in its new place. Returns the refusal if it does not
    /// wait. O(rows) at most.
    mutating func change(
        _ id: JobID, at now: Instant, _ change: (inout Job, inout [JobID], _ firstPlace: Int64) -> Void
    ) -> Refusal? {
        guard var job = table[id] else { return .noJob(id.number) }
        if running.contains(where: { $0.id.job == id }) { return .jobRunning(id.number) }
        change(&job, &paused, table.all.reduce(nextPlace) { min($0, $1.place) })
        if table[id] != job {
            table.update(id) { $0 = job }
            changes?.append(.put(job))
        }
        if !job.isRunning { line(job, now) }  // A row whose run was lost has no place before the next launch.
        return nil
    }

    /// A failing job runs at most this many times, at least once, until the process ends.
    public mutating func limitRuns(to count: Int) { settings.retryLimit = max(1, count) }

    /// Whether the jobs of this task have a handler.
    public func isHandled(_ task: String) -> Bool { handlers.isHandled(task) }

    private mutating func takePlace() -> Int64 {
        defer { nextPlace += 1 }
        return nextPlace
    }

    /// The named queue of a job; unknown names come last, with width 1.
    private mutating func namedQueue(named name: String) -> Int {
        let (number, isNew) = names.insert(name)
        if isNew { namedQueues.append(NamedQueue(width: 1)) }
        return number
    }

    private mutating func insert(_ job: Job, _ now: Instant) {
        table.insert(job)
        line(job, now)
    }

    /// Puts a waiting row in its place.
    private mutating func line(_ job: Job, _ now: Instant) {
        let wait = table.beginWait(job.id)
        if let end = job.spec.expiresAt {
            expiring.insert(JobEntry(key: end.nanoseconds, id: job.id, wait: wait))
            if expiring.count > 2 * table.count + Self.allowedStale { expiring.removeAll { table.waiting($0) == nil } }
        }
        if paused.contains(job.id) { return }
        if job.due > now { return delayed.insert(JobEntry(key: job.due.nanoseconds, id: job.id, wait: wait)) }
        ready(job, wait)
    }

    private mutating func ready(_ job: Job, _ wait: Int64) {
        let entry = JobEntry(rank: job.spec.priority.rawValue, key: job.place, id: job.id, wait: wait)
        namedQueues[namedQueue(named: job.spec.queue)].ready.insert(entry)
    }

    private mutating func forgetOrder() {
        for queue in namedQueues.indices { namedQueues[queue].ready = Heap() }
        delayed = Heap()
        expiring = Heap()
    }

    /// Removes a row from the table for good; false if there is none.
    @discardableResult
    private mutating func drop(_ id: JobID) -> Bool {
        guard table.remove(id) != nil else { return false }
        paused.removeAll { $0 == id }
        changes?.append(.remove(id))
        return true
    }

    /// Moves a row to the dead letters.
    private mutating func retire(_ id: JobID, _ cause: DeathCause, at now: Instant) -> Job? {
        guard var job = table.remove(id) else { return nil }
        paused.removeAll { $0 == id }
        job.isRunning = false
        let letter = DeadLetter(job: job, cause: cause, diedAt: now)
        deadLetters.append(letter)
        changes?.append(.deadLetter(letter))
        if deadLetters.count > Self.maximumDeadLetters {
            changes?.append(.remove(deadLetters.removeFirst().job.id))
        }
        return job
    }

    // MARK: The store

    /// From now on changes of rows are kept for a store.
    public mutating func followChanges(_ areKept: Bool = true) { changes = areKept ? changes ?? [] : nil }

    /// Whether each number of the parts is one of a row or a queue.
    var hasSoundParts: Bool {
        let places = -Self.maximumNumber...Self.maximumNumber
        return names.isSound && names.names.count == queues.count && table.isSound && places.contains(nextPlace)
    }

    /// Whether there are changes to take.
    public var hasChanges: Bool { changes?.isEmpty == false }

    /// The changes of rows since the last call, in order.
    public mutating func takeChanges() -> [JobChange] {
        guard let taken = changes else { return [] }
        changes = []
        return taken
    }

    /// Replaces its rows and dead letters with those of a store, which must check unique keys. If there are too many
    /// dead letters, the oldest are dropped; numbers beyond their limits are clamped.
    public mutating func load(_ stored: StoredJobs, at now: Instant) {
        table.removeAll()
        forgetOrder()
        deadLetters = stored.dead.suffix(Self.maximumDeadLetters).map { letter in
            var letter = letter
            letter.job = letter.job.bounded
            return letter
        }
        for job in stored.jobs.sorted(by: { $0.id < $1.id }) {
            let job = job.bounded
            nextPlace = max(nextPlace, job.place + 1)
            if job.isRunning { table.insert(job) } else { insert(job, now) }
        }
        nextNumber = min(max(1, stored.nextNumber), Self.maximumNumber + 1)
        for job in list + deadLetters.map({ $0.job }) { nextNumber = max(nextNumber, job.id.number + 1) }
    }

    // MARK: Runs

    /// Does the next thing that is due at `now`; nil if nothing is. Begins nothing while stopped.
    public mutating func step(at now: Instant) -> JobStep? {
        guard isStarted else { return nil }
        dropStale()
        while let entry = delayed.first, entry.key <= now.nanoseconds {
            delayed.popFirst()
            if let job = table.waiting(entry) { ready(job, entry.wait) }
            dropStale()
        }
        if let entry = expiring.first, entry.key < now.nanoseconds {
            expiring.popFirst()
            if let job = retire(entry.id, .expired, at: now) { return .expired(job, isDrained: table.count == 0) }
        }
        for queue in namedQueues.indices where namedQueues[queue].running < namedQueues[queue].width {
            guard let entry = namedQueues[queue].ready.popFirst(), let job = table.waiting(entry) else { continue }
            return isHandled(job.spec.task) ? begin(job, queue) : .unhandled(job)
        }
        return nil
    }

    private mutating func begin(_ job: Job, _ queue: Int) -> JobStep {
        var job = job
        job.isRunning = true
        job.attempts = min(job.nextAttempt, Self.maximumAttempts)
        table.update(job.id) { $0 = job }
        changes?.append(.put(job))
        namedQueues[queue].running += 1
        let id = JobRunID(job: job.id, attempt: Int32(clamping: job.attempts))
        running.append(JobRun(id: id, task: job.spec.task, queue: queue))
        return .began(id, job)
    }

    /// Accounts for the end of a run at `now`; nil if there is no such run: it was already reported, or its
    /// process is gone. Works even while stopped.
    public mutating func finish(_ id: JobRunID, _ outcome: Outcome, at now: Instant) -> JobEnd? {
        guard let index = running.firstIndex(where: { $0.id == id }) else { return nil }
        let run = running.remove(at: index)
        namedQueues[run.queue].running -= 1
        var end = JobEnd(isSuccess: outcome == .success, willRetry: false, isDrained: false)
        guard !run.isRowGone, let job = table[id.job] else { return end }
        switch settings.fate(of: job, outcome, at: now) {
        case .removed: drop(id.job)
        case .dead(let cause): _ = retire(id.job, cause, at: now)
        case .retried(let due):
            end.willRetry = true
            wait(id.job, until: due, now)
        }
        end.isDrained = table.count == 0
        return end
    }

    private mutating func wait(_ id: JobID, until due: Instant, _ now: Instant) {
        let place = settings.failedStaysAtHead ? nil : takePlace()
        table.update(id) { job in
            job.isRunning = false
            job.due = due
            if let place { job.place = place }
        }
        guard let job = table[id] else { return }
        line(job, now)
        changes?.append(.put(job))
    }

    /// A run that began will never end by itself.
    public mutating func hang(_ id: JobRunID) {
        guard let index = running.firstIndex(where: { $0.id == id }) else { return }
        running[index].isHung = true
    }

    /// The process is gone, and with it every run under way; there are no signals. The rows stay, and the queue is stopped.
    public mutating func processEnded() {
        _ = stop()
        settings.retryLimit = ownRetryLimit
        paused.removeAll()
        running.removeAll()
        for queue in namedQueues.indices { namedQueues[queue].running = 0 }
    }

    /// A process begins: rows whose run was lost are free at once; those whose last run was lost are dead letters and
    /// come back here, by id. O(rows).
    public mutating func processBegan(at now: Instant) -> [Job] {
        forgetOrder()
        var dead: [Job] = []
        for job in list {
            guard job.isRunning else {
                line(job, now)
                continue
            }
            switch settings.fateWhenLost(job, at: now) {
            case .removed: drop(job.id)
            case .dead(let cause): if let lost = retire(job.id, cause, at: now) { dead.append(lost) }
            case .retried(let due):
                table.update(job.id) {
                    $0.isRunning = false
                    $0.due = due
                }
                if let freed = table[job.id] {
                    line(freed, now)
                    changes?.append(.put(freed))
                }
            }
        }
        return dead
    }

    /// The latest time for the next `step`; `distantFuture` while stopped or if nothing is to come.
    public mutating func nextDue(at now: Instant) -> Instant {
        guard isStarted else { return .distantFuture }
        dropStale()
        for queue in namedQueues where queue.running < queue.width && queue.ready.first != nil { return now }
        var next = Instant.distantFuture
        if let entry = delayed.first { next = Instant(nanoseconds: entry.key) }
        if let entry = expiring.first {
            next = min(next, Instant(nanoseconds: entry.key) + Nanoseconds(1))
        }
        return max(now, next)
    }

    /// Removes stale entries from the front.
    private mutating func dropStale() {
        while let entry = delayed.first, table.waiting(entry) == nil { delayed.popFirst() }
        while let entry = expiring.first, table.waiting(entry) == nil { expiring.popFirst() }
        for queue in namedQueues.indices {
            while let entry = namedQueues[queue].ready.first, table.waiting(entry) == nil {
                namedQueues[queue].ready.popFirst()
            }
        }
    }

    /// The named queues at work, by number; for `brokenInvariants`.
    var queues: [NamedQueue] { namedQueues }

    /// The number of places of a waiting row, each of which would begin it.
    func places(of id: JobID) -> Int {
        (delayed.all + namedQueues.flatMap { $0.ready.all }).count { $0.id == id && table.waiting($0) != nil }
    }
}
