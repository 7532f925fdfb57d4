import SchedulerCore
import TestSupport
import Testing
import TraceFormat

@testable import SchedulerSimulation

/// Names that come and go: what destroyed tasks left is used again.
@Suite struct InjectionTests {
    private static let specs: [TaskSpec] = [
        TaskSpec(
            name: "New", trigger: .events(EventSet(.reserved1)), after: ["A", "B"], timeout: .seconds(1),
            retry: RetryPolicy(limit: 2)),
        TaskSpec(name: "New", trigger: .timer(TimerTrigger(every: .seconds(1))), follows: ["A"]),
        TaskSpec(name: "New", trigger: .notification("key"), after: ["B"], retry: RetryPolicy(limit: 1)),
    ]

    private func simulation() throws -> Simulation {
        var scenario = Scenario(name: "x")
        scenario.tasks = ["A", "B"].map { name in
            ScenarioTask(spec: TaskSpec(name: name, trigger: .events(EventSet(.didFinishLaunching))))
        }
        var simulation = try Simulation(scenario: scenario)
        simulation.perform(ScriptLine(command: .order(.action(.launch)), text: "launch"))
        return simulation
    }

    private func size(_ simulation: Simulation) throws -> Int {
        try #require(StateWriter.bytes(of: simulation.scheduler.checkpoint(before: CommandID(0)))).count
    }

    @Test("Injecting and destroying one name over and over needs no more room", arguments: specs)
    func room(spec: TaskSpec) throws {
        var simulation = try simulation()
        var sizes: [Int] = []
        for _ in 0..<2_400 {
            simulation.inject(ScenarioTask(spec: spec), "inject New")
            simulation.perform(ScriptLine(command: .order(.destroy("New")), text: "destroy New"))
            sizes.append(try size(simulation))
        }
        // Between two sweeps a wheel keeps up to 1,024 dead timers of at most five bytes; all else grows by a digit.
        let isTimer = if case .timer = spec.trigger { true } else { false }
        let least = try #require(sizes[..<1_200].min())
        let leastLater = try #require(sizes[1_200...].min())
        let mostLater = try #require(sizes[1_200...].max())
        #expect(leastLater - least <= 8, "\(least) bytes, then \(leastLater)")
        #expect(mostLater - least <= (isTimer ? 8 + 1_024 * 5 : 8), "\(least) bytes, then \(mostLater)")
    }

    @Test("The same for a sequence, whose steps are those that were given last")
    func sequences() throws {
        var simulation = try simulation()
        var sizes: [Int] = []
        for round in 0..<200 {
            let steps = round % 2 == 0 ? ["A"] : ["A", "B"]
            simulation.inject(SequenceSpec(name: "Steps", steps: steps), "inject-sequence Steps")
            simulation.perform(ScriptLine(command: .order(.destroy("Steps")), text: "destroy Steps"))
            sizes.append(try size(simulation))
        }
        #expect(sizes[199] - sizes[9] < 64, "\(sizes[9]) bytes, then \(sizes[199])")
        let known = simulation.scheduler.task(named: "Steps")
        let task = try #require(known)
        #expect(simulation.scheduler.steps(of: task).map { simulation.scheduler.name(of: $0) } == ["A", "B"])
    }

    @Test("A name that returns with other predecessors is a successor of those only")
    func successors() throws {
        var simulation = try simulation()
        for predecessors in [["A", "B"], ["B"], ["A"], ["B", "A", "New2"]] {
            simulation.inject(ScenarioTask(spec: TaskSpec(name: "New", after: predecessors)), "inject New")
            let scheduler = simulation.scheduler.copy()
            let known = scheduler.task(named: "New")
            let new = try #require(known)
            #expect(scheduler.predecessors(of: new).map { scheduler.name(of: $0) } == predecessors)
            for name in ["A", "B"] {
                let successors = scheduler.task(named: name).map { scheduler.successors(of: $0) }
                #expect(successors == (predecessors.contains(name) ? [new] : []))
            }
            simulation.perform(ScriptLine(command: .order(.destroy("New")), text: "destroy New"))
        }
    }
}
