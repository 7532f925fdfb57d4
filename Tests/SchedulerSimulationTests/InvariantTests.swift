import SchedulerCore
import TestSupport
import Testing

@testable import SchedulerSimulation

/// Random scenarios, random commands at random moments: every invariant at every settled instant.
@Suite struct InvariantTests {
    @Test("All invariants hold whatever happens", arguments: 0..<25)
    func invariants(seed: Int) throws {
        for round in 0..<40 {
            var cases = CaseGenerator(seed: UInt64(seed * 1_000 + round))
            let scenario = cases.scenario(tasks: 12)
            var simulation = try Simulation(scenario: scenario)
            var commands: [String] = []
            for _ in 0..<30 {
                let command = cases.command(tasks: scenario.tasks.count)
                commands.append("\(simulation.now.nanoseconds) \(command)")
                simulation.perform(ScriptLine(command: command, text: "\(command)"))
                let faults = simulation.scheduler.brokenInvariants()
                try #require(faults.isEmpty, "seed \(seed) round \(round): \(faults)\n\(commands.suffix(6))")
                for _ in 0..<cases.number(0...8) where simulation.nextInstant != .distantFuture {
                    simulation.step(to: simulation.nextInstant)
                    let faults = simulation.scheduler.brokenInvariants()
                    try #require(faults.isEmpty, "seed \(seed) round \(round): \(faults)\n\(commands.suffix(6))")
                }
                if cases.chance(30) {
                    simulation.advance(to: simulation.now + .milliseconds(Int64(cases.number(0...900))))
                }
            }
        }
    }
}
