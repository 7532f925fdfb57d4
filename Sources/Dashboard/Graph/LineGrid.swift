/// Horizontal and vertical lines in cells, as box-drawing characters.
///
/// Lines that turn or branch are joined. Where two only cross, the vertical one is drawn: the other passes below it.
struct LineGrid {
    /// Lines from the center of a cell to its sides, and how they meet there.
    private struct Cell: OptionSet {
        let rawValue: UInt8
        static let up = Cell(rawValue: 1)
        static let down = Cell(rawValue: 2)
        static let left = Cell(rawValue: 4)
        static let right = Cell(rawValue: 8)
        /// A line turns here.
        static let turn = Cell(rawValue: 16)
        /// A line with other ends joins a row here: what comes along the row must not seem to lead to those.
        static let merge = Cell(rawValue: 32)
        static let broken = Cell(rawValue: 64)

        var isCrossing: Bool { rawValue & 31 == 15 }
    }

    private var cells: [Cell]
    private let columns: Int

    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        cells = Array(repeating: [], count: self.columns * max(1, rows))
    }

    mutating func horizontal(_ row: Int, _ from: Int, _ to: Int, _ isBroken: Bool) {
        guard from <= to else { return }
        for column in from...to {
            let place = row * columns + column
            if column > from { cells[place].insert(.left) }
            if column < to { cells[place].insert(.right) }
            if isBroken { cells[place].insert(.broken) }
        }
    }

    /// A line that turns into rows at both ends.
    mutating func vertical(_ column: Int, _ from: Int, _ to: Int, _ isBroken: Bool) {
        for row in min(from, to)...max(from, to) {
            let place = row * columns + column
            if row > min(from, to) { cells[place].insert(.up) }
            if row < max(from, to) { cells[place].insert(.down) }
            if isBroken { cells[place].insert(.broken) }
        }
        cells[from * columns + column].insert(.turn)
        cells[to * columns + column].insert(.turn)
    }

    /// Shows the turn to the right that a vertical line with other ends takes where it joins a row.
    mutating func turnRight(_ row: Int, _ column: Int) { cells[row * columns + column].insert(.merge) }

    /// Whether a line passes below another.
    var hasCrossings: Bool { cells.contains { $0.isCrossing } }

    /// The cells by rows.
    var marks: [[GraphDrawing.Mark]] {
        stride(from: 0, to: cells.count, by: columns).map { first in
            cells[first..<first + columns].map {
                $0.isEmpty ? .blank : .line(LineGrid.glyph($0), isBroken: $0.contains(.broken))
            }
        }
    }

    private static func glyph(_ cell: Cell) -> Character {
        let isBroken = cell.contains(.broken)
        var arms = cell.rawValue & 15
        if cell.contains(.merge) { arms &= ~Cell.left.rawValue }
        if cell.isCrossing { arms = 3 }
        return switch arms {
        case 4, 8, 12: isBroken ? "╌" : "─"
        case 1, 2, 3: isBroken ? "╎" : "│"
        case 5: "╯"
        case 6: "╮"
        case 9: "╰"
        case 10: "╭"
        case 7: "┤"
        case 11: "├"
        case 13: "┴"
        case 14: "┬"
        case 15: "┼"
        case _: " "
        }
    }
}
