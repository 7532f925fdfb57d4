import ArgumentParser
import Planning
import ScenarioFormat
import SchedulerSimulation
import Text

/// `taskscope check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Print all errors and lints of scenario files.",
        discussion: """
            Errors give exit code 3. Lints are warnings; a denied one gives exit code 1. --explain says what a \
            finding means, what it costs and how to fix it. Name it by its id, as advise shows it, or name a kind; \
            without a scenario, it says what findings of that kind mean.
            """)

    @Argument(help: "Scenario files; - is standard input.", completion: .file(extensions: ["yaml", "yml"]))
    var scenarios: [String] = []

    @Option(help: "A lint that fails the check, by its name in brackets, or 'all'; may be repeated.")
    var deny: [String] = []

    @Option(help: "A finding to explain: its id, as in narrow-lane:network, or its kind.")
    var explain: String?

    private static let names =
        Finding.Kind.allCases.filter { $0.isLint }.map { $0.rawValue } + LintCode.allCases.map { $0.rawValue }

    func validate() throws {
        if scenarios.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input can be read only once") }
        if let wrong = deny.first(where: { !(Self.names + ["all"]).contains($0) }) {
            throw ValidationError(
                "--deny: unknown lint '\(wrong)'; the lints are \((Self.names + ["all"]).joined(separator: ", "))")
        }
        if let explain, Self.explanation(of: explain) == nil {
            let kinds = Finding.Kind.allCases.map { $0.rawValue } + LintCode.allCases.map { $0.rawValue }
            throw ValidationError("--explain: no finding '\(explain)'; the kinds are \(kinds.joined(separator: ", "))")
        }
        if scenarios.isEmpty, explain == nil { throw ValidationError("name a scenario file, as in: check app.yaml") }
    }

    /// What a finding or a kind of findings means, and what to do about it; nil if there is none of this name.
    private static func explanation(of id: String) -> String? {
        let kind = String(id.prefix { $0 != ":" })
        return Finding.Kind(rawValue: kind)?.explanation ?? LintCode(rawValue: kind)?.explanation
    }

    func run() throws {
        if scenarios.isEmpty, let explain, let explanation = Self.explanation(of: explain) {
            return Output.write("\(DisplayText.clean(explain)): \(explanation)\n")
        }
        var hasErrors = false
        var (denied, warnings) = (0, 0)
        var isExplained = false
        for path in scenarios {
            guard let bytes = try? Source.read(path) else {
                hasErrors = true
                continue
            }
            let checked = CheckedFile(bytes, path: path)
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
