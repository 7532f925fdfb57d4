import TraceAnalysis

/// Text measured and cut by terminal columns.
enum TextColumns {
    /// The columns of a text.
    static func width(of text: String) -> Int { DisplayText.width(text) }

    /// The columns of a grapheme: 0, 1 or 2.
    static func width(of glyph: Character) -> Int { min(2, DisplayText.width(of: glyph)) }

    /// The text cut to `width` columns at a grapheme border, its end marked with `…`.
    static func cut(_ text: String, to width: Int) -> String { DisplayText.cut(text, to: width) }

    /// The text in lines of at most `width` columns, broken at blanks where there are any; later lines are indented by as
    /// many blanks as the first, and two.
    static func wrap(_ text: String, to width: Int) -> [String] {
        guard width > 8, self.width(of: text) > width else { return [text] }
        let margin = String(repeating: " ", count: min(width / 2, text.prefix { $0 == " " }.count + 2))
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let longer =
                line.isEmpty && lines.isEmpty ? String(word) : line == margin ? margin + word : "\(line) \(word)"
            if self.width(of: longer) <= width {
                line = lines.isEmpty && line.isEmpty && word.isEmpty ? " " : longer
            } else {
                if !line.isEmpty, line != margin { lines.append(line) }
                line = cut(margin + word, to: width)
            }
        }
        if line != margin { lines.append(line) }
        return lines
    }

    /// A name made harmless: control, escape and bidi characters as their escapes.
    static func clean(_ text: String) -> String { DisplayText.clean(text) }
}
