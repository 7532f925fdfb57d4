import SchedulerCore

/// The `kind` of a line between a process and its watcher.
enum MessageKind: Word {
    case hello, configuration, lane, task, sequence, names, jobs, queue, jobName, store, job, deadLetter, state, begin
    case pass, finish, hung, again, jobFinish, jobHung, limits, tick, command
    case live, reply, missed, bye, attach, control

    var word: StaticString {
        switch self {
        case .hello: "hello"
        case .configuration: "configuration"
        case .lane: "lane"
        case .task: "task"
        case .sequence: "sequence"
        case .names: "names"
        case .jobs: "jobs"
        case .queue: "queue"
        case .jobName: "jobName"
        case .store: "store"
        case .job: "job"
        case .deadLetter: "deadLetter"
        case .state: "state"
        case .begin: "begin"
        case .pass: "pass"
        case .finish: "finish"
        case .hung: "hung"
        case .again: "again"
        case .jobFinish: "jobFinish"
        case .jobHung: "jobHung"
        case .limits: "limits"
        case .tick: "tick"
        case .command: "command"
        case .live: "live"
        case .reply: "reply"
        case .missed: "missed"
        case .bye: "bye"
        case .attach: "attach"
        case .control: "control"
        }
    }

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

extension LifecycleAction: Word {
    /// The word on the wire: the case's name.
    var word: StaticString {
        switch self {
        case .launch: "launch"
        case .background: "background"
        case .foreground: "foreground"
        case .memoryWarning: "memoryWarning"
        case .terminate: "terminate"
        case .interrupt: "interrupt"
        case .openURL: "openURL"
        case .crash: "crash"
        }
    }
}

extension Priority: Word {}
extension StartupClass: Word {}
extension CatchUp: Word {}
extension DeathCause: Word {}

extension InspectorNames: Word {
    /// The word on the wire.
    var word: StaticString {
        switch self {
        case .after: "after"
        case .follows: "follows"
        case .prefers: "prefers"
        case .steps: "steps"
        }
    }
}

/// The kind of a task's trigger, without its details.
enum TriggerKind: Word {
    case none, events, timer, notification, startup

    var word: StaticString {
        switch self {
        case .none: "none"
        case .events: "events"
        case .timer: "timer"
        case .notification: "notification"
        case .startup: "startup"
        }
    }

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
