import SchedulerCore
import SchedulerSimulation
import Text

/// Builds a scenario from a file; continues after each error, so that all of them are reported at once.
struct ScenarioBuilder {
    let source: SourceText
    private(set) var reader: YAMLReader
    var report = DiagnosticReport()
    /// As far as it is read.
    var scenario: Scenario
    /// Where the file says what, by task.
    var taskPlaces: [TaskPlaces] = []
    var sequences: [SequenceDraft] = []
    /// Tasks, then sequences, by name: the first of each name. Sequences are numbered after all tasks.
    var numbers: [ByteName: Int] = [:]
    var lanes: [ByteName: LaneID] = [:]
    /// Whether the lanes could not be read, so that a lane that is not known is no error.
    var hasUnreadLanes = false
    /// Where the file declares a lane, by lane number.
    var laneOffsets: [LaneID: Int] = [:]
    var edgeCount = 0
    /// `ScenarioReader.maximumEdges`; tests lower it.
    var edgeLimit = ScenarioReader.maximumEdges

    init(source: SourceText) {
        self.source = source
        reader = YAMLReader(source)
        reader.longList = RootKey.tasks.rawValue
        let fileName = source.file.split(separator: "/").last.map(String.init) ?? source.file
        let stem = fileName.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        scenario = Scenario(name: stem.isEmpty ? fileName : stem)
    }

    /// The scenario; nil if an error was reported.
    mutating func build() -> Scenario? {
        guard let root = readDocument(), let fields = rootFields(root) else { return nil }
        readSettings(fields)
        readTasks(fields)
        readClasses(fields)
        readSequences(fields)
        readJobs(fields)
        readRecorded(fields)
        readSource(fields)
        checkNames()
        checkGraph()
        scenario.sequences = sequences.map { $0.spec }
        readScript(fields)
        if !report.hasErrors { lint() }
        return report.hasErrors ? nil : scenario
    }

    /// The root of the file; nil if it is no YAML. Reports what is wrong with it.
    mutating func readDocument() -> YAMLNode? {
        var root: YAMLNode?
        do throws(TextProblem) {
            root = try reader.readDocument()
        } catch {
            self.error(at: error.offset, error.message)
        }
        for problem in reader.problems { error(at: problem.offset, problem.message) }
        return root
    }

    private mutating func rootFields(_ root: YAMLNode) -> Fields<RootKey>? {
        if case .empty = root.content { return Fields(offset: root.offset) }
        if case .mapping(let entries) = root.content, let first = entries.first, Self.traceKeys.contains(first.key) {
            error(
                at: first.keyOffset,
                "this is a recorded trace, not a scenario; taskscope import makes a scenario from it")
            return nil
        }
        return fields(root, RootKey.self)
    }

    /// First keys of the traces of other programs: Chrome's and OpenTelemetry's.
    private static let traceKeys = ["traceEvents", "displayTimeUnit", "resourceSpans"]

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

/// Where the file says what of a task, for messages about it.
struct TaskPlaces {
    /// Where its name is.
    var offset: Int
    /// Where each of its predecessors is named; as many as `ScenarioTask.predecessors`.
    var predecessors: [Int32] = []
    var laneOffset: Int?
    var retryOffset: Int?
}

extension ScenarioTask {
    /// All that it names as predecessors: `after`, `follows` with what is assumed, `prefers`.
    var predecessors: [String] { spec.after + spec.follows + spec.prefers }
}

/// A sequence as read, with the places that later messages point at.
struct SequenceDraft {
    var spec: SequenceSpec
    var offset: Int
    var steps: [NameReference]
}

/// Names that tasks and sequences refer to, and the cycles they form.
extension ScenarioBuilder {
    /// How many names downstream of a cycle a message lists.
    private static let listedNames = 12

    /// Reports every unknown predecessor and step with the nearest name.
    mutating func checkNames() {
        for (task, places) in zip(scenario.tasks, taskPlaces) {
            let (hard, soft) = (task.spec.after.count, task.spec.follows.count)
            for (place, reference) in references(task, places).enumerated() {
                if place < hard {
                    checkKnown(reference, "after")
                } else if place < hard + soft {
                    checkKnown(reference, task.isAssumed(reference.name) ? "assumes" : "follows")
                } else if numbers[ByteName(reference.name)] == nil {
                    let hint = report.nearest.hint(for: reference.name, among: scenario.tasks.lazy.map { $0.spec.name })
                    warning(
                        at: reference.offset, LintCode.unknownPreference.rawValue,
                        "prefers: there is no task \(quoted(reference.name))\(hint)")
                }
            }
        }
        for sequence in sequences {
            for step in sequence.steps {
                if let number = numbers[ByteName(step.name)], number >= scenario.tasks.count {
                    error(at: step.offset, "steps: \(quoted(step.name)) is a sequence; a step must be a task")
                } else {
                    checkKnown(step, "steps")
                }
            }
        }
    }

    private mutating func checkKnown(_ reference: NameReference, _ key: String) {
        guard numbers[ByteName(reference.name)] == nil else { return }
        let candidates = scenario.tasks.lazy.map { $0.spec.name }
        var hint = report.nearest.hint(for: reference.name, among: candidates)
        if hint.isEmpty && key != "steps" {
            hint = report.nearest.hint(for: reference.name, among: sequences.lazy.map { $0.spec.name })
        }
        error(at: reference.offset, "\(key): unknown task \(quoted(reference.name))\(hint)")
    }

    /// The dependencies of tasks, then sequences (which wait for their steps); unknown names are left out.
    func dependencyGraph() -> DependencyGraph {
        var graph = DependencyGraph()
        for (task, places) in zip(scenario.tasks, taskPlaces) {
            graph.appendNode(references(task, places).compactMap(edge))
        }
        for sequence in sequences { graph.appendNode(sequence.steps.compactMap(edge)) }
        return graph
    }

    /// What a task names as predecessors, each with its place.
    func references(_ task: ScenarioTask, _ places: TaskPlaces) -> some Sequence<NameReference> {
        zip(task.predecessors, places.predecessors).lazy.map { NameReference(name: $0, offset: Int($1)) }
    }

    /// An element of the list of tasks as the reader left it.
    mutating func element(_ node: YAMLNode) -> YAMLNode { reader.element(node) }

    private func edge(_ reference: NameReference) -> (target: Int, offset: Int)? {
        numbers[ByteName(reference.name)].map { ($0, reference.offset) }
    }

    /// Reports each group of tasks that wait for each other, as its shortest cycle.
    mutating func checkGraph() {
        for cycle in dependencyGraph().cycles() {
            var message = "cycle: " + CycleText.path((cycle.path + cycle.path.prefix(1)).map(name))
            if !cycle.downstream.isEmpty {
                message +=
                    "; only downstream of it: " + Format.list(cycle.downstream.map(name), limit: Self.listedNames)
            }
            error(at: cycle.offset, message)
        }
    }

    /// The cleaned name of a task or sequence by number.
    func name(_ number: Int) -> String {
        DisplayText.clean(
            number < scenario.tasks.count
                ? scenario.tasks[number].spec.name : sequences[number - scenario.tasks.count].spec.name)
    }
}
