import SchedulerCore

/// The timeline's scale: a cell is one step, and a step is 1, 2 or 5 times a power of ten nanoseconds.
struct TimeScale: Hashable, Sendable {
    /// The instant at the left edge of the first cell.
    var start: Instant
    /// The length of a cell.
    var step: Nanoseconds
    /// Number of cells.
    var cells: Int

    /// The instant at the right edge.
    var end: Instant { start + step * Int64(cells) }

    /// The cell that holds an instant; below 0 or from `cells` on where it is not shown.
    func cell(of instant: Instant) -> Int {
        let distance = (instant - start).count
        let cell = distance / step.count
        let floored = distance < 0 && distance % step.count != 0 ? cell - 1 : cell
        return Int(max(-1_000_000, min(1_000_000, floored)))
    }

    /// The left edge of a cell.
    func instant(of cell: Int) -> Instant { start + step * Int64(cell) }

    /// The shortest 1-2-5 step at which `length` fits into `cells`.
    static func step(fitting length: Nanoseconds, cells: Int) -> Nanoseconds {
        let cells = Int64(max(1, cells))
        var step = Nanoseconds(1)
        while (step * cells) < length, step < maximumStep { step = coarser(step) }
        return step
    }

    /// The next longer step.
    static func coarser(_ step: Nanoseconds) -> Nanoseconds {
        min(maximumStep, leadingDigit(step) == 2 ? Nanoseconds(step.count / 2 * 5) : step * 2)
    }

    /// The next shorter step, at least a nanosecond.
    static func finer(_ step: Nanoseconds) -> Nanoseconds {
        guard step.count > 1 else { return step }
        return leadingDigit(step) == 5 ? Nanoseconds(step.count / 5 * 2) : Nanoseconds(step.count / 2)
    }

    /// Start of the window of `cells` cells that shows `now` while time passes: it moves on a quarter at a time.
    static func following(_ now: Instant, step: Nanoseconds, cells: Int) -> Instant {
        let quarter = Int64(max(1, cells / 4))
        let cell = now.nanoseconds / step.count
        guard cell >= quarter * 3 else { return .zero }
        return Instant(nanoseconds: 0) + step * ((cell - quarter * 3) / quarter * quarter + quarter)
    }

    /// Ten days.
    private static let maximumStep = Nanoseconds(1_000_000_000_000_000)

    private static func leadingDigit(_ step: Nanoseconds) -> Int64 {
        var count = step.count
        while count >= 10 { count /= 10 }
        return count
    }
}
