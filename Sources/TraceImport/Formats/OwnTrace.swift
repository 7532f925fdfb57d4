import SchedulerCore
import Text
import TraceFormat

/// One of our traces that was exported to another format: its records are put back in order, and read as what they were.
struct OwnTrace {
    private struct Line {
        var record: Int64
        var text: String
    }

    private var header = ""
    private var lines: [Line] = []
    private var end: String?
    /// What the export says of tasks where it came from a scenario.
    private(set) var stated: [String: StatedTask] = [:]

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

    /// A record that is not an attempt's: its line's members behind the time.
    mutating func add(record: Int64, time: Int64, members: [JSONValue.Member]) {
        lines.append(Line(record: record, text: "{\"t\":\(time)" + Self.text(members) + "}"))
    }

    /// A record by its line.
    mutating func add(record: Int64, line: String) {
        lines.append(Line(record: record, text: line))
    }

    /// An attempt with what is said of it: run, attempt, lane, released, ready, outcome, reason, records. `end` is nil
    /// where it never ended. False if something is missing.
    mutating func add(task: String, start: Int64, end: Int64?, about: JSONValue) -> Bool {
        guard let run = about["run"]?.whole, let attempt = about["attempt"]?.whole, let lane = about["lane"]?.string,
            let records = about["records"]?.elements.map({ $0.whole ?? -1 }), records.count >= 2
        else { return false }
        let (name, place) = (JSONText.quote(task), JSONText.quote(lane))
        if records[0] >= 0 {
            guard let released = about["released"]?.whole else { return false }
            lines.append(
                Line(
                    record: records[0],
                    text: "{\"t\":\(released),\"kind\":\"release\",\"task\":\(name),\"run\":\(run),\"lane\":\(place)}"))
        }
        let turn = "\"task\":\(name),\"run\":\(run),\"attempt\":\(attempt)"
        lines.append(
            Line(record: records[1], text: "{\"t\":\(start),\"kind\":\"start\",\(turn),\"lane\":\(place)}"))
        state(task, about)
        guard let end else { return true }
        guard records.count > 2, let outcome = about["outcome"]?.string, let ready = about["ready"]?.whole else {
            return false
        }
        let reason = about["reason"]?.string.map { ",\"reason\":\(JSONText.quote($0))" } ?? ""
        lines.append(
            Line(
                record: records[2],
                text: "{\"t\":\(end),\"kind\":\"finish\",\(turn),\"outcome\":\(JSONText.quote(outcome)),"
                    + "\"ready\":\(ready)\(reason)}"))
        return true
    }

    private mutating func state(_ task: String, _ about: JSONValue) {
        guard stated[task] == nil, about["trigger"] != nil || about["after"] != nil || about["priority"] != nil else {
            return
        }
        var known = StatedTask()
        known.priority = Priority.allCases.first { "\($0)" == about["priority"]?.string } ?? .default
        known.after = ((about["after"]?.elements ?? []) + (about["follows"]?.elements ?? [])).compactMap { $0.string }
        stated[task] = known
    }

    private static func text(_ members: [JSONValue.Member]) -> String {
        members.map { ",\(JSONText.quote($0.key)):\($0.value.text)" }.joined()
    }

    /// The trace as it was.
    func trace() throws(ImportProblem) -> Trace {
        let ordered = lines.enumerated().sorted {
            ($0.element.record, $0.offset) < ($1.element.record, $1.offset)
        }
        var text: [UInt8] = Array(header.utf8)
        for line in ordered.map({ $0.element.text }) + (end.map { [$0] } ?? []) {
            text.append(Byte.newline)
            text += line.utf8
        }
        text.append(Byte.newline)
        do throws(TraceError) {
            return try TraceReader.read(text)
        } catch {
            let what = error.problems[0]
            throw ImportProblem(
                "the trace in it cannot be read: record \(what.line - 2): \(what.message)", at: .line(1, column: 1))
        }
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
