/// Numbers as text for people. Use `DurationText` for durations; machines get whole nanoseconds instead.
public enum Format {
    /// A number with thousands separators: `1,234,567`.
    public static func count(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            if place > 0 && (digits.count - place).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// A number and its noun, with an `s` for the plural unless it is given: `1 run`, `2 runs`, `2 entries`.
    public static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        count(number) + " " + (number == 1 ? noun : plural ?? noun + "s")
    }

    /// A share in whole percent, rounded half up: `80%`; `-` if the whole is 0.
    public static func percent(_ part: Int64, of whole: Int64) -> String {
        guard whole > 0 && part >= 0 else { return "-" }
        let (high, low) = part.magnitude.multipliedFullWidth(by: 200)
        let divisor = whole.magnitude * 2
        let (sum, carry) = low.addingReportingOverflow(whole.magnitude)
        let top = high + (carry ? 1 : 0)
        guard top < divisor else { return ">999%" }
        return "\(divisor.dividingFullWidth((top, sum)).quotient)%"
    }

    /// Plain ASCII text, right-aligned in `width` columns; longer text is left as it is.
    public static func right(_ text: String, width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.utf8.count)) + text
    }
}
