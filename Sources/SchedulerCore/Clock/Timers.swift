/// The timers and dated tasks: which turns a tick releases.
struct Timers: Stored {
    /// A turn that a tick releases.
    struct Turn: Sendable {
        let timer: Int32
        let task: Int
        /// The date that orders it.
        let date: Instant
        /// How many turns it stands for; more than one only after a suspension.
        var count: Int64 = 1
        /// Whether it is the first turn of a dated task.
        var isDate = false
        /// Whether it is dropped if its date fell into a suspension.
        var canMiss = false
    }

    private var timers: [TimerState] = []
    /// Plain turns by tick number, dated first turns by date.
    private var turns = TimerWheel()
    private var dates = TimerWheel()
    /// Timers whose turn is over and that still have turns of a suspension to run.
    private var leftOver: [Int32] = []

    /// Whether some timer is armed.
    var isArmed: Bool { turns.count > 0 || dates.count > 0 }
    /// Whether turns of a suspension are still to be released.
    var hasLeftOver: Bool { !leftOver.isEmpty }
    var count: Int { timers.count }
    subscript(timer: Int32) -> TimerState { timers[Int(timer)] }

    /// Whether each timer is one of a task, and what is armed or left over is a timer.
    func isSound(tasks: Int) -> Bool {
        timers.allSatisfy { $0.isSound && (0..<tasks).contains(Int($0.task)) }
            && leftOver.allSatisfy { timers.indices.contains(Int($0)) }
            && turns.isSound(timers: timers.count) && dates.isSound(timers: timers.count)
    }

    /// Adds a timer without arming it, in the place of an earlier one that is over. Returns its number.
    mutating func add(_ timer: TimerState, replacing earlier: Int32? = nil) -> Int32 {
        if let earlier {
            disarm(earlier)
            timers[Int(earlier)] = timer
            return earlier
        }
        timers.append(timer)
        return Int32(timers.count - 1)
    }

    /// Arms a timer: its first turn counts from now. Returns how much too old its date is, if it is.
    mutating func arm(_ timer: Int32, at now: Instant, _ clock: Clock, grace: Nanoseconds) -> Nanoseconds? {
        let index = Int(timer)
        (timers[index].isArmed, timers[index].armedAt) = (true, now)
        if let recurrence = timers[index].asked.recurrence {
            arm(timer, from: now, recurrence)
            return nil
        }
        guard let date = timers[index].asked.date else {
            timers[index].nextTick = clock.passedTick(at: now) + timers[index].ticks
            turns.arm(timer, at: timers[index].nextTick)
            return nil
        }
        timers[index].dueDate = date
        let age = now - date
        if age > grace, !timers[index].asked.runsWhenMissed {
            timers[index].isArmed = false
            return Nanoseconds(age.count - grace.count)
        }
        dates.arm(timer, at: max(0, date.nanoseconds))
        return nil
    }

    /// Arms a timer for the first of its dates at or after `instant`.
    private mutating func arm(_ timer: Int32, from instant: Instant, _ recurrence: Recurrence) {
        guard let date = recurrence.first(from: instant) else { return disarm(timer) }
        timers[Int(timer)].dueDate = date
        dates.arm(timer, at: max(0, date.nanoseconds))
    }

    /// A timer has no more turns.
    mutating func disarm(_ timer: Int32) {
        timers[Int(timer)].isArmed = false
        timers[Int(timer)].backlog = 0
        turns.cancel(timer)
        dates.cancel(timer)
    }

    /// Removes and returns the turns that tick `number` releases: by date, then as registered.
    mutating func takeDue(on number: Int64, at now: Instant, _ clock: Clock, _ registry: Registry) -> [Turn] {
        var due: [(key: Int64, timer: Int32)] = []
        turns.advance(to: number, due: &due)
        let plain = due.count
        dates.advance(to: max(0, now.nanoseconds), due: &due)
        guard !due.isEmpty else { return [] }
        var found: [Turn] = []
        for (index, entry) in due.enumerated() {
            found.append(index < plain ? turn(entry.timer, entry.key, number, at: now, clock) : firstTurn(entry.timer))
        }
        return found.sorted { left, right in
            (left.date, registry.row(left.task).registration) < (right.date, registry.row(right.task).registration)
        }
    }

    private func firstTurn(_ timer: Int32) -> Turn {
        let state = timers[Int(timer)]
        return Turn(
            timer: timer, task: Int(state.task), date: state.dueDate, isDate: true,
            canMiss: !state.asked.runsWhenMissed && state.dueDate >= state.armedAt)
    }

