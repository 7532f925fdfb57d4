import SchedulerCore

/// Every sentence that says why: reasons, refusals, warnings. This is the one place that words them.
///
/// Each sentence can be read back (`ReasonText+Reading.swift`); what is not worded here is kept verbatim.
public enum ReasonText {
    /// Why a turn was skipped, missed or parked.
    public static func text(_ reason: Reason, names: TraceNames) -> String {
        let sentence = Sentence(reason)
        switch sentence.subject {
        case .none: return sentence.before
        case .task(let task): return sentence.before + names.name(of: task) + sentence.after
        case .lane(let lane): return sentence.before + names.name(of: lane) + sentence.after
        case .time(let time): return sentence.before + exact(time) + sentence.after
        case .message(let number): return names.message(number).text
        }
    }

    /// Why a run is parked, with its name if it was paused itself: `Login paused`.
    public static func text(ofParked task: TaskID, _ reason: Reason, names: TraceNames) -> String {
        let text = text(reason, names: names)
        return reason == .paused ? "\(names.name(of: task)) \(text)" : text
    }

    /// How a turn ended, as a verb: `failed`, `was skipped`.
    public static func text(_ result: TurnResult) -> String { Sentence.verb(of: result) }

    /// Why an attempt ended; nil if it ended by itself.
    public static func text(_ reason: FinishReason) -> StaticString? {
        switch reason {
        case .none: nil
        case .processEnded: "the process ended"
        case .crashed: "the process crashed"
        case .timeout: "timeout"
        case .command: "cancelled by a command"
        }
    }

    /// Why a command was refused.
    public static func text(_ refusal: Refusal, of command: CommandID, names: TraceNames) -> String {
        text(refusal, command: names.text(of: command), cycle: names.cycles[command], names: names)
    }

    /// Why a command was refused; `command` is its text, whose first word is named, and `cycle` the path of the cycle
    /// that an injection would have closed, if known.
    public static func text(
        _ refusal: Refusal, command: String, cycle: String? = nil, names: TraceNames
    ) -> String {
        switch refusal {
        case .state(let state, let allowed):
            verb(of: command) + " needs " + list(of: allowed) + "; the state is \(state.word)"
        case .oncePerProcess(let event): "\(event.word) happens once in a process, at launch"
        case .delivered(let event): "\(event.word) has already been delivered in this process"
        case .nameInUse: "the name is in use"
        case .unknownTask: "no task has this name now"
        case .unknownLane: "no lane has this name"
        case .cycle: closesCycle + (cycle.map { cyclePath + $0 } ?? "")
        case .interval: "the interval must be a whole number of ticks, from 1 to the maximum"
        case .sequenceRunning: "the sequence is already running"
        case .notSequence: "it is not a sequence"
        case .tooManyTasks: "the scheduler cannot hold more tasks"
        case .duplicateJob(let job): duplicateJob + "\(job)"
        case .noDeadLetter(let job): noDeadLetter + "\(job)"
        case .noJob(let job): noJob + "\(job)"
        case .jobRunning(let job): jobRunning + "\(job)"
        case .notUnderWay: "no attempt of it is under way"
        case .stepIsSequence: "a step is a task, not a sequence"
        case .unfitJob(.emptyName): "a job's task and queue need names"
        case .unfitJob(.nul): "a job's names, data and key cannot contain NUL"
        case .unfitJob(.notObject): "a job's data must be a JSON object"
        case .tooManyJobs: "the queue is full"
        case .limit(let limit): "the limit is \(limit.maximum) \(words(of: limit))"
        case .nul: "a name, key or text cannot contain NUL"
        case .driver(let number): names.message(number).text
        }
    }

    /// The same for people: of an app that is not running, what to do instead of the states that a trace lists.
    public static func sentence(
        _ refusal: Refusal, command: String, cycle: String? = nil, names: TraceNames
    ) -> String {
        if case .state(.notRunning, _) = refusal {
            // What ends a process was waiting for its turn when something else ended it.
            let ends = [LifecycleAction.terminate, .crash].contains { verb(of: $0) == command }
            return ends ? "no process is left to end" : "the app is not running; launch it first"
        }
        return text(refusal, command: command, cycle: cycle, names: names)
    }

    private static func words(of limit: SchedulerLimit) -> String {
        switch limit {
        case .waitingActions: "queued actions"
        case .names: "names added at run time"
        case .jobQueues: "named job queues"
        }
    }

    /// The code of a warning: the name of its case, or the driver's.
    public static func code(_ warning: Warning, names: TraceNames) -> String {
        switch warning {
        case .watchdog: "watchdog"
        case .stuck: "stuck"
        case .secondCompletion: "secondCompletion"
        case .unknownPredecessor: "unknownPredecessor"
        case .stillParked: "stillParked"
        case .stillPaused: "stillPaused"
        case .lanePaused: "lanePaused"
        case .jobUnhandled: "jobUnhandled"
        case .jobLost: "jobLost"
        case .jobExpired: "jobExpired"
        case .jobStuck: "jobStuck"
        case .driver(let number): names.message(number).code
        }
    }

