/// How many jobs of a named queue run at once.
public struct JobQueueSpec: Hashable, Stored {
    /// The name.
    public var name: String
    /// How many jobs run at once, at least 1.
    public var width: Int

    /// Creates a queue; one at a time by default.
    public init(name: String, width: Int = 1) {
        self.name = name
        self.width = width
    }
}

/// The time limit for the runs of one handler.
public struct JobTimeout: Hashable, Stored {
    /// The task name of its jobs; nil: all jobs without a handler of their own.
    public var task: String?
    /// The limit, inclusive.
    public var limit: Nanoseconds

    /// Creates a timeout.
    public init(task: String?, limit: Nanoseconds) {
        self.task = task
        self.limit = limit
    }
}

/// What happens to a job whose run has ended.
public enum JobFate: Hashable, Sendable {
    /// It is done: the row is removed.
    case removed
    /// It runs again, not before this instant.
    case retried(Instant)
    /// It is a dead letter.
    case dead(DeathCause)
}

/// The rules of the queue that can be set; the store on disk uses the same functions.
public struct JobSettings: Hashable, Stored {
    /// How many times a failing job runs before it is a dead letter, at least once.
    public var retryLimit = 4
    /// Whether a failed job keeps its place (as in EDQueue) instead of going to the back.
    public var failedStaysAtHead = false
    /// The pause before the second run.
    public var delay: Nanoseconds = .zero
    /// The factor for the pause before each later run, in thousandths.
    public var backoffThousandths = 1000
    /// The longest pause.
    public var maximumDelay: Nanoseconds = .limit
    /// Each pause is shortened by up to this share of it, in thousandths, 0 ... 1000.
    public var jitterThousandths = 0
    /// The seed of the jitter.
    public var seed: UInt64 = 0
    /// Whether didBecomeActive starts the queue.
    public var startsOnActive = true
    /// Whether willResignActive stops it.
    public var stopsOnResign = true
    /// The named queues, in the order in which they start jobs; one that is not listed comes last and has width 1.
    public var queues: [JobQueueSpec] = [JobQueueSpec(name: JobSpec.defaultQueue)]
    /// The handlers whose runs are ended as timed out; the others have no limit.
    public var timeouts: [JobTimeout] = []

    /// EDQueue's defaults, except for a failed job's place: four runs, no pause, one job at a time.
    public init() {}

    /// What happens to `job`, whose run ended at `now` with `outcome`; anything but success and critical is a failure.
    public func fate(of job: Job, _ outcome: Outcome, at now: Instant) -> JobFate {
        switch outcome {
        case .success: .removed
        case .critical: .dead(.critical)
        case .fail, .cancelled, .timedOut:
            isExhausted(job) ? .dead(.failed) : .retried(now + pause(before: job.nextAttempt, of: job))
        }
    }

    /// What happens to a job whose run was lost with its process: free at once, unless that was its last run.
    public func fateWhenLost(_ job: Job, at now: Instant) -> JobFate {
        isExhausted(job) ? .dead(.lost) : .retried(now)
    }

    /// Whether all runs of a job are used up.
    public func isExhausted(_ job: Job) -> Bool {
        job.attemptsSinceForgiven >= max(1, retryLimit)
    }

    /// The pause before run number `attempt` of `job`: delay, back-off and jitter; at most `maximumDelay`.
    ///
    /// Jitter is a hash of seed, job and attempt: the same in every replay. O(runs since they were last forgiven).
    public func pause(before attempt: Int, of job: Job) -> Nanoseconds {
        let policy = RetryPolicy(
            limit: retryLimit, delay: delay, backoffThousandths: backoffThousandths, maximumDelay: maximumDelay)
        let pause = policy.delay(
            beforeAttempt: Int(clamping: saturatingAdd(Int64(attempt), -Int64(max(0, job.forgiven)))))
        let share = UInt64(min(1000, max(0, jitterThousandths)))
        guard share > 0, pause > .zero else { return pause }
        let widest = Self.part(UInt64(pause.count), share, of: 1000)
        let bits = Self.mix(Self.mix(Self.mix(seed) ^ UInt64(bitPattern: job.id.number)) ^ UInt64(attempt))
        return Nanoseconds(pause.count - Int64(bits.multipliedFullWidth(by: widest + 1).high))
    }

    /// `whole * share / of`, without overflow; `share` is at most `of`.
    private static func part(_ whole: UInt64, _ share: UInt64, of: UInt64) -> UInt64 {
        of.dividingFullWidth(whole.multipliedFullWidth(by: share)).quotient
    }

    /// The output function of SplitMix64 (Steele, Lea & Flood 2014).
    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
