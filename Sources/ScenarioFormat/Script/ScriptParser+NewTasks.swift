import Text
import SchedulerCore
import SchedulerSimulation

/// `inject` and `schedule`: a new task, its trigger and its options.
extension ScriptParser {
    mutating func parseInject(_ scanner: inout ScriptScanner) throws(TextProblem) -> ScenarioTask {
        let name = try scanner.name("a task's name")
        try makeKnown(name)
        var task = ScenarioTask(spec: TaskSpec(name: name.text))
        let word = try scanner.name("\"on\"")
        switch NewTaskOption.triggers.first(where: { word.isKeyword($0) }) {
        case "on": task.spec.trigger = .events(try parseEvents(&scanner, separator: Byte.comma))
        case "notification": task.spec.trigger = .notification(try scanner.name("a notification's key").text)
        case "class":
            let classes = StartupClass.allCases.map { (name: "\($0)", value: $0) }
            task.spec.trigger = .startup(try choose(try scanner.name("a class"), "class", classes))
        case "step": break
        default: throw TextProblem("expected \"on\" and events", at: word.offset)
        }
        try parseOptions(NewTaskOption.ofAll, &scanner, &task) { (_, _, _) throws(TextProblem) in }
        return task
    }

    mutating func parseSchedule(_ scanner: inout ScriptScanner) throws(TextProblem) -> ScenarioTask {
        let name = try scanner.name("a task's name")
        try makeKnown(name)
        var task = ScenarioTask(spec: TaskSpec(name: name.text))
        var timer = TimerTrigger(every: nil, catchUp: names.catchUp)
        var repetition: (value: Repetition, offset: Int)?
        try parseOptions(NewTaskOption.ofTimers + NewTaskOption.ofAll, &scanner, &task) {
            (parser, option, scanner) throws(TextProblem) in
            switch option {
            case .at: try parser.parseDate(&scanner, &timer)
            case .every: timer.every = try parser.parseInterval(&scanner)
            case .times: repetition = try parser.parseRepetition(&scanner)
            case .whenMissed:
                timer.runsWhenMissed = try parser.parseWord(&scanner, option, [("run", true), ("report", false)])
            case .catchUp:
                timer.catchUp = try parser.parseWord(&scanner, option, CatchUp.allCases.map { ("\($0)", $0) })
            case .onFailure:
                timer.stopsOnFailure = try parser.parseWord(&scanner, option, [("stop", true), ("continue", false)])
            case .priority, .after, .follows, .prefers, .lane, .duration, .timeout, .retry, .blocks, .teardown,
                .autoRemove:
                break
            }
        }
        guard timer.every != nil || timer.date != nil || timer.recurrence != nil else {
            throw TextProblem("expected \"every\" and a duration", at: scanner.position)
        }
        timer.repetition = repetition?.value ?? (timer.every == nil && timer.recurrence == nil ? .times(1) : .forever)
        if timer.every == nil, timer.recurrence == nil, let repetition, repetition.value != .times(1) {
            throw TextProblem(
                "a date without \"every\" runs once; add \"every\" or remove \"times\"", at: repetition.offset)
        }
        if timer.every != nil, timer.recurrence != nil {
            throw TextProblem("a recurring date cannot have \"every\"; remove it", at: scanner.position)
        }
        task.spec.trigger = .timer(timer)
        return task
    }

    /// Reads options, each at most once; `own` reads those of the trigger.
    private mutating func parseOptions(
        _ options: [NewTaskOption], _ scanner: inout ScriptScanner, _ task: inout ScenarioTask,
        own: (inout ScriptParser, NewTaskOption, inout ScriptScanner) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        var seen: [NewTaskOption] = []
        while !scanner.isAtEnd() {
            let word = try scanner.name("an option")
            let option = try choose(word, "option", options.map { ($0.rawValue, $0) })
            if seen.contains(option) { throw TextProblem("\"\(option.rawValue)\" is given twice", at: word.offset) }
            seen.append(option)
            if NewTaskOption.ofTimers.contains(option) {
                try own(&self, option, &scanner)
            } else {
                try parseOption(option, &scanner, &task)
            }
        }
        task.spec.expected = task.duration.expected ?? task.spec.timeout ?? .zero
    }

