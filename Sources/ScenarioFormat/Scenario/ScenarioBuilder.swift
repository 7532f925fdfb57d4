import Text
import SchedulerCore
import SchedulerSimulation

/// Builds a scenario from a file; continues after each error, so that all of them are reported at once.
struct ScenarioBuilder {
    let source: SourceText
    var report = DiagnosticReport()
    var scenario: Scenario
    var tasks: [TaskDraft] = []
    var sequences: [SequenceDraft] = []
    /// Tasks, then sequences, by name: the first of each name. Sequences are numbered after all tasks.
    var numbers: [ByteName: Int] = [:]
    var lanes: [ByteName: LaneID] = [:]
    /// Where the file declares a lane, by lane number.
    var laneOffsets: [LaneID: Int] = [:]
    var edgeCount = 0
    /// `ScenarioReader.maximumEdges`; tests lower it.
    var edgeLimit = ScenarioReader.maximumEdges

    init(source: SourceText) {
        self.source = source
        let fileName = source.file.split(separator: "/").last.map(String.init) ?? source.file
        let stem = fileName.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        scenario = Scenario(name: stem.isEmpty ? fileName : stem)
    }

    /// The scenario; nil if an error was reported.
    mutating func build() -> Scenario? {
        var reader = YAMLReader(source)
        var root: YAMLNode?
        do throws(TextProblem) {
            root = try reader.readDocument()
        } catch {
            self.error(at: error.offset, error.message)
        }
        for problem in reader.problems { error(at: problem.offset, problem.message) }
        guard let root, let fields = rootFields(root) else { return nil }
        readSettings(fields)
        readTasks(fields)
        readClasses(fields)
        readSequences(fields)
        readJobs(fields)
        readRecorded(fields)
        checkNames()
        checkGraph()
        scenario.tasks = tasks.map { $0.task }
        scenario.sequences = sequences.map { $0.spec }
        readScript(fields)
        if !report.hasErrors { lint() }
        return report.hasErrors ? nil : scenario
    }

    private mutating func rootFields(_ root: YAMLNode) -> Fields<RootKey>? {
        if case .empty = root.content { return Fields(offset: root.offset) }
        return fields(root, RootKey.self)
    }

    private mutating func readScript(_ fields: Fields<RootKey>) {
        guard let node = fields[.script] else { return }
        if case .empty = node.content {
            scenario.script = []
            return
        }
        guard let text = text(node, "script") else { return }
        let position = source.position(of: node.offset)
        var parser = ScriptParser(file: source.file, names: ScriptNames(scenario: scenario))
        switch node.style {
        case .literal:
            scenario.script = parser.parse(text, firstLine: position.line + 1, firstColumn: node.indentation + 1)
        case .plain where !text.utf8.contains(Byte.newline):
            scenario.script = parser.parse(text, firstLine: position.line, firstColumn: position.column)
        case .plain, .quoted, .folded:
            error(at: node.offset, "script: write a literal block, \"script: |\", one command a line")
        }
        for diagnostic in parser.report.sorted { report.append(diagnostic) }
    }

    mutating func error(at offset: Int, _ message: String) {
        if report.isFull(of: .error) { return }
        report.append(source.diagnostic(at: offset, message))
    }

    mutating func warning(at offset: Int, _ code: String, _ message: String) {
        if report.isFull(of: .warning) { return }
        report.append(source.diagnostic(at: offset, message, severity: .warning, code: code))
    }
}

/// A name in the file and where it is.
struct NameReference {
    var name: String
    var offset: Int
}

/// A task as read, with the places that later messages point at.
struct TaskDraft {
    var task: ScenarioTask
    var offset: Int
    var after: [NameReference] = []
    var follows: [NameReference] = []
    var prefers: [NameReference] = []
    var laneOffset: Int?
    var retryOffset: Int?
    var isClassFromList = false

    /// All edges to predecessors, `after` first.
    var predecessors: [NameReference] { after + follows + prefers }
}

/// A sequence as read, with the places that later messages point at.
struct SequenceDraft {
    var spec: SequenceSpec
    var offset: Int
    var steps: [NameReference]
}
