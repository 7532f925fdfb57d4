import SchedulerCore
import Text
import TraceFormat

/// One of our traces that was exported to another format: its records are put back in order.
struct OwnTrace {
    /// A record that is not an attempt's, as its line.
    private struct Line {
        var record: Int64
        var text: String
    }

    private var header = ""
    private var lines: [Line] = []
    /// The records of the attempts.
    private var records = NumberedRecords()
    /// The errors that attempts reported when they failed.
    private var errors: [AttemptID: String] = [:]
    private var tasks = NameTable()
    private var lanes = NameTable()
    private var end: String?
    /// What the export says about tasks if it came from a scenario.
    private(set) var stated: [ByteName: StatedTask] = [:]
    private var isStated: [Bool] = []

    /// A trace with the header that `about` describes: name, seed, tick, end.
    init(about: JSONValue) {
        let name = JSONText.quote(about["name"]?.string ?? "")
        let seed = about["seed"].flatMap { $0.digits } ?? "0"
        header =
            "{\"schema\":1,\"kind\":\"header\",\"name\":\(name),\"seed\":\(seed),"
            + "\"tick\":\(about["tick"]?.whole ?? 1_000_000_000)}"
        if let end = about["end"] { set(end: end) }
        _ = lanes.number(of: "main")
    }

    /// A trace with this header line.
    init(header: String) {
        self.header = header
        _ = lanes.number(of: "main")
    }

    /// The last line, as an object or as the line itself.
    mutating func set(end: JSONValue) {
        if case .string(let line) = end {
            self.end = line
            return
        }
        guard let time = end["t"]?.whole else { return }
        let rest = end.members.filter { $0.key != "t" && $0.key != "kind" }
        self.end = "{\"t\":\(time),\"kind\":\"end\"" + Self.text(rest) + "}"
    }

    private static func text(_ members: [JSONValue.Member]) -> String {
        members.map { ",\(JSONText.quote($0.key)):\($0.value.text)" }.joined()
    }

    // MARK: Records

    /// A record that is not an attempt's: its line's members after the time.
    mutating func add(record: Int64, time: Int64, members: [JSONValue.Member]) {
        add(record: record, line: "{\"t\":\(time)" + Self.text(members) + "}")
    }

    /// A record by its line.
    mutating func add(record: Int64, line: String) {
        lines.append(Line(record: record, text: line))
    }

    /// Whether it is known what a scenario says about a task.
    @inline(__always)
    func isStated(_ task: TaskID) -> Bool { task.offset < isStated.count && isStated[task.offset] }

    /// Gives an attempt its task and its lane; false if one of them is not UTF-8 or there are too many.
    @inline(__always)
    mutating func name(
        _ run: inout OwnRun, task: UnsafeBufferPointer<UInt8>, lane: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let task = tasks.number(of: task), let lane = lanes.number(of: lane), lane <= Int(UInt16.max) else {
            return false
        }
        (run.task, run.lane) = (TaskID(task), LaneID(lane))
        return true
    }

    /// Gives an attempt the times that dates from `epoch` on stand for; false if they are too far from it.
    @inline(__always)
    func set(_ run: inout OwnRun, start: Int64, end: Int64?, epoch: Int64) -> Bool {
        let (begin, isFar) = start.subtractingReportingOverflow(epoch)
        run.start = begin
        guard let end else { return !isFar }
        let (last, isFarther) = end.subtractingReportingOverflow(epoch)
        run.end = last
        return !isFar && !isFarther
    }

    /// An attempt: its records.
    @inline(__always)
    mutating func add(_ run: OwnRun) {
        let (task, lane) = (run.task, run.lane)
        if run.records.0 >= 0, let released = run.released {
            records.add(
                TraceRecord(Instant(nanoseconds: released), .release(task, run: run.run, lane: lane)), run.records.0)
        }
        records.add(
            TraceRecord(Instant(nanoseconds: run.start), .start(task, run: run.run, attempt: run.attempt, lane: lane)),
            run.records.1)
        guard let end = run.end, let outcome = run.outcome, let ready = run.ready else { return }
        let finish = TraceRecord.Fact.finish(
            task, run: run.run, attempt: run.attempt, outcome, ready: Instant(nanoseconds: ready), run.reason)
        records.add(TraceRecord(Instant(nanoseconds: end), finish), run.records.2)
    }

