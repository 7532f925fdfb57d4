import ArgumentParser
import CTerminal
import ScenarioFormat

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `taskscope new [FILE]`
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Start a scenario of your own: six questions, one commented file.",
        discussion: """
            Only the names are required; leave other answers empty if you like. The file passes `taskscope check`; its \
            durations are guesses to replace. An existing file is never overwritten.
            """)

    @Argument(help: "The file to write; - is standard output.", completion: .file(extensions: ["yaml"]))
    var file = "app.yaml"

    @Option(
        name: .customLong("from-names"), help: "The tasks of the launch, separated by commas; asks no questions.",
        transform: NewCommand.names)
    var fromNames: [String]?

    func run() throws {
        if file != "-", access(file, F_OK) == 0 {
            Output.complain("taskscope: \(file) already exists; name another file, as in: taskscope new mine.yaml")
            throw ExitStatus.checkFailed
        }
        var draft = fromNames.map { ScenarioDraft(name: "My app", tasks: $0) } ?? ask()
        if draft.tasks.isEmpty { throw ValidationError("name at least one task, as in: --from-names Login,Home") }
        if file != "-" { draft.file = file }
        if let name = draft.unknownNames.first {
            Output.complain("taskscope: there is no task \(name); the tasks are \(draft.tasks.joined(separator: ", "))")
            throw ExitStatus.badInput
        }
        let text = draft.text
        try check(text)
        if file == "-" { return Output.write(text) }
        guard case .notice(let answer) = FileAccess.write(text, to: file) else { return }
        Output.complain("taskscope: \(answer)")
        guard access(file, F_OK) == 0 else { throw ExitStatus.checkFailed }
        Output.complain("next: taskscope \(file)")
    }

    /// An answer may be an invalid name or duration, or close a cycle: the reader reports it, and nothing is written.
    private func check(_ text: String) throws {
        let result = ScenarioReader.read(bytes: Array(text.utf8), file: file)
        let errors = result.diagnostics.filter { $0.severity == .error }
        guard !errors.isEmpty else { return }
        Source.complain(errors)
        throw ExitStatus.badInput
    }

    private func ask() -> ScenarioDraft {
        let name = question("1 of 6  What is the app called?") ?? "My app"
        let tasks = question("2 of 6  Which tasks does its launch have? Names, separated by commas:").map(Self.names)
        var draft = ScenarioDraft(name: name, tasks: tasks ?? [])
        guard !draft.tasks.isEmpty else { return draft }
        draft.main = question("3 of 6  Which of them must run on the main thread?").map(Self.names) ?? []
        draft.late = question("4 of 6  Which are not needed for the first screen?").map(Self.names) ?? []
        let pairs = question("5 of 6  Which need another task first? For example: Home after Login, Cart after Home:")
        draft.dependencies = (pairs.map(Self.names) ?? []).compactMap(Self.dependency)
        draft.budget = question("6 of 6  How long may the launch take? For example: 400ms")
        return draft
    }

    /// An answer; nil if it is empty or the input has ended.
    private func question(_ text: String) -> String? {
        Output.complain(text)
        guard let line = readLine() else { return nil }
        let answer = Self.trimmed(line[...])
        return answer.isEmpty ? nil : answer
    }

    private static func dependency(_ text: String) -> (task: String, after: [String])? {
        guard let range = text.firstRange(of: " after ") else { return nil }
        return (trimmed(text[..<range.lowerBound]), [trimmed(text[range.upperBound...])])
    }

    /// The names in a list, without spaces around them; each once.
    static func names(_ text: String) -> [String] {
        var names: [String] = []
        for part in text.split(separator: ",") {
            let name = trimmed(part)
            if !name.isEmpty, !names.contains(name) { names.append(name) }
        }
        return names
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
