import SchedulerCore

/// What every kind of task can be told besides its trigger: the plain form of the annotations' common arguments.
public struct TaskOptions: Sendable {
    /// Rank among the ready runs of its lane.
    public var priority: Priority
    /// Names of tasks that must have succeeded before.
    public var after: [String]
    /// Names of tasks that must have ended before, whatever their outcome.
    public var follows: [String]
    /// The lane by name; nil for the default of the kind.
    public var lane: String?
    /// The longest that an attempt may take; nil for no limit. Exactly this long passes.
    public var timeout: Duration?
    /// Further attempts after a failure.
    public var retry: RetryPolicy
    /// Whether runs hold their event; nil: on lane `main` they do.
    public var blocks: Bool?
    /// Gone after its first run.
    public var autoRemove: Bool
    /// Expected own time, which only the order by critical path uses.
    public var expected: Duration

    /// Options as given; a plain task with default priority unless told otherwise.
    public init(
        priority: Priority = .default, after: [String] = [], follows: [String] = [], lane: String? = nil,
        timeout: Duration? = nil, retry: RetryPolicy = .none, blocks: Bool? = nil, autoRemove: Bool = false,
        expected: Duration = .zero
    ) {
        self.priority = priority
        self.after = after
        self.follows = follows
        self.lane = lane
        self.timeout = timeout
        self.retry = retry
        self.blocks = blocks
        self.autoRemove = autoRemove
        self.expected = expected
    }
}

extension TaskRegistration {
    /// A task that `trigger` releases.
    public init(_ name: String, _ trigger: Trigger, _ options: TaskOptions = TaskOptions(), body: TaskBody) {
        self.init(
            TaskSpec(
                name: name, trigger: trigger, priority: options.priority, after: options.after,
                follows: options.follows, timeout: options.timeout.map { Nanoseconds($0) }, retry: options.retry,
                blocks: options.blocks, autoRemove: options.autoRemove, expected: Nanoseconds(options.expected)),
            laneName: options.lane, body: body)
    }

    /// A task that one event releases, each time; the plain form of `@EventTask`.
    public static func event(
        _ name: String, on event: LifecycleEvent, priority: Priority = .default, after: [String] = [],
        follows: [String] = [], lane: String? = nil, timeout: Duration? = nil, retry: RetryPolicy = .none,
        blocks: Bool? = nil, autoRemove: Bool = false, expected: Duration = .zero, body: TaskBody
    ) -> TaskRegistration {
        // Without `TaskOptions`, which would be copied: most annotations call this, all of them at the start.
        TaskRegistration(
            TaskSpec(
                name: name, trigger: .events(EventSet(event)), priority: priority, after: after, follows: follows,
                timeout: timeout.map { Nanoseconds($0) }, retry: retry, blocks: blocks, autoRemove: autoRemove,
                expected: Nanoseconds(expected)),
            laneName: lane, body: body)
    }

    /// A task that each of `events` releases, each time; the plain form of `@EventTask`.
    public static func event(
        _ name: String, on events: LifecycleEvent..., priority: Priority = .default, after: [String] = [],
        follows: [String] = [], lane: String? = nil, timeout: Duration? = nil, retry: RetryPolicy = .none,
        blocks: Bool? = nil, autoRemove: Bool = false, expected: Duration = .zero, body: TaskBody
    ) -> TaskRegistration {
        let set = events.reduce(into: EventSet()) { $0.formUnion(EventSet($1)) }
        let options = TaskOptions(
            priority: priority, after: after, follows: follows, lane: lane, timeout: timeout, retry: retry,
            blocks: blocks, autoRemove: autoRemove, expected: expected)
        return TaskRegistration(name, .events(set), options, body: body)
    }

    /// A task that runs each `every`, a whole multiple of the clock's interval; the plain form of `@TimerTask`.
    ///
    /// `times` is nil or -1 for a task without end.
    public static func timer(
        _ name: String, every: Duration, times: Int? = nil, catchUp: CatchUp = .once, priority: Priority = .default,
        after: [String] = [], follows: [String] = [], lane: String? = nil, timeout: Duration? = nil,
        retry: RetryPolicy = .none, blocks: Bool? = nil, autoRemove: Bool = false, expected: Duration = .zero,
        body: TaskBody
    ) -> TaskRegistration {
        let turns = TimerTrigger(every: Nanoseconds(every), repetition: Repetition(times: times), catchUp: catchUp)
        let options = TaskOptions(
            priority: priority, after: after, follows: follows, lane: lane, timeout: timeout, retry: retry,
            blocks: blocks, autoRemove: autoRemove, expected: expected)
        return TaskRegistration(name, .timer(turns), options, body: body)
    }

