import SchedulerCore

/// Whether time runs, and how fast.
struct Playback: Hashable, Sendable {
    /// Time runs.
    var isRunning = false
    /// A launch has let time run, or was kept from it.
    var hasStarted = false
    /// The launch let time run, and nobody else: it stops when the launch is over.
    var endsWithLaunch = false
    /// Since when nothing of that launch is left.
    var quietSince: Instant?
    var speedEighths = 8
    /// Eighths of nanoseconds not yet passed on.
    var elapsedRemainder: Int64 = 0
}
