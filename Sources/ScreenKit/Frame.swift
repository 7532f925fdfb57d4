/// One cell of a frame: a grapheme and its style.
public struct Cell: Hashable, Sendable {
    /// The grapheme; a blank if `columns` is 0.
    public var glyph: Character
    /// Terminal columns that it takes: 1, or 2 if it is wide; 0 marks a cell covered by the wide cell to its left.
    public var columns: UInt8
    /// The look.
    public var style: Style

    /// A blank.
    public static let blank = Cell(glyph: " ", columns: 1, style: .standard)
}

/// A whole screen as a value: `columns` x `rows` cells and the position of the text cursor.
public struct Frame: Equatable, Sendable {
    /// Width in terminal columns, at least 1.
    public let columns: Int
    /// Height in rows, at least 1.
    public let rows: Int
    /// The position of the text cursor (in a prompt); nil if it is hidden.
    public var cursor: (column: Int, row: Int)? {
        get { cursorColumn >= 0 ? (cursorColumn, cursorRow) : nil }
        set {
            cursorColumn = newValue?.column ?? -1
            cursorRow = newValue?.row ?? -1
        }
    }
    private var cursorColumn = -1
    private var cursorRow = -1
    /// The cells by row. Frames share the storage of equal rows, so that copying and comparing them is cheap.
    private var packed: [[PackedCell]]
    /// The graphemes of more than seven bytes, by number; at most one for each cell drawn.
    private var longGlyphs: [Character] = []

    /// A blank frame; a size below 1 counts as 1.
    public init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        packed = Frame.blank(columns: self.columns, rows: self.rows)
    }

    /// The cell at a place inside the frame.
    public subscript(column: Int, row: Int) -> Cell { cell(packed[row][column]) }

    /// A cell without its grapheme: its columns, its style and, if the grapheme consists of a single
    /// scalar, that scalar.
    public func plainCell(column: Int, row: Int) -> (scalar: UInt32?, columns: UInt8, style: Style) {
        let cell = packedCell(column, row)
        return (cell.glyph.scalar, cell.columns, cell.style)
    }

    /// All cells, row after row. O(cells).
    public var cells: [Cell] { packed.joined().map(cell) }

    /// The cells of one row. O(columns).
    public func row(_ row: Int) -> ArraySlice<Cell> { packed[row].map(cell)[...] }

    /// The range from the first to the last changed column of a row, widened so as not to cut a wide cell; nil if
    /// nothing changed. The other frame must have the same size.
    public func changedColumns(row: Int, since old: Frame) -> Range<Int>? {
        if isStoredOnce(row, with: old) { return nil }
        return packed[row].withUnsafeBufferPointer { new in
            old.packed[row].withUnsafeBufferPointer { before in
                var (start, end) = (0, columns)
                if longGlyphs == old.longGlyphs {
                    if Frame.isSameMemory(new, before) { return nil }
                    while Frame.isSameMemory(new, before, at: start) { start += 1 }
                    while Frame.isSameMemory(new, before, at: end - 1) { end -= 1 }
                }
                while start < end, isSame(new[start], before[start], in: old) { start += 1 }
                while start < end, isSame(new[end - 1], before[end - 1], in: old) { end -= 1 }
                guard start < end else { return nil }
                func isCovered(_ place: Int) -> Bool { before[place].columns == 0 || new[place].columns == 0 }
                while start > 0, isCovered(start) { start -= 1 }
                while end < columns, isCovered(end) { end += 1 }
                return start..<end
            }
        }
    }

    /// Whether a row shares its storage with the other frame's row; does not read the cells.
    @inline(__always)
    private func isStoredOnce(_ row: Int, with old: Frame) -> Bool {
        guard longGlyphs.isEmpty, old.longGlyphs.isEmpty else { return false }
        return packed.withUnsafeBytes { new in
            old.packed.withUnsafeBytes { before in
                let place = row * MemoryLayout<[PackedCell]>.stride
                return new.load(fromByteOffset: place, as: Int.self) == before.load(fromByteOffset: place, as: Int.self)
            }
        }
    }

    /// Whether cells are equal byte by byte: true for most rows of most frames, and fast.
    private static func isSameMemory(
        _ new: UnsafeBufferPointer<PackedCell>, _ before: UnsafeBufferPointer<PackedCell>
    ) -> Bool {
        let new = UnsafeRawBufferPointer(new)
        let before = UnsafeRawBufferPointer(before)
        var difference: UInt64 = 0
        for word in 0..<new.count / 8 {
            difference |=
                new.load(fromByteOffset: word * 8, as: UInt64.self)
                ^ before.load(fromByteOffset: word * 8, as: UInt64.self)
        }
        return difference == 0
    }

    /// Whether one cell is equal byte by byte.
    @inline(__always)
    private static func isSameMemory(
        _ new: UnsafeBufferPointer<PackedCell>, _ before: UnsafeBufferPointer<PackedCell>, at place: Int
    ) -> Bool {
        isSameMemory(
            UnsafeBufferPointer(rebasing: new[place...place]), UnsafeBufferPointer(rebasing: before[place...place]))
    }

    /// Whether the size, every cell and the cursor are the same.
    public static func == (left: Frame, right: Frame) -> Bool {
        left.columns == right.columns && left.rows == right.rows && left.cursorColumn == right.cursorColumn
            && left.cursorRow == right.cursorRow
            && (0..<left.rows).allSatisfy { left.changedColumns(row: $0, since: right) == nil }
    }
}

