import SchedulerCore
import Text

/// Durations and instants as people see them; `DurationText` decides how they read.
public enum TimeText {
    /// Exact: `0s`, `250ms`, `1.25s`, `4min 30.148s`.
    public static func exact(_ duration: Nanoseconds) -> String { DurationText.exact(nanoseconds: duration.count) }

    /// Exact for round numbers; others are rounded half up, to milliseconds from 10 ms on, to microseconds below.
    public static func text(_ duration: Nanoseconds) -> String { DurationText.rounded(nanoseconds: duration.count) }

    /// As `text`, but never on the wrong side of a limit, which is shown exactly.
    public static func text(_ duration: Nanoseconds, against limit: Nanoseconds) -> String {
        DurationText.rounded(nanoseconds: duration.count, against: limit.count)
    }

    /// A launch over its budget: `launch took 696ms, 500ms allowed`; nil if it keeps to it.
    public static func overBudget(_ launch: Nanoseconds, _ budget: Nanoseconds) -> String? {
        guard launch > budget else { return nil }
        return "launch took \(text(launch, against: budget)), \(exact(budget)) allowed"
    }

    /// The length that `text` writes, or one with up to six more decimals.
    public static func rounded(_ duration: Nanoseconds, decimals: Int = 0) -> Nanoseconds {
        Nanoseconds(DurationText.roundedCount(nanoseconds: duration.count, decimals: decimals))
    }

    /// An instant, as `text` writes its distance from t = 0; `never` for the distant future.
    public static func text(_ instant: Instant) -> String {
        instant == .distantFuture ? "never" : text(instant - .zero)
    }

    /// At most six columns, seven with a sign: as `text` where that fits, so that a column and a sentence show one
    /// number, else rounded to three digits.
    public static func short(_ duration: Nanoseconds) -> String {
        let text = text(duration)
        let isShort = text.utf8.count <= (duration < .zero ? 7 : 6) && !text.utf8.contains(UInt8(ascii: " "))
        return isShort && duration != .zero ? text : DurationText.short(nanoseconds: duration.count)
    }

    /// `short` with its sign always shown, for differences: `+3ms`, `-1.25s`, `0`.
    public static func signed(_ duration: Nanoseconds) -> String { (duration > .zero ? "+" : "") + short(duration) }
}

extension JSONValue {
    /// A duration in whole nanoseconds, or null.
    public static func time(_ time: Nanoseconds?) -> JSONValue { time.map { .number($0.count) } ?? .null }
}

/// The times of a launch as they are shown: rounded to one grain, so that times side by side add up.
public struct ShownTimes: Sendable {
    private let grain: Int64

    /// The times of a launch that takes this long: whole milliseconds from 10 ms on, microseconds from 10 us on.
    public init(_ launch: Nanoseconds) { grain = Self.grain(of: launch) }

    /// The same, with two decimals more below a second: of a recording, beside parts that have one more.
    public init(fine launch: Nanoseconds) {
        let grain = Self.grain(of: launch)
        self.grain = launch.count.magnitude < 1_000_000_000 ? max(1, grain / 100) : grain
    }

    /// The grain for durations shown next to one of this length.
    public static func grain(of length: Nanoseconds) -> Int64 {
        let size = length.count.magnitude
        return size >= 10_000_000 ? 1_000_000 : size >= 10_000 ? 1_000 : 1
    }

    /// The longest duration that is shown as 0.
    public var unseen: Nanoseconds { Nanoseconds((grain - 1) / 2) }

    /// A length or a distance from the launch.
    public func text(_ time: Nanoseconds) -> String { TimeText.exact(Nanoseconds(steps(time) * grain)) }

    /// A length, or a word if there is none.
    public func text(_ time: Nanoseconds?, none: String) -> String { time.map { text($0) } ?? none }

    /// From one distance to another, as the two are shown.
    public func length(from start: Nanoseconds, to end: Nanoseconds) -> Nanoseconds {
        Nanoseconds((steps(end) - steps(start)) * grain)
    }

    /// The text of that length.
    public func text(from start: Nanoseconds, to end: Nanoseconds) -> String {
        TimeText.exact(length(from: start, to: end))
    }

    /// The same with its sign: `-421ms`, `+3ms`, `0s`.
    public func signed(from start: Nanoseconds, to end: Nanoseconds) -> String {
        (steps(end) > steps(start) ? "+" : "") + text(from: start, to: end)
    }

    private func steps(_ time: Nanoseconds) -> Int64 {
        time.count < 0 ? -((grain / 2 - time.count) / grain) : (time.count + grain / 2) / grain
    }
}

/// How the parts of a sum are shown: with as few decimals as make the rounded parts add up to the rounded sum.
///
/// A part is then never shown as two different numbers, and what is in one column always adds up.
public struct ShownParts: Sendable {
    /// The decimals more than those of `TimeText.text`; with six, everything is exact.
    private let decimals: Int

    /// The parts of a sum; with at most so many more decimals, they may not add up.
    public init(_ parts: [Nanoseconds], atMost most: Int = 6) {
        let sum = parts.reduce(.zero) { $0 + $1 }
        decimals =
            (0..<most).first { decimals in
                parts.reduce(.zero) { $0 + TimeText.rounded($1, decimals: decimals) }
                    == TimeText.rounded(sum, decimals: decimals)
            } ?? most
    }

    /// A part, the sum, or an instant between two parts as its distance from their beginning.
    public func text(_ length: Nanoseconds) -> String { TimeText.exact(rounded(length)) }

    /// The length that `text` writes.
    public func rounded(_ length: Nanoseconds) -> Nanoseconds { TimeText.rounded(length, decimals: decimals) }
}
