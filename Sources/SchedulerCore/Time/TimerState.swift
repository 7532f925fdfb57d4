/// A timer or dated task's turns: what was asked for, and where it stands.
struct TimerState: Sendable {
    let task: Int32
    /// Ticks between turns; 0: there is only one.
    let ticks: Int64
    /// Time between turns.
    let every: Nanoseconds
    /// The date of the first turn; nil: a plain timer.
    let date: Instant?
    let runsWhenMissed: Bool
    let catchUp: CatchUp
    /// Runs left; -1: no end.
    var left: Int
    /// The date for which the next turn stands in the order of one tick.
    var dueDate: Instant = .zero
    /// The tick of the next turn, or -1 where none is known.
    var nextTick: Int64 = -1
    /// Turns of a suspension still to be run, one after the other.
    var backlog = 0
    /// False once its turns are over.
    var isArmed = false

    /// Throws where the interval is no whole number of ticks from 1 to the maximum.
    init(
        _ trigger: TimerTrigger, _ task: Int, _ name: String, _ configuration: SchedulerConfiguration
    ) throws(RegistrationError) {
        self.task = Int32(task)
        date = trigger.date
        runsWhenMissed = trigger.runsWhenMissed
        catchUp = trigger.catchUp
        every = trigger.every ?? .zero
        switch trigger.repetition {
        case .times(let count): left = max(1, count)
        case .forever: left = trigger.every == nil ? 1 : -1
        }
        guard let interval = trigger.every else {
            guard trigger.date != nil else { throw .interval(.zero, of: name) }
            ticks = 0
            return
        }
        ticks = interval.count / configuration.tick.count
        guard interval.count % configuration.tick.count == 0, (1...Int64(configuration.maximumInterval)).contains(ticks)
        else { throw .interval(interval, of: name) }
    }
}

/// A sequence's steps and where its chain stands.
struct SequenceState: Sendable {
    let task: Int32
    let steps: [Int32]
    let continuesOnFailure: Bool
    let stepTimeout: Nanoseconds?
    /// The step under way or next.
    var next = 0
    /// Whether the chain goes on now.
    var isRunning = false
    /// The run of the step under way, or -1.
    var stepRun: Int32 = -1

    init(_ spec: SequenceSpec, task: Int32, steps: [Int32]) {
        self.task = task
        self.steps = steps
        continuesOnFailure = spec.continuesOnFailure
        stepTimeout = spec.timeout
    }
}
