/// Dates: RFC 3339 with fraction and offset, or seconds since 1970 with fraction; exact to the nanosecond.
public enum DateText {
    /// Nanoseconds since 1970-01-01T00:00:00Z; nil if `text` is not a date or is outside the years 1678 to 2261.
    public static func parse(_ text: String) -> Int64? { try? read(text) }

    /// The date in RFC 3339, in UTC, with as many decimals as needed. Parsing it gives the same number.
    public static func format(epochNanoseconds: Int64) -> String {
        let second = floorDivide(epochNanoseconds, 1_000_000_000)
        let day = floorDivide(second.quotient, 86400)
        let (year, month, dayOfMonth) = civil(fromDays: day.quotient)
        let time = day.remainder
        var result = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
        result += "T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
        if second.remainder != 0 {
            var fraction = padded(second.remainder, 9)
            while fraction.hasSuffix("0") { fraction.removeLast() }
            result += "." + fraction
        }
        return result + "Z"
    }

    /// The date, or what is wrong with it.
    public static func read(_ text: String) throws(TextProblem) -> Int64 {
        let bytes = Array(text.utf8)
        let problem = TextProblem(
            "\(DisplayText.quoted(text)) is not a date; write 2015-11-30T09:05:23Z or seconds since 1970")
        let isEpoch = !bytes.isEmpty && bytes.allSatisfy { Byte.isDigit($0) || $0 == Byte.period || $0 == Byte.dash }
        let looksLikeCalendar = bytes.count > 4 && bytes[4] == Byte.dash
        guard let parts = isEpoch && !looksLikeCalendar ? epoch(bytes) : calendar(bytes) else { throw problem }
        let (scaled, overflow) = parts.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, secondOverflow) = scaled.addingReportingOverflow(parts.nanoseconds)
        guard !overflow, !secondOverflow else {
            throw TextProblem("\(DisplayText.quoted(text)) is outside the years 1678 to 2261")
        }
        return sum
    }

    private static func epoch(_ bytes: [UInt8]) -> (seconds: Int64, nanoseconds: Int64)? {
        let isNegative = bytes.first == Byte.dash
        let digits = bytes[(isNegative ? 1 : 0)...]
        let pointIndex = digits.firstIndex(of: Byte.period) ?? digits.endIndex
        guard let seconds = number(digits[..<pointIndex]),
            let nanoseconds = pointIndex == digits.endIndex ? 0 : fraction(digits[(pointIndex + 1)...])
        else { return nil }
        return isNegative ? (-seconds, -nanoseconds) : (seconds, nanoseconds)
    }

    private static func calendar(_ bytes: [UInt8]) -> (seconds: Int64, nanoseconds: Int64)? {
        guard bytes.count >= 20, bytes[4] == Byte.dash, bytes[7] == Byte.dash, bytes[13] == Byte.colon,
            bytes[16] == Byte.colon, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            (1...12).contains(month), day >= 1, day <= daysInMonth(month, year), hour < 24, minute < 60, second < 60
        else { return nil }
        var index = 19
        var nanoseconds: Int64 = 0
        if bytes[index] == Byte.period {
            let start = index + 1
            index = start
            while index < bytes.count && Byte.isDigit(bytes[index]) { index += 1 }
            guard let value = fraction(bytes[start..<index]) else { return nil }
            nanoseconds = value
        }
        guard let offset = zoneOffset(bytes[index...]) else { return nil }
        let time = hour * 3600 + minute * 60 + second
        return (days(fromCivil: year, month, day) * 86400 + time - offset, nanoseconds)
    }

    /// Seconds east of UTC: `Z` or `+08:00`.
    private static func zoneOffset(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard let first = bytes.first else { return nil }
        if first == UInt8(ascii: "Z") || first == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
        let start = bytes.startIndex
        guard bytes.count == 6, first == Byte.plus || first == Byte.dash, bytes[start + 3] == Byte.colon,
            let hours = number(bytes[(start + 1)..<(start + 3)]), let minutes = number(bytes[(start + 4)...]),
            hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return first == Byte.dash ? -seconds : seconds
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(Byte.isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - Byte.zero) }
    }

    /// Nanoseconds of a fraction of a second; nil if it is finer.
    private static func fraction(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.allSatisfy(Byte.isDigit), digits.dropFirst(9).allSatisfy({ $0 == Byte.zero })
        else { return nil }
        let kept = digits.prefix(9)
        return (kept.count..<9).reduce(kept.reduce(0) { $0 * 10 + Int64($1 - Byte.zero) }) { value, _ in value * 10 }
    }

    private static func daysInMonth(_ month: Int64, _ year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
    }

    /// Days since 1970-01-01 (Hinnant 2013, years that begin in March).
    private static func days(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = era.remainder * 365 + era.remainder / 4 - era.remainder / 100 + dayOfYear
        return era.quotient * 146_097 + dayOfEra - 719_468
    }

    private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let era = floorDivide(days + 719_468, 146_097)
        let dayOfEra = era.remainder
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era.quotient * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
