import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat

/// A scenario as a graph.
public enum ScenarioGraph {
    /// The tasks and sequences of a scenario, with the critical path of its launch marked.
    /// Simulates that launch. Throws if the scenario cannot be registered.
    public static func document(
        _ scenario: Scenario, number: Int = 0
    ) throws(RegistrationError) -> TaskGraphDocument {
        let planned = try PlannedLaunch(of: scenario, number: number)
        let critical = Set(planned.criticalPath.map { ByteName($0) })
        var numbers: [ByteName: Int] = [:]
        var nodes: [TaskGraphDocument.Node] = []
        for task in scenario.tasks {
            numbers[ByteName(task.spec.name)] = nodes.count
            let lane = scenario.configuration.lane(of: task.spec)
            let length = task.duration.expected.map { TimeText.text($0) } ?? "never"
            nodes.append(
                TaskGraphDocument.Node(
                    name: task.spec.name,
                    detail: task.isAnchor ? "anchor" : "\(scenario.configuration.lanes[lane.offset].name) \(length)",
                    isCritical: critical.contains(ByteName(task.spec.name)), isAnchor: task.isAnchor))
        }
        for sequence in scenario.sequences {
            numbers[ByteName(sequence.name)] = nodes.count
            nodes.append(
                TaskGraphDocument.Node(
                    name: sequence.name, detail: "sequence", isCritical: critical.contains(ByteName(sequence.name))))
        }
        return TaskGraphDocument(title: scenario.name, nodes: nodes, edges: edges(scenario, numbers))
    }

    private static func edges(_ scenario: Scenario, _ numbers: [ByteName: Int]) -> [TaskGraphDocument.Edge] {
        var edges: [TaskGraphDocument.Edge] = []
        for (number, task) in scenario.tasks.enumerated() {
            var seen = Set<Int>()
            let spec = task.spec
            for (names, isFollows, isPreference) in [
                (spec.after, false, false), (spec.follows, true, false), (spec.prefers, false, true),
            ] {
                for name in names {
                    guard let other = numbers[ByteName(name)], seen.insert(other).inserted else { continue }
                    edges.append(
                        TaskGraphDocument.Edge(
                            from: other, to: number, isFollows: isFollows, isPreference: isPreference,
                            isAssumed: task.isAssumed(name)))
                }
            }
        }
        for sequence in scenario.sequences {
            var before = numbers[ByteName(sequence.name)]
            for step in sequence.steps {
                guard let from = before, let to = numbers[ByteName(step)] else { continue }
                edges.append(TaskGraphDocument.Edge(from: from, to: to, isFollows: sequence.continuesOnFailure))
                before = to
            }
        }
        return edges
    }
}

extension Scenario {
    /// What each task, or the wait before it, is only assumed to wait for; those that assume nothing are left out.
    public var assumptions: [TaskID: [TaskID]] {
        guard tasks.contains(where: { !$0.assumes.isEmpty }) else { return [:] }
        var numbers: [ByteName: TaskID] = [:]
        for (number, task) in tasks.enumerated().reversed() { numbers[ByteName(task.spec.name)] = TaskID(number) }
        var assumptions: [TaskID: [TaskID]] = [:]
        for (number, task) in tasks.enumerated() where !task.assumes.isEmpty {
            let assumed = task.assumes.compactMap { numbers[ByteName($0)] }
            assumptions[TaskID(number)] = assumed
            for name in task.spec.after {
                guard let wait = numbers[ByteName(name)], tasks[wait.offset].isGap else { continue }
                assumptions[wait, default: []] += assumed
            }
        }
        return assumptions
    }

    /// The tasks that stand for recorded spans which no thread ran.
    public var spans: Set<TaskID> { Set(tasks.indices.filter { tasks[$0].isSpan }.map { TaskID($0) }) }

    /// The threads of a recorded launch, lanes with one place, by the tasks that ran on them: the order of two on one thread is
    /// recorded.
    public var threads: [TaskID: LaneID] {
        guard source != nil, words.isLaunch else { return [:] }
        var threads: [TaskID: LaneID] = [:]
        for (number, task) in tasks.enumerated() where !task.isSpan && !task.isGap {
            let lane = configuration.lane(of: task.spec)
            if configuration.lanes[lane.offset].width == 1 { threads[TaskID(number)] = lane }
        }
        return threads
    }
}

extension Scenario {
    /// The first line of its traces.
    public var traceHeader: TraceHeader { TraceHeader(name: name, seed: seed, tick: configuration.tick) }
}

extension LaunchRecording {
    /// A trace of a scenario, with what the scenario says, and the facts of the scheduler that ran it.
    public init(_ trace: Trace, of scenario: Scenario, facts: LaunchFacts, scriptFile: String = "script") {
        let sequences = scenario.sequences.map { TaskSpec(name: $0.name, trigger: .events($0.events)) }
        let specs = scenario.tasks.map { $0.spec } + sequences
        // Injected tasks come after them; only the trace knows those.
        let isSame = zip(specs, trace.names.tasks).allSatisfy { $0.name == $1 }
        self.init(
            trace, facts: facts, tasks: isSame ? Array(specs.prefix(trace.names.tasks.count)) : [],
            epoch: scenario.epochStart, scriptFile: scriptFile)
        (assumed, spans, threads) = (scenario.assumptions, scenario.spans, scenario.threads)
    }

    /// Adds what a format shows besides the trace: the scenario's graph, or why the launch takes this long and what may
    /// shorten it. Simulates one launch for the graph and one for each change that it tries.
    public mutating func complete(
        for format: ExportFormat, from scenario: Scenario, progress: (Int) -> Bool = { _ in true }
    ) throws(RegistrationError) {
        switch format {
        case .dot, .mermaid: graph = try ScenarioGraph.document(scenario)
        case .page, .markdown: outlook = Outlook(try LaunchOutlook(of: scenario, progress: progress))
        case .chrome, .svg, .csv, .cast, .otlp, .junit, .swift: break
        }
    }
}

extension LaunchRecording.Outlook {
    /// How many changes are listed.
    private static let tryLimit = 5
    /// How many findings are listed.
    private static let findingLimit = 100

    /// The sentences of an outlook.
    public init(_ outlook: LaunchOutlook) {
        self.init(why: outlook.why, tries: outlook.tries, untried: outlook.untriedText, findings: outlook.findings)
    }

    /// The sentences about changes and findings, the best and the costliest first; `untried` says how many changes were
    /// not tried.
    public init(why: String, tries: [Advice], untried: String? = nil, findings: [Finding]) {
        let lines = tries.prefix(Self.tryLimit).map { advice in
            "\(advice.title): launch \(TimeText.text(advice.launch)) (-\(TimeText.exact(advice.shownGain)))"
                + (advice.meetsBudget ? ", within the budget" : "") + (advice.condition.map { ", if \($0)" } ?? "")
        }
        let more = findings.count - Self.findingLimit
        self.init(
            why: why, tries: lines + [untried].compactMap { $0 },
            findings: findings.prefix(Self.findingLimit).map { $0.line }
                + (more > 0 ? ["and \(Format.count(more)) more"] : []))
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

    /// The end of its trace. O(records), unless `countRuns` was just called.
    public var traceEnd: TraceEnd {
        TraceEnd(
            time: now, state: scheduler.state, launch: launchTime, parked: parkedLaunchRuns, runs: startedRuns,
            warnings: warningCount)
    }
}
