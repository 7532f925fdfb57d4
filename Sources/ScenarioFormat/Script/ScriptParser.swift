import SchedulerCore
import SchedulerSimulation
import Text

/// Parses the script language: one command a line, every error with line and column.
public struct ScriptParser {
    let file: String
    /// Known names; grows with `inject` and `schedule`.
    public private(set) var names: ScriptNames
    var report = DiagnosticReport()
    /// The earliest time at which the next line can happen.
    private var earliest = Nanoseconds.zero
    /// Whether a `wait` came before, whose end is unknown.
    private var isAfterWait = false

    /// A parser that knows `names`; `file` is the name for messages.
    public init(file: String, names: ScriptNames) {
        self.file = file
        self.names = names
    }

    /// The lines of a script file, and everything wrong with it; lines with errors are left out.
    public static func parse(
        text: String, file: String, scenario: Scenario
    ) -> (lines: [ScriptLine], diagnostics: [Diagnostic]) {
        parse(bytes: Array(text.utf8), file: file, scenario: scenario)
    }

    /// As `parse(text:file:scenario:)`, from bytes that need not be UTF-8.
    public static func parse(
        bytes: [UInt8], file: String, scenario: Scenario
    ) -> (lines: [ScriptLine], diagnostics: [Diagnostic]) {
        let source: SourceText
        do throws(Diagnostic) {
            source = try SourceText(file: file, bytes: bytes)
        } catch {
            return ([], [error])
        }
        var parser = ScriptParser(file: file, names: ScriptNames(scenario: scenario))
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let text = String(decoding: source.bytes[(hasMark ? 3 : 0)...], as: UTF8.self)
        let lines = parser.parse(text, firstLine: 1, firstColumn: 1)
        return (lines, parser.report.sorted)
    }

    /// One line for the palette or the live socket; nil for an empty line or comment. Adds the name that an `inject` makes known.
    ///
    /// A time may come first; it is not compared with earlier lines. Throws `Diagnostics` with file `command`.
    public static func parseCommand(_ text: String, names: inout ScriptNames) throws(Diagnostics) -> ScriptLine? {
        let source: SourceText
        do throws(Diagnostic) {
            source = try SourceText(file: "command", bytes: Array(text.utf8))
        } catch {
            throw Diagnostics([error])
        }
        guard !source.bytes.contains(Byte.newline), !source.bytes.contains(Byte.carriageReturn) else {
            throw Diagnostics([Diagnostic(file: "command", line: 1, column: 1, message: "a command must be one line")])
        }
        var parser = ScriptParser(file: "command", names: names)
        let lines = parser.parse(text, firstLine: 1, firstColumn: 1)
        if parser.report.hasErrors { throw Diagnostics(parser.report.diagnostics) }
        names = parser.names
        return lines.first
    }

    /// Parses all lines; the first is on `firstLine`, its first character in `firstColumn` (later lines too).
    mutating func parse(_ text: String, firstLine: Int, firstColumn: Int) -> [ScriptLine] {
        let bytes = Array(text.utf8)
        var lines: [ScriptLine] = []
        var start = 0
        var number = firstLine
        while start < bytes.count {
            var end = start
            while end < bytes.count && bytes[end] != Byte.newline && bytes[end] != Byte.carriageReturn { end += 1 }
            if let line = parseLine(bytes[start..<end], number: number, firstColumn: firstColumn) { lines.append(line) }
            let isPair = end + 1 < bytes.count && bytes[end] == Byte.carriageReturn && bytes[end + 1] == Byte.newline
            start = end + (isPair ? 2 : 1)
            number += 1
        }
        return lines
    }

    private mutating func parseLine(_ bytes: ArraySlice<UInt8>, number: Int, firstColumn: Int) -> ScriptLine? {
        var scanner = ScriptScanner(bytes)
        guard !scanner.isAtEnd() else { return nil }
        do throws(TextProblem) {
            let timing = try parseTiming(&scanner)
            if scanner.isAtEnd() {
                throw TextProblem("expected a command after the time", at: scanner.position)
            }
            let start = scanner.position
            let command = try parseCommand(&scanner)
            try scanner.finish()
            if let message = follow(timing, command) {
                append(message, at: 0, scanner.bytes, number, firstColumn, .warning)
            }
            let text = String(decoding: scanner.bytes[start..<max(start, scanner.lastTextEnd)], as: UTF8.self)
            return ScriptLine(timing: timing, command: command, text: text, line: number)
        } catch {
            append(error.message, at: error.offset, scanner.bytes, number, firstColumn, .error)
            return nil
        }
    }

    private mutating func append(
        _ message: String, at offset: Int, _ line: [UInt8], _ number: Int, _ firstColumn: Int,
        _ severity: Diagnostic.Severity
    ) {
        let before = line.prefix(offset).reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        report.append(
            Diagnostic(file: file, line: number, column: firstColumn + before, severity: severity, message: message))
    }

    // MARK: Time

    private mutating func parseTiming(_ scanner: inout ScriptScanner) throws(TextProblem) -> ScriptLine.Timing {
        let start = scanner.position
        if scanner.current == Byte.plus {
            scanner.position += 1
            return .after(try parseDuration(&scanner))
        }
        guard let word = try? scanner.rawWord("a command"), word.text == "at" else {
            scanner.position = start
            return .none
        }
        let offset = scanner.position
        let time = try parseDuration(&scanner)
        if time < earliest && !isAfterWait {
            throw TextProblem(
                "\(DurationText.format(time)) is earlier than the line before, which happens at "
                    + "\(DurationText.format(earliest))", at: min(offset + 1, scanner.bytes.count))
        }
        return .at(time)
    }

