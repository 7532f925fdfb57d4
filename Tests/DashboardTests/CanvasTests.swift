import SchedulerCore
import Testing

@testable import Dashboard

@Suite struct CanvasTests {
    private func drawn(columns: Int, isASCII: Bool = false, _ draw: (inout Canvas) -> Void) -> String {
        var canvas = Canvas(columns: columns, rows: 1, isASCII: isASCII)
        draw(&canvas)
        return canvas.frame.lines[0]
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
}

@Suite struct TimeScaleTests {
    @Test(
        arguments: [
            (1_000_000_000, 36, 50_000_000), (1_000_000_000, 10, 100_000_000), (1, 10, 1), (11, 10, 2), (21, 10, 5),
            (51, 10, 10),
        ] as [(Int64, Int, Int64)])
    func `the step is the shortest of 1, 2, 5 that fits`(length: Int64, cells: Int, step: Int64) {
        #expect(TimeScale.step(fitting: Nanoseconds(length), cells: cells) == Nanoseconds(step))
    }

    @Test func `finer and coarser are inverse`() {
        var step = Nanoseconds(1)
        for _ in 0..<30 {
            #expect(TimeScale.finer(TimeScale.coarser(step)) == step)
            step = TimeScale.coarser(step)
        }
    }

    @Test func `the window follows time and always shows it`() {
        let step = Nanoseconds(10)
        for now in stride(from: Int64(0), through: 5000, by: 7) {
            let instant = Instant(nanoseconds: now)
            let start = TimeScale.following(instant, step: step, cells: 37)
            let cell = TimeScale(start: start, step: step, cells: 37).cell(of: instant)
            #expect((0..<37).contains(cell))
        }
    }
}

@Suite struct KeyMapTests {
    @Test func `no key stands for two things`() {
        let keys = KeyMap.bindings.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
    }

    @Test func `every action has a name of its own`() {
        #expect(Set(KeyTable.actions).count == KeyTable.actions.count)
    }

    @Test func `every binding says what it does`() {
        #expect(KeyMap.bindings.allSatisfy { !$0.does.isEmpty && !$0.shown.isEmpty && !$0.keys.isEmpty })
    }

    @Test func `gg needs both`() {
        #expect(KeyTable.standard.action(for: .character("g"), after: nil) == nil)
        #expect(KeyTable.standard.action(for: .character("g"), after: .character("g")) == .move(.first))
    }

    @Test func `the table is Markdown`() {
        let lines = KeyMap.markdown().split(separator: "\n")
        #expect(lines.count == KeyMap.bindings.count + 2)
        #expect(lines.contains("| `L` | launch the app |"))
    }
}

@Suite struct PromptTests {
    private func typed(_ keys: [Key], history: [String] = []) -> Prompt {
        var prompt = Prompt(.command, history: history)
        for key in keys { _ = prompt.take(key) }
        return prompt
    }

    @Test func `editing keys edit`() {
        #expect(typed([.character("a"), .character("c"), .left, .character("b")]).line == "abc")
        #expect(typed([.character("a"), .character("b"), .home, .delete]).line == "b")
        #expect(typed([.character("a"), .character(" "), .character("b"), .control("w")]).line == "a ")
        #expect(typed([.character("a"), .character("b"), .control("u")]).line == "")
    }

    @Test func `up and down recall without losing what was typed`() {
        #expect(typed([.up], history: ["one", "two"]).line == "two")
        #expect(typed([.up, .up, .up], history: ["one", "two"]).line == "one")
        #expect(typed([.character("x"), .up, .down], history: ["one"]).line == "x")
    }

    @Test func `escape and backspace on nothing leave`() {
        var prompt = Prompt(.command)
        #expect(prompt.take(.escape) == .cancelled)
        #expect(prompt.take(.backspace) == .cancelled)
    }

    @Test func `pasted control characters become blanks`() {
        var prompt = Prompt(.command)
        prompt.insert("a\u{1B}b\tc")
        #expect(prompt.line == "a b c")
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
