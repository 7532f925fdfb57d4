import SchedulerCore
import SchedulerSimulation
import Text

extension Slot where Value == ScenarioTask {
    /// A new task on events, or without any.
    static var eventTask: Slot<ScenarioTask> {
        Slot(
            "NAME on EVENT[,EVENT]|notification KEY|class CLASS|step [priority P] [after A,B] [follows A,B] [prefers A,B] [lane L] [duration D] [timeout D] [retry N[,DELAY[,FACTOR[,LONGEST]]]] [blocks true|false] [teardown] [auto-remove]"
        ) { (parser, scanner) throws(TextProblem) in
            try parser.parseInject(&scanner)
        } write: { task, writer in
            writer.text(ofEventTask: task)
        } complete: { words, names in
            if words.count < 2 { return words.isEmpty ? [] : NewTaskOption.triggers }
            return options(after: words, names, [])
        }
    }

    /// A new timer task.
    static var timerTask: Slot<ScenarioTask> {
        Slot(
            "NAME [at DATE] [every D] [times N] [when-missed run] [catch-up once|all|none] [on-failure stop] [OPTION…]"
        ) { (parser, scanner) throws(TextProblem) in
            try parser.parseSchedule(&scanner)
        } write: { task, writer in
            writer.text(ofTimerTask: task)
        } complete: { words, names in
            words.isEmpty ? [] : options(after: words, names, NewTaskOption.ofTimers)
        }
    }

    /// What may follow these words: the value of an option, or the options that are left.
    private static func options(
        after words: [String], _ names: ScriptNames, _ further: [NewTaskOption]
    ) -> [String] {
        let separated = words.last?.hasSuffix(",") == true
        let last = separated ? words.dropLast().last : words.last
        switch last {
        case "on": return EventNames.all
        case "class": return ClassesKey.names
        case "notification": return names.notifications.map(ScriptWriter.name)
        default: break
        }
        let all = further + NewTaskOption.ofAll
        if words.count > 1, let option = all.first(where: { $0.rawValue == last }), option.takesValue {
            return option.values(names)
        }
        return all.map { $0.rawValue }.filter { !words.contains($0) }
    }
}

/// The options of a new task, after its name and trigger.
enum NewTaskOption: String, CaseIterable {
    case at, every, times
    case whenMissed = "when-missed"
    case catchUp = "catch-up"
    case onFailure = "on-failure"
    case priority, after, follows, prefers, lane, duration, timeout, retry, blocks, teardown
    case autoRemove = "auto-remove"

    /// One of these words follows the name of a task that is not a timer.
    static let triggers = ["on", "notification", "class", "step"]
    /// Those of timers alone.
    static let ofTimers: [NewTaskOption] = [.at, .every, .times, .whenMissed, .catchUp, .onFailure]
    /// Those of every task.
    static let ofAll: [NewTaskOption] = allCases.filter { !ofTimers.contains($0) }

    /// Whether a value follows it.
    var takesValue: Bool { self != .teardown && self != .autoRemove }

    /// The values that can be listed.
    func values(_ names: ScriptNames) -> [String] {
        switch self {
        case .priority: Priority.allCases.map { "\($0)" }
        case .after, .follows, .prefers: names.written
        case .lane: names.configuration.lanes.map { ScriptWriter.name($0.name) }
        case .blocks: ["true", "false"]
        case .whenMissed: ["run", "report"]
        case .catchUp: CatchUp.allCases.map { "\($0)" }
        case .onFailure: ["stop", "continue"]
        case .at, .every, .times, .duration, .timeout, .retry, .teardown, .autoRemove: []
        }
    }
}

extension ScriptWriter {
    fileprivate func text(ofEventTask task: ScenarioTask) -> String {
        var words = [Self.name(task.spec.name)]
        switch task.spec.trigger {
        case .events(let events): words += ["on", events.events.map(EventNames.name).joined(separator: ",")]
        case .notification(let key): words += ["notification", Self.name(key)]
        case .startup(let startupClass): words += ["class", "\(startupClass)"]
        case .none, .timer: words.append("step")
        }
        return (words + options(of: task)).joined(separator: " ")
    }

