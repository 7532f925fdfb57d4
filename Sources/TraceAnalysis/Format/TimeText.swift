import SchedulerCore

/// Durations and instants without a blank before the unit, for narrow places and sentences.
public enum TimeText {
    /// Exact, as short as it goes: `0s`, `250ms`, `1.25s`, `2m30s`.
    public static func exact(_ duration: Nanoseconds) -> String {
        let count = duration.count
        if count < 0 { return "-" + exact(Nanoseconds(count == .min ? .max : -count)) }
        if count >= 60_000_000_000 { return minutes(count) }
        if count >= 1_000_000_000 { return decimal(count, unit: 1_000_000_000) + "s" }
        if count >= 1_000_000 { return decimal(count, unit: 1_000_000) + "ms" }
        if count >= 1_000 { return decimal(count, unit: 1_000) + "us" }
        return count == 0 ? "0s" : "\(count)ns"
    }

    /// For people: exact for round numbers, else rounded half up to milliseconds from 10 ms on, to microseconds below.
    public static func text(_ duration: Nanoseconds) -> String {
        let size = duration.count.magnitude
        let grain: Int64 = size >= 10_000_000 ? 1_000_000 : size >= 10_000 ? 1_000 : 1
        let (raised, overflow) = duration.count.addingReportingOverflow(grain / 2)
        return exact(Nanoseconds(overflow || duration.count < 0 ? duration.count : raised / grain * grain))
    }

    /// An instant, as `text` writes its distance from t = 0.
    public static func text(_ instant: Instant) -> String { text(instant - .zero) }

    /// At most six columns, rounded where it must be.
    public static func short(_ duration: Nanoseconds) -> String { Format.short(duration, glyphs: .ascii) }

    private static func minutes(_ count: Int64) -> String {
        let seconds = count % 60_000_000_000
        let minutes = count / 60_000_000_000
        let tail = seconds == 0 ? "" : decimal(seconds, unit: 1_000_000_000) + "s"
        if minutes < 60 { return "\(minutes)m" + tail }
        let rest = minutes % 60
        return "\(minutes / 60)h" + (rest == 0 ? "" : "\(rest)m") + tail
    }

    private static func decimal(_ count: Int64, unit: Int64) -> String {
        var rest = count % unit
        var text = "\(count / unit)"
        guard rest > 0 else { return text }
        text += "."
        var grain = unit / 10
        while rest > 0, grain > 0 {
            text += "\(rest / grain)"
            rest %= grain
            grain /= 10
        }
        return text
    }
}
