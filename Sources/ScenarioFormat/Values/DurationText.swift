import SchedulerCore
import SchedulerSimulation

/// Durations as people write them: `40ms`, `1.5s`, `1s500ms`, `2m`, `1h`, `250us`, `10ns`.
public enum DurationText {
    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000),
        ("ns", 1),
    ]

    /// The shortest exact text in one unit: `1500ms`, `40ms`, `0s`. Parsing it gives the same duration.
    public static func format(_ duration: Nanoseconds) -> String {
        guard duration.count != 0 else { return "0s" }
        for unit in units where duration.count % unit.nanoseconds == 0 {
            return "\(duration.count / unit.nanoseconds)\(unit.name)"
        }
        return "\(duration.count)ns"
    }

    /// The duration of `text`; nil where it is none, is finer than a nanosecond or longer than `Nanoseconds.limit`.
    public static func parse(_ text: String) -> Nanoseconds? { try? read(text) }

    /// What is wrong with a duration, in a sentence; nil where nothing is.
    public static func complaint(about text: String) -> String? {
        do throws(TextProblem) {
            _ = try read(text)
            return nil
        } catch {
            return error.message
        }
    }

    /// The duration of `text`, or what is wrong with it.
    static func read(_ text: String) throws(TextProblem) -> Nanoseconds {
        if text == "0" { return .zero }
        let bytes = Array(text.utf8)
        guard let first = bytes.first, Byte.isDigit(first) else { throw problem(text) }
        var total: Int64 = 0
        var previousUnit = Int64.max
        var index = 0
        while index < bytes.count {
            let part = try readPart(bytes, &index, text)
            guard part.unit < previousUnit else { throw problem(text, "units go from large to small, each once") }
            previousUnit = part.unit
            let (sum, overflow) = total.addingReportingOverflow(part.nanoseconds)
            guard !overflow, sum <= Nanoseconds.limit.count else {
                throw problem(text, "the limit is ten years (\(format(.limit)))")
            }
            total = sum
        }
        return Nanoseconds(total)
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
            throw problem(text, "write its unit, as in \"\(cleaned(text))s\" or \"\(cleaned(text))ms\"")
        }
        guard let unit = units.first(where: { $0.name == name })?.nanoseconds else { throw problem(text) }
        guard let value = Int64(String(decoding: whole, as: UTF8.self)) else {
            throw problem(text, "the limit is ten years (\(format(.limit)))")
        }
        let (scaled, overflow) = value.multipliedReportingOverflow(by: unit)
        guard !overflow, scaled <= Nanoseconds.limit.count else {
            throw problem(text, "the limit is ten years (\(format(.limit)))")
        }
        guard let rest = scaledFraction(fraction, unit) else { throw problem(text, "it is finer than a nanosecond") }
        return (scaled + rest, unit)
    }

    private static func digits(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count && Byte.isDigit(bytes[index]) { index += 1 }
        return bytes[start..<index]
    }

    /// `0.DIGITS * unit`, nil where that is no whole number.
    private static func scaledFraction(_ digits: ArraySlice<UInt8>, _ unit: Int64) -> Int64? {
        let significant = digits.prefix((digits.lastIndex { $0 != Byte.zero }).map { $0 - digits.startIndex + 1 } ?? 0)
        guard !significant.isEmpty else { return 0 }
        guard significant.count <= 18, let value = UInt64(String(decoding: significant, as: UTF8.self)) else {
            return nil
        }
        let divisor = (0..<significant.count).reduce(UInt64(1)) { power, _ in power * 10 }
        let (quotient, remainder) = divisor.dividingFullWidth(value.multipliedFullWidth(by: UInt64(unit)))
        return remainder == 0 ? Int64(quotient) : nil
    }

    private static func problem(_ text: String, _ reason: String = "write 40ms, 1.5s, 2m or 1h") -> TextProblem {
        TextProblem("\(quoted(text)) is not a duration; \(reason)")
    }
}

/// Duration models as people write them: a duration, `1s..4s`, `300ms +- 50ms`, `never`, or a list of samples.
public enum DurationModelText {
    /// The model's text; samples are joined by commas, as `inject` takes them. Reading it gives the same model.
    public static func format(_ model: DurationModel) -> String {
        switch model {
        case .fixed(let duration): DurationText.format(duration)
        case .uniform(let low, let high): "\(DurationText.format(low))..\(DurationText.format(high))"
        case .around(let mean, let spread): "\(DurationText.format(mean)) +- \(DurationText.format(spread))"
        case .samples(let values): values.map(DurationText.format).joined(separator: ",")
        case .never: "never"
        }
    }

    /// The model of a text without list; nil where it is none.
    public static func parse(_ text: String) -> DurationModel? { try? read(text) }

    /// The model of one scalar.
    static func read(_ text: String) throws(TextProblem) -> DurationModel {
        if text == "never" { return .never }
        if let (left, right) = split(text, "..") {
            let low = try DurationText.read(left)
            let high = try DurationText.read(right)
            guard low <= high else { throw TextProblem("\(quoted(text)) is a range from large to small") }
            return .uniform(low, high)
        }
        if let (left, right) = split(text, "+-") ?? split(text, "±") {
            return .around(try DurationText.read(left), spread: try DurationText.read(right))
        }
        return .fixed(try DurationText.read(text))
    }

    private static func split(_ text: String, _ mark: String) -> (String, String)? {
        let bytes = Array(text.utf8)
        let wanted = Array(mark.utf8)
        guard bytes.count >= wanted.count,
            let start = (0...(bytes.count - wanted.count)).first(where: { bytes[$0...].starts(with: wanted) })
        else { return nil }
        return (trimmed(bytes[..<start]), trimmed(bytes[(start + wanted.count)...]))
    }
}

/// The text of `bytes` without blanks at its ends.
func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var slice = bytes
    while let first = slice.first, first == Byte.space || first == Byte.tab { slice.removeFirst() }
    while let last = slice.last, last == Byte.space || last == Byte.tab { slice.removeLast() }
    return String(decoding: slice, as: UTF8.self)
}
