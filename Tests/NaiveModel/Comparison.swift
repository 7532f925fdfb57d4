import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import TraceFormat

/// A world in which the model and the program differ: where first, and how.
package struct Difference: CustomStringConvertible, Sendable {
    package let world: World
    /// The number of the first line that differs, from 0.
    package let line: Int
    package let model: String
    package let program: String
    /// The lines before it.
    package let before: [String]
    /// Worlds with this many records are compared up to there: in some, work never comes to an end.
    package static let maximumRecords = 100_000

    package var description: String {
        """
        scenario:
        \(world.yaml)
        script:
        \(world.scriptText)
        trace:
        \(before.joined(separator: "\n"))
        the rules:   \(model)
        the program: \(program)
        """
    }

    /// The first difference; nil if the traces agree line by line, or if the program refuses the world's text.
    package static func first(in world: World) -> Difference? {
        guard let program = Self.program(world) else { return nil }
        return first(in: world, program)
    }

    /// The first difference from the program's trace; nil if there is none.
    package static func first(in world: World, _ written: [String]) -> Difference? {
        // The model stops by itself once it says more than the program.
        var traced = Model.trace(world, name: "world", maximumLines: written.count)
        if !isWhole(written) { traced = Array(traced.prefix(written.count)) }
        if traced.count == written.count, zip(traced, written).allSatisfy({ $0.forms.contains($1) }) { return nil }
        let model = Self.sorted(traced) { $0.forms[0] }
        let program = Self.sorted(written) { $0 }
        for index in 0..<max(model.count, program.count) {
            let expected = index < model.count ? model[index].forms : ["nothing"]
            let actual = index < program.count ? program[index] : "nothing"
            if expected.contains(actual) { continue }
            return Difference(
                world: world, line: index, model: expected[0], program: actual,
                before: Array(program[max(0, index - 30)..<min(index, program.count)]))
        }
        return nil
    }

    /// Lines of runs that are judged together in the order of their names: the rules leave open whether a run is skipped
    /// before another one is parked.
    private static func sorted<Line>(_ lines: [Line], _ text: (Line) -> String) -> [Line] {
        let judged = [
            "\"kind\":\"park\"", "\"kind\":\"skip\"", "\"code\":\"unknownPredecessor\"", "\"code\":\"stillPaused\"",
        ]
        var result: [Line] = []
        var together: [Line] = []
        for line in lines {
            if judged.contains(where: { text(line).contains($0) }) {
                together.append(line)
                continue
            }
            result += together.sorted { text($0) < text($1) } + [line]
            together = []
        }
        return result + together.sorted { text($0) < text($1) }
    }

    /// Whether the program's trace goes to the end of the replay.
    package static func isWhole(_ written: [String]) -> Bool {
        written.last?.contains("\"kind\":\"end\"") == true
    }

    /// The program's trace, from the texts to the lines; nil if it refuses a text. Of a replay that was stopped, what
    /// lies before the instant at which it was.
    package static func program(_ world: World, maximumRecords: Int = Self.maximumRecords) -> [String]? {
        let read = ScenarioReader.read(text: world.yaml, file: "world.yaml")
        guard let scenario = read.scenario else { return nil }
        let parsed = ScriptParser.parse(text: world.scriptText, file: "world.scope", scenario: scenario)
        if Diagnostics(parsed.diagnostics).hasErrors { return nil }
        do {
            var replay = try Replay(scenario, script: parsed.lines, maximumRecords: maximumRecords)
            replay.run()
            let written = lines(scenario, replay.simulation)
            if replay.stopReason == nil { return written }
            let last = "{\"t\":\(replay.simulation.now.nanoseconds),"
            return Array(written.prefix { !$0.hasPrefix(last) })
        } catch {
            return nil
        }
    }

    /// Why the program refuses the texts of a world.
    package static func refusal(_ world: World) -> String? {
        let read = ScenarioReader.read(text: world.yaml, file: "world.yaml")
        guard let scenario = read.scenario else { return Diagnostics(read.diagnostics).description }
        let parsed = ScriptParser.parse(text: world.scriptText, file: "world.scope", scenario: scenario)
        return Diagnostics(parsed.diagnostics).hasErrors ? Diagnostics(parsed.diagnostics).description : nil
    }

    private static func lines(_ scenario: Scenario, _ simulation: Simulation) -> [String] {
        var simulation = simulation
        simulation.countRuns()
        let header = TraceHeader(name: scenario.name, seed: scenario.seed, tick: scenario.configuration.tick)
        let end = TraceEnd(
            time: simulation.now, state: simulation.scheduler.state, launch: simulation.launchTime,
            parked: simulation.parkedLaunchRuns,
            runs: simulation.startedRuns, warnings: simulation.warningCount)
        var names = ScheduleText.names(of: simulation)
        names.cycles = ReasonText.paths(simulation.refusedCycles.all)
        let trace = Trace(
            header: header, names: names, records: simulation.records, end: end)
        let bytes = TraceWriter.bytes(of: trace, includesTicks: true)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
