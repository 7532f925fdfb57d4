import ScenarioFormat
import SchedulerCore
import TestSupport
import Testing

@testable import SchedulerSimulation

/// What a session did, written out as a script and replayed.
@Suite struct WrittenScriptTests {
    @Test("A session's script replays to the same records, times back and forth included", arguments: 0..<25)
    func sameTrace(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = cases.scenario(tasks: 12)
        let writer = ScriptWriter(scenario: scenario)
        var session = try Session(scenario: scenario)
        for _ in 0..<40 {
            let command = cases.command(tasks: scenario.tasks.count)
            if case .inject = command { continue }
            session.perform(command, text: writer.text(of: command))
            session.advance(to: session.now + .milliseconds(Int64(cases.number(0...1500))))
            if cases.chance(10) {
                session.goBack(to: Instant(nanoseconds: session.now.nanoseconds / 2))
            }
        }
        let parsed = ScriptParser.parse(text: session.script(), file: "written.scope", scenario: scenario)
        try #require(parsed.diagnostics.isEmpty, "\(Diagnostics(parsed.diagnostics))")
        var replay = try Replay(scenario, script: parsed.lines, until: session.now - .zero)
        replay.run()
        let count = session.records.count
        #expect(Array(replay.simulation.records.prefix(count)) == Array(session.records))
        #expect(replay.simulation.commandTexts == session.simulation.commandTexts)
    }
}
