import SchedulerCore
import Text
import TraceFormat

/// The table (CSV) that `taskscope export` writes: one row for each attempt and each other record.
struct TableTrace {
    /// The longest table that is read, in bytes.
    private static let limit = 256 << 20
    /// The most fields of a row.
    private static let fieldLimit = 256

    private let rows: [[String]]
    private let columns: [String: Int]

    /// The launch after `number` others.
    static func read(_ window: ByteWindow, name: String, number: Int) throws(ImportProblem) -> RecordedLaunch {
        var window = window
        var source = ByteWindow(try window.rest(limit: limit))
        let table = TableTrace(rows: try rows(&source))
        let frames = table.rows.filter { table.text($0, "kind") == "firstFrame" }
        guard frames.indices.contains(number) else {
            let which = number == 0 ? "no launch" : "no launch number \(number + 1)"
            throw ImportProblem("\(which) reaches its first frame", at: .line(1, column: 1))
        }
        guard let launch = table.launch(frames[number], name: name) else {
            throw ImportProblem(
                "the launch has no willFinishLaunching, or an invalid time", at: .line(1, column: 1))
        }
        return launch
    }

    private init(rows: [[String]]) {
        self.rows = Array(rows.dropFirst())
        var columns: [String: Int] = [:]
        for (number, name) in (rows.first ?? []).enumerated() where columns[name] == nil { columns[name] = number }
        self.columns = columns
    }

    /// Rows by RFC 4180.
    private static func rows(_ window: inout ByteWindow) throws(ImportProblem) -> [[String]] {
        var (rows, row, field) = ([[String]](), [String](), [UInt8]())
        var isQuoted = false
        for (place, byte) in window.bytes.enumerated() {
            if isQuoted {
                if byte == Byte.doubleQuote { isQuoted = false } else { field.append(byte) }
                continue
            }
            switch byte {
            case Byte.doubleQuote:
                // A doubled quote is one quote of the text.
                if place > 0, window.bytes[place - 1] == Byte.doubleQuote { field.append(byte) }
                isQuoted = true
            case Byte.comma, Byte.newline:
                guard row.count < fieldLimit else {
                    throw window.problem("a row of more than \(fieldLimit) fields", at: place)
                }
                row.append(String(decoding: field, as: UTF8.self))
                field = []
                guard byte == Byte.newline else { continue }
                if let first = rows.first, row.count != first.count {
                    throw window.problem("a row of \(row.count) fields in a table of \(first.count)", at: place)
                }
                rows.append(row)
                row = []
            case Byte.carriageReturn: break
            default: field.append(byte)
            }
        }
        guard field.isEmpty, row.isEmpty, !isQuoted else {
            throw window.problem("the file ends inside a row", at: window.bytes.count)
        }
        return rows
    }

    private func text(_ row: [String], _ column: String) -> String {
        guard let number = columns[column], row.indices.contains(number) else { return "" }
        return row[number]
    }

    /// A number within the range of times; nil for anything else.
    private func number(_ row: [String], _ column: String) -> Int64? {
        NumberText.integer(text(row, column)).flatMap {
            $0.magnitude <= TraceReader.timeLimit.magnitude ? $0 : nil
        }
    }

    private func launch(_ frame: [String], name: String) -> RecordedLaunch? {
        let process = text(frame, "process")
        let own = rows.filter { text($0, "process") == process }
        func event(_ name: String) -> Int64? {
            own.first { text($0, "kind") == "event" && text($0, "name") == name }.flatMap { number($0, "started") }
        }
        guard let begin = event("willFinishLaunching"), let end = number(frame, "started"), end >= begin else {
            return nil
        }
        let title = text(frame, "scenario")
        var launch = RecordedLaunch(
            name: title.isEmpty ? name : title, source: "taskscope's table", lanes: [.init("main", isThread: false)],
            runs: [],
            length: end - begin)
        launch.isExact = true
        let didFinish = (event("didFinishLaunching") ?? begin) - begin
        launch.events = (didFinish, (event("didBecomeActive") ?? begin) - begin)
        var runs: [ByteName: Int] = [:]
        for (row, isInLaunch) in attempts(own, before: frame) {
            guard add(row, isInLaunch: isInLaunch, to: &launch, &runs, begin: begin) else { return nil }
        }
        launch.findPredecessors()
        return launch
    }

    /// The attempts among rows in the order of their starts, and whether they began before the first frame. Within an
    /// instant the numbers of the records tell; a table from an older version has none.
    private func attempts(_ rows: [[String]], before frame: [String]) -> [(row: [String], isInLaunch: Bool)] {
        let (last, end) = (number(frame, "record"), number(frame, "started") ?? 0)
        let numbered = rows.enumerated().filter { text($0.element, "kind") == "run" }.map { place, row in
            (row: row, start: number(row, "started") ?? 0, record: number(row, "record") ?? Int64(place))
        }
        return numbered.sorted { ($0.start, $0.record) < ($1.start, $1.record) }.map { attempt in
            (attempt.row, last.map { attempt.record < $0 } ?? (attempt.start < end))
        }
    }

    /// Adds an attempt; false if a number is invalid.
    private func add(
        _ row: [String], isInLaunch: Bool, to launch: inout RecordedLaunch, _ runs: inout [ByteName: Int], begin: Int64
    ) -> Bool {
        guard let started = number(row, "started") else { return false }
        let (start, end) = (started - begin, number(row, "finished").map { $0 - begin } ?? .max)
        guard start <= end else { return false }
        let outcome = Outcome.allCases.first { "\($0)" == text(row, "outcome") } ?? .success
        let key = ByteName(text(row, "name") + "\u{0}" + text(row, "run"))
        let laneName = text(row, "lane")
        guard isInLaunch || laneName == "afterLaunch" || runs[key] != nil else { return true }
        let lane = launch.lanes.firstIndex { $0.name == laneName } ?? launch.lanes.count
        if lane == launch.lanes.count { launch.lanes.append(.init(laneName, isThread: false)) }
        guard let known = runs[key] else {
            var run = RecordedLaunch.Run(text(row, "name"), lane: lane, start: start, end: end)
            run.event = ["willFinishLaunching": 0, "didBecomeActive": 2][text(row, "event")] ?? 1
            run.ready = number(row, "ready").map { $0 - begin }
            run.outcome = outcome
            run.isAfterLaunch = laneName == "afterLaunch"
            runs[key] = launch.runs.count
            launch.runs.append(run)
            return true
        }
        if launch.runs[known].attempts.isEmpty {
            let first = launch.runs[known]
            launch.runs[known].attempts = [.init(start: first.start, end: first.end, outcome: first.outcome)]
        }
        launch.runs[known].attempts.append(.init(start: start, end: end, outcome: outcome))
        (launch.runs[known].end, launch.runs[known].outcome) = (end, outcome)
        return true
    }
}
