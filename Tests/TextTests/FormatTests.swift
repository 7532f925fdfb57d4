import Testing
import Text

@Suite struct FormatTests {
    @Test func `counts, nouns and shares`() {
        #expect(Format.count(-1_234_567) == "-1,234,567")
        #expect(Format.count(1, "run") == "1 run" && Format.count(0, "run") == "0 runs")
        #expect(Format.count(2, "entry", plural: "entries") == "2 entries")
        #expect(Format.percent(2, of: 3) == "67%")
        #expect(Format.percent(1, of: 0) == "-")
        // 470 of 800 are 58.75 %; only what is full shows 100.
        #expect(Format.used(470, of: 800) == 59)
        #expect(Format.used(9_999, of: 10_000) == 99)
        #expect(Format.used(10_001, of: 10_000) == 100)
        #expect(Format.used(.max - 1, of: .max) == 99)
        #expect(Format.used(0, of: 0) == nil)
        #expect(Format.percent(.max, of: .max) == "100%")
        #expect(Format.right("5ms", width: 6) == "   5ms")
    }

    @Test(arguments: [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")])
    func `names in a sentence`(names: [String], text: String) { #expect(Format.list(names) == text) }
}
