import Dashboard

/// Recognizes the second of two quick presses in one place.
struct DoubleClicks {
    /// The longest time between the two.
    static let interval = Duration.milliseconds(400)

    private var last: (column: Int, row: Int, time: SuspendingClock.Instant)?

    /// The event; the second press becomes a `doublePress`, and a third one counts as a first.
    mutating func named(_ event: MouseEvent, at time: SuspendingClock.Instant) -> MouseEvent {
        guard event.kind == .press else { return event }
        if let last, last.column == event.column, last.row == event.row, last.time.duration(to: time) <= Self.interval {
            self.last = nil
            return MouseEvent(.doublePress, column: event.column, row: event.row)
        }
        last = (event.column, event.row, time)
        return event
    }
}
