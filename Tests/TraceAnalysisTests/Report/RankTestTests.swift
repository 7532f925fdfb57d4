import Testing
import TraceAnalysis

@Suite struct RankTestTests {
    @Test(
        "small groups without equal values are tested exactly (values from another program)",
        arguments: [
            ([10, 12, 14, 16, 18], [11, 15, 17, 19, 20], 36, 0.154_761_904_761_904_76),
            ([1, 2, 3, 4, 5, 6, 7, 8], [9, 10, 11, 12, 13, 14], 96, 0.000_333_000_333_000_333),
            ([2, 4, 6, 8, 10], [1, 3, 5, 7, 9], 20, 0.726_190_476_190_476_2),
        ] as [([Int64], [Int64], Int64, Double)])
    func exact(before: [Int64], after: [Int64], doubleU: Int64, p: Double) throws {
        let test = try #require(RankTest(before, after))
        #expect(test.doubleU == doubleU)
        #expect(abs(test.p - p) < 1e-12)
    }

    @Test(
        "equal values and large groups use the normal approximation (values from another program)",
        arguments: [
            ([1, 2, 2, 3, 4, 5, 5, 6], [2, 3, 5, 6, 6, 7, 8, 8, 9], 117, 0.016_366_290_248_013_476),
            (
                Array(stride(from: 0, to: 60, by: 2)), Array(stride(from: 15, to: 75, by: 2)), 1294,
                0.001_835_446_696_225_326_4
            ),
            (Array(0..<40), Array(35..<80), 3575, 2.864_160_134_320_863_3e-15),
            (Array(repeating: 5, count: 6), Array(repeating: 5, count: 6), 36, 1),
        ] as [([Int64], [Int64], Int64, Double)])
    func approximate(before: [Int64], after: [Int64], doubleU: Int64, p: Double) throws {
        let test = try #require(RankTest(before, after))
        #expect(test.doubleU == doubleU)
        #expect(abs(test.p - p) <= p * 1e-9)
    }

    @Test func `too few values give no result, and p has four decimals`() throws {
        #expect(RankTest([1, 2, 3, 4], [1, 2, 3, 4, 5]) == nil)
        #expect(RankTest([10, 12, 14, 16, 18], [11, 15, 17, 19, 20])?.text == "p 0.1548")
        #expect(RankTest(Array(0..<40), Array(35..<80))?.text == "p < 0.0001")
        #expect(RankTest(Array(repeating: 5, count: 6), Array(repeating: 5, count: 6))?.text == "p 1")
    }
}
