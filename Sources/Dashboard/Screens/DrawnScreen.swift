import ScreenKit
import SchedulerCore

/// The screen drawn last, kept so that after a move of the selection only the rows that it changes are drawn.
struct DrawnScreen: Sendable {
    let canvas: Canvas
    /// What was selected on it, and the first row of the table.
    let selected: RowKey?
    let top: Int
    /// The count of the model's other changes when it was drawn.
    let content: Int
}

extension DashboardModel {
    /// What beside the selected row the screen shows that a move of the selection may change.
    var aroundSelection: AroundSelection {
        // A notice, an overlay, a scrolled pane, a key shown: rare enough to draw everything.
        let hasMore = notice != nil || hasOverlay || view.whyOffset != 0 || options.isPresenting
        return AroundSelection(paneTask: paneTask, hasMore: hasMore)
    }

    /// Counts what one message changed, unless it is that the selection moved and the table scrolled along.
    mutating func noteChanges(of message: Message, since before: AroundSelection) {
        guard changes.movedSelection else {
            // Time that passes while nothing goes on only brings the rest of the selection nearer its end.
            if case .elapsed = message, !playback.isRunning, process == nil, resting != nil { return }
            changes.content += 1
            return
        }
        changes.moves += 1
        let after = aroundSelection
        if before.hasMore || after.hasMore {
            changes.content += 1
        } else if before.paneTask != after.paneTask {
            let layout = layout
            if layout.area(of: .graph) != nil || layout.area(of: .why) != nil { changes.content += 1 }
        }
    }
}

/// See `DashboardModel.aroundSelection`.
struct AroundSelection {
    let paneTask: TaskID?
    /// Something is shown that makes everything be drawn.
    let hasMore: Bool
}

/// A row that the selection came to or left.
struct MovedRow {
    let key: RowKey
    /// Its number in the table.
    let row: Int
    let isSelected: Bool
}

extension Screen {
    /// Draws what differs after the selection moved from one row to another, and the table scrolled along: rows that come
    /// into view, both rows, and the rule with the details.
    mutating func drawMove(of rows: [MovedRow], from oldTop: Int, to top: Int) {
        let height = layout.table.rows
        let shift = top - oldTop
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
        markRelations(top: top)
        if rows.contains(where: { if case .lane = $0.key { true } else { false } }), let area = layout.lanes {
            canvas.fill(area)
            drawLanes()
        }
        for area in [layout.ruleRow.map { Rect(column: 0, row: $0, columns: layout.columns, rows: 1) }, layout.reasons]
        {
            if let area { canvas.fill(area) }
        }
        drawRule()
        drawReasons()
    }

    /// Marks all rows of tasks in view: the related tasks changed with the selected one.
    private mutating func markRelations(top: Int) {
        let count = layout.lanes == nil ? model.rowCount : model.order.rows.count
        for row in (top..<top + layout.table.rows).clamped(to: 0..<count) {
            guard let task = model.rowKey(row).task else { continue }
            mark(task, row: layout.table.row + row - top)
        }
    }

    /// Draws again a row that the selection came to or left, if it is not a task's: those are only marked.
    private mutating func redrawSelection(_ moved: MovedRow, top: Int) {
        if case .task = moved.key { return }
        redraw(moved.row..<moved.row + 1, top: top)
    }

    /// Draws some rows of the table again, those that are in view.
    private mutating func redraw(_ rows: Range<Int>, top: Int) {
        let table = layout.table
        let shown = rows.clamped(to: top..<top + table.rows)
        guard !shown.isEmpty else { return }
        let row = table.row + shown.lowerBound - top
        canvas.fill(Rect(column: table.column, row: row, columns: table.columns, rows: shown.count))
        let count = layout.lanes == nil ? model.rowCount : model.order.rows.count
        let known = shown.clamped(to: 0..<count)
        if !known.isEmpty { drawRows(known, top: top) }
    }
}
