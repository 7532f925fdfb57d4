import SchedulerCore

/// Which characters may be shown.
public enum Glyphs: UInt8, CaseIterable, Sendable {
    /// Everything that UTF-8 can say.
    case unicode
    /// Only the printable characters of ASCII.
    case ascii
}

/// Numbers as text for people; the only place that decides how a number reads.
///
/// Lengths of time are rounded half away from zero to three digits, the whole part never cut; zeros at the end of a
/// fraction are dropped. Machines get whole nanoseconds instead.
public enum Format {
    /// The widest text of `short`, in columns: `-12.3ms`.
    public static let shortWidth = 7

    /// A length of time with a blank before its unit: `1.25 s`, `340 ms`, `40 µs`, `2 min 5 s`, `1 h 5 min`, `3 d 4 h`.
    public static func duration(_ duration: Nanoseconds, glyphs: Glyphs = .unicode) -> String {
        let sign = duration.count < 0 ? "-" : ""
        let size = duration.count.magnitude
        if size == 0 { return "0 s" }
        if let small = rounded(size) { return "\(sign)\(small.number) \(small.unit.name(glyphs))" }
        let seconds = (size + second / 2) / second
        if seconds < 3600 { return sign + pair(seconds, 60, "min", 1, "s") }
        let minutes = (size + 30 * second) / (60 * second)
        if minutes < 24 * 60 { return sign + pair(minutes, 60, "h", 1, "min") }
        return sign + pair((size + 1800 * second) / (3600 * second), 24, "d", 1, "h")
    }

    /// A length of time in at most six columns, seven with a sign: `1.25s`, `340ms`, `40µs`, `2.08m`, `1.5h`, `30d`.
    public static func short(_ duration: Nanoseconds, glyphs: Glyphs = .unicode) -> String {
        let sign = duration.count < 0 ? "-" : ""
        let size = duration.count.magnitude
        if size == 0 { return "0" }
        if let small = rounded(size) { return "\(sign)\(small.number)\(small.unit.name(glyphs))" }
        for unit in LongUnit.all {
            // What rounds up to a minute is one, however little is missing.
            let thousandths = max(1000, significant(size / (unit.seconds * 1_000_000), digits: 3))
            if thousandths < unit.limit * 1000 || unit.limit == 0 { return sign + decimal(thousandths) + unit.name }
        }
        return sign
    }

    /// `short` with its sign always shown, for differences: `+3ms`, `-1.25s`, `0`.
    public static func signed(_ duration: Nanoseconds, glyphs: Glyphs = .unicode) -> String {
        (duration.count > 0 ? "+" : "") + short(duration, glyphs: glyphs)
    }

    /// `short` at the right end of `width` columns.
    public static func short(_ duration: Nanoseconds, width: Int, glyphs: Glyphs = .unicode) -> String {
        right(short(duration, glyphs: glyphs), width: width)
    }

    /// A point of time in seconds with three decimals, rounded half up: `1.250`.
    public static func time(_ instant: Instant) -> String {
        guard instant != .distantFuture else { return "never" }
        let thousandths = (instant.nanoseconds.magnitude + 500_000) / 1_000_000
        let fraction = String(thousandths % 1000 + 1000).dropFirst()
        return (instant.nanoseconds < 0 ? "-" : "") + "\(thousandths / 1000).\(fraction)"
    }

    /// A number with its thousands apart: `1,234,567`.
    public static func count(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            if place > 0 && (digits.count - place).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// A number and its noun: `1 run`, `2 runs`.
    public static func count(_ number: Int, _ noun: String) -> String {
        count(number) + " " + noun + (number == 1 ? "" : "s")
    }

    /// A share in whole percent, rounded half up: `80%`; `-` of nothing.
    public static func percent(_ part: Nanoseconds, of whole: Nanoseconds) -> String {
        guard whole.count > 0 && part.count >= 0 else { return "-" }
        let (high, low) = part.count.magnitude.multipliedFullWidth(by: 200)
        let divisor = whole.count.magnitude * 2
        let (sum, carry) = low.addingReportingOverflow(whole.count.magnitude)
        let top = high + (carry ? 1 : 0)
        guard top < divisor else { return ">999%" }
        return "\(divisor.dividingFullWidth((top, sum)).quotient)%"
    }

    /// Plain ASCII text at the right end of `width` columns; longer text is left as it is.
    public static func right(_ text: String, width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension Format {
    private static let second: UInt64 = 1_000_000_000

    /// Units below a minute.
    private enum SmallUnit: UInt64, CaseIterable {
        case nanosecond = 1
        case microsecond = 1000
        case millisecond = 1_000_000
        case second = 1_000_000_000

        func name(_ glyphs: Glyphs) -> String {
            switch self {
            case .nanosecond: "ns"
            case .microsecond: glyphs == .unicode ? "µs" : "us"
            case .millisecond: "ms"
            case .second: "s"
            }
        }
    }

    /// Units from a minute on, with the number at which the next one takes over (0: none does).
    private struct LongUnit {
        var name: String
        var seconds: UInt64
        var limit: UInt64

        static let all = [
            LongUnit(name: "m", seconds: 60, limit: 100), LongUnit(name: "h", seconds: 3600, limit: 100),
            LongUnit(name: "d", seconds: 86_400, limit: 10_000),
            LongUnit(name: "y", seconds: 31_536_000, limit: 0),
        ]
    }

    /// A size below a minute as a decimal number in its unit; nil from a minute on.
    private static func rounded(_ size: UInt64) -> (number: String, unit: SmallUnit)? {
        for unit in SmallUnit.allCases {
            guard let thousandths = thousandths(of: size, in: unit) else { continue }
            let limit: UInt64 = unit == .second ? 60_000 : 1_000_000
            if thousandths < limit { return (decimal(thousandths), unit) }
        }
        return nil
    }

    /// A size in thousandths of a unit, to three digits; nil where it is far too large for the unit.
    private static func thousandths(of size: UInt64, in unit: SmallUnit) -> UInt64? {
        guard size / unit.rawValue < 100_000 else { return nil }
        let scale = unit.rawValue / 1000
        // Rounds once: below a thousandth of a nanosecond there is nothing.
        return scale == 0 ? size * 1000 : significant(size, digits: 3) / scale
    }

    /// A number rounded half up to so many digits, or to a whole unit of thousandths where that has more.
    private static func significant(_ number: UInt64, digits: Int) -> UInt64 {
        var (step, rest) = (UInt64(1), number)
        while rest >= 1000 {
            rest /= 10
            step *= 10
        }
        return (number / step + (number % step >= step - number % step && step > 1 ? 1 : 0)) * step
    }

    /// Thousandths as a decimal number without zeros at its end.
    private static func decimal(_ thousandths: UInt64) -> String {
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
        if rest == 0 { return String(whole) }
        if rest.isMultiple(of: 100) { return "\(whole).\(rest / 100)" }
        let zeros = rest < 10 ? "00" : rest < 100 ? "0" : ""
        return "\(whole).\(zeros)\(rest.isMultiple(of: 10) ? rest / 10 : rest)"
    }

    private static func pair(_ number: UInt64, _ size: UInt64, _ large: String, _ step: UInt64, _ small: String)
        -> String
    {
        let (whole, rest) = number.quotientAndRemainder(dividingBy: size)
        return rest == 0 ? "\(whole) \(large)" : "\(whole) \(large) \(rest) \(small)"
    }
}
