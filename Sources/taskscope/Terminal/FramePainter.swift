import CNcurses
import Dashboard
import ScreenKit

/// Updates curses' picture of the screen from the last frame to the next: writes only what changed in each row.
struct FramePainter {
    /// What curses shows; nil if unknown: then everything is written.
    private var last: Frame?
    private var colors: ColorPairs
    private let isUnicode: Bool
    /// Graphemes of one scalar, by scalar and columns wanted.
    private var known: [UInt64: TerminalGlyph] = [:]
    private static let knownLimit = 4_096
    /// How the styles encountered so far are shown.
    private var looks: [Look] = []

    /// What curses must know about a style, and a blank in that style.
    private struct Look {
        let style: Style
        let attributes: UInt32
        let pair: Int16
        var blank: cchar_t
    }

    init(colors: ColorPairs, isUnicode: Bool) {
        self.colors = colors
        self.isUnicode = isUnicode
    }

    /// The next frame is drawn as a whole, because the terminal's picture is no longer known.
    mutating func forget() {
        last = nil
        cn_blank()
        cn_forget_screen()
    }

    /// Draws; afterwards the output of curses contains what to send. A frame larger than curses' screen is cut.
    mutating func paint(_ frame: Frame) {
        let known = last.flatMap { $0.columns == frame.columns && $0.rows == frame.rows ? $0 : nil }
        var isChanged =
            known.map { $0.cursor?.column != frame.cursor?.column || $0.cursor?.row != frame.cursor?.row } ?? true
        // To fill the last cell, curses would read the cell before it, which a screen one column wide does not have.
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
        withUnsafeTemporaryAllocation(of: cchar_t.self, capacity: columns.count) { written in
            var count = 0
            var style = Style.standard
            var look = look(of: style)
            var column = columns.lowerBound
            while column < columns.upperBound {
                let cell = frame.plainCell(column: column, row: row)
                if cell.style != style {
                    style = cell.style
                    look = self.look(of: style)
                }
                if cell.columns == 1, let scalar = cell.scalar, (0x20..<0x7F).contains(scalar) {
                    var place = looks[look].blank
                    cn_set_scalar(&place, scalar)
                    written.initializeElement(at: count, to: place)
                    count += 1
                    column += 1
                    continue
                }
                let isWide =
                    cell.columns == 2 && column + 1 < frame.columns
                    && frame.plainCell(column: column + 1, row: row).columns == 0
                let wanted = isWide ? 2 : 1
                let glyph =
                    cell.columns == 1 || isWide ? self.glyph(frame, column, row, cell.scalar, wanted) : .blank
                for scalars in glyph.cells {
                    written.initializeElement(at: count, to: place(scalars, looks[look]))
                    count += 1
                }
                if glyph.columns < wanted {
                    written.initializeElement(at: count, to: looks[look].blank)
                    count += 1
                }
                column += wanted
            }
            cn_put(Int32(row), Int32(columns.lowerBound), written.baseAddress, Int32(count))
        }
    }

    /// The number in `looks` of how a style is shown; few are in use at once.
    private mutating func look(of style: Style) -> Int {
        if let known = looks.firstIndex(where: { $0.style == style }) { return known }
        let (attributes, pair) = colors.look(of: style)
        var look = Look(style: style, attributes: attributes, pair: pair, blank: cchar_t())
        look.blank = place([0x20], look)
        if looks.count == FramePainter.knownLimit { looks.removeAll(keepingCapacity: true) }
        looks.append(look)
        return looks.count - 1
    }

    private func place(_ scalars: [UInt32], _ look: Look) -> cchar_t {
        var cell = cchar_t()
        cn_set_cell(&cell, scalars, Int32(scalars.count), look.attributes, look.pair)
        return cell
    }

    /// What to send for a cell; computed once for each grapheme of one scalar.
    private mutating func glyph(
        _ frame: Frame, _ column: Int, _ row: Int, _ scalar: UInt32?, _ wanted: Int
    ) -> TerminalGlyph {
        let key = scalar.map { UInt64($0) << 2 | UInt64(wanted) }
        if let key, let known = known[key] { return known }
        let glyph = TerminalGlyph(frame[column, row].glyph, columns: wanted, isUnicode: isUnicode)
        if let key, known.count < FramePainter.knownLimit { known[key] = glyph }
        return glyph
    }
}

