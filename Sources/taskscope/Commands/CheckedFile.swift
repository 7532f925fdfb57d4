import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// A scenario file with its errors, or, if there are none, the findings of its launch.
struct CheckedFile {
    /// Errors and lints, in the order of their positions.
    let diagnostics: [Diagnostic]
    /// The findings of the launch; nil if the file has errors.
    let outlook: LaunchOutlook?
    private let path: String

    /// Reads the contents of a scenario file and launches the scenario.
    init(_ bytes: [UInt8], path: String) {
        let file = Source.title(path)
        self.path = path
        let result = ScenarioReader.read(bytes: bytes, file: file)
        var progress = Progress("changes tried")
        let outlook = result.scenario.flatMap { scenario in
            try? LaunchOutlook(of: scenario) { done in
                progress.report(done)
                return true
            }
        }
        progress.end()
        self.outlook = outlook
        let lints = (outlook?.findings ?? []).filter { $0.kind.isLint }.map { finding in
            let place = Self.place(of: finding.subject, result.places)
            return Diagnostic(
                file: file, line: place.line, column: place.column, severity: .warning,
                code: DisplayText.clean(finding.id),
                message: finding.sentence)
        }
        diagnostics = Diagnostics(result.diagnostics + lints).all
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
            "taskscope what-if \(Self.argument(path)) \(Self.quoted(remedy.text(in: outlook.planned.scenario)))"
        guard let time = outlook.time, let launch = finding.launch, finding.cost > .zero else {
            return "Try: \(command); the launch time stays the same."
        }
        let times = ShownTimes(time)
        return "Try: \(command): launch \(times.text(time)) -> \(times.text(launch)) "
            + "(\(times.signed(from: time, to: launch)))."
    }

    /// A text as one argument of a command.
    private static func argument(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_./+@%:,=".contains($0) }
        return isPlain && !text.isEmpty ? text : quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        "'" + DisplayText.clean(text).replacing("'", with: "'\\''") + "'"
    }
}
