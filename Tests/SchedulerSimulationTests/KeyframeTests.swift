import SchedulerCore
import TestSupport
import Testing
import TraceFormat

@testable import SchedulerSimulation

/// Keyframes and branches are copies of a simulation: nothing that changes is shared.
@Suite struct KeyframeTests {
    private struct Keyframe {
        var simulation: Simulation
        let state: [UInt8]
        let records: [TraceRecord]

        init(_ simulation: Simulation) throws {
            self.simulation = simulation
            state = try KeyframeTests.state(of: simulation)
            records = simulation.records
        }

        func isAsItWas() throws -> Bool {
            try KeyframeTests.state(of: simulation) == state && simulation.records == records
        }
    }

    private static func state(of simulation: Simulation) throws -> [UInt8] {
        try #require(StateWriter.bytes(of: simulation.scheduler.checkpoint(before: CommandID(0))))
    }

    @Test("A keyframe stays as it is, whatever the others do", arguments: 0..<Campaign.count(10))
    func keyframes(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = cases.scenario(tasks: 12)
        var simulation = try Simulation(scenario: scenario)
        var keyframes = [try Keyframe(simulation)]
        for _ in 0..<25 {
            let command = cases.command(tasks: scenario.tasks.count)
            simulation.perform(ScriptLine(command: command, text: "\(command)"))
            keyframes.append(try Keyframe(simulation))
            simulation.advance(to: simulation.now + .milliseconds(Int64(cases.number(0...900))))
            keyframes.append(try Keyframe(simulation))
        }
        for keyframe in keyframes { #expect(try keyframe.isAsItWas()) }
        let end = try Keyframe(simulation)
        let last = keyframes.count - 1
        for place in keyframes.indices {
            keyframes[place].simulation.advance(to: keyframes[place].simulation.now + .seconds(2))
            #expect(try place == last || keyframes[place + 1].isAsItWas())
            #expect(try end.isAsItWas())
        }
    }

    @Test(arguments: [false, true])
    func `a copy made after a task was injected decides by the new paths`(isKept: Bool) throws {
        func task(_ name: String, _ length: Int64, on key: String, after: [String] = []) -> ScenarioTask {
            var spec = TaskSpec(name: name, trigger: .notification(key), after: after, lane: LaneID(1))
            spec.expected = .milliseconds(length)
            return ScenarioTask(spec: spec, duration: .fixed(.milliseconds(length)))
        }
        var scenario = Scenario(name: "x")
        scenario.configuration = SchedulerConfiguration(lanes: [LaneSpec(name: "io", width: 1)])
        scenario.configuration.order = .criticalPath
        scenario.tasks = [task("Long", 100, on: "now"), task("X", 10, on: "now"), task("Y", 10, on: "now")]
        var simulation = try Simulation(scenario: scenario)
        simulation.perform(ScriptLine(command: .order(.action(.launch)), text: "launch"))
        simulation.advance(to: .zero + .milliseconds(10))
        simulation.perform(ScriptLine(command: .order(.post("now")), text: "post now"))
        simulation.advance(to: .zero + .milliseconds(20))
        // The lane is full, so that nothing asks for the paths before the copy.
        simulation.inject(task("Z", 300, on: "now", after: ["Y"]), "inject Z")
        let keyframe = isKept ? simulation : nil
        simulation.advance(to: .zero + .seconds(1))
        let starts = simulation.records.compactMap { record in
            if case .start(let task, _, _, _) = record.fact { simulation.scheduler.name(of: task) } else { nil }
        }
        #expect(starts == ["Long", "Y", "X"])
        #expect((keyframe == nil) == !isKept)
    }
}
