/// A grapheme in eight bytes: its UTF-8 if that has at most seven, else the number of its entry in the frame's list of
/// long ones. So a frame is plain memory, copied and compared without touching a string.
package struct Glyph: Hashable, BitwiseCopyable, Sendable {
    /// The bytes, starting with the lowest; the highest byte is their count, or `longMark`.
    private var bits: UInt64

    private static let longMark: UInt64 = 0xFF

    /// A blank.
    package static let blank = Glyph(ascii: 0x20)

    /// An ASCII character.
    @inline(__always)
    package init(ascii byte: UInt8) { bits = UInt64(byte) | 1 << 56 }

    /// A grapheme of at most seven bytes; nil if it has more.
    package init?(_ character: Character) {
        var (packed, count) = (UInt64(0), UInt64(0))
        for byte in character.utf8 {
            if count == 7 { return nil }
            packed |= UInt64(byte) << (8 * count)
            count += 1
        }
        bits = packed | count << 56
    }

    /// The entry `number` of a frame's list.
    package init(long number: Int) { bits = UInt64(number) | Glyph.longMark << 56 }

    /// The number of its entry in the frame's list; nil if it is short.
    package var longNumber: Int? {
        bits >> 56 == Glyph.longMark ? Int(bits & 0xFFFF_FFFF) : nil
    }

    /// Its only scalar; nil if it has several.
    @inline(__always)
    package var scalar: UInt32? {
        let count = Int(bits >> 56)
        if count == 1 { return UInt32(truncatingIfNeeded: bits & 0xFF) }
        let first = UInt32(truncatingIfNeeded: bits & 0xFF)
        func following(_ place: Int) -> UInt32 { UInt32(truncatingIfNeeded: bits >> UInt64(8 * place)) & 0x3F }
        switch (count, first) {
        case (2, 0xC0...0xDF): return (first & 0x1F) << 6 | following(1)
        case (3, 0xE0...0xEF): return (first & 0x0F) << 12 | following(1) << 6 | following(2)
        case (4, 0xF0...0xF7): return (first & 0x07) << 18 | following(1) << 12 | following(2) << 6 | following(3)
        case _: return nil
        }
    }

    /// A short glyph as a character.
    package var character: Character {
        let count = Int(bits >> 56)
        if count == 1 { return Character(Unicode.Scalar(UInt8(truncatingIfNeeded: bits))) }
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        return Character(String(decoding: bytes, as: UTF8.self))
    }
}

/// A cell of a frame as it is stored.
package struct PackedCell: Hashable, BitwiseCopyable, Sendable {
    /// The grapheme.
    package var glyph: Glyph
    /// The look.
    package var style: Style
    /// Columns that it takes, as `Cell.columns`.
    package var columns: UInt8

    /// By default one column wide, in the standard style.
    @inline(__always)
    package init(_ glyph: Glyph, columns: UInt8 = 1, style: Style = .standard) {
        self.glyph = glyph
        self.style = style
        self.columns = columns
    }
}

/// The characters that draw the screen, and their ASCII stand-ins.
package enum ScreenGlyph {
    /// A run on the critical path.
    package static let criticalRun: Character = "█"
    /// A run.
    package static let run: Character = "▓"
    /// A planned run.
    package static let planned: Character = "▒"
    /// A wait for a lane.
    package static let laneWait: Character = "░"
    /// A wait while the task or its lane is paused.
    package static let pauseWait: Character = "╌"
    /// A wait for a dependency.
    package static let dependencyWait: Character = "·"
    /// A lifecycle event.
    package static let event: Character = "┊"
    /// The line at the current instant.
    package static let now: Character = "│"
    /// The mark of the current instant above the ruler.
    package static let nowMark: Character = "▼"
    /// A stretch of time in which nothing happens, in one cell.
    package static let fold: Character = "≈"
    /// A tick of the clock.
    package static let tick: Character = "╵"
    /// A run of the compared course.
    package static let ghost: Character = "▁"
    /// A timer that is late.
    package static let late: Character = "!"
    /// The line between parts.
    package static let rule: Character = "─"
    /// There is more to the side.
    package static let more: Character = "»"
    /// The rest of a text is left out.
    package static let cut: Character = "…"

    /// The stand-in for `glyph` on a terminal with ASCII only; `?` if there is none.
    package static func ascii(_ glyph: Character) -> Character {
        if glyph.isASCII { return glyph }
        return standIns[glyph] ?? "?"
    }

    private static let standIns: [Character: Character] = [
        "█": "#", "▓": "=", "▒": "~", "░": "-", "·": ".", "┊": "|", "│": "|", "─": "-", "├": "+", "┤": "+",
        "┼": "+", "┬": "+", "┴": "+", "╯": "'", "╰": "`", "╭": ".", "╮": ".", "╌": "~", "≈": ":", "╵": "'", "»": ">",
        "…": "~",
        "▁": "_",
        "▂": "_", "▃": "-", "▄": "-", "▅": "=", "▆": "=", "▇": "#", "◀": "<", "▶": ">", "▲": "^", "▼": "v",
        "→": ">", "←": "<", "–": "-", "∞": "~", "×": "x", "µ": "u", "≥": ">", "≤": "<", "—": "-",
    ]
}
