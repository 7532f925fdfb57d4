import Text

/// Decimal numbers as whole counts of a unit: times never pass through floating point.
enum ExactDecimal {
    /// The number in `text` times `scale`, rounded half away from zero; nil if it is not a JSON number or is too large.
    static func read(_ text: UnsafeBufferPointer<UInt8>, scale: Int64) -> Int64? {
        var place = 0
        let isNegative = text.first == Byte.dash
        if isNegative { place = 1 }
        let start = place
        var (digits, count, exponent, isLarge) = (UInt64(0), 0, 0, false)
        while place < text.count, Byte.isDigit(text[place]) {
            append(text[place], to: &digits, &exponent, fraction: false, &isLarge)
            place += 1
            count += 1
        }
        guard count > 0, count == 1 || text[start] != Byte.zero else { return nil }
        if place < text.count, text[place] == Byte.period {
            place += 1
            let first = place
            while place < text.count, Byte.isDigit(text[place]) {
                append(text[place], to: &digits, &exponent, fraction: true, &isLarge)
                place += 1
            }
            guard place > first else { return nil }
        }
        if place < text.count {
            guard let power = self.exponent(text, from: place) else { return nil }
            exponent += power
        }
        guard !isLarge, let magnitude = scaled(digits, by: scale, exponent: exponent) else { return nil }
        return isNegative ? -magnitude : magnitude
    }

    @inline(__always)
    private static func append(
        _ byte: UInt8, to digits: inout UInt64, _ exponent: inout Int, fraction: Bool, _ isLarge: inout Bool
    ) {
        if digits < 100_000_000_000_000_000 {
            digits = digits * 10 + UInt64(byte - Byte.zero)
            if fraction { exponent -= 1 }
        } else if !fraction {
            isLarge = true
        }
    }

    /// `e+12` from `place` on to the end.
    private static func exponent(_ text: UnsafeBufferPointer<UInt8>, from place: Int) -> Int? {
        guard text[place] == UInt8(ascii: "e") || text[place] == UInt8(ascii: "E") else { return nil }
        var place = place + 1
        guard place < text.count else { return nil }
        let isNegative = text[place] == Byte.dash
        if isNegative || text[place] == Byte.plus { place += 1 }
        guard place < text.count else { return nil }
        var value = 0
        while place < text.count {
            guard Byte.isDigit(text[place]) else { return nil }
            value = min(10_000, value * 10 + Int(text[place] - Byte.zero))
            place += 1
        }
        return isNegative ? -value : value
    }

    private static func scaled(_ digits: UInt64, by scale: Int64, exponent: Int) -> Int64? {
        if digits == 0 { return 0 }
        let (high, low) = digits.multipliedFullWidth(by: UInt64(scale))
        guard exponent < 0 else {
            guard high == 0 else { return nil }
            var value = low
            for _ in 0..<min(exponent, 20) {
                let (product, overflow) = value.multipliedReportingOverflow(by: 10)
                if overflow { return nil }
                value = product
            }
            return Int64(exactly: value)
        }
        guard exponent >= -19 else { return 0 }
        var divisor: UInt64 = 1
        for _ in 0..<(-exponent) { divisor *= 10 }
        guard high < divisor else { return nil }
        let (quotient, rest) = divisor.dividingFullWidth((high, low))
        return Int64(exactly: quotient + (rest >= divisor - rest ? 1 : 0))
    }
}
