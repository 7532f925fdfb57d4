import Text
import SchedulerSimulation

/// What is in one place of a command: how it is read, written and completed.
struct Slot<Value>: Sendable {
    /// As the reference writes it.
    let usage: String
    /// Reads it from a line.
    let read: @Sendable (inout ScriptParser, inout ScriptScanner) throws(TextProblem) -> Value
    /// Writes it; empty if it is left out.
    let write: @Sendable (Value, ScriptWriter) -> String
    /// What may come next, after these words of it.
    let complete: @Sendable ([String], ScriptNames) -> [String]

    init(
        _ usage: String,
        read: @escaping @Sendable (inout ScriptParser, inout ScriptScanner) throws(TextProblem) -> Value,
        write: @escaping @Sendable (Value, ScriptWriter) -> String,
        complete: @escaping @Sendable ([String], ScriptNames) -> [String] = { _, _ in [] }
    ) {
        self.usage = usage
        self.read = read
        self.write = write
        self.complete = complete
    }

    /// This slot, which takes one word, followed by another.
    func then<Other>(_ other: Slot<Other>) -> Slot<(Value, Other)> {
        let first = self
        return Slot<(Value, Other)>(
            usage + " " + other.usage,
            read: { (parser, scanner) throws(TextProblem) in
                let value = try first.read(&parser, &scanner)
                return (value, try other.read(&parser, &scanner))
            },
            write: { values, writer in
                let (head, tail) = (first.write(values.0, writer), other.write(values.1, writer))
                return tail.isEmpty ? head : head + " " + tail
            },
            complete: { words, names in
                words.isEmpty ? first.complete([], names) : other.complete(Array(words.dropFirst()), names)
            })
    }
}

/// A command of the script language: its words, what follows them, and the command that it is.
struct CommandRow: Sendable {
    /// The fixed words with which it begins. Of rows that begin alike, the one with the most matching words wins.
    let words: [String]
    /// What it does, in one sentence.
    let summary: String
    /// What follows, as the reference writes it; empty if nothing does.
    let usage: String
    /// Reads what follows the words.
    let read: @Sendable (inout ScriptParser, inout ScriptScanner) throws(TextProblem) -> ScriptCommand
    /// The whole text of a command; nil for a command of another row.
    let write: @Sendable (ScriptCommand, ScriptWriter) -> String?
    /// What may come next, after the fixed words and these.
    let complete: @Sendable ([String], ScriptNames) -> [String]

    /// A command without arguments.
    init(_ phrase: String, _ command: ScriptCommand, _ summary: String) {
        words = phrase.split(separator: " ").map(String.init)
        self.summary = summary
        usage = ""
        read = { (_, _) throws(TextProblem) in command }
        write = { given, _ in given == command ? phrase : nil }
        complete = { _, _ in [] }
    }

    /// A command with arguments: `make` builds it from them, `take` takes it apart; nil for a command of another row.
    init<Value>(
        _ phrase: String, _ slot: Slot<Value>, _ summary: String, make: @escaping @Sendable (Value) -> ScriptCommand,
        take: @escaping @Sendable (ScriptCommand) -> Value?
    ) {
        words = phrase.split(separator: " ").map(String.init)
        self.summary = summary
        usage = slot.usage
        read = { (parser, scanner) throws(TextProblem) in make(try slot.read(&parser, &scanner)) }
        write = { command, writer in
            guard let value = take(command) else { return nil }
            let arguments = slot.write(value, writer)
            return arguments.isEmpty ? phrase : phrase + " " + arguments
        }
        complete = slot.complete
    }
}
