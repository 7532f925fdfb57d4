import Text
import SchedulerSimulation

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