/// What is sent to the terminal for one grapheme: the only place that filters control, escape and bidi characters.
///
/// Leaves out scalars that this terminal cannot be trusted to draw in the columns wanted: of a joined
/// emoji the first one stays. If nothing stays, it is `?` and blanks up to the width.
struct TerminalGlyph: Equatable {
    /// One cell: a scalar that takes columns, and those that are drawn onto it.
    typealias Cell = [UInt32]

    /// The cells to send: more than one if the grapheme has vowels with a place of their own, as in Thai and Hindi.
    private(set) var cells: [Cell]
    /// The columns that they take on the terminal, 1 or 2, never more than wanted.
    private(set) var columns: Int

    private static let combiningLimit = 4

    /// A blank.
    static let blank = TerminalGlyph(scalar: 0x20)

    init(_ glyph: Character, columns wanted: Int, isUnicode: Bool) {
        let scalars = glyph.unicodeScalars
        guard let base = scalars.first else {
            self = TerminalGlyph(scalar: 0x3F)
            return
        }
        if (0x20..<0x7F).contains(base.value), scalars.count == 1 {
            self = TerminalGlyph(scalar: base.value)
            return
        }
        (cells, columns) = ([], 0)
        if isUnicode { for scalar in scalars where TerminalGlyph.isDrawn(scalar) { append(scalar, upTo: wanted) } }
        // What combines has nothing to stand on without its base.
        if cells.first?.first != base.value { self = TerminalGlyph(scalar: 0x3F) }
    }

    private init(scalar: UInt32) {
        (cells, columns) = ([[scalar]], 1)
    }

    private mutating func append(_ scalar: Unicode.Scalar, upTo wanted: Int) {
        let width = Int(cn_width(scalar.value))
        if width > 0, columns + width <= wanted {
            cells.append([scalar.value])
            columns += width
        } else if width == 0, let last = cells.indices.last, cells[last].count <= TerminalGlyph.combiningLimit {
            cells[last].append(scalar.value)
        }
    }

    private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: false
        default: !scalar.properties.isVariationSelector
        }
    }
}

/// The color pairs of curses, each made when a style first needs it.
struct ColorPairs {
    private struct Pair: Hashable {
        var foreground: Int16
        var background: Int16
    }

    /// The number of the terminal's colors; 0 if none are used.
    private let count: Int32
    private let limit: Int
    private var numbers: [Pair: Int16] = [:]

    /// Switches colors on if `isOn` and the terminal has them; curses must be running.
    init(isOn: Bool) {
        count = isOn ? cn_start_colors() : 0
        limit = count > 0 ? Int(cn_pair_limit()) : 0
    }

    /// The attributes and the pair that show a style; without colors, and when all pairs are in use, the pair is 0.
    mutating func look(of style: Style) -> (attributes: UInt32, pair: Int16) {
        var attributes = UInt32(style.attributes.rawValue)
        guard count >= 8 else { return (attributes, 0) }
        let foreground = number(of: style.foreground)
        if foreground >= 8, count < 16 { attributes |= UInt32(Style.Attributes.bold.rawValue) }
        let wanted = Pair(
            foreground: count < 16 && foreground >= 8 ? foreground - 8 : foreground,
            background: count < 16 ? min(number(of: style.background), 15) % 8 : number(of: style.background))
        return (attributes, pair(wanted))
    }

    private mutating func pair(_ wanted: Pair) -> Int16 {
        if wanted == Pair(foreground: -1, background: -1) { return 0 }
        if let known = numbers[wanted] { return known }
        let next = numbers.count + 1
        guard next < limit, init_pair(Int16(next), wanted.foreground, wanted.background) == OK else { return 0 }
        numbers[wanted] = Int16(next)
        return Int16(next)
    }

    /// The terminal's number for a color; -1 for its own color.
    private func number(of color: Color) -> Int16 {
        switch color {
        case .standard: -1
        case .ansi(let index): Int16(index & 15)
        }
    }
}

/// Whether colors are used: `--color`, then NO_COLOR, then CLICOLOR_FORCE, then the kind of output decides.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether to use colors; `isTerminal` is about the output, `environment` returns a variable's value.
    func isOn(isTerminal: Bool, environment: (String) -> String?) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if let refused = environment("NO_COLOR"), !refused.isEmpty { return false }
            if let forced = environment("CLICOLOR_FORCE"), !forced.isEmpty, forced != "0" { return true }
            return isTerminal
        }
    }
}