/// The cells as they are stored.
extension Frame {
    /// A stored cell.
    package func packedCell(_ column: Int, _ row: Int) -> PackedCell { packed[row][column] }

    /// Stores a cell. A row that does not change keeps the storage that it shares with other frames.
    @inline(__always)
    package mutating func set(_ cell: PackedCell, _ column: Int, _ row: Int) {
        if packed[row][column] != cell { packed[row][column] = cell }
    }

    /// Copies one row to another.
    package mutating func copyRow(_ row: Int, to target: Int) { packed[target] = packed[row] }

    /// Changes the stored cells of a row in place; `body` receives all of them.
    @inline(__always)
    package mutating func withRow(_ row: Int, _ body: (UnsafeMutableBufferPointer<PackedCell>) -> Void) {
        packed[row].withUnsafeMutableBufferPointer { body($0) }
    }

    /// The grapheme as a cell stores it.
    package mutating func glyph(_ character: Character) -> Glyph {
        if let short = Glyph(character) { return short }
        if let known = longGlyphs.firstIndex(of: character) { return Glyph(long: known) }
        longGlyphs.append(character)
        return Glyph(long: longGlyphs.count - 1)
    }

    /// Puts a frame that is not larger into the upper left corner, its cursor included; discards the old content.
    package mutating func embed(_ inner: Frame) {
        longGlyphs = inner.longGlyphs
        packed = Frame.blank(columns: columns, rows: rows)
        for row in 0..<min(rows, inner.rows) {
            for column in 0..<min(columns, inner.columns) { set(inner.packedCell(column, row), column, row) }
        }
        cursor = inner.cursor
    }

    private static func blank(columns: Int, rows: Int) -> [[PackedCell]] {
        Array(repeating: Array(repeating: PackedCell(.blank), count: columns), count: rows)
    }

    private func cell(_ cell: PackedCell) -> Cell {
        Cell(glyph: character(cell.glyph), columns: cell.columns, style: cell.style)
    }

    private func character(_ glyph: Glyph) -> Character { glyph.longNumber.map { longGlyphs[$0] } ?? glyph.character }

    @inline(__always)
    private func isSame(_ new: PackedCell, _ before: PackedCell, in old: Frame) -> Bool {
        guard new.glyph.longNumber != nil else { return new == before }
        return before.glyph.longNumber != nil && new.style == before.style && new.columns == before.columns
            && character(new.glyph) == old.character(before.glyph)
    }
}