    /// The turns of a plain timer from tick `key` up to tick `number`.
    private mutating func turn(
        _ timer: Int32, _ key: Int64, _ number: Int64, at now: Instant, _ clock: Clock
    ) -> Turn {
        let state = timers[Int(timer)]
        let passed = state.ticks == 0 ? 0 : (number - key) / state.ticks
        let isDueNow = key + passed * state.ticks == number
        timers[Int(timer)].nextTick = key + passed * state.ticks
        let isDated = state.asked.date != nil
        let lastDate = state.dueDate + (state.asked.every ?? .zero) * passed
        timers[Int(timer)].dueDate = lastDate
        var date = isDated ? state.dueDate : clock.date(ofTick: key, at: now)
        if state.asked.catchUp == .none {
            // What was missed is dropped: only the turn of this tick is left, with its own date.
            date = isDated ? lastDate : clock.date(ofTick: key + passed * state.ticks, at: now)
        }
        let missed = passed + (isDueNow ? 0 : 1)
        let count: Int64
        switch state.asked.catchUp {
        case .once: count = 1
        case .all: count = missed + (isDueNow ? 1 : 0)
        case .none: count = isDueNow ? 1 : 0
        }
        return Turn(timer: timer, task: Int(state.task), date: date, count: count)
    }

    /// The turn of a date is postponed: it comes with the next tick.
    mutating func postpone(_ timer: Int32, past now: Instant) {
        dates.arm(timer, at: max(0, now.nanoseconds) + 1)
    }

    /// How many of the turns that `turn` stands for are still to be released.
    func left(of turn: Turn) -> Int64 {
        let left = Int64(timers[Int(turn.timer)].left)
        return left >= 0 ? min(turn.count, left) : turn.count
    }

    /// A run was released, which uses up one turn; `others` follow it one after the other.
    mutating func spend(_ timer: Int32, others: Int64) {
        if timers[Int(timer)].left > 0 { timers[Int(timer)].left -= 1 }
        timers[Int(timer)].backlog += others
    }

    /// The turn of tick `number` was released: arms the next one, if there is one.
    mutating func rearm(_ turn: Turn, after number: Int64, at now: Instant) {
        let index = Int(turn.timer)
        if timers[index].left != 0, let recurrence = timers[index].asked.recurrence {
            return arm(turn.timer, from: max(now, turn.date) + Nanoseconds(1), recurrence)
        }
        guard timers[index].left != 0, timers[index].ticks > 0 else {
            timers[index].isArmed = false
            return
        }
        let next = (turn.isDate ? number : timers[index].nextTick) + timers[index].ticks
        timers[index].nextTick = next
        timers[index].dueDate = timers[index].dueDate + (timers[index].asked.every ?? .zero)
        turns.arm(turn.timer, at: next)
    }

    /// A run of the timer is over: the next missed turn follows.
    mutating func noteEnd(_ timer: Int32) {
        if timers[Int(timer)].backlog > 0 { leftOver.append(timer) }
    }

    /// Removes and returns the timers whose next missed turn can be released now.
    mutating func takeLeftOver() -> [Int32] {
        defer { leftOver.removeAll(keepingCapacity: true) }
        let ready = leftOver.filter { timers[Int($0)].left != 0 && timers[Int($0)].backlog > 0 }
        for timer in ready { timers[Int(timer)].backlog -= 1 }
        return ready
    }
}

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

/// The turns of a timer or dated task: what was requested, and how far they have come.
struct TimerState: Stored {
    let task: Int32
    let asked: TimerTrigger
    /// Ticks between turns; 0: there is only one.
    let ticks: Int64
    /// Runs left; -1: no end.
    var left: Int
    /// The date that orders the next turn among those of one tick.
    var dueDate: Instant = .zero
    /// When its turns began to count; an earlier date is late, whatever the app did then.
    var armedAt: Instant = .zero
    /// The tick of the next turn, or -1 if none is known.
    var nextTick: Int64 = -1
    /// Turns missed in a suspension that are still to run, one after the other.
    var backlog: Int64 = 0
    /// False once its turns are over.
    var isArmed = false

    /// The turns of `task`; nil if the interval is not a whole number of ticks, from 1 to the maximum.
    init?(_ trigger: TimerTrigger, _ task: Int, _ configuration: SchedulerConfiguration) {
        self.task = Int32(task)
        asked = trigger
        switch trigger.repetition {
        case .times(let count): left = max(1, count)
        case .forever: left = trigger.every == nil && trigger.recurrence == nil ? 1 : -1
        }
        guard let interval = trigger.every else {
            ticks = 0
            if trigger.date == nil, trigger.recurrence == nil { return nil }
            return
        }
        let tick = max(1, configuration.tick.count)
        ticks = interval.count / tick
        guard interval.count % tick == 0, ticks >= 1, ticks <= configuration.maximumInterval else { return nil }
    }

    /// Whether its numbers are possible for turns, and its dates are on the calendar.
    var isSound: Bool {
        let counts = [ticks, backlog, nextTick + 1].allSatisfy { (0...Scheduler.Checkpoint.maximumCount).contains($0) }
        return counts && left >= -1 && asked.recurrence?.isOnCalendar != false
    }

    /// Whether there is only one turn, at a date.
    var isOneShot: Bool { ticks == 0 && asked.recurrence == nil }

    /// What was requested, with the turns that are left.
    var trigger: TimerTrigger {
        var trigger = asked
        trigger.repetition = left < 0 ? .forever : .times(left)
        return trigger
    }
}
