/// Something that the queue has done, for the driver to carry out or to report.
public enum JobStep: Hashable, Sendable {
    /// A run has begun: carry it out, and report its end with `finish`. The row as it is now, this run counted.
    case began(JobRunID, Job)
    /// The row stays: nobody works its task. Said once in a process.
    case unhandled(Job)
    /// The row is a dead letter: it had not begun in time.
    case expired(Job, isDrained: Bool)
}

/// How a run's end was accounted for.
public struct JobEnd: Hashable, Sendable {
    /// The run.
    public var id: JobRunID
    /// The name of its task.
    public var task: String
    /// It succeeded.
    public var isSuccess: Bool
    /// It will run again.
    public var willRetry: Bool
    /// The table became empty.
    public var isDrained: Bool

    /// An end as given.
    public init(id: JobRunID, task: String, isSuccess: Bool, willRetry: Bool, isDrained: Bool) {
        self.id = id
        self.task = task
        self.isSuccess = isSuccess
        self.willRetry = willRetry
        self.isDrained = isDrained
    }
}

/// Runs: begun, ended, lost (PRODUCT section 5).
extension JobQueue {
    /// Does the next thing that is to be done at `now`; nil where there is none. Begins nothing while stopped.
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
            if let job = bury(entry.id, .expired, at: now) { return .expired(job, isDrained: table.count == 0) }
        }
        for lane in lanes.indices where lanes[lane].running < lanes[lane].width {
            guard let entry = lanes[lane].ready.popFirst(), let job = table.waiting(entry) else { continue }
            guard isHandled(job.spec.task) else {
                unhandled.append(entry)
                return .unhandled(job)
            }
            return begin(job, lane, now)
        }
        return nil
    }

    private mutating func begin(_ job: Job, _ lane: Int, _ now: Instant) -> JobStep {
        var job = job
        job.isRunning = true
        job.attempts = min(job.attempts + 1, Self.maximumAttempts)
        table.update(job.id) { $0 = job }
        tell(.put(job))
        lanes[lane].running += 1
        let id = JobRunID(job: job.id, attempt: Int32(clamping: job.attempts))
        running.append(JobRun(id: id, task: job.spec.task, began: now, lane: lane))
        return .began(id, job)
    }

    /// Accounts for the end of a run at `now`; nil where no such run is under way: it was reported before, or its
    /// process is gone. Also while stopped.
    public mutating func finish(_ id: JobRunID, _ outcome: Outcome, at now: Instant) -> JobEnd? {
        guard let index = running.firstIndex(where: { $0.id == id }) else { return nil }
        let run = running.remove(at: index)
        lanes[run.lane].running -= 1
        var end = JobEnd(
            id: id, task: run.task, isSuccess: outcome == .success, willRetry: false, isDrained: false)
        guard !run.isRowGone, let job = table[id.job] else { return end }
        switch settings.fate(of: job, outcome, at: now) {
        case .removed: drop(id.job)
        case .dead(let cause): _ = bury(id.job, cause, at: now)
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
        tell(.put(job))
    }

    /// A run that began will never end by itself.
    public mutating func hang(_ id: JobRunID) {
        guard let index = running.firstIndex(where: { $0.id == id }) else { return }
        running[index].isHung = true
    }

    /// Whether a run of this job can have been under way: its number was given.
    public func isKnown(_ id: JobRunID) -> Bool {
        id.job.number > 0 && id.job.number < nextNumber
    }

    /// The process is gone, and with it every run under way; nobody is told. The rows stay, and the queue is stopped.
    public mutating func processEnded() {
        _ = stop()
        running.removeAll()
        for lane in lanes.indices { lanes[lane].running = 0 }
    }

    /// A process begins: rows whose run was lost are free at once; those whose last run was lost are dead letters and
    /// come back here, by id. O(rows).
    public mutating func processBegan(at now: Instant) -> [Job] {
        forgetOrder()
        var dead: [Job] = []
        for job in Array(table.all) {
            guard job.isRunning else {
                line(job, now)
                continue
            }
            switch settings.fateWhenLost(job, at: now) {
            case .removed: drop(job.id)
            case .dead(let cause): if let lost = bury(job.id, cause, at: now) { dead.append(lost) }
            case .retried(let due):
                table.update(job.id) {
                    $0.isRunning = false
                    $0.due = due
                }
                if let freed = table[job.id] {
                    line(freed, now)
                    tell(.put(freed))
                }
            }
        }
        return dead
    }

    /// When `step` has something to do at the latest; `distantFuture` while stopped or where nothing is to come.
    public mutating func nextDue(at now: Instant) -> Instant {
        guard isStarted else { return .distantFuture }
        dropStale()
        for lane in lanes where lane.running < lane.width && lane.ready.first != nil { return now }
        var next = Instant.distantFuture
        if let entry = delayed.first { next = Instant(nanoseconds: entry.key) }
        if let entry = expiring.first {
            next = min(next, Instant(nanoseconds: entry.key) + Nanoseconds(1))
        }
        return max(now, next)
    }

    /// Takes out first entries that no longer mean anything.
    private mutating func dropStale() {
        while let entry = delayed.first, table.waiting(entry) == nil { delayed.popFirst() }
        while let entry = expiring.first, table.waiting(entry) == nil { expiring.popFirst() }
        for lane in lanes.indices {
            while let entry = lanes[lane].ready.first, table.waiting(entry) == nil { lanes[lane].ready.popFirst() }
        }
    }
}
