import TraceAnalysis

/// Text measured and cut by terminal columns.
enum TextColumns {
    /// The columns of a text.
    static func width(of text: String) -> Int { DisplayText.width(text) }

    /// The columns of a grapheme: 0, 1 or 2.
    static func width(of glyph: Character) -> Int { min(2, DisplayText.width(of: glyph)) }

    /// The text cut to `width` columns at a grapheme border, its end marked with `…`.
    static func cut(_ text: String, to width: Int) -> String { DisplayText.cut(text, to: width) }

    /// A name made harmless: control, escape and bidi characters as their escapes.
    static func clean(_ text: String) -> String { DisplayText.clean(text) }
}
