/// How many turns a timer has.
public enum Repetition: Hashable, Stored {
    /// Exactly this many runs, at least 1.
    case times(Int)
    /// Without end.
    case forever
}

/// What happens to turns that fell into a suspension.
public enum CatchUp: UInt8, CaseIterable, Stored {
    /// One late run on the first tick after it.
    case once
    /// All of them, one after the other, from the first tick after it.
    case all
    /// None.
    case none
}

/// The turns of a timer or dated task.
public struct TimerTrigger: Hashable, Stored {
    /// The time between turns, a multiple of the clock's interval; nil for a dated task that runs once.
    public var every: Nanoseconds?
    /// The date of the first turn, as an instant of the session (may be negative: before t = 0); nil for a plain timer.
    public var date: Instant?
    /// Recurring dates, instead of `every` and `date`.
    public var recurrence: Recurrence?
    /// The number of turns.
    public var repetition: Repetition
    /// Whether a missed date runs late instead of being reported as missed.
    public var runsWhenMissed: Bool
    /// What happens to turns that came due during a suspension.
    public var catchUp: CatchUp
    /// Whether the first turn that fails, with its retries used up, is the last one.
    public var stopsOnFailure: Bool

    /// Creates a trigger; a plain timer that repeats forever needs only `every`.
    public init(
        every: Nanoseconds?, date: Instant? = nil, repetition: Repetition = .forever, runsWhenMissed: Bool = false,
        catchUp: CatchUp = .once, stopsOnFailure: Bool = false, recurrence: Recurrence? = nil
    ) {
        self.every = every
        self.date = date
        self.repetition = repetition
        self.runsWhenMissed = runsWhenMissed
        self.catchUp = catchUp
        self.stopsOnFailure = stopsOnFailure
        self.recurrence = recurrence
    }
}
