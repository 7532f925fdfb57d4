import ScreenKit
import Text
import SchedulerCore
import TraceAnalysis

/// The table: one row per task, groups, and below them lanes and the clock.
enum TasksPane: PaneKind {
    static let word = "tasks"
    static let help = "the tasks"

    static func draw(in area: Rect, on screen: inout Screen) { screen.drawTable() }
}

extension Screen {
    /// Draws the rows on screen; formats only these.
    fileprivate mutating func drawTable() {
        let table = layout.table
        guard table.rows > 0 else { return }
        let order = model.order
        let top = context.firstRow
        let end = min(model.tableRowCount(in: layout), top + table.rows)
        if order.rows.isEmpty {
            let line = model.order.total == 0 ? "no tasks in this scenario" : "no task matches the filter\(filterHint)"
            canvas.put(" " + line, column: 0, row: table.row, width: table.columns, style: theme.dim)
        }
        let first = order.rows.isEmpty ? 1 : 0
        guard top < end else { return }
        drawRows(top..<min(end, top + table.rows - first), top: top - first)
    }

    /// How to find a lane's tasks, if the filter is the name of a lane and not of a task.
    private var filterHint: String {
        let word = model.view.filter.text
        return model.laneNames.contains(word) ? "; for the lane's tasks: lane:\(DisplayText.clean(word))" : ""
    }

    /// Draws some rows of the table over blanks; `top` is the first visible row.
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
                mark(task, row: place)
            case .group(let name): drawGroup(name, row: place, background: background)
            case .lane(let lane): drawLane(lane, row: place)
            }
        }
    }

    /// Marks a task's row: whether it is selected, and its relation to the selected task. Touches only relation and
    /// name, so that a cursor move rewrites little, which matters on slow lines. No other name is reversed.
    mutating func mark(_ task: TaskID, row: Int) {
        guard let name = layout.column(.name) else { return }
        let isSelected = model.markedRow == .task(task)
        var (glyph, style): (UInt8, Style) = (0x20, theme.standard)
        switch model.markedRow == nil ? nil : context.parts.relations.kind(of: task) {
        case nil: break
        case .needed(isDirect: true): (glyph, style) = (0x5E, theme.strong)
        case .needed(isDirect: false): glyph = 0x27
        case .needing(isDirect: true): (glyph, style) = (0x76, theme.strong)
        case .needing(isDirect: false): glyph = 0x2E
        }
        if isSelected { (glyph, style) = (0x3E, theme.strong) }
        canvas.set(Glyph(ascii: glyph), column: 1, row: row, style: style)
        canvas.emphasize(
            row: row, columns: name.column..<name.column + name.width, with: .reverse, isOn: isSelected)
    }

    /// The heading of a group: tasks by state, the smallest slack, and how many tasks ran when.
    private mutating func drawGroup(_ name: String, row: Int, background: [TimelineCell]) {
        guard let group = model.order.group(named: name), let summary = context.parts.groups[name] else { return }
        let isSelected = model.markedRow == .group(name)
        canvas.set(group.isOpen ? "-" : "+", column: 0, row: row, style: theme.heading)
        canvas.set(isSelected ? ">" : " ", column: 1, row: row, style: theme.strong)
        let timeline = layout.column(.timeline)
        let tail = layout.column(.own) ?? layout.column(.slack)
        let end = timeline?.column ?? tail?.column ?? layout.columns
        let words = "\(DisplayText.clean(name))  \(Format.count(group.tasks.count, "task"))  \(summary.countText)"
        canvas.put(words, column: 3, row: row, width: end - 4, style: theme.heading)
        if let slack = layout.column(.slack) {
            // On a stage, NOW stands alone, and only a task has something to say.
            let hasSlack = !context.showsPresent || !model.options.isPresenting
            let worst =
                !hasSlack ? "" : summary.isCritical ? "CP" : summary.worstSlack.map(TimeText.short) ?? ""
            canvas.put(
                worst, column: slack.column, row: row, width: slack.width,
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
