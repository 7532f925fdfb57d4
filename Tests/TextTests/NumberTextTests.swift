import Testing
import Text

@Suite struct NumberTextTests {
    @Test func `numbers are exact or refused`() {
        #expect(NumberText.integer("007") as Int? == nil)
        #expect(NumberText.integer("-1") as Int? == -1)
        #expect(NumberText.integer("9223372036854775808") as Int? == nil)
        #expect(NumberText.integer("18446744073709551615") as UInt64? == .max)
        for text in ["", "-", "+1", "1_000", "0x10", "1e3", "1.0", " 1"] {
            #expect(NumberText.integer(text) as Int? == nil)
        }
        #expect(NumberText.decimal("2.5", scale: 1000) == 2500)
        #expect(NumberText.decimal("0.5", scale: 1000) == 500)
        for text in ["1.", ".5", "1.+5", "1.-5", "1.5 "] {
            #expect(NumberText.decimal(text, scale: 1000) == nil)
        }
        #expect(NumberText.decimal("0.0001", scale: 1000) == nil)
        #expect(NumberText.decimal("-1", scale: 10) == nil)
        #expect(NumberText.decimal("-0.001", scale: 1000) == nil)
    }
}
