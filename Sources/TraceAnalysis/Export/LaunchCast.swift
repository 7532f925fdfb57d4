import SchedulerCore
import Text
import TraceFormat

/// A launch as a recording of a terminal (asciicast, version 2): its chart fills from left to right as time passes.
///
/// A short launch is slowed down to eight seconds and a long one sped up to sixty; the title says by how much.
struct LaunchCast {
    private static let (columns, rowLimit) = (100, 36)
    private static let (shortest, longest) = (Int64(8_000_000_000), Int64(60_000_000_000))

    private let recording: LaunchRecording
    private let timeline: Timeline
    private let start: Instant
    private let end: Instant

    init(_ recording: LaunchRecording) {
        self.recording = recording
        timeline = Timeline(recording.trace.records)
        let process = timeline.processes.first { $0.firstFrame != nil } ?? timeline.processes.first
        start = process?.launched ?? .zero
        end = max(process?.firstFrame ?? timeline.lastTime, start + Nanoseconds(1))
    }

    /// The recording: a header, then `[SECONDS, "o", TEXT]` a line.
    func text() -> String {
        let rows = rows()
        let columns = rows.map { $0.cells.count }.max() ?? 0
        let length = (end - start).count
        let shown = max(Self.shortest, min(Self.longest, length))
        var lines = [header(rows: rows.count, length: length, shown: shown)]
        lines.append(CastText.event(0, "\u{1B}[?25l\u{1B}[2J\u{1B}[H" + opening(rows)))
        for column in 0..<max(1, columns) {
            var frame = ""
            for (row, line) in rows.enumerated() where column < line.cells.count && line.cells[column] != " " {
                let glyph = line.isCritical ? "\u{1B}[1m\(line.cells[column])\u{1B}[0m" : String(line.cells[column])
                frame += "\u{1B}[\(row + 3);\(nameColumns + 2 + column)H" + glyph
            }
            let part = Int128(column + 1)
            let time = start + Nanoseconds(Int64(Int128(length) * part / Int128(max(1, columns))))
            frame += "\u{1B}[\(rows.count + 4);1H\u{1B}[K" + status(at: min(time, end))
            lines.append(CastText.event(Int64(Int128(shown) * part / Int128(max(1, columns))), frame))
        }
        lines.append(CastText.event(shown + 2_000_000_000, "\u{1B}[\(rows.count + 5);1H\u{1B}[?25h"))
        return lines.map { $0 + "\n" }.joined()
    }

    private func header(rows: Int, length: Int64, shown: Int64) -> String {
        let name = DisplayText.clean(recording.trace.header.name)
        let speed: String
        if length == shown {
            speed = ""
        } else if length < shown {
            speed = ", slowed down \(max(1, (shown + length / 2) / length)) times"
        } else {
            speed = ", sped up \((length + shown / 2) / shown) times"
        }
        let title = "\(name): \(TimeText.text(end - start))\(speed)"
        return CastText.header(columns: Self.columns, rows: rows + 6, title: title)
    }

    // MARK: The chart

    private struct Row {
        let name: String
        let cells: [Character]
        let isCritical: Bool
    }

    private var nameColumns: Int { 24 }

    private func rows() -> [Row] {
        let launch = recording.launch(timeline)
        var order: [TaskID] = []
        var runs: [TaskID: [Int]] = [:]
        for (index, span) in timeline.runs.enumerated() where span.started != nil && span.released <= end {
            if runs[span.task] == nil { order.append(span.task) }
            runs[span.task, default: []].append(index)
        }
        let gantt = TextGantt(
            timeline, cells: Self.columns - nameColumns - 2, glyphs: .unicode, from: start, end: end)
        return order.prefix(Self.rowLimit).map { task in
            let runs = runs[task] ?? []
            let attempts = timeline.earlierAttempts.filter { timeline.runs[$0.run].task == task }
            let marks = timeline.marks.filter { $0.task == task }
            let cells = gantt.row(of: runs, attempts: attempts, marks: marks) {
                launch?.path.isCritical($0) ?? false
            }
            return Row(
                name: DisplayText.pad(DisplayText.clean(recording.trace.names.name(of: task)), to: nameColumns),
                cells: Array(cells), isCritical: runs.contains { launch?.path.isCritical($0) ?? false })
        }
    }

    private func opening(_ rows: [Row]) -> String {
        let gantt = TextGantt(
            timeline, cells: Self.columns - nameColumns - 2, glyphs: .unicode, from: start, end: end)
        let blanks = String(repeating: " ", count: nameColumns + 1)
        let title = DisplayText.cut(DisplayText.clean(recording.trace.header.name), to: Self.columns)
        var text = "\(title)\r\n\(blanks)\(gantt.ruler())\r\n"
        for row in rows { text += row.name + "\r\n" }
        return text
    }

    private func status(at time: Instant) -> String {
        let events = timeline.events.prefix { $0.time <= time }
        let event = events.last.map { "  \($0.event)" } ?? ""
        let isOver = time >= end && timeline.processes.contains { $0.firstFrame != nil }
        return "\(TimeText.short(time - start))\(event)\(isOver ? "  first frame" : "")"
    }
}

/// The lines of an asciicast, version 2: a header, then one `[SECONDS, KIND, TEXT]` each.
package enum CastText {
    /// How every recording begins.
    package static let beginning = "{\"version\":2,"

    /// The header of a recording of a terminal of this size.
    package static func header(columns: Int, rows: Int, title: String? = nil) -> String {
        "\(beginning)\"width\":\(columns),\"height\":\(rows),"
            + (title.map { "\"title\":\(JSONText.quote($0))," } ?? "") + "\"env\":{\"TERM\":\"xterm-256color\"}}"
    }

    /// What happens so long after the beginning: output `o`, a marker `m` or a new size `r`.
    package static func event(_ nanoseconds: Int64, _ text: String, kind: String = "o") -> String {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let micros = String(String(rest / 1000 + 1_000_000).dropFirst())
        return "[\(whole).\(micros), \"\(kind)\", \(JSONText.quote(text))]"
    }
}