    private mutating func parseOption(
        _ option: NewTaskOption, _ scanner: inout ScriptScanner, _ task: inout ScenarioTask
    ) throws(TextProblem) {
        switch option {
        case .priority: task.spec.priority = try parseWord(&scanner, option, Priority.allCases.map { ("\($0)", $0) })
        case .after: task.spec.after = try parsePredecessors(&scanner, of: task.spec.name)
        case .follows: task.spec.follows = try parsePredecessors(&scanner, of: task.spec.name)
        case .prefers: task.spec.prefers = try parsePredecessors(&scanner, of: task.spec.name)
        case .lane: task.spec.lane = try lane(try scanner.name("a lane's name"))
        case .duration: task.duration = try parseDurationModel(&scanner)
        case .timeout: task.spec.timeout = try parseDuration(&scanner)
        case .retry: task.spec.retry = try parseRetry(&scanner)
        case .blocks: task.spec.blocks = try parseWord(&scanner, option, [("true", true), ("false", false)])
        case .teardown: task.spec.tearsDown = true
        case .autoRemove: task.spec.autoRemove = true
        case .at, .every, .times, .whenMissed, .catchUp, .onFailure: break
        }
    }

    private mutating func parseWord<Value>(
        _ scanner: inout ScriptScanner, _ option: NewTaskOption, _ table: [(name: String, value: Value)]
    ) throws(TextProblem) -> Value {
        try choose(try scanner.name("a value"), option.rawValue, table)
    }

    private mutating func parsePredecessors(
        _ scanner: inout ScriptScanner, of name: String
    ) throws(TextProblem) -> [String] {
        var names: [String] = []
        for word in try scanner.names("a task's name", separator: Byte.comma) {
            if word.text.utf8.elementsEqual(name.utf8) {
                throw TextProblem("a task cannot wait for itself", at: word.offset)
            }
            names.append(try known(word, besides: name))
        }
        return names
    }

    private func parseRetry(_ scanner: inout ScriptScanner) throws(TextProblem) -> RetryPolicy {
        let words = try scanner.names("a number of further attempts", separator: Byte.comma)
        return try at(words[0].offset) { () throws(TextProblem) in try RetryText.read(words.map { $0.text }) }
    }

    /// A duration, `1s..4s`, `300ms +- 50ms`, samples with commas, or `never`.
    private func parseDurationModel(_ scanner: inout ScriptScanner) throws(TextProblem) -> DurationModel {
        let words = try scanner.names("a duration", separator: Byte.comma)
        let first = words[0]
        if words.count > 1 {
            var samples: [Nanoseconds] = []
            for word in words {
                samples.append(try at(word.offset) { () throws(TextProblem) in try DurationText.duration(word.text) })
            }
            return .samples(samples)
        }
        let saved = scanner
        if !scanner.isAtEnd(), let mark = try? scanner.name("+-"), mark.isKeyword("+-") || mark.isKeyword("±") {
            let spread = try scanner.name("a duration")
            return try at(first.offset) { () throws(TextProblem) in
                try DurationModelText.read("\(first.text) +- \(spread.text)")
            }
        }
        scanner = saved
        return try at(first.offset) { () throws(TextProblem) in try DurationModelText.read(first.text) }
    }

    /// A date, or in quotes a recurring one: `"daily 03:00"`.
    private func parseDate(_ scanner: inout ScriptScanner, _ timer: inout TimerTrigger) throws(TextProblem) {
        _ = scanner.isAtEnd()
        guard scanner.current == Byte.doubleQuote else {
            timer.date = try parseDate(&scanner)
            return
        }
        let word = try scanner.name("a date")
        timer.recurrence = RecurrenceText.read(word.text, epoch: names.epochStart)
        if timer.recurrence == nil { throw TextProblem(RecurrenceText.complaint, at: word.offset) }
    }

    private func parseDate(_ scanner: inout ScriptScanner) throws(TextProblem) -> Instant {
        let word = try scanner.rawWord("a date")
        let epoch = try at(word.offset) { () throws(TextProblem) in try DateText.read(word.text) }
        guard let date = DateRule.instant(epoch: epoch, start: names.epochStart) else {
            throw TextProblem("the date is too far from clock.start", at: word.offset)
        }
        return date
    }

    private func parseInterval(_ scanner: inout ScriptScanner) throws(TextProblem) -> Nanoseconds {
        let word = try scanner.rawWord("a duration")
        let interval = try at(word.offset) { () throws(TextProblem) in try DurationText.duration(word.text) }
        if let problem = IntervalRule.problem(with: interval, names.configuration) {
            throw TextProblem("every: \(problem)", at: word.offset)
        }
        return interval
    }

    private func parseRepetition(
        _ scanner: inout ScriptScanner
    ) throws(TextProblem) -> (value: Repetition, offset: Int) {
        let word = try scanner.rawWord("a number of turns")
        guard let repetition = RepetitionText.read(word.text) else {
            throw TextProblem(
                "\(quoted(word.text)) is not a number of turns; write 1 or more, or forever", at: word.offset)
        }
        return (repetition, word.offset)
    }
}
