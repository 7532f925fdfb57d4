import SchedulerCore
import Testing
import TraceAnalysis

@Suite struct ShownPartsTests {
    /// Parts in microseconds, and how they and their sum are shown.
    private static let tables: [([Int64], String)] = [
        ([], "0s"), ([112_000, 306_000], "112ms 306ms 418ms"), ([12_400, 12_300], "12.4ms 12.3ms 24.7ms"),
        ([12_400, 12_400], "12.4ms 12.4ms 24.8ms"), ([12_460, 12_460, 12_460], "12.46ms 12.46ms 12.46ms 37.38ms"),
    ]

    @Test("as many decimals as make the parts add up", arguments: tables)
    func decimals(microseconds: [Int64], text: String) {
        let parts = microseconds.map { Nanoseconds($0 * 1_000) }
        let shown = ShownParts(parts)
        let all = parts + [parts.reduce(.zero) { $0 + $1 }]
        #expect(all.map(shown.text).joined(separator: " ") == text)
    }

    @Test func `what adds up only exactly is shown exactly`() {
        let part = Nanoseconds(12_444_445)
        #expect(ShownParts([part, part]).text(part) == "12.444445ms")
    }
}
