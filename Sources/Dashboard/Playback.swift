import SchedulerCore

/// Whether time runs, and how fast.
struct Playback: Hashable, Sendable {
    /// Whether time runs.
    var isRunning = false
    /// Whether a launch has started the clock, or was prevented from starting it.
    var hasStarted = false
    /// Whether only the launch started the clock, so that time pauses when the launch is over.
    var endsWithLaunch = false
    /// The instant since which nothing of that launch is left.
    var quietSince: Instant?
    var speedEighths = 8
    /// Eighths of nanoseconds not yet passed on.
    var elapsedRemainder: Int64 = 0
}
