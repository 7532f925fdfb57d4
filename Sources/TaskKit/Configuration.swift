import Foundation
import SchedulerCore

/// Where runs execute: `lanes: ["io": 2, "disk": Lane(gap: .milliseconds(5))]`.
public struct Lane: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// How many runs at the same time, 1 to 65,535.
    public var width: Int
    /// The pause after each run.
    public var gap: Duration

    /// Creates a lane; serial and without gap by default.
    public init(width: Int = 1, gap: Duration = .zero) {
        (self.width, self.gap) = (width, gap)
    }

    /// A lane of this width.
    public init(integerLiteral width: Int) {
        self.init(width: width)
    }
}

/// Lanes by name, in the order in which they are served; `main`, `async` and `afterLaunch` are there without being named.
public struct Lanes: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    package var specs: [LaneSpec]

    /// These lanes, in this order.
    public init(dictionaryLiteral lanes: (String, Lane)...) {
        specs = lanes.map { LaneSpec(name: $0, width: $1.width, gap: Nanoseconds($1.gap)) }
    }

    /// Adds a lane at the end.
    public mutating func append(_ name: String, _ lane: Lane) {
        specs.append(LaneSpec(name: name, width: lane.width, gap: Nanoseconds(lane.gap)))
    }
}

extension LiveScheduler {
    /// What a live scheduler is made with.
    public struct Configuration: Sendable {
        /// Where bodies execute.
        public enum Execution: Sendable {
            /// Lane `main` on the main queue, which something must serve; each other lane on threads of its own, as many
            /// as it is wide at most.
            case threads
            /// One by one on the thread that lets time pass or gives a command, each before the next start; with a
            /// ``ManualClock`` everything then happens the same way every time.
            case inline
        }

        /// What moves the clock of timers and dates.
        public enum ClockSource: Sendable {
            /// Time does.
            case time
            /// Only ``LiveScheduler/tick(_:)`` does.
            case ticks
        }

        /// The app's name, as traces and the inspector show it.
        public var name = "app"
        /// Lanes, clock, limits.
        package var rules: SchedulerConfiguration
        /// The rules of the job queue.
        package var jobRules = JobSettings()
        /// Where jobs outlive the process; nil: in memory only.
        public var store: (any DurableJobs)?
        /// Where time comes from; nil: a monotonic clock that begins with the scheduler.
        public var clock: (any LiveClock)?
        /// Where bodies execute.
        public var execution = Execution.threads
        /// How many threads of one lane are busy with short bodies at once; more are made only, up to the lane's width,
        /// where one takes long. 0: as many as there are processors.
        public var workers = 0
        /// The observers.
        public var observers: [any SchedulerObserver] = []
        /// The date of t = 0, in nanoseconds since 1970-01-01T00:00:00Z; nil: now.
        package var epoch: Int64?

        /// Threads, real time, no observers, jobs in memory; besides `lanes` those that are always there.
        public init(lanes: Lanes = [:]) {
            rules = SchedulerConfiguration(lanes: lanes.specs)
        }

        /// The time between two ticks of the clock: timers and dates happen on ticks. At least a
        /// millisecond; a second by default.
        public var tickInterval: Duration {
            get { .nanoseconds(rules.tick.count) }
            set { rules.tick = Nanoseconds(newValue) }
        }
        /// What moves the clock.
        public var clockSource: ClockSource {
            get { rules.clockSource == .internal ? .time : .ticks }
            set { rules.clockSource = newValue == .time ? .internal : .external }
        }
        /// How long a launch may take; 20 s by default.
        public var launchLimit: Duration {
            get { .nanoseconds(rules.launchLimit.count) }
            set { rules.launchLimit = Nanoseconds(newValue) }
        }
        /// How long the way to the background may take; 5 s by default.
        public var backgroundLimit: Duration {
            get { .nanoseconds(rules.backgroundLimit.count) }
            set { rules.backgroundLimit = Nanoseconds(newValue) }
        }
        /// How long the end of the process may take; 5 s by default.
        public var terminateLimit: Duration {
            get { .nanoseconds(rules.terminateLimit.count) }
            set { rules.terminateLimit = Nanoseconds(newValue) }
        }
        /// Whether a passed limit ends the process's runs, as a phone would; otherwise it is reported.
        public var enforcesLimits: Bool {
            get { rules.enforcesLimits }
            set { rules.enforcesLimits = newValue }
        }
        /// From the first frame to the opening of lane `afterLaunch`.
        public var afterLaunchDelay: Duration {
            get { .nanoseconds(rules.afterLaunchDelay.count) }
            set { rules.afterLaunchDelay = Nanoseconds(newValue) }
        }
        /// From the end of didEnterBackground to suspension; 5 s by default.
        public var suspendAfter: Duration {
            get { .nanoseconds(rules.suspendAfter.count) }
            set { rules.suspendAfter = Nanoseconds(newValue) }
        }
        /// Whether the run with the longest remaining path of `expected` times starts first, instead of the priority.
        public var ordersByCriticalPath: Bool {
            get { rules.order == .criticalPath }
            set { rules.order = newValue ? .criticalPath : .priority }
        }
        /// How often a failing job runs before it is a dead letter; 4 by default.
        public var jobRetryLimit: Int {
            get { jobRules.retryLimit }
            set { jobRules.retryLimit = newValue }
        }
        /// The pause before a failed job's second run; each later one is longer by the factor `backoff`.
        public mutating func retryJobs(
            after delay: Duration, backoff: Double = 1, maximumDelay: Duration = .seconds(86_400), jitter: Double = 0
        ) {
            let policy = RetryPolicy.further(0, delay: delay, backoff: backoff, maximumDelay: maximumDelay)
            jobRules.delay = policy.delay
            jobRules.backoffThousandths = policy.backoffThousandths
            jobRules.maximumDelay = policy.maximumDelay
            jobRules.jitterThousandths = jitter.isFinite ? Int((min(max(0, jitter), 1) * 1_000).rounded()) : 0
        }
        /// The named queues of jobs with how many of each run at once; the default queue is called `default`.
        public var jobQueues: Lanes {
            get { Lanes(jobRules.queues.map { LaneSpec(name: $0.name, width: $0.width) }) }
            set { jobRules.queues = newValue.specs.map { JobQueueSpec(name: $0.name, width: $0.width) } }
        }
        /// Whether what becomes of jobs is posted to `NotificationCenter.default`, from any thread (``JobNotice/name``).
        public var postsJobNotices = false
        /// Whether didBecomeActive starts the job queue, and willResignActive stops it; both by default.
        public var jobsFollowTheApp: (start: Bool, stop: Bool) {
            get { (jobRules.startsOnActive, jobRules.stopsOnResign) }
            set { (jobRules.startsOnActive, jobRules.stopsOnResign) = newValue }
        }
    }
}

