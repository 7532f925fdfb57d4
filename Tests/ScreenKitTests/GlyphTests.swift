import Testing

@testable import ScreenKit

@Suite struct GlyphTests {
    @Test(
        "A grapheme comes out of a cell as it went in",
        arguments: ["a", " ", "é", "e\u{301}", "▓", "推", "🇨🇳", "👍🏽", "👨‍👩‍👧", "a\u{301}\u{302}\u{303}\u{304}"] as [Character])
    func comesOut(_ character: Character) {
        var frame = Frame(columns: 4, rows: 1)
        frame.set(PackedCell(frame.glyph(character)), 2, 0)
        #expect(frame[2, 0].glyph == character)
        #expect(Array(frame[2, 0].glyph.unicodeScalars) == Array(character.unicodeScalars))
    }

    @Test func `seven bytes are in the cell, eight in the frame's list`() {
        let seven = Character("x\u{301}\u{301}\u{301}")
        let eight = Character("é\u{301}\u{301}\u{301}")
        #expect(Glyph(seven)?.character == seven)
        #expect(Glyph(eight) == nil)
        var frame = Frame(columns: 2, rows: 1)
        #expect(frame.glyph(seven).longNumber == nil)
        #expect(frame.glyph(eight).longNumber == 0)
        #expect(frame.glyph("👨‍👩‍👧").longNumber == 1)
        #expect(frame.glyph(eight).longNumber == 0)
    }

    @Test func `long graphemes are compared as such, not by their numbers`() {
        func frame(_ glyphs: [Character]) -> Frame {
            var frame = Frame(columns: 2, rows: 1)
            for (column, glyph) in glyphs.enumerated() { frame.set(PackedCell(frame.glyph(glyph)), column, 0) }
            return frame
        }
        let one = frame(["👨‍👩‍👧", "👩‍👩‍👦"])
        var other = Frame(columns: 2, rows: 1)
        other.set(PackedCell(other.glyph("👩‍👩‍👦")), 1, 0)
        other.set(PackedCell(other.glyph("👨‍👩‍👧")), 0, 0)
        #expect(one == other)
        #expect(one.changedColumns(row: 0, since: other) == nil)
        #expect(one.changedColumns(row: 0, since: frame(["👨‍👩‍👧", "x"])) == 1..<2)
        #expect(frame(["x", "👨‍👩‍👧"]).changedColumns(row: 0, since: frame(["👨‍👩‍👧", "👨‍👩‍👧"])) == 0..<1)
    }
}