    /// An attempt with its attributes: run, attempt, lane, released, ready, outcome, reason, records. `end` is nil
    /// if it never ended. False if something is missing.
    mutating func add(task: String, start: Int64, end: Int64?, epoch: Int64 = 0, about: JSONValue) -> Bool {
        guard let run = about["run"]?.whole, let attempt = about["attempt"]?.whole, let name = about["lane"]?.string
        else { return false }
        let lane = lanes.number(of: name)
        guard lane <= Int(UInt16.max) else { return false }
        var own = OwnRun()
        (own.task, own.lane) = (TaskID(tasks.number(of: task)), LaneID(lane))
        own.set(run: run, attempt: attempt)
        for record in about["records"]?.elements ?? [] { own.add(record: record.whole ?? -1) }
        (own.released, own.ready) = (about["released"]?.whole, about["ready"]?.whole)
        if let word = about["outcome"]?.string { own.outcome = Outcome.allCases.first { $0.description == word } }
        guard set(&own, start: start, end: end, epoch: epoch), own.isWhole else { return false }
        if let reason = about["reason"]?.string {
            if let known = FinishReason.allCases.first(where: { ReasonText.text($0)?.description == reason }) {
                own.reason = known
            } else if own.outcome == .fail || own.outcome == .critical {
                errors[AttemptID(own.task, run: Int64(own.run), attempt: own.attempt)] = reason
            } else {
                return false
            }
        }
        add(own)
        state(task, own.task.offset, about)
        return true
    }

    private mutating func state(_ task: String, _ number: Int, _ about: JSONValue) {
        while isStated.count <= number { isStated.append(false) }
        guard !isStated[number], about["trigger"] != nil || about["after"] != nil || about["priority"] != nil else {
            return
        }
        isStated[number] = true
        var known = StatedTask()
        known.priority = Priority.allCases.first { "\($0)" == about["priority"]?.string } ?? .default
        known.after = ((about["after"]?.elements ?? []) + (about["follows"]?.elements ?? [])).compactMap { $0.string }
        stated[ByteName(task)] = known
    }

    // MARK: The trace

    /// The trace as it was.
    mutating func trace() throws(ImportProblem) -> Trace {
        let ordered = lines.enumerated().sorted {
            ($0.element.record, $0.offset) < ($1.element.record, $1.offset)
        }.map { $0.element }
        var text: [UInt8] = Array(header.utf8)
        for line in ordered.map({ $0.text }) + (end.map { [$0] } ?? []) {
            text.append(Byte.newline)
            text += line.utf8
        }
        text.append(Byte.newline)
        // Its numbers of tasks and lanes continue after those of the attempts.
        var reader = TraceReader(tasks: tasks, lanes: lanes)
        var trace: Trace
        do throws(TraceError) {
            _ = reader.read(next: text[...])
            trace = try reader.finish()
        } catch {
            let what = error.problems[0]
            let place = what.line - 2
            throw Self.problem(what.message, record: ordered.indices.contains(place) ? ordered[place].record : 0)
        }
        guard trace.records.count == ordered.count else { throw Self.problem("an early end record", record: 0) }
        for (record, line) in zip(trace.records, ordered) { records.add(record, line.record) }
        trace.records = records.ordered()
        trace.names.errors.merge(errors) { _, last in last }
        var last = Instant(nanoseconds: .min)
        for (place, record) in trace.records.enumerated() {
            guard record.time >= last else { throw Self.problem("time goes backwards", record: Int64(place)) }
            last = record.time
        }
        return trace
    }

    private static func problem(_ message: String, record: Int64) -> ImportProblem {
        ImportProblem("the trace in it cannot be read: record \(record): \(message)", at: .line(1, column: 1))
    }

    /// The launch after `number` others.
    mutating func launch(source: String, number: Int) throws(ImportProblem) -> RecordedLaunch {
        guard let launch = RecordedLaunch(try trace(), source: source, number: number, stated: stated) else {
            let which = number == 0 ? "no launch" : "no launch number \(number + 1)"
            throw ImportProblem("\(which) reaches its first frame", at: .line(1, column: 1))
        }
        return launch
    }
}

extension JSONValue {
    /// The digits of a number, written as a number or as a string.
    var digits: String? {
        switch self {
        case .number(let text), .string(let text): text.utf8.allSatisfy(Byte.isDigit) && !text.isEmpty ? text : nil
        case .null, .bool, .array, .object: nil
        }
    }
}
