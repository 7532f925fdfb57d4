import Text
import SchedulerCore
import SchedulerSimulation

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
