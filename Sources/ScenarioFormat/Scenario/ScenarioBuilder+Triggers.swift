import Text
import SchedulerCore
import SchedulerSimulation

/// What releases a task: at most one kind.
extension ScenarioBuilder {
    mutating func trigger(_ fields: Fields<TaskKey>) -> Trigger {
        let isTimer = fields.has(.every) || fields.has(.at)
        let kinds = [TaskKey.on, .notification, .class].filter { fields.has($0) }
        let timerKey = fields.has(.every) ? TaskKey.every : .at
        let present = kinds + (isTimer ? [timerKey] : [])
        if present.count > 1 {
            let ordered = present.sorted { fields.keyOffset($0) < fields.keyOffset($1) }
            error(
                at: fields.keyOffset(ordered[1]),
                "\"\(ordered[0].rawValue)\" and \"\(ordered[1].rawValue)\" cannot be combined; a task has one kind of trigger: leave out one"
            )
        }
        checkTimerKeys(fields, isTimer: isTimer)
        if isTimer { return timer(fields) }
        if let node = fields[.on] { return .events(events(node, "on")) }
        if let node = fields[.notification] { return .notification(name(node, "notification")?.name ?? "") }
        let startup = choice(fields[.class], "class", ClassesKey.allCases.map { ($0.rawValue, $0.startupClass) })
        return startup.map { .startup($0) } ?? .none
    }

    /// Reports keys that only other triggers use.
    private mutating func checkTimerKeys(_ fields: Fields<TaskKey>, isTimer: Bool) {
        for key in [TaskKey.times, .catchUp, .onFailure] where fields.has(key) && !isTimer {
            error(at: fields.keyOffset(key), "\"\(key.rawValue)\" needs \"every\" or \"at\"")
        }
        if fields.has(.whenMissed) && !fields.has(.at) {
            error(at: fields.keyOffset(.whenMissed), "\"whenMissed\" needs \"at\"")
        }
    }

    private mutating func timer(_ fields: Fields<TaskKey>) -> Trigger {
        var timer = TimerTrigger(every: nil, catchUp: scenario.catchUp)
        if let node = fields[.every], let interval = duration(node, "every") {
            timer.every = interval
            if let problem = IntervalRule.problem(with: interval, scenario.configuration) {
                error(at: node.offset, "every: \(problem)")
            }
        }
        if let node = fields[.at], let text = recurrence(node) {
            if fields.has(.every) {
                error(
                    at: fields.keyOffset(.every),
                    "\"every\" must be removed: \(quoted(text)) already says when to repeat")
            }
            timer.recurrence = RecurrenceText.read(text, epoch: scenario.epochStart)
            if timer.recurrence == nil { error(at: node.offset, "at: \(RecurrenceText.complaint)") }
        } else if let node = fields[.at], let epoch = date(node, "at") {
            timer.date = DateRule.instant(epoch: epoch, start: scenario.epochStart)
            if timer.date == nil { error(at: node.offset, "at: the date is too far from clock.start") }
        }
        let comesAgain = fields.has(.every) || timer.recurrence != nil
        timer.repetition = comesAgain ? .forever : .times(1)
        if let node = fields[.times], let repetition = repetition(node) {
            if !comesAgain && repetition != .times(1) {
                error(at: node.offset, "times: a date without \"every\" runs once; add \"every\" or remove \"times\"")
            }
            timer.repetition = repetition
        }
        set(&timer.runsWhenMissed, choice(fields[.whenMissed], "whenMissed", [("run", true), ("report", false)]))
        set(&timer.catchUp, catchUp(fields[.catchUp]))
        set(&timer.stopsOnFailure, choice(fields[.onFailure], "onFailure", [("continue", false), ("stop", true)]))
        return .timer(timer)
    }

    /// The text of a recurring date; nil for any other.
    private func recurrence(_ node: YAMLNode) -> String? {
        guard case .scalar(let text) = node.content, RecurrenceText.isMeant(text) else { return nil }
        return text
    }

    private mutating func repetition(_ node: YAMLNode) -> Repetition? {
        guard let text = text(node, "times") else { return nil }
        guard let repetition = RepetitionText.read(text) else {
            error(at: node.offset, "times: \(quoted(text)) is not a number of turns; write 1 or more, or forever")
            return nil
        }
        return repetition
    }
}

/// `times`: 1 or more, `forever` or -1.
enum RepetitionText {
    static func read(_ text: String) -> Repetition? {
        if text == "forever" || text == "-1" { return .forever }
        guard let count: Int = NumberText.integer(text), count >= 1 else { return nil }
        return .times(count)
    }
}

/// Dates as instants of the session.
enum DateRule {
    /// The instant of a date; nil if it cannot be counted.
    static func instant(epoch: Int64, start: Int64) -> Instant? {
        let (difference, overflow) = epoch.subtractingReportingOverflow(start)
        return overflow || difference == .max ? nil : Instant(nanoseconds: difference)
    }
}
