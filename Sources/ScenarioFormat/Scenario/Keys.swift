import SchedulerCore

/// What may follow a key: the reader takes the limits of numbers from it, and the JSON Schema is made from it.
indirect enum Shape: Sendable {
    case text, name, boolean
    /// A whole number within both limits; nil means 2^64 - 1.
    case integer(minimum: Int, maximum: Int?)
    /// A number with up to three decimals, within both limits, which are whole.
    case decimal(ClosedRange<Int>)
    case duration, durationModel, outcome, date, event, json
    case choice([String])
    case object(ObjectKeys)
    case list(Shape)
    /// Names that the file chooses, each with a value of this shape.
    case map(Shape)
    case either([Shape])
}

/// The keys of one kind of mapping, as data.
struct ObjectKeys: Sendable {
    struct Row: Sendable {
        var key: String
        var shape: Shape
        var summary: String
    }
    /// What the mapping describes, as messages say it: `a task`.
    var title: String
    var rows: [Row]
    var required: [String]
}

/// A key of the file. Each set of keys is one enum: the unknown-key check, the reader and the JSON Schema all come from it, so
/// they cannot differ.
protocol FileKey: RawRepresentable<String>, CaseIterable, Hashable {
    static var title: String { get }
    static var required: [Self] { get }
    /// What may follow it, and one sentence for people.
    var row: (shape: Shape, summary: String) { get }
    /// Keys of other tools, in lowercase, for which a message names the key here.
    static var synonyms: [String: Self] { get }
}

extension FileKey {
    static var required: [Self] { [] }
    static var synonyms: [String: Self] { [:] }

    static var table: ObjectKeys {
        ObjectKeys(
            title: title,
            rows: allCases.map { ObjectKeys.Row(key: $0.rawValue, shape: $0.row.shape, summary: $0.row.summary) },
            required: required.map { $0.rawValue })
    }

    static var names: [String] { allCases.map { $0.rawValue } }
}

extension Shape {
    /// The limits of a whole number, within those of its type.
    func limits<Number: FixedWidthInteger>(of _: Number.Type) -> ClosedRange<Number> {
        guard case .integer(let minimum, let maximum) = self else { return .min ... .max }
        return Number(clamping: minimum)...(maximum.map { Number(clamping: $0) } ?? Number(clamping: UInt64.max))
    }

    static let names = Shape.either([.name, .list(.name)])
    static let events = Shape.either([.event, .list(.event)])
    static let outcomes = Shape.either([.outcome, .list(.outcome)])
    static let priorities = Shape.choice(Priority.allCases.map { $0.description })
    static let catchUps = Shape.choice(CatchUp.allCases.map { $0.description })
    static let positive = Shape.integer(minimum: 1, maximum: .max)
    /// The width of a lane or queue.
    static let width = Shape.integer(minimum: 1, maximum: 65535)
}

enum RootKey: String, FileKey {
    case schema, name, seed, clock, lanes, limits, afterLaunchDelay, suspendAfter, budgets, order, classes, tasks
    case sequences, jobs, recorded, source, script

    static var title: String { "a scenario" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .schema: (.integer(minimum: 1, maximum: 1), "The format's version.")
        case .name: (.text, "Shown in titles; default: the file's name.")
        case .seed: (.integer(minimum: 0, maximum: nil), "Determines all random values; default: 0.")
        case .clock: (.object(ClockKey.table), "The ticks, and the date on which time begins.")
        case .lanes:
            (
                .map(.either([.width, .object(LaneKey.table)])),
                "The lanes on which runs execute; lane main always has width 1."
            )
        case .limits: (.object(LimitsKey.table), "The watchdog's limits.")
        case .afterLaunchDelay:
            (.duration, "The time from the first frame to the opening of lane afterLaunch; default: 0s.")
        case .suspendAfter: (.duration, "The time from the end of didEnterBackground to suspension; default: 5s.")
        case .budgets: (.object(BudgetsKey.table), "The time that a launch may take; a replay that exceeds it fails.")
        case .order:
            (
                .choice(["priority", "criticalPath"]),
                "How a lane chooses the ready run that starts first; default: priority."
            )
        case .classes: (.object(ClassesKey.table), "Startup classes as lists.")
        case .tasks: (.list(.object(TaskKey.table)), "The tasks, in order of registration.")
        case .sequences: (.list(.object(SequenceKey.table)), "Serial chains of tasks.")
        case .jobs: (.object(JobsKey.table), "The durable job queue.")
        case .recorded:
            (
                .object(RecordedKey.table),
                "Lengths and outcomes of individual runs; they take precedence over duration and outcome."
            )
        case .source: (.object(SourceKey.table), "The trace from which the scenario was imported.")
        case .script: (.text, "The script, one command per line, as a literal block.")
        }
    }
}

enum ClockKey: String, FileKey {
    case interval, start, maximumInterval, grace, source, catchUp

