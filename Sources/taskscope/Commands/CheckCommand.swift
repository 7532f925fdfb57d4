import ArgumentParser
import Planning
import ScenarioFormat
import SchedulerSimulation

/// `taskscope check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Print all errors and lints of scenario files.",
        discussion: """
            Errors give exit code 3. Lints are warnings; a denied one gives exit code 1. --explain says what a \
            finding means, what it costs and how to fix it. Name it by its id, as advise shows it, or name a kind.
            """)

    @Argument(help: "Scenario files; - is standard input.", completion: .file(extensions: ["yaml", "yml"]))
    var scenarios: [String]

    @Option(help: "A lint that fails the check, by its name in brackets, or 'all'; may be repeated.")
    var deny: [String] = []

    @Option(help: "A finding to explain: its id, as in narrow-lane:network, or its kind.")
    var explain: String?

    private static let names =
        Finding.Kind.allCases.filter { $0.isLint }.map { $0.rawValue } + LintCode.allCases.map { $0.rawValue }

    func validate() throws {
        if let wrong = deny.first(where: { !(Self.names + ["all"]).contains($0) }) {
            throw ValidationError(
                "--deny: unknown lint '\(wrong)'; the lints are \((Self.names + ["all"]).joined(separator: ", "))")
        }
        let kinds = Finding.Kind.allCases.map { $0.rawValue }
        if let explain, !kinds.contains(where: { explain == $0 || explain.hasPrefix($0 + ":") }) {
            throw ValidationError("--explain: no finding '\(explain)'; the kinds are \(kinds.joined(separator: ", "))")
        }
    }

    func run() throws {
        var hasErrors = false
        var (denied, warnings) = (0, 0)
        var isExplained = false
        for path in scenarios {
            guard let bytes = try? Source.read(path) else {
                hasErrors = true
                continue
            }
            let checked = CheckedFile(bytes, file: Source.title(path))
            if let explain {
                isExplained = checked.explain(explain) || isExplained
                hasErrors = hasErrors || checked.outlook == nil
                continue
            }
            if !checked.diagnostics.isEmpty { Source.complain(checked.diagnostics) }
            hasErrors = hasErrors || checked.outlook == nil
            warnings += checked.diagnostics.count { $0.severity == .warning }
            denied += checked.diagnostics.count(where: isDenied)
        }
        if hasErrors { throw ExitStatus.badInput }
        if let explain {
            if isExplained { return }
            Output.complain("no finding '\(explain)'; taskscope advise lists them")
            throw ExitStatus.checkFailed
        }
        Output.complain("\(count(scenarios.count, "file")) ok, \(count(warnings, "lint"))")
        if denied > 0 { throw ExitStatus.checkFailed }
    }

    private func isDenied(_ diagnostic: Diagnostic) -> Bool {
        guard diagnostic.severity == .warning else { return false }
        return deny.contains("all")
            || deny.contains { $0 == diagnostic.code || diagnostic.code?.hasPrefix($0 + ":") == true }
    }

    private func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
