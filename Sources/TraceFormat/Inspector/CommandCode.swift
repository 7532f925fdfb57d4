import SchedulerCore

/// What a command holds, as a line shows it.
enum CommandMembers: Hashable, Sendable {
    case none
    case name(String)
    case action(LifecycleAction)
    case events(EventSet)
    case number(JobID)
    case count(Int)
    case step(String, sequence: String)
    case sequence(SequenceSpec)
    case job(JobSpec)
    /// Only that it is an `inject`: its task is on another line.
    case task(TaskSpec)
    /// Whether the driver refused; its sentence stays with the driver.
    case driver(Refusal?)
}

/// A command on the wire: its word, what it holds, and how it is built and taken apart.
struct CommandCode: Sendable {
    let word: StaticString
    /// Which members its line holds, before they are read.
    let members: CommandMembers
    /// The command of these members; nil for members of another kind.
    let make: @Sendable (CommandMembers) -> Command?
    /// The members of a command; nil for another command.
    let take: @Sendable (Command) -> CommandMembers?

    /// All commands. A new one is a row here.
    static let all: [CommandCode] = [
        CommandCode("action", .action(.launch)) {
            if case .action(let action) = $0 { .action(action) } else { nil }
        } take: {
            if case .action(let action) = $0 { .action(action) } else { nil }
        },
        CommandCode("fire", .events(EventSet())) {
            if case .events(let events) = $0 { .fire(events) } else { nil }
        } take: {
            if case .fire(let events) = $0 { .events(events) } else { nil }
        },
        CommandCode("tick", .tick),
        named("post", Command.post) { if case .post(let name) = $0 { name } else { nil } },
        named("pauseTask", Command.pauseTask) { if case .pauseTask(let name) = $0 { name } else { nil } },
        named("resumeTask", Command.resumeTask) { if case .resumeTask(let name) = $0 { name } else { nil } },
        named("pauseLane", Command.pauseLane) { if case .pauseLane(let name) = $0 { name } else { nil } },
        named("resumeLane", Command.resumeLane) { if case .resumeLane(let name) = $0 { name } else { nil } },
        named("destroy", Command.destroy) { if case .destroy(let name) = $0 { name } else { nil } },
        named("start", Command.start) { if case .start(let name) = $0 { name } else { nil } },
        named("cancel", Command.cancel) { if case .cancel(let name) = $0 { name } else { nil } },
        CommandCode("addStep", .step("", sequence: "")) {
            if case .step(let step, let sequence) = $0 { .addStep(step, to: sequence) } else { nil }
        } take: {
            if case .addStep(let step, let sequence) = $0 { .step(step, sequence: sequence) } else { nil }
        },
        CommandCode("injectSequence", .sequence(SequenceSpec(name: "", steps: []))) {
            if case .sequence(let sequence) = $0 { .injectSequence(sequence) } else { nil }
        } take: {
            if case .injectSequence(let sequence) = $0 { .sequence(sequence) } else { nil }
        },
        CommandCode("inject", .task(TaskSpec(name: ""))) {
            if case .task(let task) = $0 { .inject(task) } else { nil }
        } take: {
            if case .inject(let task) = $0 { .task(task) } else { nil }
        },
        CommandCode("queueStart", .queue(.start)),
        CommandCode("queueStop", .queue(.stop)),
        CommandCode("queueEmpty", .queue(.empty)),
        numbered("queueRetry", QueueCommand.retry) { if case .retry(let job) = $0 { job } else { nil } },
        numbered("queueDiscard", QueueCommand.discard) { if case .discard(let job) = $0 { job } else { nil } },
        numbered("queueRemove", QueueCommand.remove) { if case .remove(let job) = $0 { job } else { nil } },
        numbered("queueCancel", QueueCommand.cancel) { if case .cancel(let job) = $0 { job } else { nil } },
        numbered("queuePause", QueueCommand.pause) { if case .pause(let job) = $0 { job } else { nil } },
        numbered("queueResume", QueueCommand.resume) { if case .resume(let job) = $0 { job } else { nil } },
        numbered("queueFirst", QueueCommand.first) { if case .first(let job) = $0 { job } else { nil } },
        CommandCode("queueLimit", .count(1)) {
            if case .count(let count) = $0 { .queue(.limit(count)) } else { nil }
        } take: {
            if case .queue(.limit(let count)) = $0 { .count(count) } else { nil }
        },
        CommandCode("enqueue", .job(JobSpec(task: ""))) {
            if case .job(let job) = $0 { .enqueue(job) } else { nil }
        } take: {
            if case .enqueue(let job) = $0 { .job(job) } else { nil }
        },
        CommandCode("driver", .driver(nil)) {
            if case .driver(let refusal) = $0 { .driver(refusal) } else { nil }
        } take: {
            if case .driver(let refusal) = $0 { .driver(refusal) } else { nil }
        },
    ]

    private init(
        _ word: StaticString, _ members: CommandMembers, make: @escaping @Sendable (CommandMembers) -> Command?,
        take: @escaping @Sendable (Command) -> CommandMembers?
    ) {
        (self.word, self.members, self.make, self.take) = (word, members, make, take)
    }

    /// A command that holds nothing.
    private init(_ word: StaticString, _ command: Command) {
        self.init(word, .none, make: { _ in command }, take: { $0 == command ? CommandMembers.none : nil })
    }

    /// A command that holds a name.
    private static func named(
        _ word: StaticString, _ make: @escaping @Sendable (String) -> Command,
        take: @escaping @Sendable (Command) -> String?
    ) -> CommandCode {
        CommandCode(word, .name("")) {
            if case .name(let name) = $0 { make(name) } else { nil }
        } take: {
            take($0).map(CommandMembers.name)
        }
    }

    /// A command to the job queue that holds a job's number.
    private static func numbered(
        _ word: StaticString, _ make: @escaping @Sendable (JobID) -> QueueCommand,
        take: @escaping @Sendable (QueueCommand) -> JobID?
    ) -> CommandCode {
        CommandCode(word, .number(JobID(0))) {
            if case .number(let job) = $0 { .queue(make(job)) } else { nil }
        } take: {
            if case .queue(let order) = $0 { take(order).map(CommandMembers.number) } else { nil }
        }
    }
}

/// The `command` of a line that holds one: a row of the table.
struct CommandKind: Word {
    let row: Int

    static let allCases = CommandCode.all.indices.map { CommandKind(row: $0) }

    var word: StaticString { CommandCode.all[row].word }

    private init(row: Int) { self.row = row }

    /// The row of a command.
    init(_ command: Command) {
        guard let row = CommandCode.all.firstIndex(where: { $0.take(command) != nil }) else {
            preconditionFailure("a command without a row in the table of codes")
        }
        self.row = row
    }
}