    static var title: String { "clock" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .interval: (.duration, "Time between ticks; default: 1s.")
        case .start: (.date, "The date at time 0; default: 2001-01-01T00:00:00Z.")
        case .maximumInterval: (.positive, "A timer's longest interval in ticks; default: 120.")
        case .grace: (.duration, "How long after its date a task may still start; default: 5s.")
        case .source:
            (.choice(["internal", "external"]), "Whether time advances the clock (default), or only the command tick.")
        case .catchUp: (.catchUps, "The catchUp of timers without their own; default: once.")
        }
    }
}

enum LimitsKey: String, FileKey {
    case launch, background, terminate, enforce

    static var title: String { "limits" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .launch: (.duration, "The limit for a launch; default: 20s.")
        case .background: (.duration, "The limit for a background transition; default: 5s.")
        case .terminate: (.duration, "The limit for a termination; default: 5s.")
        case .enforce: (.boolean, "Whether to kill a process that exceeds a limit.")
        }
    }
}

enum BudgetsKey: String, FileKey {
    case launch

    static var title: String { "budgets" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .launch: (.duration, "The longest launch time allowed.")
        }
    }
}

enum LaneKey: String, FileKey {
    case width, gap

    static var title: String { "a lane" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .width: (.width, "How many runs execute at once; default: 1.")
        case .gap: (.duration, "The pause after each run.")
        }
    }
}

enum ClassesKey: String, FileKey {
    case basic, sync, async, afterLaunch

    static var title: String { "classes" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .basic: (.names, "Tasks of lane main that run before its other tasks on didFinishLaunching.")
        case .sync: (.names, "Tasks of lane main that run after the basic ones.")
        case .async: (.names, "Tasks of the serial lane async, which run beside the sync ones.")
        case .afterLaunch:
            (
                .names,
                "Tasks of the serial lane afterLaunch, after the first frame; on another lane they may start earlier."
            )
        }
    }

    var startupClass: StartupClass {
        switch self {
        case .basic: .basic
        case .sync: .sync
        case .async: .async
        case .afterLaunch: .afterLaunch
        }
    }
}

enum TaskKey: String, FileKey {
    case name, on, every, times, at, notification, `class`, priority, after, follows, prefers, assumes, lane, duration,
        timeout
    case outcome, retry, blocks, anchor, teardown, autoRemove, whenMissed, catchUp, onFailure, group, notes

    static var title: String { "a task" }
    static var required: [TaskKey] { [.name] }
    static var synonyms: [String: TaskKey] {
        [
            "depends": .after, "dependson": .after, "dependencies": .after, "deps": .after, "requires": .after,
            "needs": .after, "predecessors": .after, "event": .on, "events": .on, "trigger": .on, "when": .on,
            "interval": .every, "repeat": .times, "date": .at, "queue": .lane, "thread": .lane, "executor": .lane,
            "period": .every, "schedule": .at, "cron": .at, "kind": .class, "type": .class, "startup": .class,
            "length": .duration, "takes": .duration, "time": .duration, "cost": .duration, "result": .outcome,
            "fails": .outcome, "failures": .outcome, "status": .outcome, "retries": .retry, "attempts": .retry,
            "blocking": .blocks, "milestone": .anchor,
            "rank": .priority, "prio": .priority, "tag": .group, "comment": .notes, "description": .notes,
        ]
    }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .name: (.name, "Unique among tasks and sequences; up to 256 columns wide.")
        case .on: (.events, "The events that release it.")
        case .every: (.duration, "Time between turns, in whole ticks.")
        case .times:
            (
                .either([.positive, .integer(minimum: -1, maximum: -1), .choice(["forever"])]),
                "How many turns it has; -1 or forever: no limit."
            )
        case .at:
            (
                .date,
                """
                The date of the first turn, or a recurring date in UTC: hourly MM, daily HH:MM, weekdays HH:MM, \
                weekly mon HH:MM, monthly 1 HH:MM.
                """
            )
        case .notification: (.text, "The key of the posts that release it.")
        case .class: (.choice(ClassesKey.names), "The startup class that releases it.")
        case .priority: (.priorities, "Its rank among the ready runs of its lane; default: default.")
        case .after: (.names, "Tasks that must succeed first.")
        case .follows: (.names, "Tasks that must end first, whatever their outcome.")
        case .prefers: (.names, "Tasks that it waits for only if they are released, too.")
        case .assumes:
            (.names, "Like follows, for dependencies that a trace suggests but does not state.")
        case .lane:
            (.name, "The lane that it runs on; default: main, or for class async or afterLaunch the lane of that name.")
        case .duration: (.durationModel, "Length of an attempt; default: 0s.")
        case .timeout: (.duration, "Ends an attempt as timed out.")
        case .outcome: (.outcomes, "How attempts end.")
        case .retry: (.object(RetryKey.table), "Attempts after a failure or timeout.")
        case .blocks:
            (.boolean, "Whether its event waits for its runs; default: true on lane main and for class basic.")
        case .anchor:
            (.boolean, "Whether it is a milestone, without work, that others can wait for.")
        case .teardown:
            (.boolean, "Whether termination releases it again, if it has started.")
        case .autoRemove: (.boolean, "Whether it is removed after its first run.")
        case .whenMissed:
            (
                .choice(["run", "report"]),
                "Whether a task that missed its date runs late or is only reported; default: report."
            )
        case .catchUp: (.catchUps, "Which of a suspension's turns run after it; default: the clock's catchUp.")
        case .onFailure:
            (.choice(["continue", "stop"]), "Whether a timer continues after a failed turn; default: continue.")
        case .group: (.text, "The group in which the screen shows it.")
        case .notes: (.text, "Free text for people.")
        }
    }
}

