import Text
import ScenarioFormat
import SchedulerCore
import Testing

@testable import SchedulerSimulation

@Suite struct ExpectationVerdictTests {
    @Test(
        "Durations are exact, readable, and read back by the script language",
        arguments: [
            (0, "0s"), (7, "7ns"), (1_500, "1.5us"), (40_000_000, "40ms"), (898_767_971, "898.767971ms"),
            (1_500_000_000, "1500ms"), (1_234_017_581, "1.234017581s"), (60_000_000_000, "60s"),
        ] as [(Int64, String)])
    func durations(nanoseconds: Int64, text: String) {
        #expect(Simulation.text(Nanoseconds(nanoseconds)) == text)
        #expect(DurationText.parse(text) == Nanoseconds(nanoseconds))
    }

    @Test(
        "An expected launch time that is judged too early says what to write",
        arguments: [
            ("launch\nexpect launch <= 400ms\nbackground", "put \"wait until launched\" first"),
            ("launch\nwait until launched\nexpect launch <= 400ms\nbackground", "launch 210ms"),
            ("expect launch <= 400ms\nlaunch", "no first frame"),
        ])
    func early(script: String, actual: String) throws {
        let text = "tasks: [{name: A, on: launch, duration: 210ms}]"
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let lines = ScriptParser.parse(bytes: Array(script.utf8), file: "f", scenario: scenario).0
        var replay = try Replay(scenario, script: lines)
        replay.run()
        #expect(replay.simulation.verdicts.first?.actual.hasSuffix(actual) == true)
    }

    @Test(
        "An expectation about the budget",
        arguments: [
            ("budgets: {launch: 200ms}", "over", true, "launch 210ms, budget 200ms"),
            ("budgets: {launch: 200ms}", "in", false, "launch 210ms, budget 200ms"),
            ("budgets: {launch: 210ms}", "in", true, "launch 210ms, budget 210ms"),
            ("budgets: {launch: 210ms}", "over", false, "launch 210ms, budget 210ms"),
            ("seed: 1", "over", false, "the scenario has no launch budget"),
        ])
    func budget(line: String, side: String, holds: Bool, actual: String) throws {
        let text = "\(line)\ntasks: [{name: A, on: launch, duration: 210ms}]"
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let script = "launch\nwait until launched\nexpect \(side) budget\n"
        let lines = ScriptParser.parse(bytes: Array(script.utf8), file: "f", scenario: scenario).0
        var replay = try Replay(scenario, script: lines)
        replay.run()
        let verdict = try #require(replay.simulation.verdicts.first)
        #expect(verdict.holds == holds && verdict.actual == actual, "\(verdict)")
    }
}
