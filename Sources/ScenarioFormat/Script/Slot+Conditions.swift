import Text
import SchedulerCore
import SchedulerSimulation

extension Slot where Value == WaitCondition {
    private static var conditions: [(name: String, value: WaitCondition)] {
        [("launched", .launched), ("idle", .idle), ("drained", .drained)]
    }

    /// What `wait until` waits for.
    static var condition: Slot<WaitCondition> {
        Slot("NAME done|launched|idle|drained") { (parser, scanner) throws(TextProblem) in
            let word = try scanner.name("a task's name, launched, idle or drained")
            if scanner.isAtEnd() {
                if let row = conditions.first(where: { word.isKeyword($0.name) }) { return row.value }
                if parser.names.contains(word.text) {
                    throw TextProblem("expected \"done\" after the task's name", at: scanner.position)
                }
                return try parser.choose(word, "condition", conditions)
            }
            let name = try parser.known(word)
            let done = try scanner.name("\"done\"")
            guard done.isKeyword("done") else { throw TextProblem("expected \"done\"", at: done.offset) }
            return .done(name)
        } write: { condition, _ in
            if case .done(let name) = condition { return ScriptWriter.name(name) + " done" }
            return conditions.first { $0.value == condition }?.name ?? ""
        } complete: { words, names in
            let keywords = conditions.map { $0.name }
            if words.isEmpty { return keywords + names.written }
            return words.count == 1 && !keywords.contains(words[0]) ? ["done"] : []
        }
    }
}

extension Slot where Value == LifecycleState {
    /// A state of the app.
    static var state: Slot<LifecycleState> {
        Slot("STATE") { (parser, scanner) throws(TextProblem) in
            try parser.choose(
                try scanner.name("a state"), "state", LifecycleState.allCases.map { (name: "\($0)", value: $0) })
        } write: { state, _ in
            "\(state)"
        } complete: { words, _ in
            words.isEmpty ? LifecycleState.allCases.map { "\($0)" } : []
        }
    }
}

extension Slot where Value == [String] {
    /// Two names or more, in the order of their first starts.
    static var order: Slot<[String]> {
        Slot("A < B < C") { (parser, scanner) throws(TextProblem) in
            var order: [String] = []
            for word in try scanner.names("a task's name", separator: Byte.less) {
                order.append(try parser.known(word))
            }
            if order.count < 2 { throw TextProblem("expected \"<\" and another name", at: scanner.position) }
            return order
        } write: { names, _ in
            names.map(ScriptWriter.name).joined(separator: " < ")
        } complete: { _, names in
            names.written
        }
    }
}

/// What may be expected of a task.
private enum TaskVerb: String, CaseIterable {
    case ran, not, failed, skipped, missed
}

extension Slot where Value == Expectation {
    /// A task, and what became of it.
    static var taskExpectation: Slot<Expectation> {
        Slot("NAME ran N|not run|failed|skipped|missed") { (parser, scanner) throws(TextProblem) in
            try parser.parseTaskExpectation(&scanner)
        } write: { expectation, _ in
            switch expectation {
            case .ran(let name, let count): "\(ScriptWriter.name(name)) ran \(count)"
            case .notRun(let name): "\(ScriptWriter.name(name)) not run"
            case .failed(let name): "\(ScriptWriter.name(name)) failed"
            case .skipped(let name): "\(ScriptWriter.name(name)) skipped"
            case .missed(let name): "\(ScriptWriter.name(name)) missed"
            case .order, .state, .launch, .budget, .queue, .queueIsRunning, .jobExists, .jobIsActive, .nextJob,
                .noWarnings:
                ""
            }
        } complete: { words, names in
            switch words.count {
            case 0: names.written
            case 1: ["ran", "not run", "failed", "skipped", "missed"]
            case 2: words[1] == "not" ? ["run"] : []
            default: []
            }
        }
    }
}

extension ScriptParser {
    fileprivate mutating func parseTaskExpectation(
        _ scanner: inout ScriptScanner
    ) throws(TextProblem) -> Expectation {
        let word = try scanner.name("what is expected")
        guard names.contains(word.text) else {
            let keywords = CommandTable.nextWords(
                CommandTable.rows(CommandTable.rows, with: "expect", depth: 0), depth: 1)
            let hint = report.nearest.hint(for: word.text, among: names.tasks + names.sequences + keywords)
            throw TextProblem("unknown task \(quoted(word.text))\(hint)", at: word.offset)
        }
        let name = word.text
        let verb = try scanner.name("ran, not run, failed, skipped or missed")
        switch try choose(verb, "expectation", TaskVerb.allCases.map { (name: $0.rawValue, value: $0) }) {
        case .ran: return .ran(name, try parseCount(&scanner, "a number of runs", least: 0))
        case .not:
            let run = try scanner.name("\"run\"")
            guard run.isKeyword("run") else { throw TextProblem("expected \"run\"", at: run.offset) }
            return .notRun(name)
        case .failed: return .failed(name)
        case .skipped: return .skipped(name)
        case .missed: return .missed(name)
        }
    }
}
