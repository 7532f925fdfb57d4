import SchedulerCore

/// The screen drawn last, kept so that after a move of the selection only the rows that it changes are drawn.
struct DrawnScreen: Sendable {
    let canvas: Canvas
    /// What was selected on it, and the first row of the table.
    let selected: RowKey?
    let top: Int
    /// The count of the model's other changes when it was drawn.
    let otherChanges: Int
}

extension DashboardModel {
    /// The same as `frame`, for who shows one frame after the other: what is only needed for frames is kept, and where
    /// nothing but the selection moved since the last call with this size, the rest of that frame is taken over.
    public mutating func nextFrame(columns: Int, rows: Int) -> Frame {
        if moves > DashboardModel.burst, resting != nil {
            resting = nil
            updatePanes()
            otherChanges += 1
        }
        moves = 0
        prepareFrame()
        guard options.fixedSize == nil || options.fixedSize == ScreenSize(columns: columns, rows: rows) else {
            return frame(columns: columns, rows: rows)
        }
        let last = reusable(drawn, columns, rows)
        if let last, last.selected == view.selected { return last.canvas.frame }
        drawn = nil
        var screen = Screen(model: self, columns: columns, rows: rows, on: last?.canvas)
        if let last {
            screen.drawMove(from: last.selected, top: last.top)
        } else {
            screen.draw()
        }
        drawn = DrawnScreen(
            canvas: screen.canvas, selected: view.selected, top: screen.firstRow, otherChanges: otherChanges)
        return screen.canvas.frame
    }

    /// The last screen, if only the rows of the selection differ from it.
    private func reusable(_ last: DrawnScreen?, _ columns: Int, _ rows: Int) -> DrawnScreen? {
        guard let last, last.otherChanges == otherChanges, last.canvas.frame.columns == columns,
            last.canvas.frame.rows == rows, columns == self.columns, rows == self.rows,
            columns >= Layout.minimumColumns, rows >= Layout.minimumRows
        else { return nil }
        return last
    }

    /// What beside the selected row the screen shows that a move of the selection may change.
    var aroundSelection: AroundSelection {
        // A notice, an overlay, a scrolled pane, a key shown: rare enough to draw everything.
        let hasMore = notice != nil || overlay != nil || view.whyOffset != 0 || options.isPresenting
        return AroundSelection(paneTask: paneTask, hasMore: hasMore)
    }

    /// Counts what one message changed, unless it is that the selection moved and the table scrolled along.
    mutating func noteChanges(of message: Message, since before: AroundSelection) {
        guard movedSelection else {
            // Time that passes while nothing goes on only brings the rest of the selection nearer its end.
            if case .elapsed = message, !isRunning, process == nil, resting != nil { return }
            otherChanges += 1
            return
        }
        movedSelection = false
        moves += 1
        let after = aroundSelection
        if before.hasMore || after.hasMore {
            otherChanges += 1
        } else if before.paneTask != after.paneTask {
            let layout = layout
            if layout.graphPane != nil || layout.whyPane != nil { otherChanges += 1 }
        }
    }
}

/// See `DashboardModel.aroundSelection`.
struct AroundSelection {
    let paneTask: TaskID?
    /// Something is shown that makes everything be drawn.
    let hasMore: Bool
}

extension Screen {
    /// The row in the first place of the table; -1 where that says that there are none.
    var firstRow: Int { model.firstRow(height: layout.table.rows) - (model.order.rows.isEmpty ? 1 : 0) }

    /// Draws what differs after the selection moved from one row to another, and the table scrolled along: rows that come
    /// into view, both rows, and the rule with the details.
    mutating func drawMove(from old: RowKey?, top oldTop: Int) {
        let top = firstRow
        let height = layout.table.rows
        let shift = top - oldTop
        if abs(shift) < height {
            canvas.scroll(layout.table, by: shift)
            redraw(shift > 0 ? top + height - shift..<top + height : top..<top - shift, top: top)
        } else {
            redraw(top..<top + height, top: top)
        }
        for key in old == model.view.selected ? [old] : [old, model.view.selected] {
            guard let key else { continue }
            if case .lane(let lane) = key, let area = layout.lanes {
                guard lane.offset < area.rows else { continue }
                canvas.fill(Rect(column: area.column, row: area.row + lane.offset, columns: area.columns, rows: 1))
                drawLane(lane, row: area.row + lane.offset)
            } else if let row = model.row(of: key) {
                redrawSelection(key, row, top: top)
            }
        }
        if let row = layout.detailsRow {
            canvas.fill(Rect(column: 0, row: row, columns: layout.columns, rows: 1))
            drawDetails()
        }
    }

    /// Draws of a row that stands in the table what tells whether it is selected.
    private mutating func redrawSelection(_ key: RowKey, _ row: Int, top: Int) {
        let place = row - top
        guard case .task(let task) = key, !model.order.tree.isPart(task), (0..<layout.table.rows).contains(place) else {
            redraw(row..<row + 1, top: top)
            return
        }
        RowPainter(context: context, task: task, row: layout.table.row + place, isWhole: false)
            .drawSelection(on: &canvas)
    }

    /// Draws some rows of the table anew, those that are in view.
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
