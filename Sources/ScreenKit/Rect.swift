/// A rectangle of terminal cells; columns and rows count from 0.
package struct Rect: Hashable, Sendable {
    /// The first column.
    package var column: Int
    /// The first row.
    package var row: Int
    /// How many columns wide.
    package var columns: Int
    /// How many rows high.
    package var rows: Int

    /// A rectangle by its upper left corner and its size.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }

    /// The column after the last one.
    package var endColumn: Int { column + columns }
    /// The row after the last one.
    package var endRow: Int { row + rows }
    /// Whether it contains no cells.
    package var isEmpty: Bool { columns <= 0 || rows <= 0 }

    /// Whether it contains a cell.
    package func holds(column place: Int, row line: Int) -> Bool {
        place >= column && place < endColumn && line >= row && line < endRow
    }

    /// A rectangle of at most this size in the middle of this one.
    package func centred(columns wanted: Int, rows wantedRows: Int) -> Rect {
        let width = max(0, min(wanted, columns))
        let height = max(0, min(wantedRows, rows))
        return Rect(
            column: column + (columns - width) / 2, row: row + (rows - height) / 2, columns: width, rows: height)
    }

    /// The rectangle without a border of one cell.
    package var inner: Rect {
        Rect(column: column + 1, row: row + 1, columns: max(0, columns - 2), rows: max(0, rows - 2))
    }
}

/// A screen's width and height in cells.
public struct ScreenSize: Hashable, Sendable, CustomStringConvertible {
    /// The largest width and height that can be asked for.
    public static let limit = 1_000
    /// Width in terminal columns, 1 ... `limit`.
    public let columns: Int
    /// Height, 1 ... `limit`.
    public let rows: Int

    /// A size, clamped to the limits.
    public init(columns: Int, rows: Int) {
        self.columns = max(1, min(ScreenSize.limit, columns))
        self.rows = max(1, min(ScreenSize.limit, rows))
    }

    /// A size written as `80x24`; nil if the text is not a size or exceeds the limits.
    public init?(_ text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...ScreenSize.limit).contains(columns),
            (1...ScreenSize.limit).contains(rows)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }

    /// The size as text: `80x24`.
    public var description: String { "\(columns)x\(rows)" }
}
