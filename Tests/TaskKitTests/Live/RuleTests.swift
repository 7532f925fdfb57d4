import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

/// The table of rules, carried out by the live scheduler.
@Suite struct RuleTests {
    /// The rules that say what happens; the others are about texts that are refused before anything does.
    private static let carriedOut = Rule.all.filter { text($0) != nil }

    private static func text(_ rule: Rule) -> (scenario: Scenario, script: [ScriptLine]?)? {
        guard let scenario = ScenarioReader.read(text: rule.scenario, file: "s.yaml").scenario else { return nil }
        guard let script = rule.script else { return (scenario, nil) }
        let parsed = ScriptParser.parse(text: script, file: "s.scope", scenario: scenario)
        return Diagnostics(parsed.diagnostics).hasErrors ? nil : (scenario, parsed.lines)
    }

    @Test("Only rules about refused texts are left out")
    func allOfThem() {
        let refused = Rule.all.filter { Self.text($0) == nil }
        #expect(refused.allSatisfy { $0.expected.contains("error:") })
        #expect(Self.carriedOut.count >= 240 && refused.count <= 12)
    }

    @Test("Each rule holds live, on a manual clock", arguments: carriedOut)
    func schedule(rule: Rule) throws {
        let text = try #require(Self.text(rule))
        let replay = try LiveReplay(text.scenario, script: text.script)
        let records = replay.merged(try replay.run())
        let names = ScheduleText.names(of: replay.simulation)
        let drawn = ScheduleText.draw(records, names: names, step: rule.step)
        #expect(drawn == rule.expected, "\(rule.title)\n\(drawn)")
        #expect(records == replay.simulation.records)
    }
}
