import Text
import SchedulerCore
import SchedulerSimulation

/// `expect`.
extension ScriptParser {
    mutating func parseExpectation(_ scanner: inout ScriptScanner) throws(TextProblem) -> Expectation {
        let first = try scanner.name("what is expected")
        if first.isKeyword("order") { return try parseOrder(&scanner) }
        if first.isKeyword("state") {
            let table = LifecycleState.allCases.map { (name: "\($0)", value: $0) }
            return .state(try choose(try scanner.name("a state"), "state", table))
        }
        if first.isKeyword("launch") {
            let mark = try scanner.rawWord("\"<=\"")
            guard mark.text == "<=" else { throw TextProblem("expected \"<=\"", at: mark.offset) }
            return .launch(atMost: try parseDuration(&scanner))
        }
        if first.isKeyword("queue") { return .queue(try parseCount(&scanner, "a number of rows", least: 0)) }
        if first.isKeyword("no") {
            let word = try scanner.name("\"warnings\"")
            guard word.isKeyword("warnings") else { throw TextProblem("expected \"warnings\"", at: word.offset) }
            return .noWarnings
        }
        return try parseTaskExpectation(first, &scanner)
    }

    private mutating func parseTaskExpectation(
        _ first: ScriptScanner.Word, _ scanner: inout ScriptScanner
    ) throws(TextProblem) -> Expectation {
        guard names.contains(first.text) else {
            let keywords = ["order", "state", "launch", "queue", "no"]
            let hint = report.nearest.hint(for: first.text, among: names.tasks + names.sequences + keywords)
            throw TextProblem("unknown task \(quoted(first.text))\(hint)", at: first.offset)
        }
        let name = first.text
        let verb = try scanner.name("ran, not run, failed, skipped or missed")
        let table: [(name: String, value: ExpectVerb)] = ExpectVerb.allCases.map { ($0.rawValue, $0) }
        switch try choose(verb, "expectation", table) {
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

    private enum ExpectVerb: String, CaseIterable {
        case ran, not, failed, skipped, missed
    }

    private mutating func parseOrder(_ scanner: inout ScriptScanner) throws(TextProblem) -> Expectation {
        let words = try scanner.names("a task's name", separator: Byte.less)
        var order: [String] = []
        for word in words { order.append(try known(word)) }
        if order.count < 2 { throw TextProblem("expected \"<\" and another name", at: scanner.position) }
        return .order(order)
    }
}