    fileprivate func text(ofTimerTask task: ScenarioTask) -> String {
        var words = [Self.name(task.spec.name)]
        if case .timer(let timer) = task.spec.trigger { words += self.words(of: timer) }
        return (words + options(of: task)).joined(separator: " ")
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
        if timer.runsWhenMissed { words += ["when-missed", "run"] }
        if timer.catchUp != catchUp { words += ["catch-up", "\(timer.catchUp)"] }
        if timer.stopsOnFailure { words += ["on-failure", "stop"] }
        return words
    }

    private func options(of task: ScenarioTask) -> [String] {
        let spec = task.spec
        var words: [String] = []
        if spec.priority != .default { words += ["priority", "\(spec.priority)"] }
        for (option, names) in [("after", spec.after), ("follows", spec.follows), ("prefers", spec.prefers)] {
            if !names.isEmpty { words += [option, names.map(Self.name).joined(separator: ",")] }
        }
        if let lane = spec.lane, lanes.indices.contains(lane.offset) {
            words += ["lane", Self.name(lanes[lane.offset])]
        }
        if task.duration != .fixed(.zero) { words += ["duration", DurationModelText.format(task.duration)] }
        if let timeout = spec.timeout { words += ["timeout", DurationText.format(timeout)] }
        if spec.retry != .none { words += ["retry", RetryText.format(spec.retry)] }
        if let blocks = spec.blocks { words += ["blocks", "\(blocks)"] }
        if spec.tearsDown { words.append("teardown") }
        return words + (spec.autoRemove ? ["auto-remove"] : [])
    }
}

extension Slot where Value == SequenceSpec {
    /// A new sequence: its steps are tasks that are known.
    static var newSequence: Slot<SequenceSpec> {
        Slot("NAME steps A,B [on EVENT[,EVENT]] [continue] [timeout D] [blocks]") {
            (parser, scanner) throws(TextProblem) in
            try parser.parseSequence(&scanner)
        } write: { sequence, _ in
            var words = [ScriptWriter.name(sequence.name), "steps"]
            words.append(sequence.steps.map(ScriptWriter.name).joined(separator: ","))
            if !sequence.events.isEmpty {
                words += ["on", sequence.events.events.map(EventNames.name).joined(separator: ",")]
            }
            if sequence.continuesOnFailure { words.append("continue") }
            if let timeout = sequence.timeout { words += ["timeout", DurationText.format(timeout)] }
            if sequence.blocks { words.append("blocks") }
            return words.joined(separator: " ")
        } complete: { words, names in
            if words.count < 2 { return words.isEmpty ? [] : ["steps"] }
            switch words.last {
            case "steps": return names.tasks.map(ScriptWriter.name)
            case "on": return EventNames.all
            case "timeout": return []
            default: return ["on", "continue", "timeout", "blocks"].filter { !words.contains($0) }
            }
        }
    }
}

extension ScriptParser {
    fileprivate mutating func parseSequence(_ scanner: inout ScriptScanner) throws(TextProblem) -> SequenceSpec {
        let name = try scanner.name("a sequence's name")
        if let problem = NameRule.problem(with: name.text) { throw TextProblem(problem, at: name.offset) }
        makeSequenceKnown(name.text)
        var sequence = SequenceSpec(name: name.text, steps: [])
        let steps = try scanner.name("\"steps\"")
        guard steps.isKeyword("steps") else { throw TextProblem("expected \"steps\" and tasks", at: steps.offset) }
        for word in try scanner.names("a task's name", separator: Byte.comma) {
            let step = try known(word, besides: name.text)
            if names.containsSequence(step), !names.tasks.contains(where: { $0.utf8.elementsEqual(step.utf8) }) {
                throw TextProblem("\(quoted(step)) is a sequence; a step must be a task", at: word.offset)
            }
            sequence.steps.append(step)
        }
        var seen: [String] = []
        while !scanner.isAtEnd() {
            let word = try scanner.name("an option")
            let options = ["on", "continue", "timeout", "blocks"].map { (name: $0, value: $0) }
            let option = try choose(word, "option", options)
            if seen.contains(option) { throw TextProblem("\"\(option)\" is given twice", at: word.offset) }
            seen.append(option)
            switch option {
            case "on": sequence.events = try parseEvents(&scanner, separator: Byte.comma)
            case "continue": sequence.continuesOnFailure = true
            case "timeout": sequence.timeout = try parseDuration(&scanner)
            default: sequence.blocks = true
            }
        }
        return sequence
    }
}
