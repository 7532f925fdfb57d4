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
}
