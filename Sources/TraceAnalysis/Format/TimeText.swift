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

    /// At most six columns, seven with a sign, rounded if necessary.
    public static func short(_ duration: Nanoseconds) -> String { DurationText.short(nanoseconds: duration.count) }

    /// `short` with its sign always shown, for differences: `+3ms`, `-1.25s`, `0`.
    public static func signed(_ duration: Nanoseconds) -> String { DurationText.signed(nanoseconds: duration.count) }
}
