import Text
import SchedulerCore
import SchedulerSimulation

extension Slot where Value == ScenarioTask {
    /// A new task on events.
    static var eventTask: Slot<ScenarioTask> {
        Slot("NAME on EVENT[,EVENT] [priority P] [after A,B] [prefers A,B] [lane L] [duration D] [auto-remove]") {
            (parser, scanner) throws(TextProblem) in
            try parser.parseInject(&scanner)
        } write: { task, writer in
            writer.text(ofEventTask: task)
        } complete: { words, names in
            if words.count < 2 { return words.isEmpty ? [] : ["on"] }
            let separated = words.last?.hasSuffix(",") == true
            switch separated ? words.dropLast().last : words.last {
            case "on": return EventNames.all
            case "priority": return Priority.allCases.map { "\($0)" }
            case "after", "prefers": return names.written
            case "lane": return names.configuration.lanes.map { ScriptWriter.name($0.name) }
            case "duration": return []
            default: return unused(["priority", "after", "prefers", "lane", "duration", "auto-remove"], words)
            }
        }
    }

    /// A new task of the clock.
    static var timerTask: Slot<ScenarioTask> {
        Slot("NAME [at DATE] [every D] [times N] [duration D]") { (parser, scanner) throws(TextProblem) in
            try parser.parseSchedule(&scanner)
        } write: { task, writer in
            writer.text(ofTimerTask: task)
        } complete: { words, _ in
            words.isEmpty ? [] : unused(["at", "every", "times", "duration"], words)
        }
    }

    private static func unused(_ options: [String], _ words: [String]) -> [String] {
        options.filter { !words.contains($0) && words.last.map(options.contains) != true }
    }
}

extension ScriptWriter {
    fileprivate func text(ofEventTask task: ScenarioTask) -> String {
        let spec = task.spec
        var events = EventSet(.didFinishLaunching)
        if case .events(let own) = spec.trigger { events = own }
        var words = [Self.name(spec.name), "on", events.events.map(EventNames.name).joined(separator: ",")]
        if spec.priority != .default { words += ["priority", "\(spec.priority)"] }
        if !spec.after.isEmpty { words += ["after", spec.after.map(Self.name).joined(separator: ",")] }
        if !spec.prefers.isEmpty { words += ["prefers", spec.prefers.map(Self.name).joined(separator: ",")] }
        if let lane = spec.lane, lanes.indices.contains(lane.offset) {
            words += ["lane", Self.name(lanes[lane.offset])]
        }
        if task.duration != .fixed(.zero) { words += ["duration", DurationModelText.format(task.duration)] }
        return (words + (spec.autoRemove ? ["auto-remove"] : [])).joined(separator: " ")
    }

    fileprivate func text(ofTimerTask task: ScenarioTask) -> String {
        var words = [Self.name(task.spec.name)]
        if case .timer(let timer) = task.spec.trigger { words += self.words(of: timer) }
        if task.duration != .fixed(.zero) { words += ["duration", DurationModelText.format(task.duration)] }
        return words.joined(separator: " ")
    }

    private func words(of timer: TimerTrigger) -> [String] {
        var words: [String] = []
        if let recurrence = timer.recurrence { words += ["at", JSONText.quote(RecurrenceText.format(recurrence))] }
        if let date = timer.date {
            let (epoch, overflow) = epochStart.addingReportingOverflow(date.nanoseconds)
            words += ["at", DateText.format(epochNanoseconds: overflow ? .max : epoch)]
        }
        if let every = timer.every { words += ["every", DurationText.format(every)] }
        switch timer.repetition {
        case .times(let count): if timer.every != nil || timer.recurrence != nil { words += ["times", "\(count)"] }
        case .forever: break
        }
        return words
    }

    private func options(of spec: TaskSpec) -> [String] {
        var words: [String] = []
        if spec.priority != .default { words += ["priority", "\(spec.priority)"] }
        if !spec.after.isEmpty { words += ["after", spec.after.map(Self.name).joined(separator: ",")] }
        if let lane = spec.lane, lanes.indices.contains(lane.offset) {
            words += ["lane", Self.name(lanes[lane.offset])]
        }
        return words
    }
}

extension ScriptParser {
    fileprivate mutating func parseInject(_ scanner: inout ScriptScanner) throws(TextProblem) -> ScenarioTask {
        let name = try scanner.name("a task's name")
        try makeKnown(name)
        let on = try scanner.name("\"on\"")
        guard on.isKeyword("on") else { throw TextProblem("expected \"on\" and events", at: on.offset) }
        var task = ScenarioTask(spec: TaskSpec(name: name.text))
        task.spec.trigger = .events(try parseEvents(&scanner, separator: Byte.comma))
        var seen: [String] = []
        while !scanner.isAtEnd() {
            let word = try scanner.name("an option")
            let option = try choose(
                word, "option", ["priority", "after", "prefers", "lane", "duration", "auto-remove"].map { ($0, $0) })
            if seen.contains(option) { throw TextProblem("\"\(option)\" is given twice", at: word.offset) }
            seen.append(option)
            try parseOption(option, &scanner, &task)
        }
        task.spec.expected = task.duration.expected ?? .zero
        return task
    }

    private mutating func parseOption(
        _ option: String, _ scanner: inout ScriptScanner, _ task: inout ScenarioTask
    ) throws(TextProblem) {
        switch option {
        case "priority":
            task.spec.priority = try choose(
                try scanner.name("a priority"), "priority", Priority.allCases.map { ("\($0)", $0) })
        case "after":
            for word in try scanner.names("a task's name", separator: Byte.comma) {
                if word.text.utf8.elementsEqual(task.spec.name.utf8) {
                    throw TextProblem("a task cannot wait for itself", at: word.offset)
                }
                task.spec.after.append(try known(word, besides: task.spec.name))
            }
        case "prefers":
            for word in try scanner.names("a task's name", separator: Byte.comma) {
                task.spec.prefers.append(try known(word, besides: task.spec.name))
            }
        case "lane": task.spec.lane = try lane(try scanner.name("a lane's name"))
        case "duration": task.duration = try parseDurationModel(&scanner)
        default: task.spec.autoRemove = true
        }
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

    fileprivate mutating func parseSchedule(_ scanner: inout ScriptScanner) throws(TextProblem) -> ScenarioTask {
        let name = try scanner.name("a task's name")
        try makeKnown(name)
        var task = ScenarioTask(spec: TaskSpec(name: name.text))
        var timer = TimerTrigger(every: nil)
        var repetition: (value: Repetition, offset: Int)?
        var seen: [String] = []
        while !scanner.isAtEnd() {
            let word = try scanner.name("an option")
            let option = try choose(word, "option", ["at", "every", "times", "duration"].map { ($0, $0) })
            if seen.contains(option) { throw TextProblem("\"\(option)\" is given twice", at: word.offset) }
            seen.append(option)
            switch option {
            case "at": try parseDate(&scanner, &timer)
            case "every": timer.every = try parseInterval(&scanner)
            case "times": repetition = try parseRepetition(&scanner)
            default: task.duration = try parseDurationModel(&scanner)
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
        task.spec.trigger = .timer(timer)
        task.spec.expected = task.duration.expected ?? .zero
        return task
    }

    /// A date, or in quotes dates that come again: `"daily 03:00"`.
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
