import SchedulerCore
import Testing
import TraceAnalysis

@Suite struct FormatTests {
    private static let durations: [(Int64, String, String)] = [
        (0, "0 s", "0"), (7, "7 ns", "7ns"), (999, "999 ns", "999ns"), (1000, "1 µs", "1µs"),
        (40_000, "40 µs", "40µs"), (1_234, "1.23 µs", "1.23µs"), (999_499, "999 µs", "999µs"),
        (999_500, "1 ms", "1ms"), (340_000_000, "340 ms", "340ms"), (12_345_678, "12.3 ms", "12.3ms"),
        (999_999_999, "1 s", "1s"), (1_250_000_000, "1.25 s", "1.25s"), (1_255_000_000, "1.26 s", "1.26s"),
        (59_940_000_000, "59.9 s", "59.9s"), (59_960_000_000, "1 min", "1m"), (125_000_000_000, "2 min 5 s", "2.08m"),
        (3_600_000_000_000, "1 h", "60m"), (3_900_000_000_000, "1 h 5 min", "65m"),
        (273_600_000_000_000, "3 d 4 h", "76h"), (315_360_000_000_000_000, "3650 d", "3650d"),
        (.max, "106752 d", "292y"), (.min, "-106752 d", "-292y"), (-1_250_000_000, "-1.25 s", "-1.25s"),
    ]

    @Test("lengths of time have three digits and a fitting unit", arguments: durations.indices)
    func rounding(row: Int) {
        let (count, long, short) = Self.durations[row]
        #expect(Format.duration(Nanoseconds(count)) == long)
        #expect(Format.short(Nanoseconds(count)) == short)
    }

    @Test("ASCII has no micro sign")
    func ascii() {
        #expect(Format.duration(Nanoseconds(40_000), glyphs: .ascii) == "40 us")
        #expect(Format.short(Nanoseconds(40_000), glyphs: .ascii) == "40us")
    }

    @Test("short texts never exceed their width")
    func widths() {
        var count: Int64 = 1
        while count < .max / 8 {
            for near in [count - 1, count, count + count / 2, -count] {
                #expect(DisplayText.width(Format.short(Nanoseconds(near))) <= Format.shortWidth)
            }
            count = count * 5 / 3 + 1
        }
        #expect(Format.short(.milliseconds(5), width: 6) == "   5ms")
    }

    @Test("times, counts, shares, differences")
    func others() {
        #expect(Format.time(Instant(nanoseconds: 1_250_499_999)) == "1.250")
        #expect(Format.time(.distantFuture) == "never")
        #expect(Format.count(-1_234_567) == "-1,234,567")
        #expect(Format.count(1, "run") == "1 run" && Format.count(0, "run") == "0 runs")
        #expect(Format.percent(Nanoseconds(2), of: Nanoseconds(3)) == "67%")
        #expect(Format.percent(Nanoseconds(1), of: .zero) == "-")
        #expect(Format.percent(Nanoseconds(.max), of: Nanoseconds(.max)) == "100%")
        #expect(Format.signed(.milliseconds(3)) == "+3ms" && Format.signed(.zero) == "0")
    }
}
