import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing
import TraceFormat

/// The table of rules, carried out by the live scheduler.
@Suite struct RuleTests {
    @Test("Each rule holds live, on a manual clock", arguments: Rule.all)
    func schedule(rule: Rule) throws {
        let read = ScenarioReader.read(text: rule.scenario, file: "s.yaml")
        let scenario = try #require(read.scenario)
        let script = rule.script.map { ScriptParser.parse(text: $0, file: "s.scope", scenario: scenario).lines }
        let replay = try LiveReplay(scenario, script: script)
        let records = replay.merged(try replay.run())
        let names = ScheduleText.names(of: replay.simulation)
        let drawn = ScheduleText.draw(records, names: names, step: rule.step)
        #expect(drawn == rule.expected, "\(rule.title)\n\(drawn)")
        #expect(records == replay.simulation.records)
    }
}
