import ScreenKit
import Text

extension Screen {
    /// What the bars on a stage mean, in a line above the caption where a row is free; only the marks in use, as many as fit.
    mutating func drawLegend() {
        guard model.options.isPresenting, let timeline = layout.column(.timeline), let row = legendRow else { return }
        let glyphs = TimelineCell.legend.map { $0.cell.drawn(isASCII: canvas.isASCII) }
        var isUsed = glyphs.map { _ in false }
        for row in tableRows {
            for column in timeline.column..<timeline.column + timeline.width {
                let glyph = canvas.frame.packedCell(column, row).glyph
                if let place = glyphs.firstIndex(of: glyph) { isUsed[place] = true }
            }
        }
        var column = 1
        for (place, entry) in TimelineCell.legend.enumerated() where isUsed[place] {
            let end = column + 2 + DisplayText.width(of: entry.words)
            guard end < layout.columns else { break }
            canvas.set(glyphs[place], column: column, row: row, style: entry.cell.style(theme))
            canvas.write(entry.words, column: column + 2, row: row, limit: layout.columns, style: theme.dim)
            column = end + 2
        }
    }

    /// The rows of the table that have a task.
    private var tableRows: Range<Int> {
        let count = max(0, min(layout.table.rows, model.order.rows.count - context.firstRow))
        return layout.table.row..<layout.table.row + count
    }

    /// The row above the caption, or above what stands there; nil if it is not free, or the row before it is not.
    private var legendRow: Int? {
        let panes = Pane.allCases.compactMap { $0 == .tasks ? nil : layout.area(of: $0)?.row }
        let below = panes + [layout.reasons?.row, layout.caption?.row].compactMap { $0 }
        guard layout.form == nil, let bottom = below.min() else { return nil }
        let end = max(tableRows.upperBound, layout.lanes?.endRow ?? 0)
        return end + 1 < bottom ? bottom - 1 : nil
    }
}

extension TimelineCell {
    /// What the marks mean to an audience, the most telling first.
    fileprivate static let legend: [(cell: TimelineCell, words: String)] = [
        (.criticalRun, "critical path"), (.run, "other run"), (.planned, "planned"), (.laneWait, "waits for its lane"),
        (.dependencyWait, "waits for a task"), (.pauseWait, "held by a pause"), (.ghost, "compared"),
        (.failed, "failed"),
        (.late, "skipped or missed"), (.fold, "time left out"), (.event, "event"),
    ]
}
