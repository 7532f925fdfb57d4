import Foundation
import SchedulerCore

/// Where tasks execute, in the order of their priorities: `Lane("network", width: 3)`.
public struct Lane: Hashable, Sendable {
    /// Its name, as the dashboard shows it.
    public let name: String
    /// How many runs it executes at once, and how long it pauses after each; checked when the scheduler is created.
    public let shape: Shape

    /// Creates a lane, serial and without a gap by default.
    public init(_ name: String, width: Int = 1, gap: Duration = .zero) {
        (self.name, shape) = (name, Shape(width: width, gap: gap))
    }

    /// The main thread.
    public static let main = Lane("main")
    /// The lane for what the launch does not wait for, unless a task says so; by default, its width is 1.
    public static let async = Lane("async")
    /// Opens after the first frame; by default, its width is 1.
    public static let afterLaunch = Lane("afterLaunch")

    /// A lane without its name: `lanes: ["io": 2, "disk": Lane.Shape(gap: .milliseconds(5))]`.
    public struct Shape: Hashable, Sendable, ExpressibleByIntegerLiteral {
        /// How many runs execute at once, from 1 to 65,535.
        public var width: Int
        /// The pause after each run, zero or more.
        public var gap: Duration

        /// Creates a shape, serial and without a gap by default.
        public init(width: Int = 1, gap: Duration = .zero) {
            (self.width, self.gap) = (width, gap)
        }

        /// A lane of this width.
        public init(integerLiteral width: Int) {
            self.init(width: width)
        }
    }
}

/// Lanes by name, in the order in which they start runs; `main`, `async` and `afterLaunch` always exist.
public struct Lanes: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    package var specs: [LaneSpec]

    /// These lanes, in this order.
    public init(dictionaryLiteral lanes: (String, Lane.Shape)...) {
        specs = lanes.map { LaneSpec(name: $0, width: $1.width, gap: Nanoseconds($1.gap)) }
    }

    /// Adds a lane at the end.
    public mutating func append(_ lane: Lane) {
        specs.append(LaneSpec(name: lane.name, width: lane.shape.width, gap: Nanoseconds(lane.shape.gap)))
    }
}

extension LiveScheduler {
    /// The settings of a live scheduler.
    public struct Configuration: Sendable {
        /// Where bodies execute.
        public enum Execution: Sendable {
            /// Lane `main` uses the main queue, which something must serve; every other lane has its own threads, up to
            /// its width.
            case threads
            /// One at a time on the thread that advances time or gives a command, each before the next start; with a
            /// ``ManualClock`` everything then happens in the same way every time.
            case inline
        }

        /// What moves the clock of timers and dates.
        public enum ClockSource: Sendable {
            /// Time moves it.
            case time
            /// Only ``LiveScheduler/tick(_:)`` moves it.
            case ticks
        }

        /// The app's name, as traces and the inspector show it; `app` by default.
        public var name = "app"
        /// Lanes, clock, limits.
        package var rules: SchedulerConfiguration
        /// The rules of the job queue.
        package var jobRules = JobSettings()
        /// The store that keeps jobs across processes; nil: in memory only.
        public var store: (any DurableJobs)?
        /// The clock that the scheduler follows: one of Swift's, a test's own, or a ``ManualClock``. nil: a monotonic
        /// clock that stops while the machine sleeps.
        public var clock: (any Clock<Duration>)?
        /// Where bodies execute.
        public var execution = Execution.threads
        /// How many threads of a lane execute short bodies at once; long bodies get more threads, up to the lane's
        /// width. 0: one thread for each processor.
        public var workers = 0
        /// Whether Instruments sees each run of a task as an interval, on Apple's systems.
        public var signposts = true
        /// Shows a profiler where bodies execute; nil: the system's own, as `signposts` says.
        package var marker: (any BodyMarker)?
        /// Who sees what happens; called in this order.
        public var observers: [any SchedulerObserver] = []
        /// The date of t = 0, in nanoseconds since 1970-01-01T00:00:00Z; nil: now.
        package var epoch: Int64?

        /// Threads, real time, no observers, jobs in memory; adds `lanes` to the lanes that always exist.
        public init(lanes: Lanes = [:]) {
            rules = SchedulerConfiguration(lanes: lanes.specs)
            #if os(iOS) || os(tvOS) || os(visionOS)
                rules.suspendAfter = .seconds(315_360_000)
            #endif
        }

        /// Adds a lane, or gives one of the three that always exist its width and gap. Throws if a lane of this name
        /// exists with another width or gap.
        public mutating func add(_ lane: Lane) throws(TaskKitError) {
            let spec = LaneSpec(name: lane.name, width: lane.shape.width, gap: Nanoseconds(lane.shape.gap))
            guard let place = rules.lanes.firstIndex(where: { $0.name == lane.name }) else {
                return rules.lanes.append(spec)
            }
            let (old, plain) = (rules.lanes[place], LaneSpec(name: lane.name))
            // The three are serial by themselves; a task that names one does not make it so.
            if spec == old || (spec == plain && Self.standardLanes.contains(lane.name)) { return }
            guard old == plain, Self.standardLanes.contains(lane.name) else {
                throw .configuration("lane \(lane.name) is there twice, with different widths or gaps")
            }
            rules.lanes[place] = spec
        }

