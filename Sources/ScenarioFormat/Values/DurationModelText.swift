import SchedulerCore
import SchedulerSimulation
import Text

/// Durations as scenarios and scripts write them.
extension DurationText {
    /// The shortest exact text in one unit: `1500ms`, `40ms`, `0s`. Parsing it gives the same duration.
    public static func format(_ duration: Nanoseconds) -> String { written(nanoseconds: duration.count) }

    /// The duration of `text`; nil if it is not one, is finer than a nanosecond or longer than `Nanoseconds.limit`.
    public static func parse(_ text: String) -> Nanoseconds? { try? duration(text) }

    /// The duration of `text`, or what is wrong with it.
    static func duration(_ text: String) throws(TextProblem) -> Nanoseconds { Nanoseconds(try read(text)) }
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

    /// The model of a text that is not a list; nil if it is not a model.
    public static func parse(_ text: String) -> DurationModel? { try? read(text) }

    /// The model of one scalar.
    static func read(_ text: String) throws(TextProblem) -> DurationModel {
        if text == "never" { return .never }
        if let (left, right) = split(text, "..") {
            let low = try DurationText.duration(left)
            let high = try DurationText.duration(right)
            guard low <= high else {
                throw TextProblem("\(quoted(text)) is a range from large to small; swap its ends")
            }
            return .uniform(low, high)
        }
        if let (left, right) = split(text, "+-") ?? split(text, "±") {
            return .around(try DurationText.duration(left), spread: try DurationText.duration(right))
        }
        return .fixed(try DurationText.duration(text))
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

/// The text of `bytes` without spaces at its ends.
func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var slice = bytes
    while let first = slice.first, first == Byte.space || first == Byte.tab { slice.removeFirst() }
    while let last = slice.last, last == Byte.space || last == Byte.tab { slice.removeLast() }
    return String(decoding: slice, as: UTF8.self)
}
