import Text

/// Draws into a frame: everything is clipped to it, wide graphemes are never halved, and in ASCII mode every glyph is
/// replaced by its stand-in.
package struct Canvas {
    /// The alignment of text in its field.
    package enum Alignment {
        case leading, trailing
    }

    /// What has been drawn so far.
    package private(set) var frame: Frame
    /// Whether to draw with ASCII only.
    package let isASCII: Bool
    /// By row: whether a wide cell was drawn, which could be cut in half.
    private var hasWide: [Bool]

    /// A blank canvas.
    package init(columns: Int, rows: Int, isASCII: Bool) {
        frame = Frame(columns: columns, rows: rows)
        self.isASCII = isASCII
        hasWide = Array(repeating: false, count: frame.rows)
    }

    /// Continues drawing on a frame that already has content.
    package init(on frame: Frame, isASCII: Bool) {
        self.frame = frame
        self.isASCII = isASCII
        hasWide = Array(repeating: true, count: frame.rows)
    }

    /// The whole frame.
    package var bounds: Rect { Rect(column: 0, row: 0, columns: frame.columns, rows: frame.rows) }

    /// Shows the text cursor, clamped to the frame.
    package mutating func showCursor(column: Int, row: Int) {
        frame.cursor = (min(max(0, column), frame.columns - 1), min(max(0, row), frame.rows - 1))
    }

    /// Draws one glyph of one column; outside the frame nothing happens.
    package mutating func set(_ glyph: Character, column: Int, row: Int, style: Style) {
        set(frame.glyph(isASCII ? ScreenGlyph.ascii(glyph) : glyph), column: column, row: row, style: style)
    }

    /// Draws one glyph of one column that needs no stand-in; outside the frame nothing happens.
    @inline(__always)
    package mutating func set(_ glyph: Glyph, column: Int, row: Int, style: Style) {
        place(PackedCell(glyph, style: style), column: column, row: row)
    }

    /// Draws trusted or cleaned `text` in at most `width` columns, cut with `…` if it is longer; the rest of the field
    /// is filled with blanks of the same style.
    ///
    /// - Returns: the column after the field.
    @discardableResult
    package mutating func put(
        _ text: String, column: Int, row: Int, width: Int, style: Style = .standard, alignment: Alignment = .leading
    ) -> Int {
        guard row >= 0, row < frame.rows, width > 0 else { return column + max(0, width) }
        if putPlain(text, column: column, row: row, width: width, style: style, alignment: alignment) {
            return column + width
        }
        let used = DisplayText.width(of: text)
        let shown = used <= width ? text : DisplayText.cut(text, to: width)
        let padding = max(0, width - min(used, width))
        var next = column
        if alignment == .trailing { next = blanks(padding, from: next, row: row, style: style) }
        next = glyphs(of: shown, from: next, row: row, limit: column + width, style: style)
        while next < column + width {
            place(PackedCell(.blank, style: style), column: next, row: row)
            next += 1
        }
        return column + width
    }

    /// Draws `text` at its full width, up to the frame's edge or `limit`; returns the column after it.
    @discardableResult
    package mutating func write(_ text: String, column: Int, row: Int, limit: Int? = nil, style: Style = .standard)
        -> Int
    {
        let end = min(limit ?? frame.columns, frame.columns)
        guard end > column else { return column }
        return put(text, column: column, row: row, width: min(DisplayText.width(of: text), end - column), style: style)
    }

    /// Fills a rectangle with one glyph.
    package mutating func fill(_ rect: Rect, with glyph: Character = " ", style: Style = .standard) {
        guard !rect.isEmpty else { return }
        let glyph = frame.glyph(isASCII ? ScreenGlyph.ascii(glyph) : glyph)
        let columns = max(0, rect.column)..<max(0, rect.column, min(frame.columns, rect.endColumn))
        for row in max(0, rect.row)..<max(0, rect.row, min(frame.rows, rect.endRow)) {
            if columns.count == frame.columns { hasWide[row] = false }
            if hasWide[row] {
                for column in columns { set(glyph, column: column, row: row, style: style) }
            } else {
                let cell = PackedCell(glyph, style: style)
                frame.withRow(row) { for column in columns { $0[column] = cell } }
            }
        }
    }

    /// Draws a box with a title along the edge of a rectangle and clears its inside.
    package mutating func box(_ rect: Rect, title: String, style: Style) {
        guard rect.columns >= 2, rect.rows >= 2 else { return }
        fill(rect, style: .standard)
        for column in rect.column..<rect.endColumn {
            set("─", column: column, row: rect.row, style: style)
            set("─", column: column, row: rect.endRow - 1, style: style)
        }
        for row in rect.row..<rect.endRow {
            set("│", column: rect.column, row: row, style: style)
            set("│", column: rect.endColumn - 1, row: row, style: style)
        }
        set("╭", column: rect.column, row: rect.row, style: style)
        set("╮", column: rect.endColumn - 1, row: rect.row, style: style)
        set("╰", column: rect.column, row: rect.endRow - 1, style: style)
        set("╯", column: rect.endColumn - 1, row: rect.endRow - 1, style: style)
        let room = rect.columns - 4
        if room > 2, !title.isEmpty {
            let width = min(room, DisplayText.width(of: title) + 2)
            put(" " + title + " ", column: rect.column + 2, row: rect.row, width: width, style: style.adding(.bold))
        }
    }

    /// Moves the rows of a rectangle up by `distance`, down if it is negative; the rows it leaves stay as they are.
    package mutating func scroll(_ rect: Rect, by distance: Int) {
        guard distance != 0, abs(distance) < rect.rows else { return }
        let rows = Array(rect.row..<rect.endRow - abs(distance))
        for row in distance > 0 ? rows : rows.reversed() {
            let (from, to) = distance > 0 ? (row + distance, row) : (row, row - distance)
            if rect.column == 0, rect.columns == frame.columns {
                frame.copyRow(from, to: to)
            } else {
                for column in rect.column..<rect.endColumn { frame.set(frame.packedCell(column, from), column, to) }
            }
            hasWide[to] = hasWide[to] || hasWide[from]
        }
    }

    /// Adds attributes to every cell in part of a row, or removes them.
    package mutating func emphasize(row: Int, columns: Range<Int>, with attributes: Style.Attributes, isOn: Bool = true)
    {
        guard row >= 0, row < frame.rows else { return }
        for column in columns.clamped(to: 0..<frame.columns) {
            var cell = frame.packedCell(column, row)
            if isOn {
                cell.style.attributes.formUnion(attributes)
            } else {
                cell.style.attributes.subtract(attributes)
            }
            frame.set(cell, column, row)
        }
    }

    /// The same for printable ASCII; false if the text contains anything else.
    private mutating func putPlain(
        _ text: String, column: Int, row: Int, width: Int, style: Style, alignment: Alignment
    ) -> Bool {
        guard !hasWide[row], column >= 0, column + width <= frame.columns else { return false }
        var text = text
        return text.withUTF8 { bytes in
            for byte in bytes where byte < 0x20 || byte >= 0x7F { return false }
            guard bytes.count <= width else {
                let mark = frame.glyph(isASCII ? ScreenGlyph.ascii("…") : "…")
                frame.withRow(row) { cells in
                    for place in 0..<width - 1 {
                        cells[column + place] = PackedCell(Glyph(ascii: bytes[place]), style: style)
                    }
                    cells[column + width - 1] = PackedCell(mark, style: style)
                }
                return true
            }
            let start = alignment == .leading ? 0 : width - bytes.count
            frame.withRow(row) { cells in
                for place in column..<column + start { cells[place] = PackedCell(.blank, style: style) }
                for (index, byte) in bytes.enumerated() {
                    cells[column + start + index] = PackedCell(Glyph(ascii: byte), style: style)
                }
                for place in column + start + bytes.count..<column + width {
                    cells[place] = PackedCell(.blank, style: style)
                }
            }
            return true
        }
    }

    private mutating func blanks(_ count: Int, from column: Int, row: Int, style: Style) -> Int {
        for offset in 0..<count { place(PackedCell(.blank, style: style), column: column + offset, row: row) }
        return column + count
    }

    private mutating func glyphs(of text: String, from column: Int, row: Int, limit: Int, style: Style) -> Int {
        var next = column
        for glyph in text {
            let width = min(2, DisplayText.width(of: glyph))
            guard width > 0, next + width <= limit else { continue }
            if isASCII && !glyph.isASCII {
                for _ in 0..<width {
                    set(ScreenGlyph.ascii(glyph), column: next, row: row, style: style)
                    next += 1
                }
                continue
            }
            if width == 2 && next + 1 >= frame.columns {
                place(PackedCell(.blank, style: style), column: next, row: row)
            } else {
                let cell = PackedCell(frame.glyph(glyph), columns: UInt8(width), style: style)
                place(cell, column: next, row: row)
            }
            next += width
        }
        return next
    }

    /// Writes one cell and repairs wide neighbors that it cuts in half.
    @inline(__always)
    private mutating func place(_ cell: PackedCell, column: Int, row: Int) {
        guard column >= 0, column < frame.columns, row >= 0, row < frame.rows else { return }
        if hasWide[row] { mend(column: column, row: row) }
        frame.set(cell, column, row)
        if cell.columns == 2 { cover(cell, column: column, row: row) }
    }

    /// The second column of a wide cell.
    private mutating func cover(_ cell: PackedCell, column: Int, row: Int) {
        guard column + 1 < frame.columns else { return }
        hasWide[row] = true
        mend(column: column + 1, row: row)
        frame.set(cell, column, row)
        frame.set(PackedCell(.blank, columns: 0, style: cell.style), column + 1, row)
    }

    private mutating func mend(column: Int, row: Int) {
        switch frame.packedCell(column, row).columns {
        case 0 where column > 0: clear(column - 1, row)
        case 2 where column + 1 < frame.columns: clear(column + 1, row)
        case _: break
        }
    }

    private mutating func clear(_ column: Int, _ row: Int) {
        frame.set(PackedCell(.blank, style: frame.packedCell(column, row).style), column, row)
    }
}
