import Testing

@testable import Dashboard

@Suite struct RailsTests {
    /// The rails as text, without blanks at the end.
    private func text(_ predecessors: [[Int]]) -> [String] {
        Rails(predecessors: predecessors).lines(0..<predecessors.count).map { trimmed(String($0.glyphs)) }
    }

    private func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }

    @Test func `a chain is one tap a row`() {
        #expect(text([[], [0], [1]]) == ["o", "╰─o", "o─╯"])
    }

    @Test func `rows without edges share the first slot`() {
        #expect(text([[], [], []]) == ["o", "o", "o"])
    }

    @Test func `a slot stays until the last successor`() {
        #expect(text([[], [0], [0], [0]]) == ["o", "├─o", "├─o", "╰─o"])
    }

    @Test func `taps between the outer ones cross, or end`() {
        #expect(text([[], [], [], [0, 1, 2], [1]]) == ["o", "│ o", "│ │ o", "╰─┼─┴─o", "o─╯"].map { $0 })
    }

    @Test func `a slot in between that is not tapped is not touched`() {
        #expect(text([[], [], [0], [1]]) == ["o", "│ o", "╰─│─o", "o─╯"])
    }

    @Test func `a predecessor below or out of range is not drawn`() {
        #expect(text([[1], [7, -1], []]) == ["o", "o", "o"])
    }

    @Test func `more than twelve slots share one`() {
        let count = 14
        let lines = text(Array(repeating: [], count: count) + [Array(0..<count)])
        #expect(lines[11].hasSuffix("o"))
        #expect(lines[count - 1].hasSuffix("o"))
        #expect(lines[count].contains("»") || lines[count].hasSuffix("o"))
        #expect(lines.allSatisfy { $0.count <= (Rails.maximumSlots + 1) * 2 - 1 })
    }

    @Test(arguments: 0..<25) func `a window equals the same rows of the whole`(seed: Int) {
        var generator = Generator(seed: UInt64(seed))
        let count = 700
        let predecessors = (0..<count).map { row in
            (0..<Int(generator.next(through: 3))).map { _ in
                max(0, row - 1 - Int(generator.next(through: 60)))
            }.filter { $0 < row }
        }
        let rails = Rails(predecessors: predecessors)
        let whole = rails.lines(0..<count)
        for _ in 0..<20 {
            let start = Int(generator.next(through: UInt64(count)))
            let end = min(count, start + Int(generator.next(through: 50)))
            #expect(rails.lines(start..<end) == Array(whole[start..<end]))
        }
        #expect(rails.slotCount <= Rails.maximumSlots + 1)
        #expect(whole.allSatisfy { $0.glyphs.count <= rails.slotCount * 2 - 1 })
    }
}
