import Text
import SchedulerCore
import SchedulerSimulation

/// The commands but `expect`.
extension ScriptParser {
    mutating func parseCommand(_ scanner: inout ScriptScanner) throws(TextProblem) -> ScriptCommand {
        let word = try scanner.rawWord("a command")
        guard let command = ScriptGrammar.Command(rawValue: word.text) else {
            let hint = report.nearest.hint(for: word.text, among: ScriptGrammar.Command.allCases.map { $0.rawValue })
            throw TextProblem("unknown command \(quoted(word.text))\(hint)", at: word.offset)
        }
        switch command {
        case .launch: return .action(.launch, url: nil)
        case .background: return .action(.background, url: nil)
        case .foreground: return .action(.foreground, url: nil)
        case .memoryWarning: return .action(.memoryWarning, url: nil)
        case .terminate: return .action(.terminate, url: nil)
        case .interrupt: return .action(.interrupt, url: nil)
        case .openURL: return .action(.openURL, url: try parseURL(&scanner))
        case .crash: return .action(.crash, url: nil)
        case .fire: return .fire(try parseEvents(&scanner, separator: Byte.bar))
        case .tick: return .tick(scanner.isAtEnd() ? 1 : try parseCount(&scanner, "a number of ticks", least: 1))
        case .advance: return .advance(try parseDuration(&scanner))
        case .wait: return .wait(try parseWait(&scanner))
        case .post:
            return .post(key: try scanner.name("a notification's key").text, payload: try parsePayload(&scanner))
        case .pause: return .pause(try parseTarget(&scanner))
        case .resume: return .resume(try parseTarget(&scanner))
        case .destroy: return .destroy(try parseKnownName(&scanner))
        case .inject: return .inject(try parseInject(&scanner))
        case .schedule: return .inject(try parseSchedule(&scanner))
        case .start: return .start(try parseSequence(&scanner))
        case .queue: return .queue(try parseQueue(&scanner))
        case .enqueue: return .enqueue(task: try parseJobName(&scanner), data: try parsePayload(&scanner))
        case .expect: return .expect(try parseExpectation(&scanner))
        case .note: return .note(try scanner.restOfLine("a text"))
        case .speed: return .speed(eighths: try parseSpeed(&scanner))
        }
    }

    private func parseURL(_ scanner: inout ScriptScanner) throws(TextProblem) -> String {
        _ = scanner.isAtEnd()
        return scanner.current == Byte.doubleQuote ? try scanner.name("a URL").text : try scanner.rawWord("a URL").text
    }

    private func parsePayload(_ scanner: inout ScriptScanner) throws(TextProblem) -> String? {
        scanner.isAtEnd() ? nil : try scanner.json()
    }

    private func parseJobName(_ scanner: inout ScriptScanner) throws(TextProblem) -> String {
        let word = try scanner.name("a job's task")
        if let problem = NameRule.problem(with: word.text) { throw TextProblem(problem, at: word.offset) }
        return word.text
    }

    private mutating func parseWait(_ scanner: inout ScriptScanner) throws(TextProblem) -> WaitCondition {
        let until = try scanner.name("\"until\"")
        guard until.isKeyword("until") else { throw TextProblem("expected \"until\"", at: until.offset) }
        let word = try scanner.name("a task's name, launched, idle or drained")
        if scanner.isAtEnd() {
            let table: [(name: String, value: WaitCondition)] = [
                ("launched", .launched), ("idle", .idle), ("drained", .drained),
            ]
            if let row = table.first(where: { word.isKeyword($0.name) }) { return row.value }
            if names.contains(word.text) {
                throw TextProblem("expected \"done\" after the task's name", at: scanner.position)
            }
            return try choose(word, "condition", table)
        }
        let name = try known(word)
        let done = try scanner.name("\"done\"")
        guard done.isKeyword("done") else { throw TextProblem("expected \"done\"", at: done.offset) }
        return .done(name)
    }

