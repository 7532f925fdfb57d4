import SchedulerCore

/// The members of a line, in their order: written from values, or read into them. One description of a line serves both,
/// so that what is written is what is read.
protocol MemberCoding {
    /// What can go wrong: nothing while writing.
    associatedtype Problem: Error

    /// A whole number in this range.
    mutating func number(_ key: StaticString, _ value: inout Int64, in range: ClosedRange<Int64>) throws(Problem)
    /// A number that may be absent.
    mutating func number(_ key: StaticString, _ value: inout Int64?, in range: ClosedRange<Int64>) throws(Problem)
    /// A text.
    mutating func text(_ key: StaticString, _ value: inout String) throws(Problem)
    /// A text that may be absent.
    mutating func text(_ key: StaticString, _ value: inout String?) throws(Problem)
    /// Texts in brackets.
    mutating func texts(_ key: StaticString, _ value: inout [String]) throws(Problem)
    /// `true` or `false`.
    mutating func flag(_ key: StaticString, _ value: inout Bool) throws(Problem)
    /// A flag that may be absent.
    mutating func flag(_ key: StaticString, _ value: inout Bool?) throws(Problem)
    /// A fixed word.
    mutating func word<W: Word>(_ key: StaticString, _ value: inout W) throws(Problem)
    /// An unsigned number of 64 bits.
    mutating func natural(_ key: StaticString, _ value: inout UInt64) throws(Problem)
}

extension MemberCoding {
    /// A number of the type's own range.
    mutating func number<I: FixedWidthInteger>(_ key: StaticString, _ value: inout I) throws(Problem) {
        try number(key, &value, from: Int64(clamping: I.min), to: Int64(clamping: I.max))
    }

    /// A number from `least` to `most`.
    mutating func number<I: FixedWidthInteger>(
        _ key: StaticString, _ value: inout I, from least: Int64, to most: Int64
    ) throws(Problem) {
        var wide = Int64(clamping: value)
        try number(key, &wide, in: max(least, Int64(clamping: I.min))...min(most, Int64(clamping: I.max)))
        value = I(clamping: wide)
    }

    /// Bytes, each as two hexadecimal digits; from anything else nothing is read.
    mutating func bytes(_ key: StaticString, _ value: inout [UInt8]) throws(Problem) {
        let digits = Array("0123456789abcdef".utf8)
        var written = [UInt8](repeating: 0, count: value.count * 2)
        for (place, byte) in value.enumerated() {
            written[2 * place] = digits[Int(byte >> 4)]
            written[2 * place + 1] = digits[Int(byte & 15)]
        }
        var text = String(decoding: written, as: UTF8.self)
        try self.text(key, &text)
        let read = text.utf8.compactMap { digit in digits.firstIndex(of: digit).map { UInt8($0) } }
        let isWhole = read.count == text.utf8.count && read.count % 2 == 0
        value = isWhole ? stride(from: 0, to: read.count, by: 2).map { read[$0] << 4 | read[$0 + 1] } : []
    }

    /// A duration, not negative.
    mutating func time(_ key: StaticString, _ value: inout Nanoseconds) throws(Problem) {
        try number(key, &value.count, in: 0...Int64.max)
    }

    /// A duration that may be absent.
    mutating func time(_ key: StaticString, _ value: inout Nanoseconds?) throws(Problem) {
        var count = value?.count
        try number(key, &count, in: 0...Int64.max)
        value = count.map(Nanoseconds.init)
    }

    /// An instant.
    mutating func instant(_ key: StaticString, _ value: inout Instant) throws(Problem) {
        try number(key, &value.nanoseconds, in: Int64.min...Int64.max)
    }

    /// An instant that may be absent.
    mutating func instant(_ key: StaticString, _ value: inout Instant?) throws(Problem) {
        var count = value?.nanoseconds
        try number(key, &count, in: Int64.min...Int64.max)
        value = count.map(Instant.init(nanoseconds:))
    }
}

/// The members of each message.
extension MemberCoding {
    mutating func exchange(_ message: inout InspectorMessage) throws(Problem) {
        switch message {
        case .hello(var hello):
            try exchange(&hello)
            message = .hello(hello)
        case .configuration(var configuration):
            try exchange(&configuration)
            message = .configuration(configuration)
        case .lane(var lane):
            try exchange(&lane)
            message = .lane(lane)
        case .task(var task):
            try exchange(&task)
            message = .task(task)
        case .sequence(var sequence):
            try exchange(&sequence)
            message = .sequence(sequence)
        case .names(var list, var names):
            try word("list", &list)
            try texts("names", &names)
            message = .names(list, names)
        case .jobs(var settings):
            try exchange(&settings)
            message = .jobs(settings)
        case .queue(var queue):
            try exchange(&queue)
            message = .queue(queue)
        case .jobName(var name):
            try text("name", &name)
            message = .jobName(name)
        case .store(var number):
            try self.number("next", &number, in: 0...(Int64.max / 2))
            message = .store(nextNumber: number)
        case .job(var job):
            try exchange(&job)
            message = .job(job)
        case .deadLetter(var letter):
            try exchange(&letter)
            message = .deadLetter(letter)
        case .state(var format, var bytes):
            try number("format", &format)
            try self.bytes("bytes", &bytes)
            message = .state(format: format, bytes: bytes)
        case .begin: break
        case .input(var recorded):
            try exchange(&recorded)
            message = .input(recorded)
        case .live(var instant):
            try self.instant("t", &instant)
            message = .live(instant)
        case .reply(var id, var refusal):
            try number("id", &id)
            try text("refusal", &refusal)
            message = .reply(id: id, refusal: refusal)
        case .missed(var count):
            try number("inputs", &count)
            message = .missed(count)
        case .bye(var reason):
            try text("reason", &reason)
            message = .bye(reason)
        case .attach(var schema):
            try number("schema", &schema)
            message = .attach(schema: schema)
        case .control(var request):
            try exchange(&request)
            message = .control(request)
        }
    }
}

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
