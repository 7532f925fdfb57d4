import SchedulerCore
import SchedulerSimulation

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
    /// In thousandths of real time.
    var speed = 1000
    /// Thousandths of nanoseconds not yet passed on.
    private var remainder: Int64 = 0

    /// The speeds that keys go through, slowest first.
    static let speeds = [20, 50, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000]

    /// How much time passes in so much real time.
    mutating func step(_ real: Nanoseconds) -> Nanoseconds {
        let thousandths = real.count * Int64(speed) + remainder
        remainder = thousandths % 1000
        return Nanoseconds(thousandths / 1000)
    }

    /// Time was moved by hand.
    mutating func forgetRemainder() { remainder = 0 }

    /// The next faster or slower speed.
    mutating func change(faster: Bool) {
        speed = (faster ? Self.speeds.first { $0 > speed } : Self.speeds.last { $0 < speed }) ?? speed
    }
}
