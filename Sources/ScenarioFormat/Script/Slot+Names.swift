import Text
import SchedulerCore
import SchedulerSimulation

/// What `pause` and `resume` name.
enum PauseTarget {
    case task(String)
    case lane(String)

    static let lanePrefix = "lane:"

    /// As a script writes it.
    var written: String {
        switch self {
        case .task(let name): ScriptWriter.name(name)
        case .lane(let name): Self.lanePrefix + ScriptWriter.name(name)
        }
    }
}

extension Slot where Value == String {
    /// A task or sequence that is known.
    static var task: Slot<String> {
        Slot("NAME") { (parser, scanner) throws(TextProblem) in
            try parser.parseKnownName(&scanner)
        } write: { name, _ in
            ScriptWriter.name(name)
        } complete: { words, names in
            words.isEmpty ? names.written : []
        }
    }

    /// A sequence that is known.
    static var sequence: Slot<String> {
        Slot("SEQUENCE") { (parser, scanner) throws(TextProblem) in
            try parser.knownSequence(try scanner.name("a sequence's name"))
        } write: { name, _ in
            ScriptWriter.name(name)
        } complete: { words, names in
            words.isEmpty ? names.sequences.map(ScriptWriter.name) : []
        }
    }

    /// `to` and a sequence that is known.
    static var toSequence: Slot<String> {
        Slot("to SEQUENCE") { (parser, scanner) throws(TextProblem) in
            let word = try scanner.name("\"to\"")
            guard word.isKeyword("to") else { throw TextProblem("expected \"to\" and a sequence", at: word.offset) }
            return try parser.knownSequence(try scanner.name("a sequence's name"))
        } write: { name, _ in
            "to " + ScriptWriter.name(name)
        } complete: { words, names in
            if words.isEmpty { return ["to"] }
            return words == ["to"] ? names.sequences.map(ScriptWriter.name) : []
        }
    }

    /// A notification's key.
    static var key: Slot<String> {
        Slot("KEY") { (_, scanner) throws(TextProblem) in
            try scanner.name("a notification's key").text
        } write: { key, _ in
            ScriptWriter.name(key)
        } complete: { words, names in
            words.isEmpty ? names.notifications.map(ScriptWriter.name) : []
        }
    }

    /// The task of a job; any name will do.
    static var jobTask: Slot<String> {
        Slot("TASK") { (_, scanner) throws(TextProblem) in
            let word = try scanner.name("a job's task")
            if let problem = NameRule.problem(with: word.text) { throw TextProblem(problem, at: word.offset) }
            return word.text
        } write: { name, _ in
            ScriptWriter.name(name)
        } complete: { words, names in
            words.isEmpty ? names.jobs.map(ScriptWriter.name) : []
        }
    }

    /// A URL: everything up to the next space, or in quotes.
    static var url: Slot<String> {
        Slot("URL") { (_, scanner) throws(TextProblem) in
            _ = scanner.isAtEnd()
            let isQuoted = scanner.current == Byte.doubleQuote
            return isQuoted ? try scanner.name("a URL").text : try scanner.rawWord("a URL").text
        } write: { url, _ in
            ScriptWriter.name(url)
        }
    }

    /// The rest of the line.
    static var caption: Slot<String> { line("TEXT", "text") }

    /// The rest of the line.
    static func line(_ usage: String, _ what: String) -> Slot<String> {
        Slot(usage) { (_, scanner) throws(TextProblem) in
            try scanner.restOfLine(what)
        } write: { text, _ in
            ScriptWriter.caption(text)
        }
    }
}

extension Slot where Value == String? {
    /// A JSON value, or nothing.
    static var json: Slot<String?> {
        Slot("[JSON]") { (_, scanner) throws(TextProblem) in
            scanner.isAtEnd() ? nil : try scanner.json()
        } write: { text, _ in
            text ?? ""
        }
    }
}

extension Slot where Value == PauseTarget {
    /// A task, or `lane:` and a lane.
    static var target: Slot<PauseTarget> {
        Slot("NAME|lane:NAME") { (parser, scanner) throws(TextProblem) in
            try parser.parseTarget(&scanner)
        } write: { target, _ in
            target.written
        } complete: { words, names in
            guard words.isEmpty else { return [] }
            return names.written + names.configuration.lanes.map { PauseTarget.lane($0.name).written }
        }
    }
}

extension ScriptNames {
    /// Tasks and sequences as a script writes them.
    var written: [String] { (tasks + sequences).map(ScriptWriter.name) }
}

extension ScriptParser {
    mutating func knownSequence(_ word: ScriptScanner.Word) throws(TextProblem) -> String {
        if names.containsSequence(word.text) { return word.text }
        let hint = report.nearest.hint(for: word.text, among: names.sequences)
        throw TextProblem("unknown sequence \(quoted(word.text))\(hint)", at: word.offset)
    }

    fileprivate mutating func parseTarget(_ scanner: inout ScriptScanner) throws(TextProblem) -> PauseTarget {
        _ = scanner.isAtEnd()
        let prefix = Array(PauseTarget.lanePrefix.utf8)
        guard scanner.bytes[scanner.position...].starts(with: prefix) else {
            let word = try scanner.name("a task's name")
            if !names.contains(word.text) {
                // `pause lane network` and `pause network` are what one tries first.
                if word.text == "lane" {
                    throw TextProblem("unknown task \"lane\"; a lane is written lane:NAME", at: word.offset)
                }
                if names.configuration.lane(named: word.text) != nil {
                    let lane = PauseTarget.lane(word.text).written
                    throw TextProblem("\(quoted(word.text)) is a lane: write \(lane)", at: word.offset)
                }
            }
            return .task(try known(word))
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

    mutating func lane(_ word: ScriptScanner.Word) throws(TextProblem) -> LaneID {
        if let id = names.configuration.lane(named: word.text) { return id }
        let lanes = names.configuration.lanes.map { $0.name }.filter { $0 != LaneSpec.anchors }
        var hint = report.nearest.hint(for: word.text, among: lanes)
        if hint.isEmpty { hint = "; the lanes are \(lanes.map { quoted($0) }.joined(separator: ", "))" }
        throw TextProblem("unknown lane \(quoted(word.text))\(hint)", at: word.offset)
    }
}
