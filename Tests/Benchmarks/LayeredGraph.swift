import SchedulerCore
import SchedulerSimulation

/// A layered random graph: layers of a hundred tasks, each task waits for up to three of the layer before.
struct LayeredGraph {
    var first: [Int32] = [0]
    var predecessors: [Int32] = []
    var durations: [Int64] = []
    var priorities: [UInt8] = []

    var count: Int { durations.count }

    /// The graph of `count` tasks that belongs to `seed`.
    init(count: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let layer = 100
        for task in 0..<count {
            let start = task / layer * layer - layer
            if start >= 0 {
                var chosen: [Int32] = []
                for _ in 0..<Int(random.next(through: 3)) {
                    let source = Int32(start + Int(random.next(through: UInt64(layer - 1))))
                    if !chosen.contains(source) { chosen.append(source) }
                }
                predecessors += chosen
            }
            first.append(Int32(predecessors.count))
            durations.append(1_000 + Int64(random.next(through: 1_000_000)))
            priorities.append(UInt8(random.next(through: 3)))
        }
    }

    /// The same as a scenario: all on one event, one lane of width 4.
    var scenario: Scenario {
        var scenario = Scenario(name: "layers")
        scenario.configuration = SchedulerConfiguration(lanes: [LaneSpec(name: "work", width: 4)])
        scenario.configuration.launchLimit = .limit
        scenario.configuration.tick = .limit
        scenario.tasks = (0..<count).map { task in
            let after = predecessors[Int(first[task])..<Int(first[task + 1])].map { "T\($0)" }
            let spec = TaskSpec(
                name: "T\(task)", trigger: .events(EventSet(.didFinishLaunching)),
                priority: Priority(rawValue: priorities[task]) ?? .low, after: after, lane: LaneID(1))
            return ScenarioTask(spec: spec, duration: .fixed(Nanoseconds(durations[task])))
        }
        return scenario
    }
}
