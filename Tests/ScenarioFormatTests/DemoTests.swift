import SchedulerSimulation
import Testing

@testable import ScenarioFormat

@Suite struct DemoTests {
    @Test(arguments: ["rwtaskkit", "classes", "jobs", "shop", "talk"])
    func `a demo has no lints, and its expectations hold`(name: String) throws {
        let result = ScenarioReader.read(text: try demo((name == "talk" ? "shop" : name) + ".yaml"), file: name)
        #expect(result.diagnostics == [])
        let scenario = try #require(result.scenario)
        let script = ScriptParser.parse(text: try demo(name + ".scope"), file: name, scenario: scenario)
        #expect(script.diagnostics == [])
        for lines in [script.lines, scenario.script] {
            guard let lines else { continue }
            var replay = try Replay(scenario, script: lines)
            replay.run()
            #expect(replay.simulation.verdicts.filter { !$0.holds } == [])
        }
    }

    @Test func `the shop exceeds its budget, as the demo is to show`() throws {
        let scenario = try #require(ScenarioReader.read(text: try demo("shop.yaml"), file: "shop").scenario)
        var replay = try Replay(scenario)
        replay.run()
        let launch = try #require(replay.simulation.launchTime)
        #expect(try launch > #require(scenario.launchBudget))
        #expect((15...25).contains(scenario.tasks.count))
    }
}
