import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing
@testable import ScenarioFormat

/// Predecessors that nothing states: `assumes`.
@Suite struct AssumptionTests {
    private static let text = """
        schema: 1
        tasks:
          - {name: A, on: launch, duration: 10ms}
          - {name: B, on: launch, duration: 20ms}
          - {name: C, on: launch, after: [A], follows: [B], assumes: [A, B, D], duration: 5ms}  # kept
          - {name: D, on: launch, lane: async, duration: 40ms, outcome: fail}
        """

    @Test func `the rules wait for it as for one that it follows, and what is stated is no assumption`() throws {
        let scenario = try ScenarioReader.load(bytes: Array(Self.text.utf8), file: "a.yaml").scenario
        #expect(scenario.tasks[2].spec.follows == ["B", "D"])
        #expect(scenario.tasks[2].assumes == ["D"])
        #expect(scenario.tasks[2].statedFollows == ["B"])
        var simulation = try Simulation(scenario: scenario)
        simulation.load([ScriptLine(command: .order(.action(.launch)), text: "launch")])
        simulation.advance(to: .zero + .seconds(1))
        let start = simulation.records.first { record in
            if case .start(TaskID(2), _, _, _) = record.fact { true } else { false }
        }
        #expect(start?.time == .zero + .milliseconds(40))
    }

    @Test func `it is written with its own key, and dropped without a change to the rest of the file`() throws {
        let scenario = try ScenarioReader.load(bytes: Array(Self.text.utf8), file: "a.yaml").scenario
        let written = ScenarioWriter.text(of: scenario)
        #expect(written.contains("follows: B,") && written.contains("assumes: D"))
        #expect(try ScenarioReader.load(bytes: Array(written.utf8), file: "a.yaml").scenario.tasks == scenario.tasks)
        var changed = scenario
        changed.tasks[2].drop("D")
        let text = try #require(ReadScenario(file: "a.yaml", text: Self.text).changed(to: changed))
        #expect(text.contains("assumes: [], duration: 5ms}  # kept"))
        #expect(text.contains("follows: [B]"))
    }

    @Test func `an unknown name in it is an error with its place, and a cycle through it is one`() {
        func problems(_ task: String) -> [String] {
            ScenarioReader.read(text: "tasks:\n  - {name: Alpha, on: launch}\n\(task)", file: "a.yaml").diagnostics.map
            {
                $0.description
            }
        }
        #expect(
            problems("  - {name: B, on: launch, assumes: [Alpa]}\n").first
                == "a.yaml:3:37: error: assumes: unknown task \"Alpa\"; did you mean \"Alpha\"?")
        #expect(problems("  - {name: B, on: launch, assumes: B}\n").first?.contains("cycle: B -> B") == true)
    }

    @Test func `check says of each assumption how many tasks begin when they do because of it`() throws {
        let text = """
            tasks:
              - {name: A, on: launch, duration: 5ms}
              - {name: B, on: launch, assumes: A, duration: 5ms}
              - {name: C, on: launch, after: B, duration: 5ms}
              - {name: gap before D, on: launch, follows: C, duration: 5ms, group: gaps}
              - {name: D, on: launch, after: gap before D, duration: 5ms}
              - {name: Alone, on: launch, duration: 5ms}

            """
        let found = ScenarioReader.read(text: text, file: "a.yaml").diagnostics.map { $0.description }.filter {
            $0.contains("[assumption]")
        }
        #expect(
            found == [
                "a.yaml:3:36: warning: \"B\" probably waits for \"A\"; the times of 3 tasks rest on it [assumption]"
            ])
    }
}
