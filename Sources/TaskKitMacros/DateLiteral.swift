/// Reads a date while compiling: RFC 3339 with fraction and offset, or seconds since 1970 with fraction.
enum DateLiteral {
    /// Nanoseconds since 1970-01-01T00:00:00Z; nil if `text` is not a date or lies outside the years 1678 to 2261.
    static func epochNanoseconds(_ text: String) -> Int64? {
        var scanner = Scanner(rest: Substring(text))
        guard let (seconds, nanoseconds) = scanner.calendarDate() ?? epochSeconds(text) else { return nil }
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, secondOverflow) = scaled.addingReportingOverflow(nanoseconds)
        return overflow || secondOverflow ? nil : sum
    }

    private static func epochSeconds(_ text: String) -> (Int64, Int64)? {
        var scanner = Scanner(rest: Substring(text))
        let sign: Int64 = scanner.skip("-") ? -1 : 1
        guard let seconds = scanner.number(digits: 1...10), let fraction = scanner.fraction(), scanner.isAtEnd else {
            return nil
        }
        return (sign * seconds, sign * fraction)
    }

    /// Days from 1970-01-01, counted in years that begin with March so that a leap day comes last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400
        return 365 * shifted + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
    }

    private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private struct Scanner {
        var rest: Substring

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ mark: Character) -> Bool {
            guard rest.first == mark else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(digits: ClosedRange<Int>) -> Int64? {
            let run = rest.prefix { $0.isASCII && $0.isNumber }.prefix(digits.upperBound)
            guard run.count >= digits.lowerBound else { return nil }
            rest = rest.dropFirst(run.count)
            return Int64(run)
        }

        /// Nanoseconds of `.123`; 0 if no point follows.
        mutating func fraction() -> Int64? {
            guard skip(".") else { return 0 }
            let before = rest
            guard let value = number(digits: 1...9) else { return nil }
            let digits = before.count - rest.count
            return (digits..<9).reduce(value) { scaled, _ in scaled * 10 }
        }

        mutating func calendarDate() -> (seconds: Int64, nanoseconds: Int64)? {
            guard let year = number(digits: 4...4), skip("-"), let month = number(digits: 2...2), skip("-"),
                let day = number(digits: 2...2), skip("T") || skip("t"),
                (1...12).contains(month), (1...DateLiteral.length(ofMonth: month, year)).contains(day),
                let hour = number(digits: 2...2), skip(":"), let minute = number(digits: 2...2), skip(":"),
                let second = number(digits: 2...2), hour < 24, minute < 60, second < 60,
                let fraction = fraction(), let offset = zone(), isAtEnd
            else { return nil }
            let time = hour * 3600 + minute * 60 + second
            return (DateLiteral.days(year, month, day) * 86400 + time - offset, fraction)
        }

        /// Seconds east of UTC: `Z`, `+08:00`.
        private mutating func zone() -> Int64? {
            if skip("Z") || skip("z") { return 0 }
            let isWest = rest.first == "-"
            guard skip("+") || skip("-"), let hours = number(digits: 2...2), skip(":"),
                let minutes = number(digits: 2...2), hours < 24, minutes < 60
            else { return nil }
            return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
        }
    }
}
