import ArgumentParser
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat
import TraceImport

/// What the commands about launches read: a scenario, a scenario with a script, or a recorded trace.
enum LaunchSource {
    /// With what is odd about the file.
    case scenario(Scenario, file: String, lints: [String])
    case trace(Trace, file: String)
    /// The scenario that repeats the chosen launch of another program's trace; it has no other.
    case imported(Scenario, file: String, of: ImportedScenario)

    /// Reads a file of either kind; a failure prints one line and gives exit code 3.
    static func read(
        _ path: String, script: String?, seed: UInt64? = nil, choice: ImportChoice = ImportChoice()
    ) throws -> LaunchSource {
        try launch(in: Source.readLaunch(path, choice: choice), file: Source.title(path), script: script, seed: seed)
    }

    /// The same for a file that was read.
    static func launch(
        in contents: Source.LaunchFile, file: String, script: String?, seed: UInt64? = nil
    ) throws -> LaunchSource {
        guard contents.isScenario || script == nil && seed == nil else {
            throw ValidationError(
                "\(file) is a recorded trace, to which --\(script == nil ? "seed" : "script") does not apply")
        }
        let bytes: [UInt8]
        switch contents {
        case .trace(let trace): return .trace(trace, file: file)
        case .other(let read):
            guard read.contains(where: { $0 > UInt8(ascii: " ") }) else {
                throw ExitStatus.badInput.saying("\(file):1:1: error: the file is empty")
            }
            bytes = read
        case .imported(let imported):
            return .imported(
                try Source.scenario(bytes: Array(imported.text.utf8), file: "<\(file)>"), file: file,
                of: imported)
        }
        var (scenario, lints) = try Source.checkedScenario(bytes: bytes, file: file)
        if let seed { scenario.seed = seed }
        if let script { scenario.script = try Source.script(script, for: scenario) }
        return .scenario(scenario, file: file, lints: lints)
    }

    /// The scenario, for commands that launch it with many seeds; a trace has none.
    func scenario(for command: String) throws -> Scenario {
        switch self {
        case .scenario(let scenario, _, _), .imported(let scenario, _, _): return scenario
        case .trace(_, let file):
            throw ExitStatus.badInput.saying("\(file): error: \(command) needs a scenario; a trace is one launch")
        }
    }

    /// For commands that change the scenario: the scenario, and how many of its launches precede the selected one,
    /// which follows `number` others. A recorded launch becomes a scenario that repeats it; a message says so.
    func launchable(number: Int) throws -> (scenario: Scenario, number: Int) {
        switch self {
        case .scenario(let scenario, _, _): return (scenario, number)
        case .imported(let scenario, _, _): return (scenario, 0)
        case .trace(let trace, let file):
            guard let imported = TraceImport.scenario(of: trace, number: number, file: file) else {
                throw noLaunch(number)
            }
            let scenario = try Source.scenario(bytes: Array(imported.text.utf8), file: "<\(file)>")
            let length = Nanoseconds(imported.length)
            let time = try Self.measure(scenario, number: 0)?.time
            let times = ShownTimes(length)
            Output.complain(
                "\(file): a recorded trace, read as taskscope import reads it: launch \(times.text(length)) in the trace, "
                    + "\(time.map { times.text($0) } ?? "none") in the scenario; a trace shows only the last dependency of a run"
            )
            return (scenario, 0)
        }
    }

    /// The launch after `number` others. A failure prints one line and gives exit code 3.
    func launch(number: Int) throws -> LaunchMeasure {
        guard let launch = try measured(number: number) else { throw noLaunch(number) }
        return launch
    }

    private func noLaunch(_ number: Int) -> any Error {
        let which = number == 0 ? "no launch reaches its" : "fewer than \(number + 1) launches reach their"
        return ExitStatus.badInput.saying("\(file): error: \(which) first frame")
    }

    /// The scenario; nil for one of our own traces.
    private var scenario: Scenario? {
        switch self {
        case .scenario(let scenario, _, _), .imported(let scenario, _, _): scenario
        case .trace: nil
        }
    }

    /// What is odd about a scenario's file; nil for a trace.
    var lints: [String]? { if case .scenario(_, _, let lints) = self { lints } else { nil } }

    /// Whether it is a trace of another program.
    var isForeign: Bool { if case .imported = self { true } else { false } }

    /// The scenario that repeats another program's recording, whether it is made on the way or was imported before, and that
    /// recording; nil of anything else.
    var recording: (scenario: Scenario, source: RecordedSource)? {
        scenario.flatMap { scenario in scenario.source.map { (scenario, $0) } }
    }

    /// What the launch of such a recording is called, and what it lasts up to.
    var recorded: RecordedWords? { recording?.source.words }

    private var file: String {
        switch self {
        case .scenario(_, let file, _), .trace(_, let file), .imported(_, let file, _): file
        }
    }

    private func measured(number: Int) throws -> LaunchMeasure? {
        switch self {
        case .scenario(let scenario, _, _): return try Self.measure(scenario, number: number)
        case .imported(let scenario, _, _): return try Self.measure(scenario, number: 0)
        case .trace(let trace, _):
            return LaunchMeasure(
                title: trace.header.name, names: trace.names, timeline: Timeline(trace.records), number: number,
                facts: .unknown)
        }
    }

    /// The launch after `number` others, and why its runs waited. A failure prints one line and gives exit code 3.
    func waits(number: Int) throws -> (launch: LaunchMeasure, waits: LaunchWaits) {
        let launch = try launch(number: number)
        return (launch, LaunchWaits(launch, written: { ScriptWriter.name($0) }))
    }

    /// Replays a scenario and measures its launch.
    static func measure(_ scenario: Scenario, number: Int) throws -> LaunchMeasure? {
        var replay = try Replay(scenario)
        replay.run()
        let simulation = replay.simulation
        var measure = LaunchMeasure(
            title: scenario.name, names: simulation.traceNames, timeline: Timeline(simulation.records), number: number,
            facts: LaunchFacts(of: simulation.scheduler, budget: scenario.launchBudget))
        measure?.assumed = scenario.assumptions
        measure?.spans = scenario.spans
        measure?.threads = scenario.threads
        measure?.recorded = scenario.source?.words
        return measure
    }
}
