import Planning
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis

/// The log of what happened.
enum LogPane: PaneKind {
    static let word = "log"
    static let help = "the log: `f` chooses kinds, Enter goes to a line's time"

    static func draw(in area: Rect, on screen: inout Screen) { screen.drawLog(area) }

    static func move(_ movement: KeyAction.Movement, in model: inout DashboardModel) -> Bool {
        model.scrollLog(back: -movement.distance(page: model.logRoom(model.layout)))
        return true
    }

    static func open(in model: inout DashboardModel) -> Bool {
        model.goToLogLine()
        return true
    }
}

extension Screen {
    /// The log: plain lines, or a pane with a title in the large layout.
    fileprivate mutating func drawLog(_ area: Rect) {
        guard area.rows > 0 else { return }
        var area = area
        let hasFocus = model.view.pane == .log
        if layout.logHasTitle {
            let kinds =
                model.view.logKinds.isEmpty ? "" : ", " + DisplayText.clean(model.view.logKinds.joined(separator: " "))
            let follow = model.view.logOffset == 0 ? "follow" : "\(model.view.logOffset) back"
            paneTitle(.log, " (\(follow)\(kinds))", area)
            area = Rect(column: area.column + 1, row: area.row + 1, columns: area.columns - 2, rows: area.rows - 1)
        }
        let lines = context.parts.log.lines
        let timeWidth = max(5, lines.map { DisplayText.width(of: TimeText.text($0.time - .zero)) }.max() ?? 0)
        for (place, line) in lines.enumerated() {
            draw(line, in: area, row: area.row + place, timeWidth: timeWidth)
        }
        if lines.isEmpty {
            let word =
                model.view.logKinds.isEmpty || model.session.records.isEmpty
                ? "nothing has happened yet" : "no lines of these kinds; Esc shows all"
            canvas.put(" " + word, column: area.column, row: area.row, width: area.columns, style: theme.dim)
        }
        if hasFocus, !layout.logHasTitle, area.rows > 0 {
            canvas.set(">", column: area.column, row: area.row, style: theme.strong)
        }
    }

    /// The title line of a pane: the digit that selects it, its word, and what it shows.
    mutating func paneTitle(_ pane: Pane, _ what: String, _ area: Rect) {
        canvas.fill(
            Rect(column: area.column, row: area.row, columns: area.columns, rows: 1), with: ScreenGlyph.rule,
            style: theme.dim)
        let style = model.view.pane == pane ? theme.bar.adding(.bold) : theme.heading
        let title = " \(pane.rawValue) \(pane.word)\(what) "
        canvas.write(title, column: area.column + 2, row: area.row, limit: area.endColumn, style: style)
    }

    private mutating func draw(_ line: LogLine, in area: Rect, row: Int, timeWidth: Int) {
        let plain = line.isAlarm ? theme.alarm : theme.standard
        // What happened at the instant to which a step went stands out until the next key.
        let style = model.happening?.time == line.time ? plain.adding(.bold) : plain
        var column = area.column + 1
        let end = area.endColumn
        column = canvas.put(
            TimeText.text(line.time - .zero), column: column, row: row, width: min(timeWidth, end - column),
            style: model.happening?.time == line.time ? style : theme.dim, alignment: .trailing)
        column = canvas.write(line.isAlarm ? " ! " : "   ", column: column, row: row, limit: end, style: style)
        column = canvas.put(line.kind, column: column, row: row, width: min(8, max(0, end - column)), style: style)
        let bodies = ([line.detail] + line.shorter).map { $0.isEmpty ? line.subject : line.subject + "  " + $0 }
        let body = bodies.first { DisplayText.width(of: $0) <= end - column } ?? bodies[0]
        canvas.put(body, column: column, row: row, width: max(0, end - column), style: style)
    }
}

/// The log's lines on screen, cached until something happens.
struct LogPart: Sendable {
    /// The input from which they were made.
    private struct Key: Hashable, Sendable {
        var records: Int
        var count: Int
        var offset: Int
        var kinds: [String]
        var folded: Int
        var basis: Document.Basis
    }

    private var key: Key?
    /// The newest last; empty if the log is not on the screen.
    private(set) var lines: [LogLine] = []

    /// Updates the lines; costs nothing if nothing happened.
    mutating func update(for model: DashboardModel, _ layout: Layout) {
        guard layout.area(of: .log) != nil else { return }
        let wanted = Key(
            records: model.session.records.count, count: model.logRoom(layout),
            offset: model.view.logOffset, kinds: model.view.logKinds, folded: model.plan.foldedCount,
            basis: model.document.basis)
        guard wanted != key else { return }
        key = wanted
        lines = model.logLines(count: wanted.count, skipping: wanted.offset)
    }
}

extension DashboardModel {
    /// Rows of the log's lines.
    func logRoom(_ layout: Layout) -> Int {
        max(0, (layout.area(of: .log)?.rows ?? 0) - (layout.logHasTitle ? 1 : 0))
    }

    /// Scrolls back from the newest line, or towards it if `distance` is negative; the oldest lines fill the place.
    mutating func scrollLog(back distance: Int) {
        let room = logRoom(layout)
        let wanted = max(0, view.logOffset + distance)
        guard distance > 0, logLines(count: room, skipping: wanted).count < room else {
            view.logOffset = wanted
            return
        }
        let all = logLines(count: LogFormat.window, skipping: 0).count
        view.logOffset = max(0, min(wanted, all - room))
    }

    /// The last lines of the log, the newest last.
    func logLines(count: Int, skipping: Int) -> [LogLine] {
        let waits = waits
        let format = LogFormat(
            text: FactText(names: waits.names), simulation: session.simulation, plan: plan, waits: waits,
            errorTexts: { [session] instant in session.errorTexts(at: instant) },
            showsTicks: view.logKinds.contains { LogFormat.tick.hasPrefix($0) })
        var lines: [LogLine] = []
        var left = skipping
        for record in session.records.suffix(LogFormat.window).reversed() {
            guard let line = format.line(record) else { continue }
            if !view.logKinds.isEmpty, !view.logKinds.contains(where: line.kind.lowercased().hasPrefix) { continue }
            if left > 0 {
                left -= 1
                continue
            }
            lines.append(line)
            if lines.count == count { break }
        }
        return lines.reversed()
    }

    /// Goes to the time of the log line at the bottom.
    mutating func goToLogLine() {
        guard let line = logLines(count: 1, skipping: view.logOffset).last else {
            return say("the log is empty")
        }
        playback.isRunning = false
        move(to: line.time)
        say("now at the time of that line")
    }
}
