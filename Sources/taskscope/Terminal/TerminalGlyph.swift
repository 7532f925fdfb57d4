import CNcurses

/// What is sent to the terminal for one grapheme: the only place that filters control, escape and bidi characters.
///
/// Leaves out scalars that this terminal cannot be trusted to draw in the columns wanted: of a joined
/// emoji the first one stays. If nothing stays, it is `?` and blanks up to the width.
struct TerminalGlyph: Equatable {
    /// Scalars to send as one cell; the first takes `columns`, the others are combining.
    var scalars: [UInt32]
    /// The columns that it takes on the terminal, 1 or 2, never more than wanted.
    var columns: Int

    private static let combiningLimit = 4

    /// A blank.
    static let blank = TerminalGlyph(scalars: [0x20], columns: 1)

    init(_ glyph: Character, columns wanted: Int, isUnicode: Bool) {
        let unknown = TerminalGlyph(scalars: [0x3F], columns: 1)
        guard let base = glyph.unicodeScalars.first else {
            self = unknown
            return
        }
        if (0x20..<0x7F).contains(base.value), glyph.unicodeScalars.count == 1 {
            self = TerminalGlyph(scalars: [base.value], columns: 1)
            return
        }
        let width = isUnicode && TerminalGlyph.isDrawn(base) ? Int(cn_width(base.value)) : 0
        guard width >= 1, width <= wanted else {
            self = unknown
            return
        }
        let marks = glyph.unicodeScalars.dropFirst().filter { TerminalGlyph.isMark($0) }.prefix(
            TerminalGlyph.combiningLimit)
        self = TerminalGlyph(scalars: [base.value] + marks.map(\.value), columns: width)
    }

    private init(scalars: [UInt32], columns: Int) {
        self.scalars = scalars
        self.columns = columns
    }

    private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: false
        default: true
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            !scalar.properties.isVariationSelector && cn_width(scalar.value) == 0
        default: false
        }
    }
}
