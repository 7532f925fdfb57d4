import SchedulerCore

/// Draws the row of one task.
struct RowPainter {
    var screen: Screen
    let task: TaskID
    let row: Int
    private let snapshot: TaskSnapshot
    private let run: Plan.Run?

    init(screen: Screen, task: TaskID, row: Int) {
        self.screen = screen
        self.task = task
        self.row = row
        snapshot = screen.model.scheduler.snapshot(of: task)
        run = screen.plan.shownRun(of: task, at: screen.now)
    }

    private var theme: Theme { screen.theme }
    private var isSelected: Bool { screen.model.view.selection == task }
    private var isCritical: Bool {
        task.offset < screen.plan.isCritical.count && screen.plan.isCritical[task.offset]
    }

    mutating func draw(rails: Rails.Line?, background: [TimelineCell]) {
        let letter = screen.model.stateLetter(task, snapshot)
        for field in screen.layout.fields {
            switch field.field {
            case .state: drawState(letter, field)
            case .rails: drawRails(rails, letter, field)
            case .timeline: drawTimeline(field, background)
            case .name:
                let name = screen.text.name(task)
                put(name, field, isCritical ? theme.strong : theme.standard)
            case .trigger, .priorityLane, .priority, .lane, .runs, .last, .next, .own, .wait, .slack:
                let gap = screen.layout.columns >= 140 && field.field == .slack ? 1 : 0
                let style = field.field == .slack && isCritical ? theme.critical : theme.standard
                put(value(field.field), field, style, gap: gap)
            }
        }
        guard isSelected else { return }
        let end = screen.layout.column(.timeline).map(\.column) ?? screen.layout.table.endColumn
        screen.canvas.emphasize(row: row, columns: 0..<end, with: .reverse)
    }

    private mutating func put(_ text: String, _ field: Layout.Column, _ style: Style, gap: Int = 0) {
        let isNumber = Screen.isNumber(field.field)
        let gap = isNumber ? gap : 1
        let column = screen.canvas.put(
            text, column: field.column, row: row, width: field.width - gap, style: style,
            alignment: isNumber ? .trailing : .leading)
        if gap > 0 { screen.canvas.put(" ", column: column, row: row, width: gap) }
    }

    private mutating func drawState(_ letter: StateLetter, _ field: Layout.Column) {
        screen.canvas.set(letter.rawValue, column: field.column, row: row, style: theme.state(letter))
        screen.canvas.set(
            isSelected ? ">" : " ", column: field.column + 1, row: row, style: theme.strong)
    }

    private mutating func drawRails(_ line: Rails.Line?, _ letter: StateLetter, _ field: Layout.Column) {
        let node: Character = letter == .running || letter == .stuck ? "@" : isCritical ? "*" : "o"
        let nodeStyle = isCritical ? theme.critical : theme.strong
        guard let line else {
            screen.canvas.set(node, column: field.column, row: row, style: nodeStyle)
            return
        }
        let width = field.width - 1
        for (place, glyph) in line.glyphs.prefix(width).enumerated() {
            let isNode = place == line.node
            let isCut = place == width - 1 && line.glyphs.count > width
            let shown = isCut ? ScreenGlyph.more : isNode ? node : glyph
            screen.canvas.set(
                shown, column: field.column + place, row: row, style: isNode ? nodeStyle : theme.dim)
        }
    }

    private mutating func drawTimeline(_ field: Layout.Column, _ background: [TimelineCell]) {
        guard let scale = screen.scale, task.offset < screen.plan.runs.count else { return }
        var cells = TimelineRow(scale: scale, now: screen.now, background: background)
        cells.draw(
            runs: screen.plan.runs[task.offset], marks: screen.plan.marks[task.offset], isCritical: isCritical)
        for (place, cell) in cells.cells.enumerated() where cell != .blank {
            screen.canvas.set(cell.glyph, column: field.column + place, row: row, style: cell.style(theme))
        }
    }

    private func value(_ field: Layout.Field) -> String {
        let now = screen.now
        let horizon = max(now, screen.scale?.end ?? now)
        switch field {
        case .trigger: return TriggerText.short(snapshot.trigger)
        case .priorityLane:
            return TriggerText.initial(snapshot.priority)
                + (screen.text.name(snapshot.lane).first.map(String.init) ?? "")
        case .priority: return TriggerText.priority(snapshot.priority)
        case .lane: return screen.text.name(snapshot.lane)
        case .runs: return "\(snapshot.runsEnded)"
        case .last: return lastEnd.map { TimeText.short($0 - .zero) } ?? "-"
        case .next: return next(horizon)
        case .own: return run.map { own($0, horizon) } ?? ""
        case .wait: return wait(horizon)
        case .slack:
            if isCritical { return "CP" }
            guard task.offset < screen.plan.slack.count, let slack = screen.plan.slack[task.offset] else { return "" }
            return TimeText.short(slack)
        case .state, .rails, .name, .timeline: return ""
        }
    }

    /// When the last run that is over ended.
    private var lastEnd: Instant? {
        guard task.offset < screen.plan.runs.count else { return nil }
        let list = screen.plan.runs[task.offset]
        let released = list.partitionPoint { $0.released > screen.now }
        return list[..<released].reversed().lazy.compactMap(\.end).first { $0 <= screen.now }
    }

    /// When it runs next: a timer's turn, a planned start, or `evt` where an event must come first.
    private func next(_ horizon: Instant) -> String {
        if snapshot.state == .running || snapshot.state == .retrying { return "now" }
        if let turn = snapshot.nextTurn { return TimeText.short(turn - .zero) }
        if let start = screen.plan.nextStart(of: task, after: screen.now), start <= horizon {
            return TimeText.short(start - .zero)
        }
        switch snapshot.trigger {
        case .events: return "evt"
        case .notification: return "post"
        case .none, .timer, .startup: return "-"
        }
    }

    private func own(_ run: Plan.Run, _ horizon: Instant) -> String {
        guard run.start != nil else { return "" }
        if let end = run.end, end <= horizon { return TimeText.short(run.ownTime(until: end)) }
        return ".."
    }

    /// The whole wait; `d` where most of it was for dependencies, `l` where it was for the lane.
    private func wait(_ horizon: Instant) -> String {
        guard let run, run.released <= horizon else { return "" }
        let dependency = run.dependencyWait(until: horizon)
        let lane = run.laneWait(until: horizon)
        let total = dependency + lane
        guard total > .zero else { return "" }
        return TimeText.short(total) + (dependency >= lane ? "d" : "l")
    }
}
