import SchedulerCore
import SchedulerInvariants
import TestSupport
import Testing

@testable import SchedulerSimulation

/// Random scenarios, random commands at random moments: every invariant at every settled instant.
@Suite struct InvariantTests {
    @Test("All invariants hold whatever happens", arguments: 0..<Campaign.count(25))
    func invariants(seed: Int) throws {
        for round in 0..<40 {
            var cases = CaseGenerator(seed: UInt64(seed * 1_000 + round))
            let scenario = cases.scenario(tasks: 12)
            var simulation = try Simulation(scenario: scenario)
            var commands: [String] = []
            var runs = BegunRuns()
            for _ in 0..<30 {
                let command = cases.command(tasks: scenario.tasks.count)
                commands.append("\(simulation.now.nanoseconds) \(command)")
                if case .inject(let task) = command { runs.leaveOut(task.spec.name, simulation) }
                simulation.perform(ScriptLine(command: command, text: "\(command)"))
                let faults = simulation.scheduler.brokenInvariants()
                try #require(faults.isEmpty, "seed \(seed) round \(round): \(faults)\n\(commands.suffix(6))")
                for _ in 0..<cases.number(0...8) where simulation.nextInstant != .distantFuture {
                    simulation.step(to: simulation.nextInstant)
                    let wrong = runs.differences(simulation)
                    try #require(wrong.isEmpty, "seed \(seed) round \(round): \(wrong)\n\(commands.suffix(6))")
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

/// What the trace says about ended runs: those begun in this process, without the one under way.
private struct BegunRuns {
    private var begun: [TaskID: Int] = [:]
    private var seen = 0
    /// Tasks that were replaced: their counts began again.
    private var leftOut: Set<TaskID> = []

    mutating func leaveOut(_ name: String, _ simulation: Simulation) {
        if let task = simulation.scheduler.task(named: name) { leftOut.insert(task) }
    }

    /// Where the scheduler counts differently; a sequence that continues has no run of its own, so they are left out.
    mutating func differences(_ simulation: Simulation) -> [String] {
        let records = simulation.records
        let scheduler = simulation.scheduler.copy()
        for record in records[seen...] {
            switch record.fact {
            case .start(let task, _, 1, _): begun[task, default: 0] += 1
            case .state(.notRunning): begun = [:]
            default: break
            }
        }
        seen = records.count
        return (0..<scheduler.taskCount).map { TaskID($0) }.compactMap { task in
            let snapshot = scheduler.snapshot(of: task)
            guard !snapshot.isSequence, !leftOut.contains(task) else { return nil }
            let isUnderWay = [.running, .stuck].contains(snapshot.state) || scheduler.isRetrying(task)
            let wanted = begun[task, default: 0] - (isUnderWay ? 1 : 0)
            if wanted == snapshot.runsEnded { return nil }
            return "\(scheduler.name(of: task)): \(snapshot.runsEnded) runs ended, the trace says \(wanted)"
        }
    }
}
