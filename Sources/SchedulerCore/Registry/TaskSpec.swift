/// A task's rank among ready runs of its lane; the smaller raw value starts first.
public enum Priority: UInt8, BitwiseCopyable, CaseIterable, Comparable, Stored {
    case critical, high, `default`, low

    /// Critical is the smallest.
    public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}

/// The four startup classes.
public enum StartupClass: UInt8, CaseIterable, Sendable {
    /// First on lane `main`.
    case basic
    /// On lane `main`, when the basic tasks have ended.
    case sync
    /// On lane `async`, when the basic tasks have ended; the launch does not wait for them.
    case async
    /// On lane `afterLaunch`, after the first frame.
    case afterLaunch
}

/// What releases a task.
public enum Trigger: Hashable, Sendable {
    /// Nothing: the task runs only as a step of a sequence.
    case none
    /// Each of these events, every time.
    case events(EventSet)
    /// Turns of the clock.
    case timer(TimerTrigger)
    /// `post` with this key.
    case notification(String)
    /// didFinishLaunching, by the rules of the startup classes.
    case startup(StartupClass)
}

/// Everything that the rules need to know about one task; durations and outcomes are the driver's.
public struct TaskSpec: Hashable, Sendable {
    /// The name, unique in the process; compared byte by byte.
    public var name: String
    /// What releases it.
    public var trigger: Trigger
    /// Its rank in its lane.
    public var priority: Priority
    /// Predecessors that must have succeeded, by name; the order does not matter, a name listed twice counts once.
    public var after: [String]
    /// Predecessors that must have ended, whatever their outcome.
    public var follows: [String]
    /// Tasks to wait for only if they are released, too.
    public var prefers: [String]
    /// Where it runs; nil for the default of its trigger (`async`, `afterLaunch` or `main`).
    public var lane: LaneID?
    /// How long an attempt may take, inclusive; a longer one ends as timed out.
    public var timeout: Nanoseconds?
    /// Its retries.
    public var retry: RetryPolicy
    /// Whether its runs hold their event; nil: those on main and of class basic do, others do not.
    public var blocks: Bool?
    /// Whether it is released again when the app terminates, if it started: the last to start comes first.
    public var tearsDown: Bool
    /// Whether to remove the task after its first run.
    public var autoRemove: Bool
    /// Expected own time, used only by `SchedulerConfiguration.Order.criticalPath`.
    public var expected: Nanoseconds

    /// Whether its attempts never end in the instant in which they start: then others may start before the driver is
    /// asked again. It changes no decision.
    public var takesTime = false

    /// A task that runs on `main` with default priority by default.
    public init(
        name: String, trigger: Trigger = .none, priority: Priority = .default, after: [String] = [],
        follows: [String] = [], prefers: [String] = [], lane: LaneID? = nil, timeout: Nanoseconds? = nil,
        retry: RetryPolicy = .none, blocks: Bool? = nil, autoRemove: Bool = false, tearsDown: Bool = false,
        expected: Nanoseconds = .zero
    ) {
        self.name = name
        self.trigger = trigger
        self.priority = priority
        self.after = after
        self.follows = follows
        self.prefers = prefers
        self.lane = lane
        self.timeout = timeout
        self.retry = retry
        self.blocks = blocks
        self.autoRemove = autoRemove
        self.tearsDown = tearsDown
        self.expected = expected
    }
}

extension TaskSpec {
    /// Whether its runs hold their event in a lane, that of the task.
    public func holdsEvent(in lane: LaneID) -> Bool {
        blocks ?? (lane == .main || trigger == .startup(.basic))
    }

    /// Adds its dependencies to `found`, each predecessor once. `number` returns the number of a required one; a preferred
    /// one that `preferred` does not know is left out.
    func addDependencies<Failure: Error>(
        to found: inout [TaskGraph.Dependency], number: (String) throws(Failure) -> Int,
        preferred: (String) -> Int?
    ) throws(Failure) {
        let first = found.count
        // A search of a few is faster than hashing, one of many is quadratic.
        var known: Set<Int32> = []
        func isListed(_ source: Int32) -> Bool {
            if found.count - first < 16 { return found[first...].contains { $0.source == source } }
            if known.isEmpty { known = Set(found[first...].lazy.map { $0.source }) }
            return !known.insert(source).inserted
        }
        func add(_ source: Int, isSoft: Bool, isWeak: Bool = false) {
            if isListed(Int32(source)) { return }
            found.append(TaskGraph.Dependency(source: Int32(source), isSoft: isSoft, isWeak: isWeak))
        }
        for name in after { add(try number(name), isSoft: false) }
        for name in follows { add(try number(name), isSoft: true) }
        for name in prefers { if let source = preferred(name) { add(source, isSoft: true, isWeak: true) } }
    }
}

/// Retries after a failure or timeout; critical outcomes are never retried.
public struct RetryPolicy: Hashable, Stored {
    /// The maximum number of retries, whatever `limit` says.
    public static let maximumLimit = 32_766

    /// The number of retries, 0 or more; a number above `maximumLimit` counts as `maximumLimit`.
    public var limit: Int
    /// The time before the first retry.
    public var delay: Nanoseconds
    /// The factor for the delay of each later retry, in thousandths (1000 = always the same delay, 2000 = doubled).
    public var backoffThousandths: Int
    /// The longest delay.
    public var maximumDelay: Nanoseconds

    /// Creates a policy.
    public init(
        limit: Int, delay: Nanoseconds = .zero, backoffThousandths: Int = 1000, maximumDelay: Nanoseconds = .limit
    ) {
        self.limit = limit
        self.delay = delay
        self.backoffThousandths = backoffThousandths
        self.maximumDelay = maximumDelay
    }

    /// No retries.
    public static let none = RetryPolicy(limit: 0)

    /// The pause before attempt number `attempt` (2 is the first retry); saturates at `maximumDelay`.
    public func delay(beforeAttempt attempt: Int) -> Nanoseconds {
        var pause = min(delay, maximumDelay)
        var later = 2
        while later < attempt && pause < maximumDelay && pause > Nanoseconds.zero && backoffThousandths != 1000 {
            let (high, low) = UInt64(pause.count).multipliedFullWidth(by: UInt64(max(0, backoffThousandths)))
            if high >= 1000 { return maximumDelay }
            let grown = UInt64(1000).dividingFullWidth((high, low)).quotient
            pause = min(Nanoseconds(Int64(clamping: grown)), maximumDelay)
            later += 1
        }
        return pause
    }
}
