/// A rectangle of terminal cells; columns and rows count from 0.
struct Rect: Hashable, Sendable {
    var column: Int
    var row: Int
    var columns: Int
    var rows: Int

    /// The column after the last one.
    var endColumn: Int { column + columns }
    /// The row after the last one.
    var endRow: Int { row + rows }
    /// Whether it holds no cell.
    var isEmpty: Bool { columns <= 0 || rows <= 0 }

    /// Whether a place lies in it.
    func holds(column place: Int, row line: Int) -> Bool {
        place >= column && place < endColumn && line >= row && line < endRow
    }

    /// A rectangle of at most this size in the middle of this one.
    func centred(columns wanted: Int, rows wantedRows: Int) -> Rect {
        let width = max(0, min(wanted, columns))
        let height = max(0, min(wantedRows, rows))
        return Rect(
            column: column + (columns - width) / 2, row: row + (rows - height) / 2, columns: width, rows: height)
    }

    /// Without a border of one cell.
    var inner: Rect {
        Rect(column: column + 1, row: row + 1, columns: max(0, columns - 2), rows: max(0, rows - 2))
    }
}
