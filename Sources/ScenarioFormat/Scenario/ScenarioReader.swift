import SchedulerCore
import SchedulerSimulation

/// Reads scenario files: a strict subset of YAML into a `Scenario`, or every error with line and column.
///
/// Reads only the text it is given. Time is linear in the text, except for cycles, whose search is bounded.
public enum ScenarioReader {
    /// The most tasks of a file.
    public static let maximumTasks = 100_000
    /// The most entries of `after`, `follows` and `steps` together.
    public static let maximumEdges = 1_000_000
    /// The widest name, in columns.
    public static let maximumNameColumns = 256

    /// What a file says, and its errors and lints.
    public struct Result: Sendable {
        /// The scenario; nil if and only if there is an error.
        public var scenario: Scenario?
        /// Errors and warnings, sorted by position.
        public var diagnostics: [Diagnostic]
        /// Where each thing is in the file; empty without a scenario.
        public var places = ScenarioPlaces()
    }

    /// Reads `text`; `file` is the name for messages and, without folders and extension, for a scenario without a name.
    public static func read(text: String, file: String) -> Result {
        read(bytes: Array(text.utf8), file: file)
    }

    /// Reads bytes, which need not be UTF-8; see `read(text:file:)`.
    public static func read(bytes: [UInt8], file: String) -> Result {
        let source: SourceText
        do throws(Diagnostic) {
            source = try SourceText(file: file, bytes: bytes)
        } catch {
            return Result(scenario: nil, diagnostics: [error])
        }
        var builder = ScenarioBuilder(source: source)
        let scenario = builder.build()
        return Result(
            scenario: scenario, diagnostics: builder.report.sorted,
            places: scenario == nil ? ScenarioPlaces() : ScenarioPlaces(builder))
    }

    /// The scenario and its warnings. If there is an error, throws all errors and warnings.
    public static func load(
        bytes: [UInt8], file: String
    ) throws(Diagnostics) -> (scenario: Scenario, warnings: [Diagnostic]) {
        let result = read(bytes: bytes, file: file)
        guard let scenario = result.scenario else { throw Diagnostics(result.diagnostics) }
        return (scenario, result.diagnostics)
    }
}

/// The diagnostics of one file as they are found; keeps a bounded number of each severity.
struct DiagnosticReport {
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var errorCount = 0
    private var warningCount = 0
    /// Shared by all name suggestions for this file, so that their total work is bounded.
    var nearest = NearestName()

    var hasErrors: Bool { errorCount > 0 }
    var sorted: [Diagnostic] { Diagnostics(diagnostics).all }

    /// Whether no more of this severity are kept.
    func isFull(of severity: Diagnostic.Severity) -> Bool {
        switch severity {
        case .error: errorCount >= Diagnostics.keptLimit
        case .warning: warningCount >= Diagnostics.keptLimit
        }
    }

    mutating func append(_ diagnostic: Diagnostic) {
        switch diagnostic.severity {
        case .error:
            errorCount += 1
            if errorCount <= Diagnostics.keptLimit { diagnostics.append(diagnostic) }
        case .warning:
            warningCount += 1
            if warningCount <= Diagnostics.keptLimit { diagnostics.append(diagnostic) }
        }
    }
}
