/// Reading durations: `40ms`, `1.5s`, `1s500ms`, `2m` or `2min`, `1h`, `250us`, `10ns`.
extension DurationText {
    static let units: [(name: String, nanoseconds: Int64)] = [
        ("h", hour), ("m", minute), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000), ("ns", 1),
    ]

    /// The problem of a duration, in one sentence; nil if there is none.
    public static func complaint(about text: String) -> String? {
        do throws(TextProblem) {
            _ = try read(text)
            return nil
        } catch {
            return error.message
        }
    }

    /// What a text in other words, such as `0.14 sec` or `2 minutes`, means: `140ms`; nil if that is not known.
    public static func meaning(of text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let end = bytes.firstIndex(where: { !Byte.isDigit($0) && $0 != Byte.period }) else { return nil }
        let word = String(decoding: bytes[end...].filter { $0 != Byte.space }, as: UTF8.self).lowercased()
        guard let unit = words.first(where: { $0.words.contains(word) })?.unit,
            let length = try? read(String(decoding: bytes[..<end], as: UTF8.self) + unit)
        else { return nil }
        return written(nanoseconds: length)
    }

    /// Other words for units.
    private static let words: [(unit: String, words: [String])] = [
        ("h", ["h", "hr", "hrs", "hour", "hours"]), ("m", ["m", "min", "mins", "minute", "minutes"]),
        ("s", ["s", "sec", "secs", "second", "seconds"]),
        ("ms", ["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"]),
        ("us", ["us", "µs", "μs", "usec", "microsecond", "microseconds"]),
        ("ns", ["ns", "nsec", "nanosecond", "nanoseconds"]),
    ]

    /// The duration of `text` in nanoseconds, or its problem: not a duration, finer than a nanosecond or longer
    /// than `limitNanoseconds`.
    public static func read(_ text: String) throws(TextProblem) -> Int64 {
        if text == "0" { return 0 }
        let bytes = Array(text.utf8)
        guard let first = bytes.first, Byte.isDigit(first) else { throw problem(text) }
        var total: Int64 = 0
        var previousUnit = Int64.max
        var index = 0
        while index < bytes.count {
            let part = try readPart(bytes, &index, text)
            guard part.unit < previousUnit else { throw problem(text, "write units from large to small, each once") }
            previousUnit = part.unit
            let (sum, overflow) = total.addingReportingOverflow(part.nanoseconds)
            guard !overflow, sum <= limitNanoseconds else {
                throw problem(text, "the limit is ten years (\(written(nanoseconds: limitNanoseconds)))")
            }
            total = sum
        }
        return total
    }

    private static func readPart(
        _ bytes: [UInt8], _ index: inout Int, _ text: String
    ) throws(TextProblem) -> (nanoseconds: Int64, unit: Int64) {
        let whole = digits(bytes, &index)
        var fraction: ArraySlice<UInt8> = []
        if index < bytes.count && bytes[index] == Byte.period {
            index += 1
            fraction = digits(bytes, &index)
            guard !fraction.isEmpty else { throw problem(text) }
        }
        let unitStart = index
        while index < bytes.count && !Byte.isDigit(bytes[index]) && bytes[index] != Byte.period { index += 1 }
        let name = String(decoding: bytes[unitStart..<index], as: UTF8.self)
        guard !whole.isEmpty else { throw problem(text) }
        guard !name.isEmpty else {
            guard index == bytes.count else { throw problem(text) }
            throw problem(
                text, "write its unit, as in \"\(DisplayText.clean(text))s\" or \"\(DisplayText.clean(text))ms\"")
        }
        guard let unit = units.first(where: { $0.name == name })?.nanoseconds ?? (name == "min" ? minute : nil) else {
            throw meaning(of: text).map { problem(text, "write \($0)") } ?? problem(text)
        }
        guard let value = Int64(String(decoding: whole, as: UTF8.self)) else {
            throw problem(text, "the limit is ten years (\(written(nanoseconds: limitNanoseconds)))")
        }
        let (scaled, overflow) = value.multipliedReportingOverflow(by: unit)
        guard !overflow, scaled <= limitNanoseconds else {
            throw problem(text, "the limit is ten years (\(written(nanoseconds: limitNanoseconds)))")
        }
        guard let rest = scaledFraction(fraction, unit) else { throw problem(text, "it is finer than a nanosecond") }
        return (scaled + rest, unit)
    }

    private static func digits(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count && Byte.isDigit(bytes[index]) { index += 1 }
        return bytes[start..<index]
    }

    /// `0.DIGITS * unit`, nil if that is not a whole number.
    private static func scaledFraction(_ digits: ArraySlice<UInt8>, _ unit: Int64) -> Int64? {
        let significant = digits.prefix(
            digits.lastIndex(where: { $0 != Byte.zero }).map { $0 - digits.startIndex + 1 } ?? 0)
        guard !significant.isEmpty else { return 0 }
        guard significant.count <= 18, let value = UInt64(String(decoding: significant, as: UTF8.self)) else {
            return nil
        }
        let divisor = (0..<significant.count).reduce(UInt64(1)) { power, _ in power * 10 }
        let (quotient, remainder) = divisor.dividingFullWidth(value.multipliedFullWidth(by: UInt64(unit)))
        return remainder == 0 ? Int64(quotient) : nil
    }

    private static func problem(_ text: String, _ reason: String = "write 40ms, 1.5s, 2m or 1h") -> TextProblem {
        TextProblem("\(DisplayText.quoted(text)) is not a duration; \(reason)")
    }
}
