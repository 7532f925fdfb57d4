import ArgumentParser
import CTerminal
import ScenarioFormat

/// `taskscope new [FILE]`
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Start a scenario of your own: six questions, one commented file.",
        discussion: """
            Only the names are required; Enter skips a question, and a wrong answer is asked for again. The file passes \
            `taskscope check`; its durations are guesses to replace. An existing file is never overwritten.
            """)

    @Argument(help: "The file to write; - is standard output.", completion: .file(extensions: ["yaml"]))
    var file = "app.yaml"

    @Option(
        name: .customLong("from-names"), help: "The tasks of the launch, separated by commas; asks no questions.",
        transform: NewCommand.names)
    var fromNames: [String]?

    func run() throws {
        if file != "-", access(file, F_OK) == 0 {
            throw ExitStatus.checkFailed.saying(
                "taskscope: \(file) already exists; name another file, as in: taskscope new mine.yaml")
        }
        var draft = try draft()
        if draft.tasks.isEmpty { throw ValidationError("name at least one task, as in: --from-names Login,Home") }
        if file != "-" { draft.file = file }
        if let fault = Interview.fault(of: draft) {
            throw ExitStatus.badInput.saying("taskscope: \(fromNames == nil ? "" : "--from-names: ")\(fault)")
        }
        try Output.write(draft.text, to: file, replacing: .known(nil))
        if file != "-" { Output.complain("next: taskscope \(file)") }
    }

    private func draft() throws -> ScenarioDraft {
        if let fromNames { return ScenarioDraft(name: "My app", tasks: fromNames) }
        var interview = Interview()
        try interview.ask()
        return interview.draft
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

    /// A text without spaces around it.
    static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
