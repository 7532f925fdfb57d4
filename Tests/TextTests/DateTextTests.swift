import TestSupport
import Testing
import Text

@Suite struct DateTextTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2015-11-30T08:58:33Z", 1_448_873_913_000_000_000),
            ("1448873913", 1_448_873_913_000_000_000), ("1448873913.5", 1_448_873_913_500_000_000),
            ("2015-11-30T16:58:33.000000001+08:00", 1_448_873_913_000_000_001), ("-1.5", -1_500_000_000),
            ("2015-11-30T03:28:33-05:30", 1_448_873_913_000_000_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000_000_000), ("1969-12-31T23:59:59.5Z", -500_000_000), ("0", 0),
        ] as [(String, Int64)])
    func `dates are exact`(text: String, wanted: Int64) {
        #expect(DateText.parse(text) == wanted)
        #expect(DateText.parse(DateText.format(epochNanoseconds: wanted)) == wanted)
    }

    @Test(arguments: [
        "", "2015-02-30T09:05:23Z", "2015-11-30", "2015-13-01T00:00:00Z", "1900-02-29T00:00:00Z",
        "2015-11-30T24:00:00Z",
        "2015-11-30T09:05:23", "2015-11-30T09:05:60Z", "2015-11-30T09:60:23Z", "2015-00-30T09:05:23Z",
        "2015-11-00T09:05:23Z", "2015-11-30T09:05:23.Z", "1.0000000001", "9999-01-01T00:00:00Z",
        "99999999999999999999", "2015-11-30T09:05:23+25:00", "-", "1-2", "2015-11-30T09:05:23Zx", ".", "1.",
    ])
    func `what is not a date is refused`(text: String) {
        #expect(DateText.parse(text) == nil)
    }

    @Test(arguments: 0..<25)
    func `a written date reads the same`(seed: Int) {
        var generator = CaseGenerator(seed: UInt64(seed))
        for _ in 0..<100 {
            let epoch = Int64(generator.number(0...(.max - 1))) * (generator.chance(50) ? 1 : -1)
            #expect(DateText.parse(DateText.format(epochNanoseconds: epoch)) == epoch)
        }
    }
}
