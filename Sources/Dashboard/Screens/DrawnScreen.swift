import ScreenKit
import SchedulerCore

/// The last screen drawn, kept so that a move of the selection redraws only the rows that it changes.
struct DrawnScreen: Sendable {
    let canvas: Canvas
    /// What was selected on it, and the first row of the table.
    let selected: RowKey?
    let top: Int
    /// What the marks of related tasks were drawn from.
    let relations: Relations.Key?
    /// The model's count of other changes when it was drawn.
    let content: Int
}

extension DashboardModel {
    /// What a move of the selection may change on the screen besides the selected row.
    var aroundSelection: AroundSelection {
        // A notice, an overlay, a scrolled pane or a shown key is rare enough to draw everything.
        let hasMore =
            notice != nil || hasOverlay || view.whyScroll.lines != 0 || options.isPresenting || happening != nil
        return AroundSelection(paneRow: paneRow, hasMore: hasMore)
    }

    /// Counts the changes of one message, unless only the selection moved and the table scrolled along.
    mutating func noteChanges(of message: Message, since before: AroundSelection) {
        guard changes.movedSelection else {
            // While nothing is running, elapsed time only counts down the rest of the selection.
            if case .elapsed = message, !playback.isRunning, process == nil, resting != nil { return }
            changes.content += 1
            return
        }
        changes.moves += 1
        // A move ends a notice, a shown key and scrolling, and begins none.
        if before.hasMore {
            changes.content += 1
        } else if before.paneRow != paneRow {
            let layout = layout
            if layout.area(of: .graph) != nil || layout.area(of: .why) != nil { changes.content += 1 }
        }
    }
}

/// See `DashboardModel.aroundSelection`.
struct AroundSelection {
    let paneRow: RowKey?
    /// Whether something is shown that requires drawing everything.
    let hasMore: Bool
}

/// A row that the selection reached or left.
struct MovedRow {
    let key: RowKey
    /// Its number in the table.
    let row: Int
    let isSelected: Bool
}

extension Screen {
    /// Draws what differs after the selection moved and the table scrolled along: rows that come
    /// into view, both rows, and the rule with the details.
    mutating func drawMove(of rows: [MovedRow], since last: DrawnScreen, to top: Int) {
        let height = layout.table.rows
        let shift = top - last.top
        if abs(shift) >= height {
            redraw(top..<top + height, top: top)
        } else if shift != 0 {
            canvas.scroll(layout.table, by: shift)
            redraw(shift > 0 ? top + height - shift..<top + height : top..<top - shift, top: top)
        }
        for row in rows {
            if case .lane = row.key, layout.lanes != nil { continue }
            redrawSelection(row, top: top)
        }
        if context.parts.relations.key != last.relations { markRelations(top: top) }
        if rows.contains(where: { if case .lane = $0.key { true } else { false } }), let area = layout.lanes {
            canvas.fill(area)
            drawLanes()
        }
        drawRule()
        if let area = layout.reasons { canvas.fill(area) }
        drawReasons()
    }

    /// Marks all rows of tasks in view: other tasks are related now.
    private mutating func markRelations(top: Int) {
        let count = model.tableRowCount(in: layout)
        for row in (top..<top + layout.table.rows).clamped(to: 0..<count) {
            guard let task = model.rowKey(row).task else { continue }
            mark(task, row: layout.table.row + row - top)
        }
    }

    /// Redraws a row that the selection reached or left; a task's row is only marked.
    private mutating func redrawSelection(_ moved: MovedRow, top: Int) {
        guard let task = moved.key.task else { return redraw(moved.row..<moved.row + 1, top: top) }
        if (top..<top + layout.table.rows).contains(moved.row) { mark(task, row: layout.table.row + moved.row - top) }
    }

    /// Redraws the visible ones of some rows of the table.
    private mutating func redraw(_ rows: Range<Int>, top: Int) {
        let table = layout.table
        let shown = rows.clamped(to: top..<top + table.rows)
        guard !shown.isEmpty else { return }
        let row = table.row + shown.lowerBound - top
        canvas.fill(Rect(column: table.column, row: row, columns: table.columns, rows: shown.count))
        let known = shown.clamped(to: 0..<model.tableRowCount(in: layout))
        if !known.isEmpty { drawRows(known, top: top) }
    }
}
