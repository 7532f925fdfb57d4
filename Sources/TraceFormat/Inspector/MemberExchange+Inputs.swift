import SchedulerCore

/// The lines of what happens, and of what is asked for.
extension MemberExchange {
    mutating func exchange(_ recorded: inout RecordedInput) throws(Problem) {
        try number("t", &recorded.time.nanoseconds, in: 0...(Int64.max / 2))
        switch recorded.input {
        case .advance: try number("n", &recorded.count, from: 1, to: Int64(Int32.max))
        case .runFinished(var run, var outcome):
            try exchange(&run)
            try word("outcome", &outcome)
            recorded.input = .runFinished(run, outcome)
            try exchangeError(&recorded.text)
        case .runHung(var run):
            try exchange(&run)
            recorded.input = .runHung(run)
        case .reportedAgain(var task):
            try exchange(&task)
            recorded.input = .reportedAgain(task)
        case .jobFinished(var run, var task, var outcome):
            try exchange(&run)
            try exchange(&task)
            try word("outcome", &outcome)
            recorded.input = .jobFinished(run, task, outcome)
            try exchangeError(&recorded.text)
        case .jobHung(var run):
            try exchange(&run)
            recorded.input = .jobHung(run)
        case .limitsDue, .tick: break
        case .command(var command, let number):
            try text("text", &recorded.text)
            try exchange(&command)
            recorded.input = .command(command, number)
        }
    }

    /// What a failed attempt said of itself; absent where it said nothing.
    private mutating func exchangeError(_ text: inout String) throws(Problem) {
        var error = text.isEmpty ? nil : text
        try self.text("error", &error)
        text = error ?? ""
    }

    private mutating func exchange(_ run: inout RunID) throws(Problem) {
        try number("slot", &run.slot, from: 0, to: Int64(Int32.max))
        try number("run", &run.sequence, in: 0...Int64.max)
    }

    private mutating func exchange(_ task: inout TaskID) throws(Problem) {
        try number("task", &task.index, from: 0, to: Int64(Int32.max))
    }

    private mutating func exchange(_ run: inout JobRunID) throws(Problem) {
        try number("job", &run.job.number, in: 1...Int64.max)
        try number("attempt", &run.attempt, from: 1, to: Int64(Int32.max))
    }

    mutating func exchange(_ request: inout ControlRequest) throws(Problem) {
        try number("id", &request.id)
        try text("text", &request.text)
        try text("context", &request.context)
        try exchange(&request.command)
    }

    /// A command; of an `inject` only that it is one.
    private mutating func exchange(_ command: inout Command) throws(Problem) {
        var kind = CommandKind(command)
        try word("command", &kind)
        switch kind {
        case .action: command = .action(try exchangeAction(command))
        case .fire:
            var events = EventSet()
            if case .fire(let known) = command { events = known }
            try number("events", &events.rawValue)
            command = .fire(events)
        case .post: command = .post(try exchangeName(command))
        case .tick: command = .tick
        case .pauseTask: command = .pauseTask(try exchangeName(command))
        case .resumeTask: command = .resumeTask(try exchangeName(command))
        case .pauseLane: command = .pauseLane(try exchangeName(command))
        case .resumeLane: command = .resumeLane(try exchangeName(command))
        case .destroy: command = .destroy(try exchangeName(command))
        case .start: command = .start(try exchangeName(command))
        case .inject:
            if case .inject = command { return }
            command = .inject(TaskSpec(name: ""))
        case .queueStart: command = .queue(.start)
        case .queueStop: command = .queue(.stop)
        case .queueEmpty: command = .queue(.empty)
        case .queueRetry: command = .queue(.retry(try exchangeJob(command)))
        case .queueDiscard: command = .queue(.discard(try exchangeJob(command)))
        case .queueRemove: command = .queue(.remove(try exchangeJob(command)))
        case .enqueue:
            var spec = JobSpec(task: "")
            if case .enqueue(let known) = command { spec = known }
            try exchange(&spec)
            command = .enqueue(spec)
        case .driver: command = try exchangeDriver(command)
        }
    }

    private mutating func exchangeAction(_ command: Command) throws(Problem) -> LifecycleAction {
        var action = LifecycleAction.launch
        if case .action(let known) = command { action = known }
        try word("action", &action)
        return action
    }

    private mutating func exchangeJob(_ command: Command) throws(Problem) -> JobID {
        var job = JobID(0)
        switch command {
        case .queue(.retry(let known)), .queue(.discard(let known)), .queue(.remove(let known)): job = known
        case .action, .fire, .post, .tick, .pauseTask, .resumeTask, .pauseLane, .resumeLane, .destroy, .inject, .start,
            .queue, .enqueue, .driver:
            break
        }
        try number("job", &job.number, in: 0...Int64.max)
        return job
    }

    /// Whether the driver refused; its sentence stays with it.
    private mutating func exchangeDriver(_ command: Command) throws(Problem) -> Command {
        var isRefused = false
        if case .driver(let refusal) = command { isRefused = refusal != nil }
        try flag("refused", &isRefused)
        if case .driver = command { return command }
        return .driver(isRefused ? .driver(-1) : nil)
    }

    private mutating func exchangeName(_ command: Command) throws(Problem) -> String {
        var name = ""
        switch command {
        case .post(let known), .pauseTask(let known), .resumeTask(let known), .pauseLane(let known),
            .resumeLane(let known), .destroy(let known), .start(let known):
            name = known
        case .action, .fire, .tick, .inject, .queue, .enqueue, .driver: break
        }
        try text("name", &name)
        return name
    }
}
