/// Numbers: decimal, exact, or refused.
public enum NumberText {
    /// The integer of `text`: digits without leading zeros, `-` allowed; nil for anything else, and out of range.
    public static func integer<Number: FixedWidthInteger>(_ text: String) -> Number? {
        var digits = Array(text.utf8)[...]
        if digits.first == Byte.dash { digits.removeFirst() }
        guard let first = digits.first, digits.allSatisfy(Byte.isDigit), first != Byte.zero || digits.count == 1 else {
            return nil
        }
        return Number(text)
    }

    /// `text` times `scale` (a power of ten) if that is a whole number that fits; nil otherwise and for negative numbers.
    public static func decimal(_ text: String, scale: Int) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        // "-0.5" has the whole part 0.
        guard text.utf8.first != Byte.dash else { return nil }
        guard let wholeText = parts.first, let whole: Int = integer(String(wholeText)), whole >= 0 else { return nil }
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: scale)
        guard !overflow else { return nil }
        guard parts.count == 2 else { return scaled }
        guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(Byte.isDigit), parts[1].utf8.count <= 15,
            let numerator = Int(parts[1])
        else { return nil }
        let divisor = (0..<parts[1].utf8.count).reduce(1) { power, _ in power * 10 }
        let (product, productOverflow) = numerator.multipliedReportingOverflow(by: scale)
        guard !productOverflow, product % divisor == 0 else { return nil }
        let (sum, sumOverflow) = scaled.addingReportingOverflow(product / divisor)
        return sumOverflow ? nil : sum
    }
}
