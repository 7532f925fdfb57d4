import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat

extension LaunchRecording {
    /// A trace of a scenario, with what the scenario says: lanes, tasks, date, budget.
    public init(_ trace: Trace, of scenario: Scenario, scriptFile: String = "script") {
        let sequences = scenario.sequences.map { TaskSpec(name: $0.name, trigger: .events($0.events)) }
        let specs = scenario.tasks.map { $0.spec } + sequences
        // Injected tasks come after them; only the trace knows those.
        let isSame = zip(specs, trace.names.tasks).allSatisfy { $0.name == $1 }
        self.init(
            trace, lanes: scenario.configuration.lanes,
            tasks: isSame ? Array(specs.prefix(trace.names.tasks.count)) : [], epoch: scenario.epochStart,
            budget: scenario.launchBudget, scriptFile: scriptFile)
    }

    /// Adds what a format shows besides the trace: the scenario's graph, or why the launch takes this long and what may
    /// shorten it. Simulates one launch for the graph and one for each change that it tries.
    public mutating func complete(
        for format: ExportFormat, from scenario: Scenario, progress: (Int) -> Bool = { _ in true }
    ) throws(RegistrationError) {
        switch format {
        case .dot, .mermaid: graph = try ScenarioGraph.document(scenario)
        case .page, .markdown: outlook = Outlook(try LaunchOutlook(of: scenario, progress: progress))
        case .chrome, .perfetto, .svg, .csv, .cast, .otlp, .junit, .swift: break
        }
    }
}

extension LaunchRecording.Outlook {
    /// How many changes are listed.
    private static let tryLimit = 5

    /// The sentences of an outlook.
    public init(_ outlook: LaunchOutlook) {
        let tries = outlook.tries.prefix(Self.tryLimit).map { advice in
            "\(advice.title): launch \(TimeText.text(advice.launch)) (-\(TimeText.exact(advice.shownGain)))"
                + (advice.condition.map { ", if \($0)" } ?? "")
        }
        self.init(
            why: outlook.why, tries: tries,
            lints: outlook.findings.filter { $0.kind.isLint }.map { $0.text })
    }
}

extension Simulation {
    /// What the numbers in this simulation's records stand for.
    public var traceNames: TraceNames {
        var names = TraceNames(
            tasks: (0..<scheduler.taskCount).map { scheduler.name(of: TaskID($0)) },
            lanes: scheduler.configuration.lanes.map { $0.name }, commands: Array(commandTexts),
            expectations: verdicts.map {
                JudgedExpectation(line: $0.line, isMet: $0.holds, text: $0.claim, actual: $0.actual)
            }, messages: notices.map { DriverMessage($0.message, code: $0.code) },
            cycles: ReasonText.paths(refusedCycles.all))
        names.firstCommand = firstCommand
        return names
    }
}
