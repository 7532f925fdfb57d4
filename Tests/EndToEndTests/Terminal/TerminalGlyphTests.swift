import CTerminal
import Testing

@testable import taskscope

@Suite struct TerminalGlyphTests {
    /// `nil` if a `?` must replace it.
    @Test(
        arguments: [
            ("a", 1, "a", 1), ("é", 1, "é", 1), ("e\u{301}", 1, "e\u{301}", 1), ("送", 2, "送", 2), ("送", 1, "?", 1),
            ("█", 1, "█", 1), ("👩‍💻", 2, "👩", 2), ("❤️", 2, "❤", 1), ("\u{1B}", 1, "?", 1), ("\u{7}", 1, "?", 1),
            ("\u{9B}", 1, "?", 1), ("\u{202E}", 1, "?", 1), ("\u{301}", 1, "?", 1), ("\r\n", 1, "?", 1),
            ("\u{7F}", 1, "?", 1), ("\u{200B}", 1, "?", 1), ("\u{2028}", 1, "?", 1),
            // Thai, Hindi, Korean in letters: vowels with a place of their own, conjuncts, finals.
            ("กำ", 2, "กำ", 2), ("กำ", 1, "ก", 1), ("ที่", 1, "ที่", 1), ("हि", 2, "हि", 2), ("क\u{94D}", 1, "क\u{94D}", 1),
            ("\u{1112}\u{1161}\u{11AB}", 2, "\u{1112}\u{1161}\u{11AB}", 2),
        ] as [(Character, Int, String, Int)])
    func onlyWhatIsSafeAndFitsIsSent(_ glyph: Character, _ wanted: Int, _ sent: String, _ columns: Int) throws {
        try #require(ct_locale_is_unicode(), "these tests need a UTF-8 locale")
        let result = TerminalGlyph(glyph, columns: wanted, isUnicode: true)
        #expect(result.cells.flatMap(\.self) == sent.unicodeScalars.map(\.value))
        #expect(result.cells.count <= columns)
        #expect(result.columns == columns)
    }

    @Test func withoutUnicodeOnlyASCIIIsSent() {
        #expect(TerminalGlyph("x", columns: 1, isUnicode: false).cells == [[0x78]])
        #expect(TerminalGlyph("é", columns: 1, isUnicode: false).cells == [[0x3F]])
        #expect(TerminalGlyph("送", columns: 2, isUnicode: false).cells == [[0x3F]])
    }

    @Test func noScalarOfUnicodeSendsAControl() throws {
        try #require(ct_locale_is_unicode())
        for value in UInt32(0)..<0x11_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let sent = TerminalGlyph(Character(scalar), columns: 2, isUnicode: true).cells.flatMap(\.self)
            let isSafe = sent.allSatisfy {
                $0 >= 0x20 && !(0x7F..<0xA0).contains($0) && !(0x202A...0x202E).contains($0)
            }
            if !isSafe { Issue.record("U+\(String(value, radix: 16)) is sent as \(sent)") }
        }
    }
}
