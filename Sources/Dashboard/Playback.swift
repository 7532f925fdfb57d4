/// Whether time runs, and how fast.
struct Playback: Hashable, Sendable {
    /// Time runs.
    var isRunning = false
    /// A launch has let time run, or was kept from it.
    var hasStarted = false
    var speedEighths = 8
    /// Eighths of nanoseconds not yet passed on.
    var elapsedRemainder: Int64 = 0
}
