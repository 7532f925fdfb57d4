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
