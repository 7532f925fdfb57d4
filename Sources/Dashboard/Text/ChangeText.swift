import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation

/// Parses changes to a scenario as `what-if` accepts them. `ScenarioChange.text(in:)` writes them.
public struct ChangeText {
    /// The forms, for help and error messages.
    public static let forms = """
        lane LANE width N · TASK lane LANE · TASK priority P · TASK duration D · TASK after TASK · TASK -after TASK · \
        TASK on EVENT[,EVENT] · TASK class CLASS · TASK blocks true|false · TASK outcome success · order priority|criticalPath · register TASK TASK …
        """

    private let scenario: Scenario

    /// A parser of changes to this scenario.
    public init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    /// The change that the text describes. Throws one line that says what is wrong with it, or why no file can say it.
    public func read(_ text: String) throws(WrongChange) -> ScenarioChange {
        let change = try change(text)
        if let refusal = change.refusal(in: scenario) { throw WrongChange("'\(text)': \(refusal)") }
        return change
    }

    /// The changes that the text describes, with commas between them; a comma may also be part of a change, as in
    /// `A on launch, active`. Throws one line that says what is wrong with it.
    public func readAll(_ text: String) throws(WrongChange) -> [ScenarioChange] {
        var changes: [ScenarioChange] = []
        var begun = ""
        for part in Self.parts(of: text) {
            let isChange = (try? change(part)) != nil
            if begun.isEmpty {
                begun = part
            } else if isChange || part.split(separator: " ").count > 1 {
                changes.append(try read(begun))
                begun = part
            } else {
                begun += "," + part
            }
        }
        changes.append(try read(begun))
        return changes
    }

    /// What stands between commas outside quotes.
    private static func parts(of text: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.map(CommandLanguage.trimmed)
    }

    private func change(_ text: String) throws(WrongChange) -> ScenarioChange {
        let words = try spelledOut(words(of: text))
        guard let first = words.first else { throw WrongChange("a change is empty; write one of: \(Self.forms)") }
        switch (first, words.count) {
        case ("lane", 4) where words[2] == "width": return .width(try lane(words[1]), try width(words))
        case ("order", 2):
            switch words[1] {
            case "criticalPath": return .order(.criticalPath)
            case "priority": return .order(.priority)
            default: throw WrongChange("the order must be priority or criticalPath, not '\(words[1])'")
            }
        case ("register", 2...):
            var tasks: [TaskID] = []
            for name in words.dropFirst() { tasks.append(try task(name)) }
            return .registration(tasks)
        case (let name, 3...) where !isTask(name):
            guard let lane = scenario.configuration.lane(named: name) else { throw unknownTask(name) }
            guard lane != .main else { throw WrongChange("main is a lane, not a task, and always has width 1") }
            let width = Int(words[2]) ?? scenario.configuration.lanes[lane.offset].width + 1
            let meant = ScenarioChange.width(lane, width).text(in: scenario)
            throw WrongChange("the scenario has no task '\(name)'; did you mean '\(meant)'?")
        case (_, 3...): return try change(of: try task(first), words[1], words.dropFirst(2).joined(separator: " "))
        default:
            let hint = words.count == 1 ? " (a change of several words is written in quotes)" : ""
            throw WrongChange("'\(text)' is not a change\(hint); write one of: \(Self.forms)")
        }
    }

