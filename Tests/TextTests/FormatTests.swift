import Testing
import Text

@Suite struct FormatTests {
    @Test func `counts, nouns and shares`() {
        #expect(Format.count(-1_234_567) == "-1,234,567")
        #expect(Format.count(1, "run") == "1 run" && Format.count(0, "run") == "0 runs")
        #expect(Format.count(2, "entry", plural: "entries") == "2 entries")
        #expect(Format.percent(2, of: 3) == "67%")
        #expect(Format.percent(1, of: 0) == "-")
        #expect(Format.percent(.max, of: .max) == "100%")
        #expect(Format.right("5ms", width: 6) == "   5ms")
    }
}
