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
