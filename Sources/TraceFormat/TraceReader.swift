import SchedulerCore

/// Reads ndjson as `TraceWriter` writes it: exactly these keys in exactly this order, without spaces.
///
/// Names are numbered in the order in which they occur; sentences that `ReasonText` does not word are kept verbatim,
/// so that writing what was read gives the same bytes. Checks form, ranges, and that time does not go backwards; not that the
/// rules were followed. O(bytes).
public struct TraceReader {
    /// Reading stops after this many problems.
    public static let problemLimit = 1000
    /// The longest line, in MiB; twice what a line of a script may hold.
    public static let lineLimit = 32
    /// The farthest time from the start, in nanoseconds: about 31 years, so that sums of a few times stay in range.
    public static let timeLimit: Int64 = 1_000_000_000_000_000_000
    /// The longest trace, in MiB.
    public static let sizeLimit = 2048

    private var cursor = LineCursor([])
    private var failure = TraceError()
    private var isFirst = true
    /// The beginning of a line whose end has not been read yet.
    private var pending: [UInt8] = []
    private var size = 0
    private var tasks: NameNumbers
    private var lanes: NameNumbers
    private var names = TraceNames()
    private var header = TraceHeader(name: "")
    private var records: [TraceRecord] = []
    private var end: TraceEnd?
    private var lastReason: (text: [UInt8], reason: Reason)?

    /// Reads a whole trace.
    ///
    /// Throws: the first problems, one a line at most, if there is any.
    public static func read(_ bytes: [UInt8]) throws(TraceError) -> Trace {
        var reader = TraceReader()
        reader.records.reserveCapacity(bytes.count / 64)
        reader.cursor = LineCursor(bytes)
        reader.readLines()
        return try reader.finish()
    }

    /// A reader that has read nothing yet.
    public init() {
        self.init(tasks: NameNumbers(), lanes: NameNumbers())
    }

    /// A reader to which these tasks and lanes are known already; lane `main` is the first in any case.
    package init(tasks: NameNumbers, lanes: NameNumbers) {
        (self.tasks, self.lanes) = (tasks, lanes)
        _ = self.lanes.number(of: "main")
    }

    /// Reads the next piece of a file; false if the rest is not needed: `finish` says why. Memory is that of the
    /// records and of one piece and one line. O(bytes).
    public mutating func read(next bytes: ArraySlice<UInt8>) -> Bool {
        size += bytes.count
        guard size <= Self.sizeLimit << 20 else { return refuse("a trace can be at most \(Self.sizeLimit) MiB long") }
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
            pending += bytes
            guard pending.count <= Self.lineLimit << 20 else {
                return refuse("a line can be at most \(Self.lineLimit) MiB long")
            }
            return true
        }
        var lines = pending
        lines += bytes[...end]
        pending = Array(bytes[(end + 1)...])
        cursor = LineCursor(lines, line: cursor.line)
        readLines()
        return !failure.isCut
    }

    /// The trace, its last line included. Throws: the first problems, one a line at most, if there is any.
    public mutating func finish() throws(TraceError) -> Trace {
        if !failure.isCut, !pending.isEmpty || isFirst {
            cursor = LineCursor(pending, line: cursor.line)
            pending = []
            readLines()
        }
        guard failure.count == 0 else { throw failure }
        (names.tasks, names.lanes) = (tasks.names, lanes.names)
        return Trace(header: header, names: names, records: records, end: end)
    }

    /// Reads all lines of the cursor.
    private mutating func readLines() {
        repeat {
            do throws(TraceProblem) {
                if isFirst { try readHeader() } else { try readLine() }
                try cursor.readLineEnd()
            } catch {
                note(error)
                cursor.skipLine()
            }
            isFirst = false
        } while !cursor.isAtEnd && !failure.isCut
    }

    private mutating func note(_ problem: TraceProblem) {
        failure.count += 1
        if failure.problems.count < TraceError.limit { failure.problems.append(problem) }
        if failure.count >= Self.problemLimit { failure.isCut = true }
    }

    private mutating func refuse(_ message: String) -> Bool {
        note(LineCursor([], line: cursor.line).problem(message))
        failure.isCut = true
        pending = []
        return false
    }
}

// MARK: - Lines

extension TraceReader {
    private mutating func readHeader() throws(TraceProblem) {
        try cursor.read("{\"schema\":")
        let start = cursor.place
        guard try cursor.readNatural() == UInt64(TraceHeader.schema) else {
            throw cursor.problem("unsupported schema; this program reads schema \(TraceHeader.schema)", at: start)
        }
        try cursor.read(",\"kind\":\"header\"")
        header.name = try readString(",\"name\":\"")
        try cursor.read(",\"seed\":")
        header.seed = try cursor.readNatural()
        try cursor.read(",\"tick\":")
        header.tick = Nanoseconds(try cursor.readNumber())
        try cursor.read("}")
    }