    /// The change of one thing about a task to a typed value; a number alone is a duration in milliseconds, and a dependency
    /// that is there is dropped. A word of `forms` may stand before the value, as in `duration 100ms`. Throws one line that
    /// says what is wrong with the value.
    func change(_ field: WhatIfForm.Field, of task: TaskID, to value: String) throws(WrongChange) -> ScenarioChange {
        let spec = scenario.tasks[task.offset].spec
        let name = CommandLanguage.unquoted(value)
        if let space = value.firstIndex(of: " "), case let verb = String(value[..<space]), Self.verbs.contains(verb) {
            let rest = CommandLanguage.unquoted(CommandLanguage.trimmed(String(value[space...])))
            return try change(of: task, verb, rest)
        }
        switch field {
        case .duration:
            let isCount = value.allSatisfy { $0.isASCII && $0.isNumber }
            return try change(of: task, "duration", isCount ? value + "ms" : value)
        case .priority: return try change(of: task, "priority", value)
        case .lane: return try change(of: task, "lane", name)
        case .edge:
            let isThere = scenario.tasks[task.offset].statedPredecessors.contains(name)
            return try change(of: task, isThere ? "-after" : "after", name)
        case .event:
            let isClass = StartupClass.allCases.contains { $0.description == value }
            return try change(of: task, isClass ? "class" : "on", value)
        case .blocks: return try change(of: task, "blocks", value)
        case .width:
            let lane = scenario.configuration.lane(of: spec)
            return .width(lane, try width(["lane", scenario.configuration.lanes[lane.offset].name, "width", value]))
        }
    }

    /// The words that a value can be; empty if it is a number.
    func values(of field: WhatIfForm.Field, of task: TaskID) -> [String] {
        switch field {
        case .duration, .width: []
        case .priority: Priority.allCases.map { $0.description }
        case .lane: scenario.configuration.lanes.map { $0.name }
        case .edge: scenario.tasks.indices.filter { $0 != task.offset }.map { scenario.tasks[$0].spec.name }
        case .event: StartupClass.allCases.map { $0.description } + LifecycleEvent.allCases.map { $0.description }
        case .blocks: ["true", "false"]
        }
    }

    /// The short forms that the dashboard shows, such as `network 3 wide` and `TabBar after launch`, as the forms above.
    private func spelledOut(_ words: [String]) -> [String] {
        let last = words.last ?? ""
        switch words.count {
        case 2 where words == ["by", "priority"]: return ["order", "priority"]
        case 2 where Priority.allCases.contains { $0.description == last }: return [words[0], "priority", last]
        case 2 where StartupClass.allCases.contains { $0.description == last }: return [words[0], "class", last]
        case 4 where words == ["longest", "path", "before", "priority"]: return ["order", "criticalPath"]
        // As it was called before.
        case 3 where words == ["longest", "path", "first"]: return ["order", "criticalPath"]
        case 3 where words[1] == "width" && !isTask(words[0]): return ["lane", words[0], "width", last]
        case 3 where last == "wide": return ["lane", words[0], "width", words[1]]
        case 3 where words[1...] == ["after", "launch"] && !scenario.tasks.contains { $0.spec.name == last }:
            return [words[0], "class", "afterLaunch"]
        case 3
        where words[1] == "on" && EventNames.event(named: last) == nil
            && scenario.configuration.lane(named: last) != nil:
            return [words[0], "lane", last]
        case 4 where words[1...2] == ["not", "after"]: return [words[0], "-after", last]
        case 4 where words[1...] == ["succeeds", "at", "once"]: return [words[0], "outcome", "success"]
        case 4 where words[1...] == ["blocks", "its", "event"]: return [words[0], "blocks", "true"]
        case 4 where words[1...] == ["blocks", "no", "event"]: return [words[0], "blocks", "false"]
        case 3... where words[1] == "in" || words[1] == "takes": return [words[0], "duration"] + words[2...]
        default: return words
        }
    }

