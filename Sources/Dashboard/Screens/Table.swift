import SchedulerCore
import TraceAnalysis

extension Screen {
    /// The letters of the events over the ruler; in the large layout, sort and filter to the left of them.
    mutating func drawEventLetters() {
        guard let row = layout.eventRow else { return }
        let timeline = layout.column(.timeline)
        let room = timeline?.column ?? layout.columns
        let rows = "\(model.order.tasks.count) of \(model.scheduler.taskCount) tasks"
        var words = ["sort: \(model.view.sort.word)\(model.view.isInverted ? " inverted" : "")", rows]
        if !model.view.filter.isEmpty { words.insert("filter: \(TextColumns.clean(model.view.filter.text))", at: 1) }
        if model.view.criticalOnly { words.insert("only the critical path", at: 1) }
        let isPlain =
            model.view.filter.isEmpty && !model.view.criticalOnly && model.view.sort == .graph && !model.view.isInverted
        let legend = layout.isLarge || !isPlain ? words.joined(separator: "   ") : "events (v = now)"
        canvas.put(" " + legend, column: 0, row: row, width: room, style: isPlain ? theme.dim : theme.warning)
        guard let timeline, let scale else { return }
        for event in shownEvents {
            let cell = scale.cell(of: event.time)
            let style = event.time <= now ? theme.strong : theme.dim
            placeLetter(TriggerText.letter(event.event), near: cell, timeline, row: row, style: style)
        }
    }

    /// Letters of events at one instant stand side by side where there is room.
    private mutating func placeLetter(
        _ letter: Character, near cell: Int, _ timeline: Layout.Column, row: Int, style: Style
    ) {
        for offset in 0..<4 where cell + offset < timeline.width {
            let column = timeline.column + cell + offset
            if canvas.frame[column, row].glyph == " " {
                canvas.set(letter, column: column, row: row, style: style)
                return
            }
        }
    }

    /// Column headings and the ruler.
    mutating func drawHeadings() {
        guard let row = layout.headingRow else { return }
        for field in layout.fields {
            if field.field == .timeline {
                drawRuler(field, row: row)
                continue
            }
            let isNumber = Screen.isNumber(field.field)
            canvas.put(
                Screen.heading(field.field), column: field.column, row: row,
                width: field.width - (field.field == .slack && layout.columns >= 140 ? 1 : 0), style: theme.heading,
                alignment: isNumber ? .trailing : .leading)
        }
    }

    private mutating func drawRuler(_ field: Layout.Column, row: Int) {
        guard let scale else { return }
        let first = (scale.start - .zero).count / scale.step.count
        for cell in 0..<scale.cells where (first + Int64(cell)) % 5 == 0 {
            canvas.set("|", column: field.column + cell, row: row, style: theme.dim)
        }
        for cell in 0..<scale.cells where (first + Int64(cell)) % 10 == 0 {
            let label = TimeText.exact(scale.instant(of: cell) - .zero)
            let width = min(9, scale.cells - cell - 1)
            guard TextColumns.width(of: label) <= width else { continue }
            canvas.write(label, column: field.column + cell + 1, row: row, style: theme.dim)
        }
        let place = scale.cell(of: now)
        if place >= 0, place < scale.cells {
            canvas.set("v", column: field.column + place, row: row, style: theme.strong)
        }
    }

    static func heading(_ field: Layout.Field) -> String {
        switch field {
        case .state: "S"
        case .rails: "GRAPH"
        case .name: "TASK"
        case .trigger: "TRIGGER"
        case .priorityLane: "PL"
        case .priority: "PRI"
        case .lane: "LANE"
        case .runs: "RUN"
        case .last: "LAST"
        case .next: "NEXT"
        case .own: "OWN"
        case .wait: "WAIT"
        case .slack: "SLK"
        case .timeline: ""
        }
    }

    static func isNumber(_ field: Layout.Field) -> Bool {
        switch field {
        case .runs, .last, .next, .own, .wait, .slack: true
        case .state, .rails, .name, .trigger, .priorityLane, .priority, .lane, .timeline: false
        }
    }

    /// The rows on screen; only these are formatted.
    mutating func drawTable() {
        let table = layout.table
        guard table.rows > 0 else { return }
        let order = model.order
        let top = model.firstRow(height: table.rows)
        let end = min(order.tasks.count, top + table.rows)
        guard top < end else {
            let line = model.scheduler.taskCount == 0 ? "no tasks in this scenario" : "no task passes the filter"
            canvas.put(" " + line, column: 0, row: table.row, width: table.columns, style: theme.dim)
            return
        }
        let rails = order.rails.lines(top..<end)
        let background = scale.map { TimelineRow.background(scale: $0, events: shownEvents) } ?? []
        for row in top..<end {
            let task = order.tasks[row]
            let place = row - top
            let painter = RowPainter(context: context, task: task, row: table.row + place)
            painter.draw(rails: place < rails.count ? rails[place] : nil, background: background, on: &canvas)
        }
    }
}
