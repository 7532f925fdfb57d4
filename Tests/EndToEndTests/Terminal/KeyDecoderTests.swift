import Dashboard
import Testing

@testable import taskscope

/// Bytes and what they mean.
struct DecodedRow: Sendable, CustomTestStringConvertible {
    var bytes: String
    var keys: [Key]
    var testDescription: String { bytes.debugDescription }

    init(_ bytes: String, _ keys: Key...) {
        self.bytes = bytes
        self.keys = keys
    }
}

@Suite struct KeyDecoderTests {
    static let rows = [
        DecodedRow("a", .character("a")),
        DecodedRow("gG", .character("g"), .character("G")),
        DecodedRow(" ", .character(" ")),
        DecodedRow("é送👩‍💻", .character("é"), .character("送"), .character("👩‍💻")),
        DecodedRow("e\u{301}x", .character("e\u{301}"), .character("x")),
        DecodedRow("\r", .enter), DecodedRow("\n", .enter), DecodedRow("\t", .tab),
        DecodedRow("\u{7F}\u{8}", .backspace, .backspace),
        DecodedRow("\u{3}\u{1A}\u{C}", .control("c"), .control("z"), .control("l")),
        DecodedRow("\u{0}\u{1C}", .control("@"), .control("\\")),
        DecodedRow("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", .up, .down, .right, .left),
        DecodedRow("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", .up, .down, .right, .left),
        DecodedRow("\u{1B}[1;5A\u{1B}[1;2D\u{1B}[a\u{1B}O5C", .up, .left, .up, .right),
        DecodedRow("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~\u{1B}[1;5H", .home, .home, .home, .home, .home),
        DecodedRow("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", .end, .end, .end, .end),
        DecodedRow("\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[5;2~", .insert, .delete, .pageUp, .pageDown, .pageUp),
        DecodedRow("\u{1B}[3^", .delete),
        DecodedRow("\u{1B}[Z", .backTab),
        DecodedRow(
            "\u{1B}OP\u{1B}OS\u{1B}[P\u{1B}[1;2R\u{1B}[[A\u{1B}[[E", .function(1), .function(4), .function(1),
            .function(3), .function(1), .function(5)),
        DecodedRow(
            "\u{1B}[15~\u{1B}[21~\u{1B}[24~\u{1B}[34~", .function(5), .function(10), .function(12), .function(20)),
        DecodedRow("\u{1B}OM\u{1B}Oj\u{1B}Oq", .enter, .character("*"), .character("1")),
        DecodedRow(
            "\u{1B}[99;5u\u{1B}[27u\u{1B}[27;5;108~\u{1B}[9;2u", .control("c"), .escape, .control("l"), .backTab),
        DecodedRow("\u{1B}q", .escape, .character("q")),
        DecodedRow("\u{1B}\u{1B}[A", .escape, .up),
        DecodedRow("\u{1B}[?1;2cx\u{1B}[5;7Ry\u{1B}[Iz", .character("x"), .character("y"), .character("z")),
        DecodedRow("\u{1B}]11;rgb:0/0/0\u{7}x\u{1B}P1$r0m\u{1B}\\y", .character("x"), .character("y")),
        DecodedRow("\u{1B}[12\u{3}", .control("c")),
        DecodedRow("\u{1B}[\(String(repeating: "1", count: 500))~x", .character("x")),
        DecodedRow("\u{1B}[99999999999999999999~x", .character("x")),
        DecodedRow("\u{9B}x", .character("x")),
    ]

    @Test(arguments: rows) func bytesBecomeKeys(_ row: DecodedRow) {
        var decoder = KeyDecoder()
        #expect(decoder.feed(row.bytes.utf8) == row.keys.map(Message.key))
        #expect(decoder.patience == nil)
        #expect(decoder.flush().isEmpty)
    }

    @Test(arguments: rows.filter { row in !row.bytes.unicodeScalars.contains { $0 == "\u{301}" || $0 == "\u{200D}" } })
    func oneByteAtATimeIsTheSame(_ row: DecodedRow) {
        var decoder = KeyDecoder()
        #expect(row.bytes.utf8.flatMap { decoder.feed([$0]) } == row.keys.map(Message.key))
    }

