/// A job to enqueue.
public struct JobSpec: Hashable, Stored {
    /// The queue of jobs that name none.
    public static let defaultQueue = "default"

    /// The name of the task that runs it; any name is allowed.
    public var task: String
    /// The input of the task, as JSON text.
    public var data: String
    /// The named queue to put it in.
    public var queue: String
    /// Its rank in that queue.
    public var priority: Priority
    /// It does not start before this; nil: at once. For an enqueued job, `Job.due` says so.
    public var runAfter: Instant?
    /// It does not start after this instant; a job that has not begun by then is a dead letter.
    public var expiresAt: Instant?
    /// While a job with this key is in the table, no second one is accepted; compared byte by byte.
    public var uniqueKey: String?
    /// Whether a job with this key that waits makes way for this one; one that runs never does. Rows do not keep it.
    public var replacesWaiting: Bool

    /// A job of default priority in the default queue.
    public init(
        task: String, data: String = "{}", queue: String = JobSpec.defaultQueue, priority: Priority = .default,
        runAfter: Instant? = nil, expiresAt: Instant? = nil, uniqueKey: String? = nil,
        replacesWaiting: Bool = false
    ) {
        self.task = task
        self.data = data
        self.queue = queue
        self.priority = priority
        self.runAfter = runAfter
        self.expiresAt = expiresAt
        self.uniqueKey = uniqueKey
        self.replacesWaiting = replacesWaiting
    }
}

extension JobSpec {
    /// Why it cannot be enqueued; nil if it can. Does not check that its data is a JSON object: the caller must do
    /// that. O(bytes).
    public var fault: JobFault? {
        if task.isEmpty || queue.isEmpty { return .emptyName }
        for text in [task, queue, data, uniqueKey ?? ""] where text.utf8.contains(0) { return .nul }
        return nil
    }
}

/// Why a job cannot be enqueued.
public enum JobFault: UInt8, Hashable, BitwiseCopyable, CaseIterable, Sendable {
    /// Its task or its queue has no name.
    case emptyName
    /// A name, the data or the key contains NUL, where a store's text would end.
    case nul
    /// Its data is not a JSON object.
    case notObject
}

/// A row of the table: a job that has neither succeeded nor died.
public struct Job: Hashable, Stored {
    /// Its number.
    public var id: JobID
    /// What was enqueued.
    public var spec: JobSpec
    /// Runs that have begun; never decreases. A run counts when it begins, even if its process does not survive it.
    public var attempts: Int
    /// How many of these were forgiven when it returned from the dead letters.
    public var forgiven: Int
    /// When it was enqueued.
    public var enqueuedAt: Instant
    /// It does not start before this.
    public var due: Instant
    /// Its place among those of its queue and priority: smaller first.
    public var place: Int64
    /// Whether a run is executing, or was when its process ended.
    public var isRunning: Bool

    /// The number of its next run; saturates.
    var nextAttempt: Int { attempts == .max ? .max : attempts + 1 }
    /// Runs that have begun since it last returned from the dead letters; saturates.
    var attemptsSinceForgiven: Int { Int(clamping: saturatingAdd(Int64(attempts), -Int64(max(0, forgiven)))) }

    /// Creates a row.
    public init(
        id: JobID, spec: JobSpec, attempts: Int = 0, forgiven: Int = 0, enqueuedAt: Instant, due: Instant,
        place: Int64, isRunning: Bool = false
    ) {
        self.id = id
        self.spec = spec
        self.attempts = attempts
        self.forgiven = forgiven
        self.enqueuedAt = enqueuedAt
        self.due = due
        self.place = place
        self.isRunning = isRunning
    }
}

/// Why a job is a dead letter.
public enum DeathCause: UInt8, CaseIterable, Stored {
    /// Its last run failed.
    case failed
    /// A run failed for good.
    case critical
    /// Its last run ended with its process.
    case lost
    /// It had not begun by its expiry.
    case expired
}

/// A job that will not run again by itself.
public struct DeadLetter: Hashable, Stored {
    /// The row as it was.
    public var job: Job
    /// Why it died.
    public var cause: DeathCause
    /// When it died.
    public var diedAt: Instant

    /// Creates a dead letter.
    public init(job: Job, cause: DeathCause, diedAt: Instant) {
        self.job = job
        self.cause = cause
        self.diedAt = diedAt
    }
}

/// What a job store holds.
public struct StoredJobs: Hashable, Sendable {
    /// The rows, by id. Those marked as running were lost with an earlier process.
    public var jobs: [Job]
    /// The dead letters, in the order in which they died.
    public var dead: [DeadLetter]
    /// The number of the next job, greater than any before.
    public var nextNumber: Int64

    /// Creates the contents; empty by default.
    public init(jobs: [Job] = [], dead: [DeadLetter] = [], nextNumber: Int64 = 1) {
        (self.jobs, self.dead, self.nextNumber) = (jobs, dead, nextNumber)
    }

    /// What a queue holds now. O(rows).
    public init(_ queue: JobQueue) {
        self.init(jobs: queue.list, dead: queue.deadLetters, nextNumber: queue.nextNumber)
    }
}

/// One change of the rows, for a job store to apply.
public enum JobChange: Hashable, Stored {
    /// The new state of a row: enqueued, begun (its run counted), or to be retried. A dead letter with
    /// this number no longer exists.
    case put(Job)
    /// The row is gone: done or removed. So is a dead letter with this number.
    case remove(JobID)
    /// The row is gone and is now a dead letter.
    case deadLetter(DeadLetter)

    /// The job of the row.
    public var id: JobID {
        switch self {
        case .put(let job): job.id
        case .remove(let id): id
        case .deadLetter(let letter): letter.job.id
        }
    }
}

/// Which jobs have a handler.
struct JobHandlers: Stored {
    private var names = NameTable()
    private let areAll: Bool

    /// These names have a handler, or with `areAll` every one.
    init(_ handlers: [String], areAll: Bool) {
        self.areAll = areAll
        for name in handlers { _ = names.insert(name) }
    }

    var isSound: Bool { names.isSound }
    var isEmpty: Bool { !areAll && names.names.isEmpty }

    /// Whether this name has a handler of its own.
    func hasOwn(_ name: String) -> Bool { names.find(name) != nil }

    /// Whether this name has a handler.
    func isHandled(_ name: String) -> Bool { areAll || hasOwn(name) }
}

extension JobQueue {
    /// A run under way.
    public struct JobRun: Hashable, Stored {
        /// The run.
        public var id: JobRunID
        /// The name of its task.
        public var task: String
        var queue: Int
        /// Whether `empty` removed its row.
        var isRowGone = false
        /// Whether it never ends by itself.
        var isHung = false
    }
}

/// Something that the queue has done, for the driver to carry out or to report.
public enum JobStep: Hashable, Sendable {
    /// A run has begun: carry it out, and report its end with `finish`. The row as it is now, this run counted.
    case began(JobRunID, Job)
    /// The row stays: its task has no handler. Reported once in a process.
    case unhandled(Job)
    /// The row is a dead letter: it had not begun in time.
    case expired(Job, isDrained: Bool)
}

/// How a run's end was accounted for.
public struct JobEnd: Hashable, Sendable {
    /// Whether it succeeded.
    public var isSuccess: Bool
    /// Whether it will run again.
    public var willRetry: Bool
    /// Whether the table became empty.
    public var isDrained: Bool
}