    /// Moves the earliest time past a line; returns a warning if its time is known to have passed.
    private mutating func follow(_ timing: ScriptLine.Timing, _ command: ScriptCommand) -> String? {
        var message: String?
        switch timing {
        case .none: break
        case .at(let time):
            if time < earliest {
                message = "\(DurationText.format(time)) will be past when the wait above ends; the line runs at once"
            }
            earliest = max(earliest, time)
        case .after(let time): earliest = earliest + time
        }
        switch command {
        case .advance(let time): earliest = earliest + time
        case .wait: isAfterWait = true
        case .order, .inject, .tick, .expect, .note, .view: break
        }
        return message
    }

    // MARK: Words that mean something

    func parseDuration(_ scanner: inout ScriptScanner) throws(TextProblem) -> Nanoseconds {
        let word = try scanner.rawWord("a duration")
        return try at(word.offset) { () throws(TextProblem) in try DurationText.duration(word.text) }
    }

    /// Moves the offset of a problem in a word to its place in the line.
    func at<Value>(_ offset: Int, _ body: () throws(TextProblem) -> Value) throws(TextProblem) -> Value {
        do throws(TextProblem) {
            return try body()
        } catch {
            throw TextProblem(error.message, at: offset)
        }
    }

    /// A task or sequence that is known.
    mutating func parseKnownName(_ scanner: inout ScriptScanner) throws(TextProblem) -> String {
        try known(try scanner.name("a task's name"))
    }

    /// A name that is known; otherwise suggests the nearest, but not `own`, the task that this line adds.
    mutating func known(_ word: ScriptScanner.Word, besides own: String? = nil) throws(TextProblem) -> String {
        if names.contains(word.text) { return word.text }
        let others = (names.tasks + names.sequences).filter { $0 != own }
        let hint = report.nearest.hint(for: word.text, among: others)
        throw TextProblem("unknown task \(quoted(word.text))\(hint)", at: word.offset)
    }

    mutating func choose<Value>(
        _ word: ScriptScanner.Word, _ what: String, _ table: [(name: String, value: Value)]
    ) throws(TextProblem) -> Value {
        if let row = table.first(where: { word.isKeyword($0.name) }) { return row.value }
        let hint = report.nearest.hint(for: word.text, among: table.map { $0.name })
        throw TextProblem("unknown \(what) \(quoted(word.text))\(hint)", at: word.offset)
    }

    mutating func parseCount(_ scanner: inout ScriptScanner, _ what: String, least: Int) throws(TextProblem) -> Int {
        let word = try scanner.rawWord(what)
        guard let count: Int = NumberText.integer(word.text), count >= least else {
            throw TextProblem("\(quoted(word.text)) is not \(what), \(least) or more", at: word.offset)
        }
        return count
    }

    mutating func parseEvents(_ scanner: inout ScriptScanner, separator: UInt8) throws(TextProblem) -> EventSet {
        var set = EventSet()
        for word in try scanner.names("an event", separator: separator) {
            guard let event = EventNames.event(named: word.text) else {
                let hint = report.nearest.hint(for: word.text, among: EventNames.all)
                throw TextProblem("unknown event \(quoted(word.text))\(hint)", at: word.offset)
            }
            set.insert(EventSet(event))
        }
        return set
    }

    /// Makes the name of an `inject-sequence` known.
    mutating func makeSequenceKnown(_ name: String) { names.addSequence(name) }

    /// Makes the name of an `inject` or `schedule` known, even if the rest of its line is wrong.
    mutating func makeKnown(_ word: ScriptScanner.Word) throws(TextProblem) {
        if let problem = NameRule.problem(with: word.text) { throw TextProblem(problem, at: word.offset) }
        names.add(word.text)
    }
}

/// Commands, read by their table.
extension ScriptParser {
    mutating func parseCommand(_ scanner: inout ScriptScanner) throws(TextProblem) -> ScriptCommand {
        let word = try scanner.rawWord("a command")
        var rows = CommandTable.rows(CommandTable.rows, with: word.text, depth: 0)
        guard !rows.isEmpty else {
            let hint = report.nearest.hint(for: word.text, among: CommandTable.words)
            throw TextProblem("unknown command \(quoted(word.text))\(hint)", at: word.offset)
        }
        var depth = 1
        while case let words = CommandTable.nextWords(rows, depth: depth), !words.isEmpty {
            let saved = scanner
            let next = try? scanner.name("")
            guard let next, let word = words.first(where: { next.isKeyword($0) }) else {
                scanner = saved
                let plain = rows.filter { $0.words.count == depth }
                if plain.isEmpty { throw try unknown(&scanner, after: rows, depth, words) }
                rows = plain
                break
            }
            rows = CommandTable.rows(rows, with: word, depth: depth)
            depth += 1
        }
        return try rows[0].read(&self, &scanner)
    }

    /// What is wrong with a word that should be one of `words`.
    private mutating func unknown(
        _ scanner: inout ScriptScanner, after rows: [CommandRow], _ depth: Int, _ words: [String]
    ) throws(TextProblem) -> TextProblem {
        let list = words.count == 1 ? "\"\(words[0])\"" : Self.list(words)
        let word = try scanner.name(list)
        if words.count == 1 { return TextProblem("expected \(list)", at: word.offset) }
        let hint = report.nearest.hint(for: word.text, among: words)
        let what = rows[0].words.prefix(depth).joined(separator: " ")
        return TextProblem("unknown \(what) command \(quoted(word.text))\(hint)", at: word.offset)
    }

    /// `a, b or c`.
    private static func list(_ words: [String]) -> String {
        words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}
