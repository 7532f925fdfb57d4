/// One place of a frame: a grapheme and its look.
public struct Cell: Hashable, Sendable {
    /// The grapheme; a blank where `columns` is 0.
    public var glyph: Character
    /// Terminal columns that it takes: 1, or 2 for a wide one; 0 marks the place covered by the wide cell to its left.
    public var columns: UInt8
    /// The look.
    public var style: Style

    /// A cell as given.
    public init(_ glyph: Character, columns: UInt8 = 1, style: Style = .standard) {
        self.glyph = glyph
        self.columns = columns
        self.style = style
    }

    /// A blank.
    public static let blank = Cell(" ")
}

/// A whole screen as a value: `columns` x `rows` cells, and where the text cursor stands.
public struct Frame: Hashable, Sendable {
    /// Width in terminal columns, at least 1.
    public let columns: Int
    /// Height in rows, at least 1.
    public let rows: Int
    /// The cells, row after row.
    public private(set) var cells: [Cell]
    /// Where the text cursor is shown (a prompt); nil: hidden.
    public var cursor: (column: Int, row: Int)? {
        get { cursorColumn >= 0 ? (cursorColumn, cursorRow) : nil }
        set {
            cursorColumn = newValue?.column ?? -1
            cursorRow = newValue?.row ?? -1
        }
    }
    private var cursorColumn = -1
    private var cursorRow = -1

    /// A blank frame; a size below 1 counts as 1.
    public init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// The cell at a place inside the frame.
    public subscript(column: Int, row: Int) -> Cell {
        get { cells[row * columns + column] }
        set { cells[row * columns + column] = newValue }
    }

    /// The cells of one row.
    public func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * columns..<(row + 1) * columns]
    }

    /// From the first to the last changed column of a row, widened so that no wide cell, old or new, is cut; nil where
    /// nothing changed. The other frame must have the same size.
    public func changedColumns(row: Int, since old: Frame) -> Range<Int>? {
        let first = row * columns
        return cells.withUnsafeBufferPointer { new in
            old.cells.withUnsafeBufferPointer { old in
                var start = first
                var end = first + columns
                while start < end, Cell.isSame(new, old, at: start) { start += 1 }
                while start < end, Cell.isSame(new, old, at: end - 1) { end -= 1 }
                guard start < end else { return nil }
                func isCovered(_ place: Int) -> Bool { old[place].columns == 0 || new[place].columns == 0 }
                while start > first, isCovered(start) { start -= 1 }
                while end < first + columns, isCovered(end) { end += 1 }
                return start - first..<end - first
            }
        }
    }
}

extension Cell {
    /// Whether two frames have the same cell at a place. Equal bits are equal cells; only others are compared as
    /// graphemes, which costs much more.
    fileprivate static func isSame(
        _ left: UnsafeBufferPointer<Cell>, _ right: UnsafeBufferPointer<Cell>, at place: Int
    ) -> Bool {
        let size = MemoryLayout<Cell>.size
        let start = place * MemoryLayout<Cell>.stride
        let (leftBytes, rightBytes) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        var offset = 0
        var difference: UInt64 = 0
        while offset + 8 <= size {
            difference |=
                leftBytes.load(fromByteOffset: start + offset, as: UInt64.self)
                ^ rightBytes.load(fromByteOffset: start + offset, as: UInt64.self)
            offset += 8
        }
        while offset < size {
            difference |= UInt64(leftBytes[start + offset] ^ rightBytes[start + offset])
            offset += 1
        }
        return difference == 0 || left[place] == right[place]
    }
}