    private mutating func parseTarget(_ scanner: inout ScriptScanner) throws(TextProblem) -> ScriptTarget {
        _ = scanner.isAtEnd()
        let prefix = Array("lane:".utf8)
        guard scanner.bytes[scanner.position...].starts(with: prefix) else {
            return .task(try parseKnownName(&scanner))
        }
        scanner.position += prefix.count
        let start = scanner.position
        if start < scanner.bytes.count, scanner.current == Byte.space {
            throw TextProblem("expected a lane's name after \"lane:\"", at: start)
        }
        let word = try scanner.name("a lane's name")
        _ = try lane(word)
        return .lane(word.text)
    }

    private mutating func lane(_ word: ScriptScanner.Word) throws(TextProblem) -> LaneID {
        if let id = names.configuration.lane(named: word.text) { return id }
        let hint = report.nearest.hint(for: word.text, among: names.configuration.lanes.map { $0.name })
        throw TextProblem("unknown lane \(quoted(word.text))\(hint)", at: word.offset)
    }

    private mutating func parseSequence(_ scanner: inout ScriptScanner) throws(TextProblem) -> String {
        let word = try scanner.name("a sequence's name")
        if names.containsSequence(word.text) { return word.text }
        let hint = report.nearest.hint(for: word.text, among: names.sequences)
        throw TextProblem("unknown sequence \(quoted(word.text))\(hint)", at: word.offset)
    }

    private mutating func parseQueue(_ scanner: inout ScriptScanner) throws(TextProblem) -> QueueCommand {
        let words: [(name: String, value: QueueWord)] = QueueWord.allCases.map { ($0.rawValue, $0) }
        switch try choose(try scanner.name("start, stop, empty, retry, discard or remove"), "queue command", words) {
        case .start: return .start
        case .stop: return .stop
        case .empty: return .empty
        case .retry: return .retry(JobID(Int64(try parseCount(&scanner, "the number of a dead letter", least: 1))))
        case .discard: return .discard(JobID(Int64(try parseCount(&scanner, "the number of a dead letter", least: 1))))
        case .remove: return .remove(JobID(Int64(try parseCount(&scanner, "the number of a job", least: 1))))
        }
    }

    private func parseSpeed(_ scanner: inout ScriptScanner) throws(TextProblem) -> Int {
        let word = try scanner.rawWord("a speed")
        guard let thousandths = NumberText.decimal(word.text, scale: 1000), thousandths % 125 == 0,
            (1...8000).contains(thousandths / 125)
        else {
            throw TextProblem("\(quoted(word.text)) is not a speed; write eighths from 0.125 to 1000", at: word.offset)
        }
        return thousandths / 125
    }

    // MARK: New tasks

    private mutating func parseInject(_ scanner: inout ScriptScanner) throws(TextProblem) -> ScenarioTask {
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
                word, "option", ["priority", "after", "lane", "duration", "auto-remove"].map { ($0, $0) })
            if seen.contains(option) { throw TextProblem("\"\(option)\" stands twice", at: word.offset) }
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

    private mutating func parseSchedule(_ scanner: inout ScriptScanner) throws(TextProblem) -> ScenarioTask {
        let name = try scanner.name("a task's name")
        try makeKnown(name)
        var task = ScenarioTask(spec: TaskSpec(name: name.text))
        var timer = TimerTrigger(every: nil)
        var repetition: (value: Repetition, offset: Int)?
        var seen: [String] = []
        while !scanner.isAtEnd() {
            let word = try scanner.name("an option")
            let option = try choose(word, "option", ["at", "every", "times", "duration"].map { ($0, $0) })
            if seen.contains(option) { throw TextProblem("\"\(option)\" stands twice", at: word.offset) }
            seen.append(option)
            switch option {
            case "at": timer.date = try parseDate(&scanner)
            case "every": timer.every = try parseInterval(&scanner)
            case "times": repetition = try parseRepetition(&scanner)
            default: task.duration = try parseDurationModel(&scanner)
            }
        }
        guard timer.every != nil || timer.date != nil else {
            throw TextProblem("expected \"every\" and a duration", at: scanner.position)
        }
        timer.repetition = repetition?.value ?? (timer.every == nil ? .times(1) : .forever)
        if timer.every == nil, let repetition, repetition.value != .times(1) {
            throw TextProblem("a date without \"every\" runs once", at: repetition.offset)
        }
        task.spec.trigger = .timer(timer)
        task.spec.expected = task.duration.expected ?? .zero
        return task
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
