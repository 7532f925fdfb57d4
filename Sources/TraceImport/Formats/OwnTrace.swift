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
    private var runs: [OwnRun] = []
    private var reasons: [Int: String] = [:]
    private var tasks = NameIndex()
    private var lanes = NameIndex()
    private var end: String?
    /// What the export says of tasks where it came from a scenario.
    private(set) var stated: [String: StatedTask] = [:]
    private var isStated: [Bool] = []

    /// A trace with the header that `about` describes: name, seed, tick, end.
    init(about: JSONValue) {
        let name = JSONText.quote(about["name"]?.string ?? "")
        let seed = about["seed"].flatMap { $0.digits } ?? "0"
        header =
            "{\"schema\":1,\"kind\":\"header\",\"name\":\(name),\"seed\":\(seed),"
            + "\"tick\":\(about["tick"]?.whole ?? 1_000_000_000)}"
        if let end = about["end"] { set(end: end) }
    }

    /// A trace with this header line.
    init(header: String) {
        self.header = header
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

    /// A record that is not an attempt's: its line's members behind the time.
    mutating func add(record: Int64, time: Int64, members: [JSONValue.Member]) {
        add(record: record, line: "{\"t\":\(time)" + Self.text(members) + "}")
    }

    /// A record by its line.
    mutating func add(record: Int64, line: String) {
        lines.append(Line(record: record, text: line))
    }

    /// The number of a task.
    mutating func task(_ name: String) -> Int { tasks.number(of: name) }

    /// The number of a lane.
    mutating func lane(_ name: UnsafeBufferPointer<UInt8>) -> Int { lanes.number(of: name) }

    /// Whether what a scenario says of a task is known.
    func isStated(_ task: Int) -> Bool { task < isStated.count && isStated[task] }

    /// An attempt.
    mutating func add(_ run: OwnRun) { runs.append(run) }

    /// An attempt with what is said of it: run, attempt, lane, released, ready, outcome, reason, records. `end` is nil
    /// where it never ended. False if something is missing.
    mutating func add(task: String, start: Int64, end: Int64?, about: JSONValue) -> Bool {
        guard let run = about["run"]?.whole, let attempt = about["attempt"]?.whole, let lane = about["lane"]?.string
        else { return false }
        var own = OwnRun()
        (own.task, own.lane) = (Int32(truncatingIfNeeded: tasks.number(of: task)), Int32(lanes.number(of: lane)))
        own.set(run: run, attempt: attempt)
        for record in about["records"]?.elements ?? [] { own.add(record: record.whole ?? -1) }
        (own.released, own.ready) = (about["released"]?.whole, about["ready"]?.whole)
        if let word = about["outcome"]?.string { own.outcome = Outcome.allCases.first { $0.description == word } }
        (own.start, own.end) = (start, end)
        guard own.isWhole else { return false }
        if let reason = about["reason"]?.string {
            if let known = FinishReason.allCases.first(where: { ReasonText.text($0)?.description == reason }) {
                own.reason = known
            } else if own.outcome == .fail || own.outcome == .critical {
                reasons[runs.count] = reason
            } else {
                return false
            }
        }
        runs.append(own)
        state(task, Int(own.task), about)
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
        stated[task] = known
    }

    // MARK: The trace

    /// The trace as it was.
    func trace() throws(ImportProblem) -> Trace {
        let ordered = lines.enumerated().sorted {
            ($0.element.record, $0.offset) < ($1.element.record, $1.offset)
        }.map { $0.element }
        var text: [UInt8] = Array(header.utf8)
        for line in ordered.map({ $0.text }) + (end.map { [$0] } ?? []) {
            text.append(Byte.newline)
            text += line.utf8
        }
        text.append(Byte.newline)
        var trace: Trace
        do throws(TraceError) {
            trace = try TraceReader.read(text)
        } catch {
            let what = error.problems[0]
            let place = what.line - 2
            throw Self.problem(what.message, record: ordered.indices.contains(place) ? ordered[place].record : 0)
        }
        guard trace.records.count == ordered.count else { throw Self.problem("an end among the records", record: 0) }
        if !runs.isEmpty { try merge(ordered.map { $0.record }, into: &trace) }
        return trace
    }

    private static func problem(_ message: String, record: Int64) -> ImportProblem {
        ImportProblem("the trace in it cannot be read: record \(record): \(message)", at: .line(1, column: 1))
    }

    /// Puts the records of the attempts between the others, by their numbers.
    private func merge(_ numbers: [Int64], into trace: inout Trace) throws(ImportProblem) {
        let (taskIDs, laneIDs) = try name(&trace.names)
        var facts = NumberedRecords(count: trace.records.count + 3 * runs.count)
        for (record, number) in zip(trace.records, numbers) { facts.add(record, number) }
        for (place, run) in runs.enumerated() {
            let (task, lane) = (taskIDs[Int(run.task)], laneIDs[Int(run.lane)])
            if run.records.0 >= 0, let released = run.released {
                facts.add(
                    TraceRecord(Instant(nanoseconds: released), .release(task, run: run.run, lane: lane)), run.records.0
                )
            }
            facts.add(
                TraceRecord(
                    Instant(nanoseconds: run.start), .start(task, run: run.run, attempt: run.attempt, lane: lane)),
                run.records.1)
            guard let end = run.end, let outcome = run.outcome, let ready = run.ready else { continue }
            facts.add(
                TraceRecord(
                    Instant(nanoseconds: end),
                    .finish(
                        task, run: run.run, attempt: run.attempt, outcome, ready: Instant(nanoseconds: ready),
                        run.reason)), run.records.2)
            if !reasons.isEmpty, let reason = reasons[place] {
                trace.names.errors[AttemptID(task, run: Int64(run.run), attempt: run.attempt)] = reason
            }
        }
        trace.records = facts.ordered()
        var last = Instant(nanoseconds: .min)
        for (place, record) in trace.records.enumerated() {
            guard record.time >= last else { throw Self.problem("time goes backwards", record: Int64(place)) }
            last = record.time
        }
    }

    /// Numbers the tasks and lanes of the attempts behind those that are named already.
    private func name(_ names: inout TraceNames) throws(ImportProblem) -> (tasks: [TaskID], lanes: [LaneID]) {
        func numbers(_ added: [String], _ known: inout [String]) -> [Int] {
            var places: [String: Int] = [:]
            for (number, name) in known.enumerated() { places[name] = number }
            return added.map { name in
                if let place = places[name] { return place }
                known.append(name)
                return known.count - 1
            }
        }
        let tasks = numbers(tasks.names, &names.tasks).map { TaskID($0) }
        let lanes = numbers(lanes.names, &names.lanes)
        guard names.lanes.count <= Int(UInt16.max) else { throw Self.problem("more than 65535 lanes", record: 0) }
        return (tasks, lanes.map { LaneID($0) })
    }

    /// The launch after `number` others.
    func launch(source: String, number: Int) throws(ImportProblem) -> RecordedLaunch {
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