enum RetryKey: String, FileKey {
    case limit, delay, backoff, maximumDelay

    static var title: String { "retry" }
    static var required: [RetryKey] { [.limit] }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .limit:
            (.integer(minimum: 0, maximum: RetryPolicy.maximumLimit), "How many attempts may follow the first.")
        case .delay: (.duration, "The delay before the second attempt.")
        case .backoff:
            (.decimal(1...1000), "Multiplies the delay for each later attempt.")
        case .maximumDelay: (.duration, "The longest delay.")
        }
    }
}

enum SequenceKey: String, FileKey {
    case name, on, steps, onFailure, timeout, blocks

    static var title: String { "a sequence" }
    static var required: [SequenceKey] { [.name, .steps] }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .name: (.name, "Unique among tasks and sequences.")
        case .on: (.events, "The events that start it; the command start also starts it.")
        case .steps: (.names, "Tasks, one after the other.")
        case .onFailure:
            (.choice(["stop", "continue"]), "Whether the sequence continues after a failed step; default: stop.")
        case .timeout: (.duration, "The timeout of each step that has none of its own.")
        case .blocks: (.boolean, "Whether it blocks its event until its end; default: false.")
        }
    }
}

enum JobsKey: String, FileKey {
    case retryLimit, startOnActive, stopOnResign, failed, delay, backoff, maximumDelay, jitter, queues
    case handlers, anyHandler, enqueue

    static var title: String { "jobs" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .retryLimit:
            (
                .integer(minimum: 0, maximum: .max),
                "How many runs a failing job has before it becomes a dead letter; 0 counts as 1; default: 4."
            )
        case .startOnActive: (.boolean, "Whether didBecomeActive starts the queue; default: true.")
        case .stopOnResign: (.boolean, "Whether willResignActive stops the queue; default: true.")
        case .failed: (.choice(["back", "head"]), "Where a failed job goes; default: back.")
        case .delay: (.duration, "The delay before a failed job's second run.")
        case .backoff: (.decimal(1...1000), "Multiplies the delay for each later run.")
        case .maximumDelay: (.duration, "The longest delay.")
        case .jitter:
            (.decimal(0...1), "The largest share of a delay that the seed may take off.")
        case .queues: (.map(.width), "Queues, and how many jobs each runs at once.")
        case .handlers: (.map(.object(JobBehaviourKey.table)), "How jobs behave, by task.")
        case .anyHandler: (.object(JobBehaviourKey.table), "How jobs without a handler of their own behave.")
        case .enqueue: (.list(.object(EnqueueKey.table)), "Jobs in the queue at the start.")
        }
    }
}

enum JobBehaviourKey: String, FileKey {
    case duration, outcome, timeout, queue, priority, runAfter, expires, unique, replaces

    static var title: String { "a handler" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .duration: (.durationModel, "Length of a run; default: 0s.")
        case .outcome: (.outcomes, "How a job's runs end, in order.")
        case .timeout: (.duration, "Ends a longer run as failed.")
        case .queue: (.name, "The queue of its jobs; default: the queue named default.")
        case .priority: (.priorities, "The rank of its jobs in their queue.")
        case .runAfter: (.duration, "How long its jobs wait after they are enqueued.")
        case .expires: (.duration, "How long a job may wait to start before it becomes a dead letter.")
        case .unique: (.boolean, "Whether to refuse a job while one with the same data is in a queue.")
        case .replaces: (.boolean, "With unique: a new job replaces one that waits, but not one that runs.")
        }
    }
}

enum EnqueueKey: String, FileKey {
    case task, data, queue, priority, runAfter, expires, key

    static var title: String { "a job" }
    static var required: [EnqueueKey] { [.task] }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .task: (.name, "The job's task: a handler's name, or any other.")
        case .data: (.json, "The data that the handler gets, as JSON.")
        case .queue: (.name, "Replaces the handler's queue.")
        case .priority: (.priorities, "Replaces the handler's priority.")
        case .runAfter: (.duration, "Replaces the handler's runAfter.")
        case .expires: (.duration, "Replaces the handler's expires.")
        case .key: (.text, "A unique key: while this job is in a queue, a second job with the key is refused.")
        }
    }
}
