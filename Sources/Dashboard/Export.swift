import Text
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

/// What can be exported from a session to a file.
enum ExportKind: String, CaseIterable, Hashable, Sendable {
    /// The summary that `replay` prints.
    case chart
    /// The trace, ndjson.
    case trace
    case script, scenario
    /// The layered drawing of the graph.
    case graph

    /// The extensions that imply this kind.
    var endings: [String] {
        switch self {
        case .chart: [".txt"]
        case .trace: [".ndjson"]
        case .script: [".scope"]
        case .scenario: [".yaml", ".yml"]
        case .graph: []
        }
    }
}

extension DashboardModel {
    /// `:export KIND FILE`, or `:export FILE`, whose extension implies the kind.
    mutating func export(_ argument: String, isForced: Bool) -> [Request] {
        let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
        if words.count == 2, let kind = ExportKind(rawValue: words[0]) { return export(kind, to: words[1], isForced) }
        if let format = ExportFormat(file: argument) { return export(format, to: argument, isForced) }
        if let kind = ExportKind.allCases.first(where: { kind in kind.endings.contains { argument.hasSuffix($0) } }) {
            return export(kind, to: argument, isForced)
        }
        let kinds = ExportKind.allCases.map { $0.rawValue }.joined(separator: ", ")
        let form = "one of \(kinds) and a file name, or a file ending in .html, .json, .svg…"
        return refuse("export needs \(form)", isMisread: true)
    }

    private mutating func export(_ kind: ExportKind, to path: String, _ isForced: Bool) -> [Request] {
        if showsProcess, kind == .script || kind == .scenario, let unwritable { return refuse(unwritable) }
        if kind != .graph, kind != .scenario || showsProcess { noteEarlyEnd() }
        switch kind {
        case .script, .scenario: return [document.file.write(text(of: kind), to: path, isForced: isForced)]
        case .chart, .trace, .graph:
            return [.writeFile(path: path, text: text(of: kind), replacing: isForced ? .anything : .exports)]
        }
    }

    private mutating func export(_ format: ExportFormat, to path: String, _ isForced: Bool) -> [Request] {
        guard let bytes = format.bytes(of: recording(for: format)) else {
            say("no launch has reached its first frame, and \(format.rawValue) needs one")
            return []
        }
        noteEarlyEnd()
        let text = String(decoding: bytes, as: UTF8.self)
        return [.writeFile(path: path, text: text, replacing: isForced ? .anything : .exports)]
    }

    /// What happened up to the instant shown, with what is known about the scenario and its launch.
    private func recording(for format: ExportFormat) -> LaunchRecording {
        var recording = LaunchRecording(trace, of: session.scenario, facts: document.facts)
        switch format {
        case .dot, .mermaid: recording.graph = try? ScenarioGraph.document(session.scenario)
        case .page, .markdown:
            if !outlook.headline.why.isEmpty {
                recording.outlook = LaunchRecording.Outlook(
                    why: outlook.headline.why, tries: outlook.headline.tries, findings: findings)
            }
        case .chrome, .svg, .csv, .cast, .otlp, .junit, .swift: break
        }
        return recording
    }

    /// Adds a remark if the file ends at the instant shown but commands follow it.
    mutating func noteEarlyEnd() {
        let count = session.laterCommandCount
        guard count > 0 else { return }
        let words = count == 1 ? "the later command is" : "the \(count) later commands are"
        document.file.remark = "; it ends at \(TimeText.text(now)), \(words) not in it"
    }

    /// The trace up to the instant shown, as the text of a file.
    public var traceText: String { text(of: .trace) }

    /// The scenario as the text of a file; for a watched process with its measured runs and its commands.
    public var scenarioText: String { text(of: .scenario) }

    /// The text of an export, up to the instant shown.
    func text(of kind: ExportKind) -> String {
        switch kind {
        case .script: return session.script()
        case .scenario: return scenarioFileText.text
        case .graph: return wholeGraph + "\n"
        case .trace: return String(decoding: TraceWriter.bytes(of: trace), as: UTF8.self)
        case .chart:
            let isPlan = Forecast.isUntouched(session)
            var planned = Forecast(session: session)
            let records = isPlan ? planned.extend(through: now) : Array(session.records)
            let summary = Summary(
                header: trace.header, names: trace.names, timeline: Timeline(records), facts: document.facts)
            return summary.text(
                width: max(40, columns), glyphs: options.isASCII ? .ascii : .unicode, isPlan: isPlan)
        }
    }