    @Test(arguments: [
        DecodedRow("\u{1B}", .escape),
        DecodedRow("\u{1B}\u{1B}", .escape, .escape),
        DecodedRow("\u{1B}[", .escape, .character("[")),
        DecodedRow("\u{1B}O", .escape, .character("O")),
        DecodedRow("\u{1B}]", .escape, .character("]")),
        DecodedRow("\u{1B}[1;5"),
        DecodedRow("x\u{1B}", .character("x"), .escape),
    ])
    func whatNothingFollowsIsDecidedByTheFlush(_ row: DecodedRow) {
        var decoder = KeyDecoder()
        let first = decoder.feed(row.bytes.utf8)
        #expect(decoder.patience == 25)
        #expect(first + decoder.flush() == row.keys.map(Message.key))
        #expect(decoder.patience == nil)
        #expect(decoder.feed("j".utf8) == [.key(.character("j"))])
    }

    @Test func aPasteIsTextWhateverItHolds() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}[200~q\u{3}\r\u{1B}[".utf8).isEmpty)
        #expect(decoder.patience == 1_000)
        #expect(
            decoder.feed("A送\u{1B}[20\u{1B}[201~j".utf8) == [
                .paste("q\u{3}\r\u{1B}[A送\u{1B}[20"), .key(.character("j")),
            ])
    }

    @Test func aPasteWithoutItsEndEndsWhenNothingMoreComes() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}[200~送q\u{1B}[20".utf8).isEmpty)
        #expect(decoder.flush() == [.paste("送q\u{1B}[20")])
        #expect(decoder.patience == nil)
        // An end that comes late is no key.
        #expect(decoder.feed("j\u{1B}[201~\u{3}".utf8) == [.key(.character("j")), .key(.control("c"))])
    }

    @Test func aPasteBeyondTheLimitIsCutAndEnds() {
        var decoder = KeyDecoder()
        let text = String(repeating: "x", count: KeyDecoder.pasteLimit)
        #expect(decoder.feed(("\u{1B}[200~" + text + "yy\u{1B}[201~j").utf8) == [.paste(text), .key(.character("j"))])
    }

    @Test(arguments: [
        ("\u{1B}[<0;1;1M", MouseEvent(.press, column: 0, row: 0)),
        ("\u{1B}[<0;12;7m", MouseEvent(.release, column: 11, row: 6)),
        ("\u{1B}[<32;3;4M", MouseEvent(.drag, column: 2, row: 3)),
        ("\u{1B}[<16;3;4M", MouseEvent(.press, column: 2, row: 3)),
        ("\u{1B}[<64;3;4M", MouseEvent(.scrollUp, column: 2, row: 3)),
        ("\u{1B}[<65;3;4M", MouseEvent(.scrollDown, column: 2, row: 3)),
        ("\u{1B}[<0;0;0M", MouseEvent(.press, column: 0, row: 0)),
        ("\u{1B}[M !!", MouseEvent(.press, column: 0, row: 0)),
        ("\u{1B}[M#\"#", MouseEvent(.release, column: 1, row: 2)),
    ])
    func mouseReportsBecomeEvents(_ bytes: String, _ event: MouseEvent) {
        var decoder = KeyDecoder()
        #expect(decoder.feed(bytes.utf8) == [.mouse(event)])
    }

    @Test(arguments: ["\u{1B}[<2;1;1M", "\u{1B}[<35;1;1M", "\u{1B}[<66;1;1M", "\u{1B}[<0;1M", "\u{1B}[<64;1;1m"])
    func otherReportsAreDropped(_ bytes: String) {
        var decoder = KeyDecoder()
        #expect(decoder.feed(bytes.utf8).isEmpty)
    }

    @Test(
        arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xE9]] as [[UInt8]])
    func bytesThatAreNoUTF8AreDropped(_ bytes: [UInt8]) {
        var decoder = KeyDecoder()
        let messages = decoder.feed(bytes) + decoder.flush() + decoder.feed("j".utf8)
        #expect(messages == [.key(.character("j"))])
    }

    @Test(arguments: 0..<25) func randomBytesNeverTrapAndLeaveItUsable(_ seed: UInt64) {
        var decoder = KeyDecoder()
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let likely = Array("\u{1B}\u{1B}[[OM<;;0123456789~uAHm]\\\u{7}".utf8)
        var messages = 0
        for _ in 0..<4_000 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let byte = state & 1 == 0 ? UInt8(truncatingIfNeeded: state >> 32) : likely[Int(state >> 33) % likely.count]
            messages += decoder.feed([byte]).count
            if state >> 60 == 0 { messages += decoder.flush().count }
        }
        #expect(messages > 100)
        _ = decoder.feed("\u{1B}[201~\u{1B}\\".utf8)
        _ = decoder.flush()
        #expect(decoder.feed("j".utf8) == [.key(.character("j"))])
    }
}
