import ArgumentParser
import ScenarioFormat

/// `taskscope check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Print all errors and lints of scenario files.",
        discussion: """
            Errors end with exit code 3. Lints are warnings; a denied one ends with exit code 1.
            """)

    @Argument(help: "Scenario files; - is standard input.", completion: .file(extensions: ["yaml", "yml"]))
    var scenarios: [String]

    @Option(help: "A lint that must not occur, by its name in brackets; may be repeated; 'all' is all of them.")
    var deny: [String] = []

    func validate() throws {
        let known = LintCode.allCases.map(\.rawValue) + ["all"]
        guard let wrong = deny.first(where: { !known.contains($0) }) else { return }
        throw ValidationError("--deny: unknown lint '\(wrong)'; there are \(known.joined(separator: ", "))")
    }

    func run() throws {
        var hasErrors = false
        var denied = 0
        var warnings = 0
        for path in scenarios {
            guard let bytes = try? Source.read(path) else {
                hasErrors = true
                continue
            }
            let result = ScenarioReader.read(bytes: bytes, file: Source.title(path))
            if !result.diagnostics.isEmpty { Source.complain(result.diagnostics) }
            hasErrors = hasErrors || result.scenario == nil
            warnings += result.diagnostics.count { $0.severity == .warning }
            denied += result.diagnostics.count(where: isDenied)
        }
        if hasErrors { throw ExitStatus.badInput }
        Output.complain("\(count(scenarios.count, "file")) ok, \(count(warnings, "lint"))")
        if denied > 0 { throw ExitStatus.checkFailed }
    }

    private func isDenied(_ diagnostic: Diagnostic) -> Bool {
        guard diagnostic.severity == .warning else { return false }
        return deny.contains("all") || deny.contains { $0 == diagnostic.code }
    }

    private func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
