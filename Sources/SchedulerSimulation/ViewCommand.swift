import SchedulerCore

/// A command that changes only what a dashboard shows: replays ignore it, and no trace contains it.
public enum ViewCommand: Hashable, Sendable {
    /// A part of the screen.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        case why, advice = "try", graph, log, lanes, all
    }

    /// Which rows are shown.
    public enum Rows: Hashable, Sendable {
        case all, critical
        /// Those of these tasks.
        case tasks([String])
    }

    /// speed X, in thousandths of real time.
    case speed(thousandths: Int)
    /// select NAME
    case select(String)
    /// range FROM TO
    case range(from: Nanoseconds, to: Nanoseconds)
    /// show PART
    case show(Part)
    /// hide PART
    case hide(Part)
    /// highlight NAME,… or none
    case highlight([String])
    /// only NAME,…, critical or all
    case only(Rows)
    /// try CHANGE
    case attempt(String)
    /// untry
    case withdraw
    /// compare NAME; nil: none
    case compare(String?)

    /// The slowest and the fastest speed, in thousandths of real time.
    public static let speeds: ClosedRange<Int> = 20...64_000
}