    private func change(of task: TaskID, _ verb: String, _ value: String) throws(WrongChange) -> ScenarioChange {
        switch verb {
        case "duration":
            guard let model = DurationModelText.parse(value) else {
                throw WrongChange(
                    "'\(value)' is not a duration up to ten years; write 40ms, 1s..4s, 300ms +- 50ms, never")
            }
            return .duration(task, model)
        case "priority":
            guard let priority = Priority.allCases.first(where: { $0.description == value }) else {
                throw WrongChange("a priority must be critical, high, default or low, not '\(value)'")
            }
            return .priority(task, priority)
        case "lane": return .lane(task, try lane(value))
        case "after":
            _ = try self.task(value)
            return .addEdge(task, after: value)
        case "-after", "-follows", "-prefers", "-assumes":
            let spec = scenario.tasks[task.offset].spec
            guard (spec.after + spec.follows + spec.prefers).contains(value) else {
                throw WrongChange("\(spec.name) does not wait for '\(value)'")
            }
            return .dropEdge(task, after: value)
        case "class":
            guard let startupClass = StartupClass.allCases.first(where: { $0.description == value }) else {
                throw WrongChange("a class must be basic, sync, async or afterLaunch, not '\(value)'")
            }
            return .startupClass(task, startupClass)
        case "on": return .events(task, try events(value))
        case "blocks":
            switch value {
            case "true": return .blocks(task, true)
            case "false": return .blocks(task, false)
            default: throw WrongChange("blocks must be true or false, not '\(value)'")
            }
        case "outcome":
            guard value == "success" else { throw WrongChange("an outcome must be success, not '\(value)'") }
            return .success(task)
        default:
            guard let meant = NearestName.of(verb, among: Self.verbs) else {
                throw WrongChange("'\(verb)' is not a change to a task; write one of: \(Self.forms)")
            }
            throw WrongChange("'\(verb)' is not a change to a task; did you mean '\(meant)'?")
        }
    }

    private static let verbs = ["duration", "priority", "lane", "after", "-after", "class", "on", "blocks", "outcome"]

    private func width(_ words: [String]) throws(WrongChange) -> Int {
        guard let width = Int(words[3]), (1...65_535).contains(width) else {
            throw WrongChange("a width must be from 1 to 65535, not '\(words[3])'")
        }
        guard words[1] != "main" else { throw WrongChange("lane main always has width 1") }
        return width
    }

    private func events(_ value: String) throws(WrongChange) -> EventSet {
        var set = EventSet()
        for word in value.split(whereSeparator: { $0 == "," || $0 == " " }) {
            guard let event = EventNames.event(named: String(word)) else {
                throw WrongChange("there is no event or lane '\(word)'")
            }
            set.insert(EventSet(event))
        }
        return set
    }

    private func isTask(_ name: String) -> Bool {
        scenario.tasks.contains { $0.spec.name.utf8.elementsEqual(name.utf8) }
    }

    private func task(_ name: String) throws(WrongChange) -> TaskID {
        if let found = scenario.tasks.firstIndex(where: { $0.spec.name.utf8.elementsEqual(name.utf8) }) {
            return TaskID(found)
        }
        throw unknownTask(name)
    }

    private func unknownTask(_ name: String) -> WrongChange {
        unknown("task", name, scenario.tasks.map { $0.spec.name })
    }

    private func lane(_ name: String) throws(WrongChange) -> LaneID {
        if let lane = scenario.configuration.lane(named: name) { return lane }
        throw unknown("lane", name, scenario.configuration.lanes.map { $0.name })
    }

    private func unknown(_ what: String, _ name: String, _ known: [String]) -> WrongChange {
        let hint = NearestName.of(name, among: known).map { "; did you mean \($0)?" } ?? ""
        return WrongChange("the scenario has no \(what) '\(name)'\(hint)")
    }

    /// The words of a text, separated by spaces or in quotes.
    private func words(of text: String) throws(WrongChange) -> [String] {
        var words: [String] = []
        var word: String?
        var (isQuoted, isEscaped) = (false, false)
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if character == " ", !isQuoted {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if isQuoted { throw WrongChange("'\(text)': missing closing quote") }
        if let word { words.append(word) }
        return words
    }
}

/// What is wrong with a change to a scenario, in one line.
public struct WrongChange: Error {
    /// One line.
    public let message: String

    init(_ message: String) {
        self.message = message
    }
}
