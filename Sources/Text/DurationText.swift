/// Durations as text: as files and scripts write them, and as people see them.
///
/// Everything counts whole nanoseconds; only `rounded` and `short` drop any.
public enum DurationText {
    /// The longest duration that may be written: ten years of 365 days, in nanoseconds.
    public static let limitNanoseconds: Int64 = 315_360_000_000_000_000

    /// The widest text of `short`, in columns: `-12.3ms`, `-59m59s`.
    public static let shortWidth = 7

    static let minute: Int64 = 60_000_000_000
    static let hour: Int64 = 3_600_000_000_000
    static let day: Int64 = 86_400_000_000_000

    /// The shortest exact text in one unit, as files write it: `1500ms`, `40ms`, `0s`. `read` gives the same number.
    public static func written(nanoseconds: Int64) -> String {
        guard nanoseconds != 0 else { return "0s" }
        for unit in units where nanoseconds % unit.nanoseconds == 0 {
            return "\(nanoseconds / unit.nanoseconds)\(unit.name)"
        }
        return "\(nanoseconds)ns"
    }

    /// Exact, for people: `0s`, `40ms`, `1.234s`, `4min 30.148s`, `1h 5min`, `3d 4h`.
    public static func exact(nanoseconds: Int64) -> String {
        if nanoseconds == .min { return "-" + exact(nanoseconds: .max) }
        if nanoseconds < 0 { return "-" + exact(nanoseconds: -nanoseconds) }
        guard nanoseconds >= minute else { return small(nanoseconds) }
        var parts: [String] = []
        if nanoseconds >= day { parts.append("\(nanoseconds / day)d") }
        if nanoseconds % day >= hour { parts.append("\(nanoseconds % day / hour)h") }
        if nanoseconds % hour >= minute { parts.append("\(nanoseconds % hour / minute)min") }
        let seconds = nanoseconds % minute
        if seconds > 0 { parts.append(Format.decimal(seconds, unit: 1_000_000_000) + "s") }
        return parts.joined(separator: " ")
    }

    /// Exact in one unit, for people who will type it again: `40ms`, `166.01s`. `read` gives the same number.
    public static func inOneUnit(nanoseconds: Int64) -> String {
        nanoseconds < minute ? exact(nanoseconds: nanoseconds) : Format.decimal(nanoseconds, unit: 1_000_000_000) + "s"
    }

    /// As `exact`, rounded half up: to milliseconds from 10 ms on, to microseconds from 10 us on.
    public static func rounded(nanoseconds: Int64) -> String {
        exact(nanoseconds: roundedCount(nanoseconds: nanoseconds))
    }

    /// As `rounded`, with as many decimals more as it takes to be on the same side of a limit as the exact length.
    public static func rounded(nanoseconds: Int64, against limit: Int64) -> String {
        let shown = (0..<6).lazy.map { roundedCount(nanoseconds: nanoseconds, decimals: $0) }
        let isOver = nanoseconds > limit
        return exact(nanoseconds: shown.first { ($0 > limit) == isOver } ?? nanoseconds)
    }

    /// The length that `rounded` writes, in nanoseconds, or one with up to six more decimals.
    public static func roundedCount(nanoseconds: Int64, decimals: Int = 0) -> Int64 {
        let size = nanoseconds.magnitude
        var grain: UInt64 = size >= 10_000_000 ? 1_000_000 : size >= 10_000 ? 1_000 : 1
        for _ in 0..<decimals where grain > 1 { grain /= 10 }
        let whole = Int64(clamping: (size + grain / 2) / grain * grain)
        return nanoseconds < 0 ? -whole : whole
    }

    /// In at most six columns, seven with a sign: `1.25s`, `340ms`, `4m30s`, `1h5m`, `3d4h`, `400d`.
    ///
    /// Below a minute rounded half up to three digits, above that to whole seconds, minutes, hours or days.
    public static func short(nanoseconds: Int64) -> String {
        let sign = nanoseconds < 0 ? "-" : ""
        let size = nanoseconds.magnitude
        guard size > 0 else { return "0" }
        let digits = threeDigits(size)
        if digits < UInt64(minute) { return sign + small(Int64(digits)) }
        for scale in scales {
            let steps = (size + scale.step / 2) / scale.step
            guard steps * scale.step < scale.limit else { continue }
            let (large, rest) = steps.quotientAndRemainder(dividingBy: scale.stepsInUnit)
            return sign + "\(large)\(scale.unit)" + (rest == 0 ? "" : "\(rest)\(scale.rest)")
        }
        return sign + "\((size + year / 2) / year)y"
    }
}

extension DurationText {
    private static let year = UInt64(day) * 365

    /// How `short` writes durations below `limit`: in whole steps, shown as units and the remaining steps.
    private struct Scale {
        var limit: UInt64
        var step: UInt64
        var unit: String
        var stepsInUnit: UInt64
        var rest: String
    }

    private static let scales = [
        Scale(limit: UInt64(hour), step: 1_000_000_000, unit: "m", stepsInUnit: 60, rest: "s"),
        Scale(limit: UInt64(hour) * 100, step: UInt64(minute), unit: "h", stepsInUnit: 60, rest: "m"),
        Scale(limit: UInt64(day) * 100, step: UInt64(hour), unit: "d", stepsInUnit: 24, rest: "h"),
        Scale(limit: UInt64(day) * 10_000, step: UInt64(day), unit: "d", stepsInUnit: 1, rest: ""),
    ]

    /// Below a minute, exact.
    private static func small(_ count: Int64) -> String {
        if count >= 1_000_000_000 { return Format.decimal(count, unit: 1_000_000_000) + "s" }
        if count >= 1_000_000 { return Format.decimal(count, unit: 1_000_000) + "ms" }
        if count >= 1_000 { return Format.decimal(count, unit: 1_000) + "us" }
        return count == 0 ? "0s" : "\(count)ns"
    }

    /// A number rounded half up to its first three digits.
    private static func threeDigits(_ number: UInt64) -> UInt64 {
        var (step, rest) = (UInt64(1), number)
        while rest >= 1000 {
            rest /= 10
            step *= 10
        }
        return (number / step + (step > 1 && number % step >= step - number % step ? 1 : 0)) * step
    }
}
