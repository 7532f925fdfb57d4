import SchedulerCore
import TraceAnalysis

/// The times of a launch as they are shown: rounded to one grain, so that what stands side by side adds up.
struct ShownTimes {
    private let grain: Int64

    /// The times of a launch that takes so long: whole milliseconds from 10 ms on.
    init(_ launch: Nanoseconds) {
        grain = launch.count >= 10_000_000 ? 1_000_000 : launch.count >= 10_000 ? 1_000 : 1
    }

    /// The longest length that is shown as nothing.
    var unseen: Nanoseconds { Nanoseconds((grain - 1) / 2) }

    /// A length or a distance from the launch.
    func text(_ time: Nanoseconds) -> String { TimeText.exact(Nanoseconds(steps(time) * grain)) }

    /// A length, or a word where there is none.
    func text(_ time: Nanoseconds?, none: String) -> String { time.map { text($0) } ?? none }

    /// From one distance to another.
    func text(from start: Nanoseconds, to end: Nanoseconds) -> String {
        TimeText.exact(Nanoseconds((steps(end) - steps(start)) * grain))
    }

    /// The same with its sign: `-421ms`, `+3ms`, `0s`.
    func signed(from start: Nanoseconds, to end: Nanoseconds) -> String {
        (steps(end) > steps(start) ? "+" : "") + text(from: start, to: end)
    }

    private func steps(_ time: Nanoseconds) -> Int64 {
        time.count < 0 ? -((grain / 2 - time.count) / grain) : (time.count + grain / 2) / grain
    }
}
