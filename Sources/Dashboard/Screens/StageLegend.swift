import ScreenKit
import Text

extension Screen {
    /// A mark and what it means.
    private struct LegendEntry {
        var glyph: Glyph
        var style: Style
        var words: String
    }

    /// What the marks on a stage mean, above the caption where a row is free, or two: the bars, then lanes and states. Only the
    /// marks in use, as many as fit.
    mutating func drawLegend() {
        guard model.options.isPresenting, let timeline = layout.column(.timeline), let row = legendRow else { return }
        let columns = timeline.column..<timeline.column + timeline.width
        let bars = TimelineCell.legend.map { entry in
            LegendEntry(
                glyph: entry.cell.drawn(isASCII: canvas.isASCII), style: entry.cell.style(theme), words: entry.words)
        }
        let states = StateLetter.allCases.compactMap { letter in
            Glyph(letter.rawValue).map { LegendEntry(glyph: $0, style: theme.state(letter), words: letter.brief) }
        }
        let used = inUse(bars, rows: tableRows, columns)
        let others = laneLegend(columns) + inUse(states, rows: tableRows, 0..<1)
        draw(used + others, rows: isFree(row - 1) ? [row - 1, row] : [row])
    }

    /// What the lanes show beside the marks of the bars.
    private func laneLegend(_ columns: Range<Int>) -> [LegendEntry] {
        guard let area = layout.lanes else { return [] }
        let idle = TimelineCell.dependencyWait.drawn(isASCII: canvas.isASCII)
        let digits = (UInt8(0x31)...0x39).map { LegendEntry(glyph: Glyph(ascii: $0), style: theme.warning, words: "") }
        let rows = area.row..<area.endRow
        let queued = inUse(digits, rows: rows, columns).isEmpty ? [] : digits.prefix(1)
        return queued.map { LegendEntry(glyph: $0.glyph, style: $0.style, words: "so many wait for the lane") }
            + inUse([LegendEntry(glyph: idle, style: theme.dim, words: "idle lane")], rows: rows, columns)
    }

    /// The entries whose marks are drawn in a part of the screen.
    private func inUse(_ entries: [LegendEntry], rows: Range<Int>, _ columns: Range<Int>) -> [LegendEntry] {
        var isUsed = entries.map { _ in false }
        for row in rows {
            for column in columns {
                let glyph = canvas.frame.packedCell(column, row).glyph
                if let place = entries.firstIndex(where: { $0.glyph == glyph }) { isUsed[place] = true }
            }
        }
        return entries.indices.filter { isUsed[$0] }.map { entries[$0] }
    }

    /// In the last of some rows, or in as many of them as it needs.
    private mutating func draw(_ entries: [LegendEntry], rows: [Int]) {
        var lines: [[(column: Int, entry: LegendEntry)]] = [[]]
        var column = 1
        for entry in entries {
            let width = 2 + DisplayText.width(of: entry.words)
            if column + width >= layout.columns {
                lines.append([])
                column = 1
            }
            lines[lines.count - 1].append((column, entry))
            column += width + 2
        }
        for (line, row) in zip(lines, rows.suffix(lines.count)) {
            for (column, entry) in line {
                canvas.set(entry.glyph, column: column, row: row, style: entry.style)
                canvas.write(entry.words, column: column + 2, row: row, limit: layout.columns, style: theme.dim)
            }
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
        return isFree(bottom - 1) ? bottom - 1 : nil
    }

    /// Whether neither a row nor the one before it has anything.
    private func isFree(_ row: Int) -> Bool {
        row > 0
            && (row - 1...row).allSatisfy { row in
                (0..<layout.columns).allSatisfy { canvas.frame.packedCell($0, row).glyph == .blank }
            }
    }
}

extension StateLetter {
    /// The word for an audience.
    fileprivate var brief: String { self == .waiting ? "waits" : word }
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
