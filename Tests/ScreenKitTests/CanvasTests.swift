import Testing

@testable import ScreenKit

@Suite struct CanvasTests {
    private func drawn(columns: Int, isASCII: Bool = false, _ draw: (inout Canvas) -> Void) -> String {
        var canvas = Canvas(columns: columns, rows: 1, isASCII: isASCII)
        draw(&canvas)
        return String(canvas.frame.row(0).filter { $0.columns > 0 }.map(\.glyph))
    }

    @Test func `text is cut with a mark and filled with blanks`() {
        #expect(drawn(columns: 8) { $0.put("Database", column: 0, row: 0, width: 5) } == "Data…   ")
        #expect(drawn(columns: 8) { $0.put("ab", column: 1, row: 0, width: 5, alignment: .trailing) } == "    ab  ")
    }

    @Test func `wide graphemes take two columns and are never halved`() {
        #expect(drawn(columns: 8) { $0.put("推送注册", column: 0, row: 0, width: 8) } == "推送注册")
        #expect(drawn(columns: 6) { $0.put("推送注册", column: 0, row: 0, width: 6) } == "推送… ")
        #expect(
            drawn(columns: 4) {
                $0.put("推送", column: 0, row: 0, width: 4)
                $0.set("x", column: 1, row: 0, style: .standard)
            } == " x送")
        #expect(
            drawn(columns: 4) {
                $0.put("推送", column: 0, row: 0, width: 4)
                $0.set("x", column: 2, row: 0, style: .standard)
            } == "推x ")
        #expect(
            drawn(columns: 6) {
                $0.put("推送注", column: 0, row: 0, width: 6)
                $0.put("册", column: 1, row: 0, width: 2)
            } == " 册 注")
    }

    @Test func `ASCII mode replaces every glyph`() {
        #expect(drawn(columns: 8, isASCII: true) { $0.put("█▓▒░·┊推", column: 0, row: 0, width: 8) } == "#=~-.|??")
    }

    @Test func `drawing outside changes nothing`() {
        let blank = drawn(columns: 3) { _ in }
        #expect(
            drawn(columns: 3) {
                $0.set("x", column: -1, row: 0, style: .standard)
                $0.set("x", column: 3, row: 0, style: .standard)
                $0.put("abc", column: 0, row: 5, width: 3)
                $0.box(Rect(column: 5, row: 5, columns: 9, rows: 9), title: "t", style: .standard)
            } == blank)
    }

    @Test func `what changed in a row takes whole graphemes, and only that`() {
        func frame(_ text: String, style: Style = .standard) -> Frame {
            var canvas = Canvas(columns: 10, rows: 2, isASCII: false)
            canvas.put(text, column: 0, row: 1, width: 10, style: style)
            return canvas.frame
        }
        #expect(frame("a b").changedColumns(row: 1, since: frame("a b")) == nil)
        #expect(frame("a b").changedColumns(row: 0, since: frame("c")) == nil)
        #expect(frame("abcde").changedColumns(row: 1, since: frame("aXcYe")) == 1..<4)
        #expect(frame("a推送").changedColumns(row: 1, since: frame("a推x")) == 3..<5)
        #expect(frame("a").changedColumns(row: 1, since: frame("a", style: Style(attributes: .bold))) == 0..<10)
        let long = "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}"
        #expect(frame(long).changedColumns(row: 1, since: frame(String(long.reversed().reversed()))) == nil)
    }
}
