import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

@testable import Planning

/// A change to a compiled scenario has the same results as compiling the changed scenario.
@Suite struct CompiledChangeTests {
    @Test("every kind of change, alone and after others", arguments: 0..<Campaign.count(200) as Range<Int>)
    func sameResults(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = cases.chance(50) ? cases.scenario(tasks: 12) : SmallLaunches.scenario(&cases, tasks: 12)
        guard var plan = try? CompiledScenario(scenario) else { return }
        var changed = scenario
        for _ in 0..<6 {
            let change = Self.change(&cases, in: changed)
            var next = changed
            change.apply(to: &next)
            do {
                var compiled = plan
                try change.apply(to: &compiled)
                let wanted = Self.records(try Simulation(scenario: next), next)
                let found = Self.records(Simulation(compiled), next)
                #expect(found == wanted, "\(change)")
                #expect(compiled.scenario == next, "\(change)")
                (plan, changed) = (compiled, next)
            } catch {
                // Both ways refuse it, for the same reason; the plan is as it was.
                #expect(throws: error) { try Simulation(scenario: next) }
            }
        }
    }

    @Test func `what a change does not touch is not changed by trying it`() throws {
        var cases = CaseGenerator(seed: 7)
        let scenario = SmallLaunches.scenario(&cases, tasks: 9)
        let trial = LaunchTrial(of: scenario)
        let time = try #require(trial.time())
        for _ in 0..<40 { _ = trial.time(with: [Self.change(&cases, in: scenario)]) }
        #expect(trial.time() == time && SmallLaunches.launchTime(scenario) == time)
    }

    @Test func `priorities count again when the longest path no longer does`() throws {
        var scenario = Scenario(name: "two")
        for (name, priority, length) in [("Long", Priority.low, 2), ("Urgent", .high, 1)] {
            let length = Nanoseconds.milliseconds(Int64(length))
            var spec = TaskSpec(
                name: name, trigger: .events(EventSet(.didFinishLaunching)), priority: priority, lane: .main)
            spec.expected = length
            scenario.tasks.append(ScenarioTask(spec: spec, duration: .fixed(length)))
        }
        var compiled = try CompiledScenario(scenario)
        let wanted = Self.records(Simulation(compiled), scenario)
        try ScenarioChange.order(.criticalPath).apply(to: &compiled)
        #expect(Self.records(Simulation(compiled), scenario) != wanted)
        try ScenarioChange.order(.priority).apply(to: &compiled)
        #expect(Self.records(Simulation(compiled), scenario) == wanted)
    }

    private static func records(_ simulation: Simulation, _ scenario: Scenario) -> [TraceRecord] {
        var run = LaunchRun(simulation, script: scenario.script, number: 0)
        run.finish()
        return run.simulation.records
    }

    private static func change(_ cases: inout CaseGenerator, in scenario: Scenario) -> ScenarioChange {
        let task = TaskID(cases.number(0...scenario.tasks.count - 1))
        let other = cases.pick(scenario.tasks).spec.name
        let lane = LaneID(cases.number(0...scenario.configuration.lanes.count - 1))
        let known = scenario.tasks[task.offset].spec.after + scenario.tasks[task.offset].spec.follows
        switch cases.number(1...11) {
        case 1: return .duration(task, .fixed(.milliseconds(Int64(cases.number(0...20)))))
        case 2: return .priority(task, cases.pick(Priority.allCases))
        case 3: return .lane(task, lane)
        case 4, 5: return .addEdge(task, after: other)
        case 6: return .dropEdge(task, after: known.isEmpty ? other : cases.pick(known))
        case 7:
            return .events(task, EventSet(cases.pick([.willFinishLaunching, .didFinishLaunching, .didBecomeActive])))
        case 8: return .blocks(task, cases.chance(50))
        case 9: return .startupClass(task, cases.pick([.basic, .sync, .async, .afterLaunch]))
        case 10: return .width(lane, cases.number(1...4))
        default:
            return cases.chance(50)
                ? .order(cases.chance(50) ? .criticalPath : .priority)
                : .registration(scenario.tasks.indices.map { TaskID($0) }.reversed())
        }
    }
}
