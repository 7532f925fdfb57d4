import Text
import SchedulerCore
import TraceAnalysis

extension Screen {
    /// The letters of the events over the ruler; in the large layout, sort and filter to the left of them.
    mutating func drawEventLetters() {
        guard let row = layout.eventRow else { return }
        let timeline = layout.column(.timeline)
        let room = timeline?.column ?? layout.columns
        var rows = "\(model.order.tasks.count) of \(model.order.total) tasks"
        if !model.order.groups.isEmpty { rows += " in \(model.order.groups.count) groups" }
        var words = ["sort: \(model.view.sort.word)\(model.view.isInverted ? " inverted" : "")", rows]
        if !model.view.filter.isEmpty { words.insert("filter: \(TextColumns.clean(model.view.filter.text))", at: 1) }
        if model.view.criticalOnly { words.insert("only the critical path", at: 1) }
        let isPlain =
            model.view.filter.isEmpty && !model.view.criticalOnly && model.view.sort == .graph && !model.view.isInverted
        if !layout.isLarge {
            // There is little room, and the filter with its count stands in the status line.
            words = isPlain ? ["events (v = now)"] : model.view.criticalOnly ? ["only the critical path"] : [words[0]]
        }
        let legend = words.joined(separator: "   ")
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
                field.field == .slack && model.view.comparison != nil ? "DELTA" : Screen.heading(field.field),
                column: field.column, row: row,
                width: field.width - (field.field == .slack && layout.columns >= 140 ? 1 : 0), style: theme.heading,
                alignment: isNumber ? .trailing : .leading)
        }
    }

    private mutating func drawRuler(_ field: Layout.Column, row: Int) {
        guard let scale else { return }
        // The parts between folds; a label stays within its part.
        var part = 0
        for fold in scale.folds {
            drawRuler(scale, part..<fold.cells.lowerBound, field, row: row)
            canvas.write("╌\(fold.label)╌", column: field.column + fold.cells.lowerBound, row: row, style: theme.strong)
            part = fold.cells.upperBound
        }
        drawRuler(scale, part..<scale.cells, field, row: row)
        let place = scale.cell(of: now)
        if place >= 0, place < scale.cells {
            canvas.set("v", column: field.column + place, row: row, style: theme.strong)
        }
    }

    private mutating func drawRuler(_ scale: TimeScale, _ cells: Range<Int>, _ field: Layout.Column, row: Int) {
        func steps(_ cell: Int) -> Int64 { (scale.instant(of: cell) - .zero).count / scale.step.count }
        for cell in cells where steps(cell) % 5 == 0 {
            canvas.set("|", column: field.column + cell, row: row, style: theme.dim)
        }
        for cell in cells where steps(cell) % 10 == 0 {
            let label = TimeText.exact(scale.instant(of: cell) - .zero)
            let width = min(9, cells.upperBound - cell - 1)
            guard TextColumns.width(of: label) <= width else { continue }
            canvas.write(label, column: field.column + cell + 1, row: row, style: theme.dim)
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
        let count = layout.lanes == nil ? model.rowCount : order.rows.count
        let end = min(count, top + table.rows)
        if order.rows.isEmpty {
            let line = model.order.total == 0 ? "no tasks in this scenario" : "no task passes the filter\(filterHint)"
            canvas.put(" " + line, column: 0, row: table.row, width: table.columns, style: theme.dim)
        }
        let first = order.rows.isEmpty ? 1 : 0
        guard top < end else { return }
        drawRows(top..<min(end, top + table.rows - first), top: top - first)
    }

    /// Of a word that is no task's name but a lane's: how its tasks are found.
    private var filterHint: String {
        let word = model.view.filter.text
        return model.laneNames.contains(word) ? "; those of the lane: lane:\(TextColumns.clean(word))" : ""
    }

    /// Draws some rows of the table, over blanks; `top` is the row in its first place.
    mutating func drawRows(_ rows: Range<Int>, top: Int) {
        let rails = model.order.rails.lines(rows.clamped(to: 0..<model.order.rows.count))
        let background = scale.map { TimelineRow.background(scale: $0, events: shownEvents) } ?? []
        for row in rows {
            let place = layout.table.row + row - top
            switch model.rowKey(row) {
            case .task(let task):
                let line = row - rows.lowerBound < rails.count ? rails[row - rows.lowerBound] : nil
                RowPainter(context: context, task: task, row: place).draw(
                    rails: line, background: background, on: &canvas)
                drawSequence(task, row: place, background: background)
                if model.view.selection == task { mark(row: place, isSelected: true) }
            case .group(let name): drawGroup(name, row: place, background: background)
            case .lane(let lane): drawLane(lane, row: place)
            }
        }
    }

    /// Marks the row of a task as selected or not: only state and name, so that a cursor move rewrites little, which
    /// counts on slow lines. Nothing else in these places is shown in reverse.
    mutating func mark(row: Int, isSelected: Bool) {
        guard let name = layout.column(.name) else { return }
        canvas.set(Glyph(ascii: isSelected ? 0x3E : 0x20), column: 1, row: row, style: theme.strong)
        for columns in [0..<1, name.column..<name.column + name.width] {
            canvas.emphasize(row: row, columns: columns, with: .reverse, isOn: isSelected)
        }
    }

    /// The heading of a group: how many of its tasks are in which state, the worst slack, how many ran when.
    private mutating func drawGroup(_ name: String, row: Int, background: [TimelineCell]) {
        guard let group = model.order.group(named: name) else { return }
        let summary = model.summary(of: group, on: scale)
        let isSelected = model.view.selected == .group(name)
        canvas.set(group.isOpen ? "-" : "+", column: 0, row: row, style: theme.heading)
        canvas.set(isSelected ? ">" : " ", column: 1, row: row, style: theme.strong)
        let timeline = layout.column(.timeline)
        let tail = layout.column(.own) ?? layout.column(.slack)
        let end = timeline?.column ?? tail?.column ?? layout.columns
        let words = "\(TextColumns.clean(name))  \(Format.count(group.tasks.count, "task"))  \(summary.countText)"
        canvas.put(words, column: 2, row: row, width: end - 3, style: theme.heading)
        if let slack = layout.column(.slack) {
            let gap = layout.columns >= 140 ? 1 : 0
            let worst = summary.isCritical ? "CP" : summary.worstSlack.map(TimeText.short) ?? ""
            canvas.put(
                worst, column: slack.column, row: row, width: slack.width - gap,
                style: summary.isCritical ? theme.critical : theme.standard, alignment: .trailing)
        }
        if let timeline, let scale {
            for cell in 0..<timeline.width {
                let isNow = scale.cell(of: now) == cell
                let glyph = summary.glyph(of: cell)
                guard glyph != nil || isNow || background[cell] != .blank else { continue }
                let style = glyph == nil ? theme.dim : scale.instant(of: cell) < now ? theme.run : theme.planned
                let shown = glyph ?? (isNow ? TimelineCell.now : background[cell]).glyph(isASCII: canvas.isASCII)
                canvas.set(shown, column: timeline.column + cell, row: row, style: style)
            }
        }
        if isSelected { canvas.emphasize(row: row, columns: 0..<end, with: .reverse) }
    }
}
