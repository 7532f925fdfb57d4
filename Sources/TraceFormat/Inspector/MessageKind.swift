import SchedulerCore

/// The `kind` of a line between a process and its watcher.
enum MessageKind: UInt8, NamedCase, Word {
    case hello, configuration, lane, task, sequence, names, jobs, queue, jobName, store, job, deadLetter, state, begin
    case pass, finish, hung, again, jobFinish, jobHung, limits, tick, command
    case live, reply, missed, bye, attach, control

    static let words: [StaticString] = [
        "hello", "configuration", "lane", "task", "sequence", "names", "jobs", "queue", "jobName", "store", "job",
        "deadLetter", "state", "begin", "pass", "finish", "hung", "again", "jobFinish", "jobHung", "limits", "tick",
        "command", "live", "reply", "missed", "bye", "attach", "control",
    ]

    /// The kind of a message's line.
    init(_ message: InspectorMessage) {
        switch message {
        case .hello: self = .hello
        case .configuration: self = .configuration
        case .lane: self = .lane
        case .task: self = .task
        case .sequence: self = .sequence
        case .names: self = .names
        case .jobs: self = .jobs
        case .queue: self = .queue
        case .jobName: self = .jobName
        case .store: self = .store
        case .job: self = .job
        case .deadLetter: self = .deadLetter
        case .state: self = .state
        case .begin: self = .begin
        case .input(let recorded): self.init(recorded.input)
        case .live: self = .live
        case .reply: self = .reply
        case .missed: self = .missed
        case .bye: self = .bye
        case .attach: self = .attach
        case .control: self = .control
        }
    }

    private init(_ input: Input) {
        switch input {
        case .advance: self = .pass
        case .runFinished: self = .finish
        case .runHung: self = .hung
        case .reportedAgain: self = .again
        case .jobFinished: self = .jobFinish
        case .jobHung: self = .jobHung
        case .limitsDue: self = .limits
        case .tick: self = .tick
        case .command: self = .command
        }
    }
}

extension LifecycleAction: NamedCase, Word {
    /// The words on the wire, by raw value: the cases' names.
    public static let words: [StaticString] = [
        "launch", "background", "foreground", "memoryWarning", "terminate", "interrupt", "openURL", "crash",
    ]
}

extension Priority: Word {}
extension StartupClass: Word {}
extension CatchUp: Word {}
extension DeathCause: Word {}

extension InspectorNames: NamedCase, Word {
    /// The words on the wire, by raw value.
    public static let words: [StaticString] = ["after", "follows", "prefers", "steps"]
}

/// The kind of a task's trigger, without its details.
enum TriggerKind: UInt8, NamedCase, Word {
    case none, events, timer, notification, startup

    static let words: [StaticString] = ["none", "events", "timer", "notification", "startup"]

    /// The kind of a trigger.
    init(_ trigger: Trigger) {
        switch trigger {
        case .none: self = .none
        case .events: self = .events
        case .timer: self = .timer
        case .notification: self = .notification
        case .startup: self = .startup
        }
    }
}
