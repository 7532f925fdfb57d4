import BenchmarkPeers
import SchedulerCore
import SchedulerSimulation

/// A random graph in layers of 100 tasks, each after up to three tasks of the three layers before; from a seed.
package struct LayeredGraph {
    package static let layerWidth = 100
    package static let laneWidth = 4

    package let predecessors: [[Int32]]
    package let durations: [Int64]
    package let priorities: [UInt8]
    private let predecessorCounts: [Int32]
    private let successorStarts: [Int32]
    private let successors: [Int32]

    package init(count: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        predecessors = (0..<count).map { Self.drawPredecessors(of: $0, &random) }
        durations = (0..<count).map { _ in 1000 * (1 + Int64(random.next(through: 999))) }
        priorities = (0..<count).map { _ in UInt8(random.next(through: 3)) }
        predecessorCounts = predecessors.map { Int32($0.count) }
        var starts = [Int32](repeating: 0, count: count + 1)
        for predecessor in predecessors.joined() { starts[Int(predecessor) + 1] += 1 }
        for task in 0..<count { starts[task + 1] += starts[task] }
        var next = starts
        var edges = [Int32](repeating: 0, count: Int(starts[count]))
        for (task, list) in predecessors.enumerated() {
            for predecessor in list {
                edges[Int(next[Int(predecessor)])] = Int32(task)
                next[Int(predecessor)] += 1
            }
        }
        successorStarts = starts
        successors = edges
    }

    private static func drawPredecessors(of task: Int, _ random: inout SplitMix64) -> [Int32] {
        let layer = task / layerWidth
        var drawn: [Int32] = []
        guard layer > 0 else { return drawn }
        let first = max(0, layer - 3) * layerWidth
        for _ in 0..<random.next(through: 3) {
            let predecessor = Int32(first + Int(random.next(through: UInt64(layer * layerWidth - first - 1))))
            if !drawn.contains(predecessor) { drawn.append(predecessor) }
        }
        return drawn
    }

    /// The C program's run of it.
    package func replayInC() -> replay_result {
        durations.withUnsafeBufferPointer { durations in
            priorities.withUnsafeBufferPointer { priorities in
                predecessorCounts.withUnsafeBufferPointer { counts in
                    successorStarts.withUnsafeBufferPointer { starts in
                        successors.withUnsafeBufferPointer { successors in
                            var graph = replay_graph(
                                task_count: Int32(durations.count), durations: durations.baseAddress,
                                priorities: priorities.baseAddress, predecessor_counts: counts.baseAddress,
                                successor_starts: starts.baseAddress, successors: successors.baseAddress)
                            return replay_run(&graph, Int32(Self.laneWidth))
                        }
                    }
                }
            }
        }
    }

    /// The same as a scenario: everything on didFinishLaunching, in lane `pool`.
    package func scenario() -> Scenario {
        var scenario = Scenario(name: "layers")
        scenario.configuration = SchedulerConfiguration(lanes: [LaneSpec(name: "pool", width: Self.laneWidth)])
        let lane = scenario.configuration.lane(named: "pool")
        scenario.tasks = durations.indices.map { task in
            let spec = TaskSpec(
                name: "t\(task)", trigger: .events(EventSet(.didFinishLaunching)),
                priority: Priority(rawValue: priorities[task]) ?? .default,
                after: predecessors[task].map { "t\($0)" }, lane: lane, expected: Nanoseconds(durations[task]))
            return ScenarioTask(spec: spec, duration: .fixed(Nanoseconds(durations[task])))
        }
        return scenario
    }

    /// One line a task, `duration priority predecessor…`, as simpy_layers.py reads it.
    package func text() -> String {
        durations.indices.map { task in
            ([String(durations[task]), String(priorities[task])] + predecessors[task].map(String.init))
                .joined(separator: " ") + "\n"
        }.joined()
    }
}
