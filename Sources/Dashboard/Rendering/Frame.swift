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
}