    /// The scenario; for a watched process with the measured runs, and with its commands as the script, so that a
    /// replay of this file repeats what happened.
    var wholeScenario: Scenario {
        guard showsProcess else { return session.scenario }
        var scenario = session.measuredScenario
        let text = session.script()
        if case .success(let lines) = CommandLanguage.script(text, file: "script", scenario: scenario), !lines.isEmpty {
            scenario.script = lines
        }
        return scenario
    }

    /// Everything that happened, as a trace; line numbers of expectations refer to the script from `:write`, so that
    /// replaying it gives the same bytes.
    var trace: Trace {
        let simulation = session.simulation
        let lines = simulation.performed.enumerated().filter { $0.element.text.hasPrefix("expect ") }.map { $0.offset }
        var names = simulation.traceNames
        let typed = simulation.verdicts.indices.filter { simulation.verdicts[$0].text.hasPrefix("expect ") }
        for (number, line) in zip(typed, lines) { names.expectations[number].line = line + Session.firstScriptLine }
        return Trace(
            header: session.scenario.traceHeader, names: names, records: Array(session.records),
            end: TraceEnd(of: session.records, at: now))
    }

    /// The whole graph if it is small enough, else the part around the selected task.
    private var wholeGraph: String {
        let centre = view.selection.map { Neighbourhood(of: $0, hops: .all, in: scheduler) }
        guard let tasks = Neighbourhood(all: scheduler) ?? centre else { return "no task is selected" }
        let labels = tasks.tasks.map { DisplayText.clean(scheduler.name(of: $0)) + (plan.isCritical($0) ? "*" : "") }
        let layers = tasks.layers(scheduler)
        return GraphDrawing(layers, GraphRoutes(layers), labels: labels) { _, _ in false }.text
    }

    /// `y`: copies the details of the selected task to the clipboard.
    mutating func copySelection() -> [Request] {
        guard let task = view.selection else {
            say("select a task to copy its details")
            return []
        }
        let context = ScreenContext(model: self, columns: columns, rows: rows)
        let lines = [context.text.name(task)] + DetailsText(context: context, task: task).lines()
        say("copied the details of \(context.text.name(task))")
        return [.copy(lines.joined(separator: "\n") + "\n")]
    }

    /// The events delivered up to now and the name of the last one, of a talk its stops and captions: marks of a recording.
    public var landmark: (count: Int, text: String) {
        if options.isPresenting { return (stop.number, DisplayText.clean(caption ?? "")) }
        let count = plan.events.partitionPoint { $0.time > now }
        guard count > 0, !forecast.assumesLaunch else { return (0, "") }
        return (count, TriggerText.event(plan.events[count - 1].event))
    }

    /// One line to print after the dashboard closes.
    public var summaryLine: String {
        var parts = [
            "\(DisplayText.clean(session.scenario.name)): \(TriggerText.state(scheduler.state)) at t=\(TimeText.text(now))"
        ]
        if let launch = plan.launchLength ?? plan.completeLaunch, plan.firstFrame.map({ $0 <= now }) ?? false {
            parts.append("launch \(launch.text)")
        }
        if !findings.isEmpty, !forecast.assumesLaunch {
            parts.append(Format.count(findings.count, "finding"))
        }
        if !branches.isEmpty { parts.append("\(branches.count + 1) branches") }
        if hasUnsavedChanges { parts.append("changes not saved") }
        let verdicts = verdicts
        let failed = verdicts.count { !$0.holds }
        if failed > 0 { parts.append("\(failed) of \(Format.count(verdicts.count, "expectation")) failed") }
        return parts.joined(separator: ", ")
    }

    /// A line for each expectation that failed: `talk.scope:12: expected launch <= 600ms; launch 725ms`.
    public var failedExpectations: [String] {
        let file = DisplayText.clean(options.scriptFile ?? options.scenarioFile ?? title)
        return verdicts.filter { !$0.holds }.map { verdict in
            let judged = JudgedExpectation(
                line: verdict.line, isMet: false, text: verdict.claim, actual: verdict.actual)
            return "\(file):\(verdict.line): \(DisplayText.clean(judged.sentence))"
        }
    }

    /// What is known about the expectations so far, with those that close a script once it is through.
    private var verdicts: ChunkedLog<ExpectationVerdict> {
        // The answer to a question is no part of a talk.
        let told = isAside ? interruption?.wrappedValue.document.session : session
        var simulation = told?.simulation ?? session.simulation
        if simulation.script.isThrough { simulation.judgeClosingExpectations() }
        return simulation.verdicts
    }
}
