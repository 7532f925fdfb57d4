/// A task's rank among ready runs of its lane; the smaller raw value starts first.
public enum Priority: UInt8, BitwiseCopyable, CaseIterable, Comparable, Sendable {
    case critical, high, `default`, low

    /// Critical is the smallest.
    public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}

/// The four startup classes.
public enum StartupClass: UInt8, CaseIterable, Sendable {
    case basic, sync, async, afterLaunch
}

/// What releases a task.
public enum Trigger: Hashable, Sendable {
    /// Nothing: the task runs only as a step of a sequence.
    case none
    /// Each of these events, each time.
    case events(EventSet)
    /// Turns of the clock.
    case timer(TimerTrigger)
    /// `post` with this key.
    case notification(String)
    /// didFinishLaunching, by the rules of the startup classes.
    case startup(StartupClass)
}

/// How many turns a timer has.
public enum Repetition: Hashable, Sendable {
    /// Exactly this many runs, at least 1.
    case times(Int)
    /// No end.
    case forever
}

/// What becomes of the turns that fell into a suspension.
public enum CatchUp: UInt8, CaseIterable, Sendable {
    /// One late run on the first tick after.
    case once
    /// All of them, one after the other, from the first tick after.
    case all
    /// None.
    case none
}

/// The turns of a timer or dated task.
public struct TimerTrigger: Hashable, Sendable {
    /// Time between turns, a whole multiple of the clock's interval; nil for a dated task that runs once.
    public var every: Nanoseconds?
    /// The date of the first turn, as an instant of the session (may be negative: before t = 0); nil for a plain timer.
    public var date: Instant?
    /// Dates that come again, in place of `every` and `date`.
    public var recurrence: Recurrence?
    /// How many turns.
    public var repetition: Repetition
    /// Run late instead of being reported missed.
    public var runsWhenMissed: Bool
    /// What happens to turns that came due during a suspension.
    public var catchUp: CatchUp
    /// The first turn that fails, its retries used up, is the last one.
    public var stopsOnFailure: Bool

    /// Turns as given; a plain timer that repeats forever needs only `every`.
    public init(
        every: Nanoseconds?, date: Instant? = nil, repetition: Repetition = .forever, runsWhenMissed: Bool = false,
        catchUp: CatchUp = .once, stopsOnFailure: Bool = false, recurrence: Recurrence? = nil
    ) {
        self.every = every
        self.date = date
        self.repetition = repetition
        self.runsWhenMissed = runsWhenMissed
        self.catchUp = catchUp
        self.stopsOnFailure = stopsOnFailure
        self.recurrence = recurrence
    }
}

/// Further attempts after a failure or timeout; critical outcomes are never retried.
public struct RetryPolicy: Hashable, Sendable {
    /// This many further attempts are made at most, whatever `limit` says.
    public static let maximumLimit = 32_766

    /// Further attempts after the first, 0 or more; more than `maximumLimit` are as many as that.
    public var limit: Int
    /// Time before the first further attempt.
    public var delay: Nanoseconds
    /// Factor on the delay for each later attempt, in thousandths (1000 = always the same delay, 2000 = doubled).
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

    /// No further attempt.
    public static let none = RetryPolicy(limit: 0)

    /// The pause before attempt number `attempt` (2 is the first further one); saturates at `maximumDelay`.
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

/// Everything that the rules need to know about one task; durations and outcomes are the driver's.
public struct TaskSpec: Hashable, Sendable {
    /// The name, unique in the process; compared byte by byte.
    public var name: String
    /// What releases it.
    public var trigger: Trigger
    /// Rank in its lane.
    public var priority: Priority
    /// Predecessors that must have succeeded, by name; order means nothing, a name twice counts once.
    public var after: [String]
    /// Predecessors that must have ended, whatever their outcome.
    public var follows: [String]
    /// Tasks that go before it where both are there: once released, their end is waited for; otherwise nothing is.
    public var prefers: [String]
    /// Where it runs; nil for the default of its trigger (`async`, `afterLaunch` or `main`).
    public var lane: LaneID?
    /// Ends an attempt as timed out; exactly at the limit passes.
    public var timeout: Nanoseconds?
    /// Further attempts.
    public var retry: RetryPolicy
    /// Whether its runs hold their event; nil: runs on main do, others do not.
    public var blocks: Bool?
    /// Released once more when the app terminates, if it started: the one that started last first.
    public var tearsDown: Bool
    /// Remove the task after its first run.
    public var autoRemove: Bool
    /// Expected own time, used only by `SchedulerConfiguration.Order.criticalPath`.
    public var expected: Nanoseconds

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
    /// What it waits for, each predecessor once. `number` is that of one which it needs; one that it only prefers, and
    /// that is not `known`, is left out.
    func dependencies<Failure: Error>(
        number: (String) throws(Failure) -> Int, known: (String) -> Int?
    ) throws(Failure) -> [TaskGraph.Dependency] {
        var found: [TaskGraph.Dependency] = []
        func add(_ source: Int, isSoft: Bool, isWeak: Bool = false) {
            if found.contains(where: { $0.source == Int32(source) }) { return }
            found.append(TaskGraph.Dependency(source: Int32(source), isSoft: isSoft, isWeak: isWeak))
        }
        for name in after { add(try number(name), isSoft: false) }
        for name in follows { add(try number(name), isSoft: true) }
        for name in prefers { if let source = known(name) { add(source, isSoft: true, isWeak: true) } }
        return found
    }
}

/// A serial chain of steps, itself a task.
public struct SequenceSpec: Hashable, Sendable {
    /// The name, in the same name space as tasks.
    public var name: String
    /// The events that start it; empty: only `start`.
    public var events: EventSet
    /// Names of the tasks that run as its steps, in order.
    public var steps: [String]
    /// Whether the sequence continues after a failed step.
    public var continuesOnFailure: Bool
    /// The limit of each step that has none of its own.
    public var timeout: Nanoseconds?
    /// Whether it holds its event until the end.
    public var blocks: Bool

    /// A sequence that stops at the first failure by default.
    public init(
        name: String, events: EventSet = [], steps: [String], continuesOnFailure: Bool = false,
        timeout: Nanoseconds? = nil, blocks: Bool = false
    ) {
        self.name = name
        self.events = events
        self.steps = steps
        self.continuesOnFailure = continuesOnFailure
        self.timeout = timeout
        self.blocks = blocks
    }
}