    private mutating func readLine() throws(TraceProblem) {
        if end != nil { throw cursor.problem("unexpected line after the end record") }
        try cursor.read("{\"t\":")
        let start = cursor.place
        let time = try readTime()
        // A number that is cut off is no time.
        try cursor.read(",\"kind\":\"")
        if let last = records.last, time < last.time { throw cursor.problem("time goes backwards", at: start) }
        let kind: LineKind = try cursor.readWord("kind")
        if kind == .end {
            end = try readEnd(time)
        } else if let fact = try readFact(kind) {
            records.append(TraceRecord(time, fact))
        }
        try cursor.read("}")
    }

    private mutating func readFact(_ kind: LineKind) throws(TraceProblem) -> TraceRecord.Fact? {
        switch kind {
        case .action: return .action(keep(command: try readString(",\"action\":\"")))
        case .refused: return try readRefused()
        case .event: return .event(try readWord(",\"event\":\"", "event"))
        case .state: return .state(try readWord(",\"state\":\"", "state"))
        case .firstFrame: return .firstFrame(parked: try readParked())
        case .tick:
            try cursor.read(",\"n\":")
            return .tick(try cursor.readNumber())
        case .release: return .release(try readTask(), run: try readRun(), lane: try readLane())
        case .start:
            return .start(try readTask(), run: try readRun(), attempt: try readAttempt(), lane: try readLane())
        case .finish: return try readFinish()
        case .skip: return .skip(try readTask(), try readReason())
        case .miss: return .miss(try readTask(), try readReason())
        case .park: return .park(try readTask(), try readReason())
        case .job: return try readJob()
        case .queue: return .queue(try readWord(",\"signal\":\"", "signal"))
        case .sequence: return try readSequence()
        case .expect: return try readExpectation()
        case .warning: return try readWarning()
        case .end: return nil
        }
    }

    private mutating func readRefused() throws(TraceProblem) -> TraceRecord.Fact {
        let command = try readString(",\"action\":\"")
        try cursor.read(",\"reason\":\"")
        let reason = try cursor.readText()
        if let path = ReasonText.cyclePath(reason[...]) {
            let number = keep(command: command)
            names.cycles[number] = path
            return .refused(number, .cycle)
        }
        let refusal = ReasonText.refusal(reason[...], command: command)
        return .refused(keep(command: command), refusal ?? .driver(keep(reason[...])))
    }

    private mutating func readFinish() throws(TraceProblem) -> TraceRecord.Fact {
        let (task, run, attempt) = (try readTask(), try readRun(), try readAttempt())
        let outcome: Outcome = try readWord(",\"outcome\":\"", "outcome")
        try cursor.read(",\"ready\":")
        let ready = try readTime()
        var reason = FinishReason.none
        if cursor.take(",\"reason\":\"") {
            let start = cursor.place
            let text = try cursor.readText()
            if let found = ReasonText.finishReason(text) {
                reason = found
            } else if outcome == .fail || outcome == .critical {
                names.errors[AttemptID(task, run: Int64(run), attempt: attempt)] = String(decoding: text, as: UTF8.self)
            } else {
                throw cursor.problem("unknown end reason", at: start)
            }
        }
        return .finish(task, run: run, attempt: attempt, outcome, ready: ready, reason)
    }

    private mutating func readJob() throws(TraceProblem) -> TraceRecord.Fact {
        try cursor.read(",\"job\":")
        let job = try cursor.readNumber()
        let task = try readTask()
        let signal: JobSignal = try readWord(",\"signal\":\"", "signal")
        let attempt = try readAttempt()
        try cursor.read(",\"willRetry\":")
        let willRetry = try cursor.readBool()
        let start = cursor.place
        let reason = cursor.take(",\"reason\":\"") ? ReasonText.finishReason(try cursor.readText()) : FinishReason.none
        guard let reason else { throw cursor.problem("unknown end reason", at: start) }
        return .job(job, task, signal, attempt: attempt, willRetry: willRetry, reason)
    }

    private mutating func readSequence() throws(TraceProblem) -> TraceRecord.Fact {
        try cursor.read(",\"name\":\"")
        let sequence = try readName()
        let signal: SequenceSignal = try readWord(",\"signal\":\"", "signal")
        let step = cursor.take(",\"step\":\"") ? try readName() : nil
        let reason = cursor.take(",\"reason\":\"") ? try readReasonText() : nil
        return .sequence(sequence, signal, step: step, reason)
    }

    private mutating func readExpectation() throws(TraceProblem) -> TraceRecord.Fact {
        try cursor.read(",\"line\":")
        let line = try cursor.readNumber()
        try cursor.read(",\"ok\":")
        let isMet = try cursor.readBool()
        let text = try readString(",\"text\":\"")
        let actual = try readString(",\"actual\":\"")
        names.expectations.append(JudgedExpectation(line: Int(line), isMet: isMet, text: text, actual: actual))
        return .expect(Int32(truncatingIfNeeded: names.expectations.count - 1))
    }

