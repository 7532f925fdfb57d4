import CNcurses
import Dashboard

/// Brings curses' picture of the screen from the last frame to the next: of each row only what changed is written.
struct FramePainter {
    /// What curses shows; nil: unknown, everything is written.
    private var last: Frame?
    private var colors: ColorPairs
    private let isUnicode: Bool
    /// Graphemes of one scalar, by scalar and columns wanted.
    private var known: [UInt64: TerminalGlyph] = [:]
    private static let knownLimit = 4_096

    init(colors: ColorPairs, isUnicode: Bool) {
        self.colors = colors
        self.isUnicode = isUnicode
    }

    /// The next frame is drawn whole: the terminal's picture is not known any more.
    mutating func forget() {
        last = nil
        cn_blank()
        cn_forget_screen()
    }

    /// Draws; afterwards the output of curses holds what is to be sent. A frame of another size than curses' screen is cut.
    mutating func paint(_ frame: Frame) {
        let known = last.flatMap { $0.columns == frame.columns && $0.rows == frame.rows ? $0 : nil }
        var isChanged =
            known.map { $0.cursor?.column != frame.cursor?.column || $0.cursor?.row != frame.cursor?.row } ?? true
        // To fill the last place of a screen one column wide curses would read the place before it, which is none.
        let writableRows = frame.columns == 1 ? frame.rows - 1 : frame.rows
        for row in 0..<writableRows {
            let whole = 0..<frame.columns
            guard let span = known.map({ frame.changedColumns(row: row, since: $0) }) ?? whole else { continue }
            write(frame, row: row, columns: span)
            isChanged = true
        }
        last = frame
        guard isChanged else { return }
        if let cursor = frame.cursor, (0..<frame.rows).contains(cursor.row), (0..<frame.columns).contains(cursor.column)
        {
            cn_update(Int32(cursor.row), Int32(cursor.column))
        } else {
            cn_update(-1, 0)
        }
    }

    private mutating func write(_ frame: Frame, row: Int, columns: Range<Int>) {
        var written: [cchar_t] = []
        written.reserveCapacity(columns.count)
        var style = Style.standard
        var look = colors.look(of: style)
        var column = columns.lowerBound
        while column < columns.upperBound {
            let cell = frame.plainCell(column: column, row: row)
            if cell.style != style {
                style = cell.style
                look = colors.look(of: style)
            }
            if cell.columns == 1, let scalar = cell.scalar, (0x20..<0x7F).contains(scalar) {
                append(scalar, look, to: &written)
                column += 1
                continue
            }
            let isWide =
                cell.columns == 2 && column + 1 < frame.columns
                && frame.plainCell(column: column + 1, row: row).columns == 0
            let wanted = isWide ? 2 : 1
            let glyph = cell.columns == 1 || isWide ? self.glyph(frame, column, row, cell.scalar, wanted) : .blank
            append(glyph.scalars, look, to: &written)
            if glyph.columns < wanted { append([0x20], look, to: &written) }
            column += wanted
        }
        cn_put(Int32(row), Int32(columns.lowerBound), written, Int32(written.count))
    }

    /// What is sent for a cell; for graphemes of one scalar it is found out once.
    private mutating func glyph(
        _ frame: Frame, _ column: Int, _ row: Int, _ scalar: UInt32?, _ wanted: Int
    ) -> TerminalGlyph {
        let key = scalar.map { UInt64($0) << 2 | UInt64(wanted) }
        if let key, let known = known[key] { return known }
        let glyph = TerminalGlyph(frame[column, row].glyph, columns: wanted, isUnicode: isUnicode)
        if let key, known.count < FramePainter.knownLimit { known[key] = glyph }
        return glyph
    }

    private func append(
        _ scalar: UInt32, _ look: (attributes: UInt32, pair: Int16), to written: inout [cchar_t]
    ) {
        var cell = cchar_t()
        withUnsafePointer(to: scalar) { cn_set_cell(&cell, $0, 1, look.attributes, look.pair) }
        written.append(cell)
    }

    private func append(_ scalars: [UInt32], _ look: (attributes: UInt32, pair: Int16), to written: inout [cchar_t]) {
        var cell = cchar_t()
        cn_set_cell(&cell, scalars, Int32(scalars.count), look.attributes, look.pair)
        written.append(cell)
    }
}
