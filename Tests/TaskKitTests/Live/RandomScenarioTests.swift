import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing
import TraceFormat

/// Random scenarios and commands, carried out by the live scheduler.
@Suite struct RandomScenarioTests {
    /// A random script, as it stands in a file.
    private func script(_ cases: inout CaseGenerator, _ scenario: Scenario) -> String {
        let writer = ScriptWriter(scenario: scenario)
        var lines = ["launch"]
        for _ in 0..<cases.number(0...20) {
            let wait = "+\(cases.pick([0, 1, 50, cases.number(0...2_000)]))ms"
            lines.append("\(wait) \(writer.text(of: cases.command(tasks: scenario.tasks.count)))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Whether a task and a job end in the same nanosecond: the rules leave open which of them is first.
    private func endTogether(_ records: [TraceRecord]) -> Bool {
        var (tasks, jobs) = (Set<Instant>(), Set<Instant>())
        for record in records {
            if case .finish = record.fact { tasks.insert(record.time) }
            if case .job(_, _, .jobDidSucceed, _, _, _) = record.fact { jobs.insert(record.time) }
            if case .job(_, _, .jobDidFail, _, _, _) = record.fact { jobs.insert(record.time) }
        }
        return !tasks.isDisjoint(with: jobs)
    }

    @Test("Each random scenario gives the same records live, on a manual clock", arguments: 0..<Campaign.count(25))
    func schedule(seed: Int) throws {
        for round in 0..<4 {
            var cases = CaseGenerator(seed: UInt64(5_000_000 + seed * 10 + round))
            let scenario = cases.scenario(tasks: 12)
            let text = script(&cases, scenario)
            let parsed = ScriptParser.parse(text: text, file: "s.scope", scenario: scenario)
            try #require(!Diagnostics(parsed.diagnostics).hasErrors, "\(parsed.diagnostics)\n\(text)")
            let replay = try LiveReplay(scenario, script: parsed.lines)
            defer { replay.scheduler.halt() }
            if endTogether(replay.simulation.records) { continue }
            let records = replay.merged(try replay.run())
            let wanted = replay.simulation.records
            let first = zip(records, wanted).first { $0 != $1 }
            try #require(
                first == nil && records.count == wanted.count,
                "seed \(seed) round \(round): \(String(describing: first)), \(records.count) and \(wanted.count)\n\(text)"
            )
        }
    }
}
