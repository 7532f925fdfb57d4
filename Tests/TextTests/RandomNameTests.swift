import TestSupport
import Testing
import Text

/// Names of any scalars: what is shown of them controls nothing and has the columns that it says.
@Suite struct RandomNameTests {
    /// Where names come from: plain, wide, joined, combined, turned, and what controls a terminal.
    private static let ranges: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0x00...0x1F, 0x7F...0x9F, 0xA0...0x24F, 0x300...0x36F, 0x590...0x6FF, 0x900...0x97F, 0xE00...0xE7F,
        0x1100...0x11FF, 0x2000...0x206F, 0x20D0...0x20FF, 0x2500...0x27BF, 0x3000...0x30FF, 0x4E00...0x4E7F,
        0xAC00...0xAC7F, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFF00...0xFFFF, 0x1F1E6...0x1F1FF, 0x1F300...0x1F6FF,
        0x1F3FB...0x1F3FF, 0x200D...0x200D, 0xE0000...0xE007F, 0x10000...0x10FFFF,
    ]

    private static func name(_ cases: inout CaseGenerator) -> String {
        var name = ""
        for _ in 0..<cases.number(0...12) {
            let range = cases.pick(ranges)
            let value = cases.number(Int(range.lowerBound)...Int(range.upperBound))
            if let scalar = Unicode.Scalar(UInt32(value)) { name.unicodeScalars.append(scalar) }
        }
        return name
    }

    @Test("400 names a seed are cleaned, cut and filled to their columns", arguments: 0..<Campaign.count(25))
    func names(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        for _ in 0..<400 {
            let name = Self.name(&cases)
            let told = name.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
            for glyphs in [Glyphs.unicode, .ascii] {
                let shown = DisplayText.clean(name, glyphs: glyphs)
                let isSafe = shown.unicodeScalars.allSatisfy {
                    $0.properties.generalCategory != .control && !$0.properties.isBidiControl
                }
                #expect(isSafe, "\(told)")
                let scalars = Array(shown.unicodeScalars)
                let isJoined = zip(scalars, scalars.dropFirst()).allSatisfy { !$0.isASCII || $1.value != 0x200D }
                #expect(isJoined && scalars.first?.value != 0x200D, "a joiner joins nothing: \(told)")
                if glyphs == .ascii { #expect(shown.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(told)") }
                // The columns of a text are those of its characters: nothing joins what stands beside it.
                #expect(DisplayText.width(of: shown) == shown.reduce(0) { $0 + DisplayText.width(of: String($1)) })
                let beside = DisplayText.width(of: "x" + shown + "x")
                #expect(beside == DisplayText.width(of: shown) + 2, "\(told)")
                let columns = cases.number(0...20)
                #expect(
                    DisplayText.width(of: DisplayText.cut(shown, to: columns, glyphs: glyphs)) <= columns, "\(told)")
                #expect(
                    DisplayText.width(of: DisplayText.pad(shown, to: columns, glyphs: glyphs)) == columns, "\(told)")
            }
        }
    }
}
