import Text
import Testing

@Suite struct DisplayTextTests {
    private static let widths: [(String, Int)] = [
        ("", 0), ("Login", 5), ("caf\u{E9}", 4), ("cafe\u{301}", 4), ("推送注册", 8), ("ｱ", 1), ("Ａ", 2), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("\u{600}👍", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("🇩", 1),
        ("🇩\u{301}", 1), ("🇩🇪🇫🇷", 4),
        ("❤", 1),
        ("❤\u{FE0F}", 2),
        ("1\u{FE0F}\u{20E3}", 2), ("☕", 2), ("█▓░", 3), ("…", 1), ("│", 1), ("א", 1), ("ไทย", 3), ("𠀀", 2), ("、", 2),
        ("क्ष", 2), ("〈", 2), ("\u{3000}", 2), ("𐍈", 1), ("€", 1),
    ]

    @Test("columns as terminals count them", arguments: widths.indices)
    func columns(row: Int) {
        #expect(DisplayText.width(of: Self.widths[row].0) == Self.widths[row].1)
    }

    private static let texts: [(String, String, String)] = [
        ("plain", "plain", "plain"), ("\u{1B}[31mred", "␛[31mred", "^[[31mred"), ("a\u{7}b", "a^Gb", "a^Gb"),
        ("a\nb\t\u{0}", "a^Jb^I^@", "a^Jb^I^@"), ("a\r\nb", "a^M^Jb", "a^M^Jb"), ("\u{7F}", "^?", "^?"),
        ("\u{9B}31m", "<U+009B>31m", "<U+009B>31m"), ("a\u{202E}b", "a<U+202E>b", "a<U+202E>b"),
        ("\u{2066}x\u{2069}", "<U+2066>x<U+2069>", "<U+2066>x<U+2069>"), ("\u{FEFF}x", "<U+FEFF>x", "<U+FEFF>x"),
        ("a\u{200B}b", "a<U+200B>b", "a<U+200B>b"), ("\u{301}x", "<U+0301>x", "?x"), ("推送", "推送", "????"),
        ("caf\u{E9}", "café", "caf?"), ("👨‍👩‍👧", "👨‍👩‍👧", "??"), ("a🇩🇪b", "a<DE>b", "a<DE>b"), ("🇩🇪🇫", "<DE><F>", "<DE><F>"),
        ("x\u{E0041}", "x<U+E0041>", "x<U+E0041>"),
        // A joiner is only kept where Unicode may be shown, even behind a letter that can be.
        ("\u{600}a\u{200D}", "<U+0600>a\u{200D}", "<U+0600>a<U+200D>"),
    ]

    @Test("nothing that controls a terminal is left", arguments: texts.indices)
    func cleaning(row: Int) {
        let (text, unicode, ascii) = Self.texts[row]
        #expect(DisplayText.clean(text) == unicode)
        #expect(DisplayText.clean(text, glyphs: .ascii) == ascii)
    }

    @Test("every character comes out clean, in ASCII mode as ASCII")
    func sweep() {
        for value in (0...UInt32(0x2FFF)).compactMap({ Unicode.Scalar($0) }) {
            let text = "a" + String(value) + "b"
            let shown = DisplayText.clean(text).unicodeScalars
            let isSafe = shown.allSatisfy { $0.properties.generalCategory != .control && !$0.properties.isBidiControl }
            #expect(isSafe)
            #expect(DisplayText.clean(text, glyphs: .ascii).utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        }
    }

    @Test("the control characters are those of Unicode's category")
    func controlCharacters() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if DisplayText.isControl(scalar) != (scalar.properties.generalCategory == .control) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    @Test("a pile of accents is cut down")
    func piles() {
        let pile = "a" + String(repeating: "\u{301}", count: 1000)
        #expect(DisplayText.clean(pile).unicodeScalars.count == DisplayText.maximumScalars)
    }

    @Test(
        "a long line is broken at spaces, and what follows is indented by two more than it",
        arguments: [
            ("one two three four", ["one two", "  three four"]),
            ("  one two three four", ["  one two", "    three", "    four"]),
            ("one supercalifragilistic two", ["one", "  supercali…", "  two"]),
            ("   supercalifragilistic", ["     superc…"]),
            ("one two  three four", ["one two ", "  three four"]), ("  one two", ["  one two"]),
            ("推送注册 推送", ["推送注册", "  推送"]), ("one two three ", ["one two", "  three "]),
        ])
    func wrapping(text: String, lines: [String]) {
        #expect(DisplayText.wrap(text, to: 12) == lines)
    }

    @Test("text is cut between graphemes and padded by columns")
    func fitting() {
        #expect(DisplayText.cut("RemoteConfig", to: 7) == "Remote…")
        #expect(DisplayText.cut("RemoteConfig", to: 7, glyphs: .ascii) == "Remote~")
        #expect(DisplayText.cut("推送注册", to: 8) == "推送注册")
        #expect(DisplayText.cut("推送注册", to: 7) == "推送注…")
        #expect(DisplayText.cut("推送注册", to: 6) == "推送…")
        #expect(DisplayText.pad("推送注册", to: 6) == "推送… ")
        #expect(DisplayText.pad("推", to: 4, alignment: .right) == "  推")
        #expect(DisplayText.cut("👨‍👩‍👧👍", to: 3) == "👨‍👩‍👧…")
        #expect(DisplayText.cut("abc", to: 0).isEmpty && DisplayText.cut("abc", to: 1) == "…")
    }
}