        private static let standardLanes = ["main", "async", "afterLaunch"]

        /// The time between two ticks of the clock: timers and dates happen on ticks. At least a
        /// millisecond; a second by default.
        public var tickInterval: Duration {
            get { .nanoseconds(rules.tick.count) }
            set { rules.tick = Nanoseconds(newValue) }
        }
        /// The longest interval of a timer, in ticks: a longer one is refused. 120 by default; at least 1.
        public var maximumInterval: Int {
            get { rules.maximumInterval }
            set { rules.maximumInterval = newValue }
        }
        /// What moves the clock; time by default.
        public var clockSource: ClockSource {
            get { rules.clockSource == .internal ? .time : .ticks }
            set { rules.clockSource = newValue == .time ? .internal : .external }
        }
        /// How long a launch may take, from its beginning to the first frame; 20 s by default. Like every length of time here,
        /// zero or more.
        public var launchLimit: Duration {
            get { .nanoseconds(rules.launchLimit.count) }
            set { rules.launchLimit = Nanoseconds(newValue) }
        }
        /// How long the transition to the background may take; 5 s by default.
        public var backgroundLimit: Duration {
            get { .nanoseconds(rules.backgroundLimit.count) }
            set { rules.backgroundLimit = Nanoseconds(newValue) }
        }
        /// How long termination may take; 5 s by default.
        public var terminateLimit: Duration {
            get { .nanoseconds(rules.terminateLimit.count) }
            set { rules.terminateLimit = Nanoseconds(newValue) }
        }
        /// Whether exceeding a limit cancels the process's runs, as on a phone; by default it is only reported.
        public var enforcesLimits: Bool {
            get { rules.enforcesLimits }
            set { rules.enforcesLimits = newValue }
        }
        /// The time from the first frame until lane `afterLaunch` opens; zero by default.
        public var afterLaunchDelay: Duration {
            get { .nanoseconds(rules.afterLaunchDelay.count) }
            set { rules.afterLaunchDelay = Nanoseconds(newValue) }
        }
        /// The time from the end of didEnterBackground to suspension; 5 s by default. On iOS, tvOS and visionOS, where the
        /// system itself suspends apps and wakes them for background tasks, ten years.
        public var suspendAfter: Duration {
            get { .nanoseconds(rules.suspendAfter.count) }
            set { rules.suspendAfter = Nanoseconds(newValue) }
        }
        /// Whether the run with the longest remaining path of `expected` times starts first, instead of the one with the
        /// highest priority; false by default.
        public var ordersByCriticalPath: Bool {
            get { rules.order == .criticalPath }
            set { rules.order = newValue ? .criticalPath : .priority }
        }
        /// How many times a failing job runs before it becomes a dead letter; 4 by default, and at least once.
        public var jobRetryLimit: Int {
            get { jobRules.retryLimit }
            set { jobRules.retryLimit = newValue }
        }
        /// Whether a failed job stays at the front of its queue; by default it goes to the back.
        public var failedJobsStayFirst: Bool {
            get { jobRules.failedStaysAtHead }
            set { jobRules.failedStaysAtHead = newValue }
        }
        /// Sets the pause before a failed job's second run; `backoff` multiplies each later pause, up to `maximumDelay`. Up to
        /// the share `jitter` of a pause, from 0 to 1, is left out at random. Without this call, there is no pause.
        public mutating func retryJobs(
            after delay: Duration, backoff: Double = 1, maximumDelay: Duration = .seconds(86_400), jitter: Double = 0
        ) {
            let policy = RetryPolicy.further(0, delay: delay, backoff: backoff, maximumDelay: maximumDelay)
            jobRules.delay = policy.delay
            jobRules.backoffThousandths = policy.backoffThousandths
            jobRules.maximumDelay = policy.maximumDelay
            jobRules.jitterThousandths = jitter.isFinite ? Int((min(max(0, jitter), 1) * 1_000).rounded()) : 0
        }
        /// The named job queues, and how many jobs of each run at once; the default queue is called `default`. A queue that is
        /// not listed runs one at a time.
        public var jobQueues: Lanes {
            get { Lanes(jobRules.queues.map { LaneSpec(name: $0.name, width: $0.width) }) }
            set { jobRules.queues = newValue.specs.map { JobQueueSpec(name: $0.name, width: $0.width) } }
        }
        /// Whether job notices are posted to `NotificationCenter.default`, from any thread (``JobNotice/name``).
        public var postsJobNotices = false
        /// Whether didBecomeActive starts the job queue, and whether willResignActive stops it; both by default.
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
    /// More ticks per second would leave no time for anything else.
    private static let shortestTick = Nanoseconds.milliseconds(1)

    /// Throws if a setting is invalid.
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
                throw .configuration("\(kind) \(lane.name) has width \(lane.width); a width must be from 1 to 65535")
            }
        }
        guard lanes.count <= 65_535 else { throw .configuration("there are more than 65535 \(kind)s") }
    }
}