    /// A task that runs on the first tick at or after a date, and then each `every`; the plain form of
    /// `@ScheduleTask`.
    ///
    /// The date counts from 1970-01-01T00:00:00Z. Without `every` it runs once.
    public static func schedule(
        _ name: String, atEpochNanoseconds date: Int64, every: Duration? = nil, times: Int? = nil,
        runsWhenMissed: Bool = false, catchUp: CatchUp = .once, priority: Priority = .default, after: [String] = [],
        follows: [String] = [], lane: String? = nil, timeout: Duration? = nil, retry: RetryPolicy = .none,
        blocks: Bool? = nil, autoRemove: Bool = false, expected: Duration = .zero, body: TaskBody
    ) -> TaskRegistration {
        let turns = TimerTrigger(
            every: every.map { Nanoseconds($0) }, date: Instant(nanoseconds: date),
            repetition: Repetition(times: every == nil ? times ?? 1 : times), runsWhenMissed: runsWhenMissed,
            catchUp: catchUp)
        let options = TaskOptions(
            priority: priority, after: after, follows: follows, lane: lane, timeout: timeout, retry: retry,
            blocks: blocks, autoRemove: autoRemove, expected: expected)
        var registration = TaskRegistration(name, .timer(turns), options, body: body)
        registration.datesFrom1970 = true
        return registration
    }

    /// A task that each post of `key` releases; the plain form of `@NotificationTask`.
    public static func notification(
        _ name: String, _ key: String, priority: Priority = .default, after: [String] = [], follows: [String] = [],
        lane: String? = nil, timeout: Duration? = nil, retry: RetryPolicy = .none, blocks: Bool? = nil,
        autoRemove: Bool = false, expected: Duration = .zero, body: TaskBody
    ) -> TaskRegistration {
        let options = TaskOptions(
            priority: priority, after: after, follows: follows, lane: lane, timeout: timeout, retry: retry,
            blocks: blocks, autoRemove: autoRemove, expected: expected)
        return TaskRegistration(name, .notification(key), options, body: body)
    }

    /// A task of a startup class; the plain form of `@StartupTask`.
    public static func startup(
        _ name: String, _ startupClass: StartupClass, priority: Priority = .default, after: [String] = [],
        follows: [String] = [], lane: String? = nil, timeout: Duration? = nil, retry: RetryPolicy = .none,
        blocks: Bool? = nil, autoRemove: Bool = false, expected: Duration = .zero, body: TaskBody
    ) -> TaskRegistration {
        let options = TaskOptions(
            priority: priority, after: after, follows: follows, lane: lane, timeout: timeout, retry: retry,
            blocks: blocks, autoRemove: autoRemove, expected: expected)
        return TaskRegistration(name, .startup(startupClass), options, body: body)
    }

    /// A task that runs only as a step of sequences; the plain form of `@StepTask`.
    public static func step(
        _ name: String, priority: Priority = .default, lane: String? = nil, timeout: Duration? = nil,
        retry: RetryPolicy = .none, expected: Duration = .zero, body: TaskBody
    ) -> TaskRegistration {
        let options = TaskOptions(
            priority: priority, lane: lane, timeout: timeout, retry: retry, expected: expected)
        return TaskRegistration(name, .none, options, body: body)
    }
}

extension [String] {
    /// The name of one task; used by the code of annotations, where a literal would cost more at the start.
    @inline(never)
    public static func taskNames(_ name: String) -> [String] { [name] }

    /// The names of two tasks.
    @inline(never)
    public static func taskNames(_ first: String, _ second: String) -> [String] { [first, second] }
}

extension Repetition {
    /// `times` turns; nil and -1 stand for no end.
    init(times: Int?) {
        self = times.map { $0 == -1 ? .forever : .times($0) } ?? .forever
    }
}

extension JobRegistration {
    /// Works the jobs of this name; the plain form of `@JobHandler`.
    public static func handler(_ name: String, body: TaskBody) -> JobRegistration {
        JobRegistration(name, body: body)
    }
}