    /// What a warning says.
    public static func text(_ warning: Warning, names: TraceNames) -> String {
        switch warning {
        case .watchdog(let action, let limit): verb(of: action) + passedLimit + exact(limit)
        case .stuck(let task): names.name(of: task) + neverEnds
        case .secondCompletion(let task): names.name(of: task) + reportedTwice
        case .unknownPredecessor(let predecessor, let task):
            names.name(of: task) + waitsFor + names.name(of: predecessor) + doesNotExist
        case .stillParked(let task, let reason): names.name(of: task) + stillParked + text(reason, names: names)
        case .stillPaused(let task): names.name(of: task) + stillPaused
        case .lanePaused(let lane): laneWord + names.name(of: lane) + stillPaused
        case .jobUnhandled(let job, let task): jobWords(job, task, names) + jobUnhandled
        case .jobLost(let job, let task): jobWords(job, task, names) + jobLost
        case .jobExpired(let job, let task): jobWords(job, task, names) + jobExpired
        case .jobStuck(let job, let task): jobWords(job, task, names) + jobStuck
        case .driver(let number): names.message(number).text
        }
    }

    private static func jobWords(_ job: Int64, _ task: TaskID, _ names: TraceNames) -> String {
        "\(jobWord)\(job)\(ofTask)\(names.name(of: task))"
    }

    static let jobWord = "job "
    static let ofTask = " of "
    static let jobUnhandled = " has no handler and stays in the queue"
    static let jobLost = " lost its last run with the process and is a dead letter"
    static let jobExpired = " did not start in time and is a dead letter"
    static let jobStuck = " never ends; its queue waits for it"
    /// A cycle as it is written, its first name repeated: `A -> B -> A`.
    public static func path(_ cycle: [String]) -> String { CycleText.path(cycle) }

    /// The cycles that refused injections would have closed, as they are written.
    public static func paths(_ cycles: [(command: CommandID, value: [String])]) -> [CommandID: String] {
        var paths: [CommandID: String] = [:]
        for cycle in cycles { paths[cycle.command] = path(cycle.value) }
        return paths
    }

    static let closesCycle = "the predecessors would form a cycle"
    static let cyclePath = ": "
    static let duplicateJob = "the queue holds a job with this unique key: "
    static let noDeadLetter = "no dead letter has the number "
    static let noJob = "no job in the queue has the number "
    static let jobRunning = "a run of this job is under way: "
    static let passedLimit = " passed its limit of "
    static let neverEnds = " never ends; its event continues without it"
    static let reportedTwice = " reported its end twice; the first report counts"
    static let waitsFor = " waits for "
    static let doesNotExist = ", which does not exist and is ignored"
    static let stillParked = " is still parked: "
    static let stillPaused = " is still paused"
    static let laneWord = "lane "

    /// The word of the script language for an action.
    public static func verb(of action: LifecycleAction) -> String {
        switch action {
        case .launch: "launch"
        case .background: "background"
        case .foreground: "foreground"
        case .memoryWarning: "memory-warning"
        case .terminate: "terminate"
        case .interrupt: "interrupt"
        case .openURL: "open-url"
        case .crash: "crash"
        }
    }

    /// The first word of a command.
    static func verb(of command: String) -> String {
        String(decoding: command.utf8.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }

    /// The states of a set of bits: `active`, `active or inactive`, `active, inactive or background`.
    static func list(of allowed: UInt8) -> String {
        let words = LifecycleState.allCases.filter { allowed >> $0.rawValue & 1 == 1 }.map { "\($0.word)" }
        guard let last = words.last else { return "a state that does not exist" }
        return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A duration without rounding, in the largest unit in which it is a whole number: `20s`, `1500ms`, `7ns`.
    static func exact(_ time: Nanoseconds) -> String {
        for (unit, size) in units where time.count.isMultiple(of: size) {
            return "\(time.count / size)\(unit)"
        }
        return "\(time.count)ns"
    }

    static let units: [(String, Int64)] = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000), ("ns", 1)]
}

/// A sentence around the one thing that it names.
struct Sentence {
    /// What a sentence names.
    enum Subject {
        case none
        case task(TaskID)
        case lane(LaneID)
        case time(Nanoseconds)
        case message(Int32)
    }

    var before: String
    var subject: Subject
    var after: String

    init(_ before: String, _ subject: Subject = .none, _ after: String = "") {
        self.before = before
        self.subject = subject
        self.after = after
    }

    /// The sentence of a reason.
    init(_ reason: Reason) {
        switch reason {
        case .predecessor(let task, let result): self.init("", .task(task), " " + Self.verb(of: result))
        case .overrun: self.init("overrun")
        case .paused: self.init("paused")
        case .destroyed: self.init("destroyed")
        case .processEnded: self.init("the process ended")
        case .lanePaused(let lane): self.init("lane ", .lane(lane), " is paused")
        case .laneClosed(let lane): self.init("lane ", .lane(lane), " is not open")
        case .waitsForUnreleased(let task): self.init("waits for ", .task(task), ", which is not released")
        case .waitsForParked(let task): self.init("waits for ", .task(task), ", which is parked")
        case .laneStuck(let lane): self.init("lane ", .lane(lane), " is blocked by runs that never end")
        case .stuck: self.init("it never ends")
        case .tooOld(let age): self.init("the date is ", .time(age), " older than the grace allows")
        case .suspended: self.init("the date came during a suspension")
        case .step(let result): self.init("the step " + Self.verb(of: result))
        case .text(let number): self.init("", .message(number))
        }
    }

    /// The verb for how a task's turn ended; no verb is the ending of another one.
    static func verb(of result: TurnResult) -> String {
        switch result {
        case .none: "has not ended"
        case .success: "succeeded"
        case .failed: "failed"
        case .critical: "failed for good"
        case .timedOut: "timed out"
        case .cancelled: "was cancelled"
        case .skipped: "was skipped"
        case .missed: "was missed"
        }
    }
}
