import SchedulerCore

/// The lines of inputs and of requests.
extension MemberCoding {
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

    /// The error text of a failed attempt; absent if it has none.
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

    /// A command, by the table of codes.
    private mutating func exchange(_ command: inout Command) throws(Problem) {
        var kind = CommandKind(command)
        try word("command", &kind)
        let code = CommandCode.all[kind.row]
        var members = code.take(command) ?? code.members
        try exchange(&members)
        command = code.make(members) ?? command
    }

    private mutating func exchange(_ members: inout CommandMembers) throws(Problem) {
        switch members {
        case .none, .task: break
        case .name(var name):
            try text("name", &name)
            members = .name(name)
        case .action(var action):
            try word("action", &action)
            members = .action(action)
        case .events(var events):
            try number("events", &events.rawValue)
            members = .events(events)
        case .number(var job):
            try number("job", &job.number, in: 0...Int64.max)
            members = .number(job)
        case .count(var count):
            try number("count", &count, from: 0, to: Int64(Int32.max))
            members = .count(count)
        case .step(var step, var sequence):
            try text("step", &step)
            try text("name", &sequence)
            members = .step(step, sequence: sequence)
        case .sequence(var sequence):
            try exchange(&sequence)
            try texts("steps", &sequence.steps)
            members = .sequence(sequence)
        case .job(var job):
            try exchange(&job)
            members = .job(job)
        case .driver(let refusal):
            var isRefused = refusal != nil
            try flag("refused", &isRefused)
            if isRefused != (refusal != nil) { members = .driver(isRefused ? .driver(-1) : nil) }
        }
    }
}