    private mutating func readWarning() throws(TraceProblem) -> TraceRecord.Fact {
        try cursor.read(",\"code\":\"")
        let code = try cursor.readText()
        try cursor.read(",\"message\":\"")
        let message = try cursor.readText()
        let warning = ReasonText.warning(code: code[...], message[...], numbering: &self)
        return .warning(warning ?? .driver(keep(message[...], code: code[...])))
    }

    private mutating func readEnd(_ time: Instant) throws(TraceProblem) -> TraceEnd {
        let state: LifecycleState = try readWord(",\"state\":\"", "state")
        try cursor.read(",\"launch\":")
        let launch = cursor.take("null") ? nil : Nanoseconds(try cursor.readNumber())
        let parked = Int(try readParked())
        try cursor.read(",\"runs\":")
        let runs = Int(try cursor.readNumber())
        try cursor.read(",\"warnings\":")
        let warnings = Int(try cursor.readNumber())
        return TraceEnd(time: time, state: state, launch: launch, parked: parked, runs: runs, warnings: warnings)
    }

    /// How many runs the launch is complete without; none if the line does not say.
    private mutating func readParked() throws(TraceProblem) -> Int32 {
        cursor.take(",\"parked\":") ? Int32(clamping: try cursor.readNumber()) : 0
    }
}

extension TraceReader {
    private mutating func readTime() throws(TraceProblem) -> Instant {
        let start = cursor.place
        let time = try cursor.readNumber()
        guard time.magnitude <= Self.timeLimit.magnitude else {
            throw cursor.problem("the time is out of range: more than 31 years from the start", at: start)
        }
        return Instant(nanoseconds: time)
    }

    private mutating func readTask() throws(TraceProblem) -> TaskID {
        try cursor.read(",\"task\":\"")
        return try readName()
    }

    private mutating func readName() throws(TraceProblem) -> TaskID {
        let start = cursor.place
        guard let number = try cursor.readName(in: &tasks) else {
            throw cursor.problem("the text is not UTF-8", at: start)
        }
        return TaskID(number)
    }

    private mutating func readLane() throws(TraceProblem) -> LaneID {
        try cursor.read(",\"lane\":\"")
        let start = cursor.place
        guard let number = try cursor.readName(in: &lanes), number <= Int(UInt16.max) else {
            throw cursor.problem("not UTF-8, or more than 65536 lanes", at: start)
        }
        return LaneID(number)
    }

    private mutating func readRun() throws(TraceProblem) -> Int32 {
        try cursor.read(",\"run\":")
        return try readCount()
    }

    private mutating func readAttempt() throws(TraceProblem) -> Int32 {
        try cursor.read(",\"attempt\":")
        return try readCount()
    }

    private mutating func readCount() throws(TraceProblem) -> Int32 {
        let start = cursor.place
        guard let count = Int32(exactly: try cursor.readNumber()), count >= 0 else {
            throw cursor.problem("the number is out of range", at: start)
        }
        return count
    }

    private mutating func readReason() throws(TraceProblem) -> Reason {
        try cursor.read(",\"reason\":\"")
        return try readReasonText()
    }

    private mutating func readReasonText() throws(TraceProblem) -> Reason {
        let text = try cursor.readText()
        if let last = lastReason, last.text == text { return last.reason }
        let reason = ReasonText.reason(text[...], numbering: &self) ?? .text(keep(text[...]))
        lastReason = (text, reason)
        return reason
    }

    private mutating func readWord<W: Word>(_ opening: StaticString, _ what: StaticString) throws(TraceProblem) -> W {
        try cursor.read(opening)
        return try cursor.readWord(what)
    }

    private mutating func readString(_ opening: StaticString) throws(TraceProblem) -> String {
        try cursor.read(opening)
        return String(decoding: try cursor.readText(), as: UTF8.self)
    }

    private mutating func keep(command: String) -> CommandID {
        names.commands.append(command)
        return CommandID(names.commands.count - 1)
    }

    private mutating func keep(_ text: ArraySlice<UInt8>, code: ArraySlice<UInt8> = []) -> Int32 {
        let code = String(decoding: code, as: UTF8.self)
        names.messages.append(DriverMessage(String(decoding: text, as: UTF8.self), code: code))
        return Int32(truncatingIfNeeded: names.messages.count - 1)
    }
}

extension TraceReader: NameNumbering {
    mutating func task(_ name: ArraySlice<UInt8>) -> TaskID? {
        name.withUnsafeBufferPointer { tasks.number(of: $0) }.map { TaskID($0) }
    }

    mutating func lane(_ name: ArraySlice<UInt8>) -> LaneID? {
        let number = name.withUnsafeBufferPointer { lanes.number(of: $0) }
        guard let number, number <= Int(UInt16.max) else { return nil }
        return LaneID(number)
    }
}
