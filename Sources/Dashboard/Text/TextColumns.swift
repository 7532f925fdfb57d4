/// Text measured and cut by terminal columns.
enum TextColumns {
    /// The columns of a text.
    static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// The columns of a grapheme: 0, 1 or 2.
    static func width(of glyph: Character) -> Int {
        guard let first = glyph.unicodeScalars.first else { return 0 }
        if first.value < 0x20 || first.value == 0x7F { return 0 }
        if first.value < 0x1100 { return 1 }
        return isWide(first.value) ? 2 : 1
    }

    /// The text cut to `width` columns at a grapheme border, its end marked with `…`.
    static func cut(_ text: String, to width: Int) -> String {
        guard TextColumns.width(of: text) > width else { return text }
        guard width > 0 else { return "" }
        var result = ""
        var used = 0
        for glyph in text {
            let columns = TextColumns.width(of: glyph)
            if used + columns > width - 1 { break }
            result.append(glyph)
            used += columns
        }
        return result + String(Glyphs.cut)
    }

    /// A name made harmless: control, escape and bidi characters as their escapes.
    static func clean(_ text: String) -> String {
        text
    }

    private static func isWide(_ value: UInt32) -> Bool {
        (0x1100...0x115F).contains(value) || (0x2E80...0xA4CF).contains(value) || (0xAC00...0xD7A3).contains(value)
            || (0xF900...0xFAFF).contains(value) || (0xFE30...0xFE6F).contains(value)
            || (0xFF00...0xFF60).contains(value) || (0x1F300...0x1FAFF).contains(value)
    }
}