extension Lanes {
    fileprivate init(_ specs: [LaneSpec]) {
        self.specs = specs
    }
}

extension LiveScheduler.Configuration {
    /// More ticks a second would leave no time for anything else.
    private static let shortestTick = Nanoseconds.milliseconds(1)

    /// Throws what no scheduler can be made with.
    func check() throws(TaskKitError) {
        guard rules.tick >= Self.shortestTick else {
            throw .configuration("the tick interval must be at least a millisecond")
        }
        let lengths = [
            rules.launchLimit, rules.backgroundLimit, rules.terminateLimit, rules.eventLimit, rules.afterLaunchDelay,
            rules.suspendAfter, rules.grace, jobRules.delay, jobRules.maximumDelay,
        ]
        guard lengths.allSatisfy({ $0 >= .zero }) else { throw .configuration("a duration cannot be negative") }
        try Self.check(rules.lanes.map { ($0.name, $0.width) }, "lane")
        guard rules.lanes.allSatisfy({ $0.gap >= .zero }) else {
            throw .configuration("a lane's gap cannot be negative")
        }
        try Self.check(jobRules.queues.map { ($0.name, $0.width) }, "job queue")
    }

    private static func check(_ lanes: [(name: String, width: Int)], _ kind: String) throws(TaskKitError) {
        var names: Set<String> = []
        for lane in lanes {
            guard !lane.name.isEmpty else { throw .configuration("a \(kind) has an empty name") }
            guard names.insert(lane.name).inserted else {
                throw .configuration("two \(kind)s are called \(lane.name)")
            }
            guard (1...65_535).contains(lane.width) else {
                throw .configuration("\(kind) \(lane.name) has width \(lane.width); a width must be 1 to 65535")
            }
        }
        guard lanes.count <= 65_535 else { throw .configuration("there are more than 65535 \(kind)s") }
    }
}

/// Why a live scheduler cannot be made.
public enum TaskKitError: Error, CustomStringConvertible {
    /// A setting that no scheduler can have, in one sentence.
    case configuration(String)
    /// A task, sequence or predecessor cannot be registered: the names, and why in one sentence.
    case registration(String)
    /// A task names a lane that is not configured.
    case unknownLane(String, task: String)
    /// A body of the main actor is on another lane.
    case notOnMain(task: String)
    /// The job store cannot be used.
    case store(any Error)

    /// One line for a log.
    public var description: String {
        switch self {
        case .configuration(let reason), .registration(let reason): reason
        case .unknownLane(let lane, let task): "task \(task): no lane is called \(lane)"
        case .notOnMain(let task): "task \(task): a main-actor body can run only in lane main"
        case .store(let error): "the job store cannot be used: \(error)"
        }
    }
}

/// Why a command changed nothing; nothing of it remains.
public struct CommandRefused: Error, Hashable, CustomStringConvertible {
    /// What is in its way.
    public enum Cause: Hashable, Sendable {
        /// The rules: the state does not allow it, no such name, a name in use and so on.
        case rules
        /// The scheduler was stopped.
        case stopped
        /// A value that no command can have: a negative count, a lane that is not configured.
        case invalid
    }

    /// What is in its way.
    public let cause: Cause
    /// The rules' own reason; nil for other causes.
    package let refusal: Refusal?
    /// The command as in scripts.
    public let command: String
    /// The reason in one sentence, as the trace has it.
    public let reason: String

    package init(_ cause: Cause, _ refusal: Refusal? = nil, command: String, reason: String) {
        (self.cause, self.refusal, self.command, self.reason) = (cause, refusal, command, reason)
    }

    /// Command and reason.
    public var description: String { "\(command): \(reason)" }
}
