import ArgumentParser
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// `taskscope check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Print all errors and findings of scenario files.",
        discussion: """
            Errors give exit code 3, a denied finding exit code 1. advise also lists what would only be faster. \
            --explain says what a finding means, what it costs and how to fix it. Name it by its id, as advise shows \
            it, or name a kind; without a scenario, it says what findings of that kind mean.
            """)

    @Argument(help: "Scenario files; - is standard input.", completion: .file(extensions: ["yaml", "yml"]))
    var scenarios: [String] = []

    @Option(help: "A finding that fails the check: its id in brackets, its kind, or 'all'; may be repeated.")
    var deny: [String] = []

    @Option(help: "A finding to explain: its id, as in narrow-lane:network, or its kind.")
    var explain: String?

    private static let names =
        Finding.Kind.allCases.filter { $0.isLint }.map { $0.rawValue } + LintCode.allCases.map { $0.rawValue }

    func validate() throws {
        if scenarios.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input can be read only once") }
        if let wrong = deny.first(where: { !(Self.names + ["all"]).contains(String($0.prefix { $0 != ":" })) }) {
            throw ValidationError(
                "--deny: no finding '\(wrong)'; the kinds are \((Self.names + ["all"]).joined(separator: ", "))")
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
        var (denied, warnings, savings) = (0, 0, 0)
        var isExplained = false
        for path in scenarios {
            guard let checked = CheckedFile(path) else {
                hasErrors = true
                continue
            }
            if let explain {
                isExplained = checked.explain(explain) || isExplained
                hasErrors = hasErrors || checked.outlook == nil
                continue
            }
            if !checked.diagnostics.isEmpty { Source.complain(checked.diagnostics) }
            if let untried = checked.outlook?.untriedText {
                Output.complain("\(Source.title(path)): \(untried); findings that rest on the others are missing")
            }
            if checked.isInterrupted { throw ExitStatus.interrupted }
            hasErrors = hasErrors || checked.outlook == nil
            warnings += checked.diagnostics.count { $0.severity == .warning }
            savings += (checked.outlook?.findings ?? []).count { !$0.kind.isLint }
            denied += checked.diagnostics.count(where: isDenied)
        }
        if hasErrors { throw ExitStatus.badInput }
        if let explain {
            if isExplained { return }
            if let explanation = Self.explanation(of: explain) {
                Output.write("\(DisplayText.clean(explain)): \(explanation)\n")
            }
            throw ExitStatus.checkFailed.saying(
                "no finding '\(DisplayText.clean(explain))' here; taskscope advise lists all")
        }
        let more = savings > 0 ? "; advise lists \(savings) more, which only save time" : ""
        Output.complain("\(count(scenarios.count, "file")) ok, \(count(warnings, "finding"))\(more)")
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

/// A scenario file with its errors, or, if there are none, the findings of its launch.
struct CheckedFile {
    /// Errors and lints, in the order of their positions.
    let diagnostics: [Diagnostic]
    /// The findings of the launch; nil if the file has errors.
    let outlook: LaunchOutlook?
    private let path: String

    /// Whether Ctrl-C ended the search for changes, on which findings rest.
    let isInterrupted: Bool

    /// Reads a scenario file and launches the scenario; nil if the file cannot be read, which it says.
    init?(_ path: String) {
        let file = Source.title(path)
        self.path = path
        guard let (result, found) = Self.read(path) else { return nil }
        var progress = Progress(interruptible: "changes tried")
        let outlook = result.scenario.flatMap { scenario in
            try? LaunchOutlook(of: scenario) { progress.goesOn(after: $0) }
        }
        progress.end()
        (self.outlook, isInterrupted) = (outlook, progress.isInterrupted)
        let lints = (outlook?.findings ?? []).filter { $0.kind.isLint }.map { finding in
            let place = Self.place(of: finding.subject, result.places)
            return Diagnostic(
                file: file, line: place.line, column: place.column, severity: .warning,
                code: DisplayText.clean(finding.id),
                message: finding.sentence)
        }
        diagnostics = Diagnostics(found + lints).all
    }

    /// What a file says, with its errors. A function of its own: the bytes are released before the launch, and those of a
    /// large scenario are many.
    private static func read(_ path: String) -> (result: ScenarioReader.Result, found: [Diagnostic])? {
        guard let bytes = try? Source.read(path) else { return nil }
        let result = ScenarioReader.read(bytes: bytes, file: Source.title(path))
        return (
            result,
            result.scenario == nil
                ? Source.errors(of: result, bytes, file: Source.title(path)) : result.diagnostics
        )
    }

    private static func place(of subject: Finding.Subject, _ places: ScenarioPlaces) -> ScenarioPlaces.Place {
        switch subject {
        case .launch, .job: .start
        case .task(let name): places.task(name) ?? .start
        case .edge(let name, let other): places.edge(name, after: other) ?? places.task(name) ?? .start
        case .lane(let name): places.lane(name) ?? .start
        }
    }

    /// Explains a finding, or all findings of a kind; false if there is none.
    func explain(_ id: String) -> Bool {
        guard let outlook else {
            Source.complain(diagnostics)
            return false
        }
        let lints = diagnostics.filter { $0.code == id }
        if let explanation = LintCode(rawValue: id)?.explanation, !lints.isEmpty {
            Source.complain(lints)
            Output.write("\(id): \(explanation)\n")
            return true
        }
        let found = outlook.findings.filter { $0.id == id || $0.kind.rawValue == id }
        for finding in found {
            Output.write("\(DisplayText.clean(finding.id)): \(finding.text)\n\n")
            Output.write("\(finding.kind.explanation)\n\n")
            Output.write(remedy(finding, outlook) + "\n")
        }
        return !found.isEmpty
    }

    private func remedy(_ finding: Finding, _ outlook: LaunchOutlook) -> String {
        guard let remedy = finding.remedy else { return "No single change is known to fix it." }
        let command =
            "taskscope what-if \(ShellText.argument(path)) \(ShellText.quoted(remedy.text(in: outlook.planned.scenario)))"
        guard let time = outlook.time, let launch = finding.launch, finding.cost > .zero else {
            return "Try: \(command); the launch time stays the same."
        }
        let times = ShownTimes(time)
        return "Try: \(command): launch \(times.text(time)) -> \(times.text(launch)) "
            + "(\(times.signed(from: time, to: launch)))."
    }
}
