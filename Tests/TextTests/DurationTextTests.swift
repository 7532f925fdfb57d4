import TestSupport
import Testing
import Text

@Suite struct DurationTextTests {
    @Test(
        arguments: [
            ("40ms", 40_000_000), ("1s", 1_000_000_000), ("1.5s", 1_500_000_000), ("2m", 120_000_000_000),
            ("1h", 3_600_000_000_000), ("250us", 250_000), ("10ns", 10), ("1s500ms", 1_500_000_000), ("0", 0),
            ("0s", 0), ("4min30.148s", 270_148_000_000), ("2min", 120_000_000_000),
            ("0.000000001s", 1), ("1.50000000000000000000s", 1_500_000_000), ("87600h", 315_360_000_000_000_000),
            ("1h30m", 5_400_000_000_000), ("00001s", 1_000_000_000),
        ] as [(String, Int64)])
    func `durations are exact`(text: String, wanted: Int64) {
        #expect((try? DurationText.read(text)) == wanted)
    }

    @Test(arguments: [
        "", "5", "-5s", "1.s", ".5s", "1.0000000001s", "1ms1s", "1s1s", "1 s", "5d", "1e3s", "87600h1ns", "ms",
        "9999999999999999999s", "1,5s", "1s ", "٣s", "1.5.5s",
    ])
    func `what is not a duration is refused`(text: String) {
        #expect((try? DurationText.read(text)) == nil)
        #expect(DurationText.complaint(about: text)?.contains("\"\(text)\" is not a duration; ") == true)
    }

    @Test(
        arguments: [
            ("1.5s", nil), ("87600h", nil), ("0", nil), ("soon", "write 40ms, 1.5s, 2m or 1h"),
            ("0.14 sec", "write 140ms"), ("3 Seconds", "write 3s"), ("1 s", "write 1s"), ("7 µs", "write 7us"),
            ("5", "write its unit, as in \"5s\" or \"5ms\""), ("1ms1s", "write units from large to small, each once"),
            ("1.0000000001s", "it is finer than a nanosecond"), ("87600h1ns", "the limit is ten years (87600h)"),
            ("99999999h", "the limit is ten years (87600h)"),
            ("9999999999999999999s", "the limit is ten years (87600h)"),
        ] as [(String, String?)])
    func `the error says what is wrong with a duration`(text: String, reason: String?) {
        #expect(DurationText.complaint(about: text) == reason.map { "\"\(text)\" is not a duration; \($0)" })
    }

    @Test(arguments: 0..<25)
    func `a written duration reads the same`(seed: Int) {
        var generator = CaseGenerator(seed: UInt64(seed))
        for _ in 0..<400 {
            let unit = generator.pick([1, 1000, 1_000_000, 1_000_000_000, 60_000_000_000] as [Int64])
            let duration = Int64(generator.number(0...5_000_000)) * unit
            #expect((try? DurationText.read(DurationText.written(nanoseconds: duration))) == duration)
        }
    }

    @Test(
        arguments: [
            (1_500_000_000, "1500ms"), (0, "0s"), (3_600_000_000_000, "1h"), (DurationText.limitNanoseconds, "87600h"),
        ] as [(Int64, String)])
    func `a written duration is short`(count: Int64, text: String) {
        #expect(DurationText.written(nanoseconds: count) == text)
    }

    @Test(
        arguments: [
            (695_583_051, 500_000_000, "696ms"), (500_400_000, 500_000_000, "500.4ms"),
            (500_000_001, 500_000_000, "500.000001ms"), (500_000_000, 500_000_000, "500ms"),
            (499_600_000, 499_700_000, "499.6ms"), (0, 0, "0s"), (.max, .max - 1, "106751d 23h 47min 16.854775807s"),
        ] as [(Int64, Int64, String)])
    func `a duration beside a limit is rounded to the right side of it`(count: Int64, limit: Int64, text: String) {
        #expect(DurationText.rounded(nanoseconds: count, against: limit) == text)
    }

    /// Count, exact, rounded, short.
    private static let shown: [(Int64, String, String, String)] = [
        (0, "0s", "0s", "0"), (7, "7ns", "7ns", "7ns"), (999, "999ns", "999ns", "999ns"), (1000, "1us", "1us", "1us"),
        (1_234, "1.234us", "1.234us", "1.23us"), (999_499, "999.499us", "999us", "999us"),
        (999_500, "999.5us", "1ms", "1ms"), (40_000_000, "40ms", "40ms", "40ms"),
        (12_345_678, "12.345678ms", "12ms", "12.3ms"), (999_999_999, "999.999999ms", "1s", "1s"),
        (1_234_000_000, "1.234s", "1.234s", "1.23s"), (1_255_000_000, "1.255s", "1.255s", "1.26s"),
        (59_940_000_000, "59.94s", "59.94s", "59.9s"), (59_960_000_000, "59.96s", "59.96s", "1m"),
        (125_000_000_000, "2min 5s", "2min 5s", "2m5s"), (270_148_000_000, "4min 30.148s", "4min 30.148s", "4m30s"),
        (3_599_600_000_000, "59min 59.6s", "59min 59.6s", "1h"), (3_600_000_000_000, "1h", "1h", "1h"),
        (3_900_000_000_000, "1h 5min", "1h 5min", "1h5m"), (273_600_000_000_000, "3d 4h", "3d 4h", "76h"),
        (8_640_000_000_000_000, "100d", "100d", "100d"), (315_360_000_000_000_000, "3650d", "3650d", "3650d"),
        (-1_250_000_000, "-1.25s", "-1.25s", "-1.25s"),
        (.max, "106751d 23h 47min 16.854775807s", "106751d 23h 47min 16.854775807s", "292y"),
        (.min, "-106751d 23h 47min 16.854775807s", "-106751d 23h 47min 16.854775807s", "-292y"),
    ]

    @Test(arguments: shown.indices)
    func `durations as people see them`(row: Int) {
        let (count, exact, rounded, short) = Self.shown[row]
        #expect(DurationText.exact(nanoseconds: count) == exact)
        #expect(DurationText.rounded(nanoseconds: count) == rounded)
        #expect(DurationText.short(nanoseconds: count) == short)
    }

    @Test(arguments: [0, 1, 40_000_000, 59_999_000_000, 60_000_000_000, 166_010_000_000, 3_600_000_000_001])
    func `a duration in one unit is read as it was`(count: Int64) throws {
        let text = DurationText.inOneUnit(nanoseconds: count)
        #expect(try DurationText.read(text) == count && !text.contains(" "))
    }

    @Test func `rounded counts with more decimals`() {
        let counts = (0...7).map { DurationText.roundedCount(nanoseconds: -12_345_678, decimals: $0) }
        #expect(
            counts == [
                -12_000_000, -12_300_000, -12_350_000, -12_346_000, -12_345_700, -12_345_680, -12_345_678, -12_345_678,
            ])
    }

    @Test func `short texts never exceed their width`() {
        var count: Int64 = 1
        while count < .max / 8 {
            for near in [count - 1, count, count + count / 2, -count] {
                #expect(DurationText.short(nanoseconds: near).utf8.count <= DurationText.shortWidth)
            }
            count = count * 5 / 3 + 1
        }
    }
}
