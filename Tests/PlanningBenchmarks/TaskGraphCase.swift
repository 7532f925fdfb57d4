import SchedulerCore
import SchedulerSimulation

/// A random task graph with whole lengths.
struct TaskGraphCase {
    private(set) var lengths: [Int] = []
    private(set) var predecessors: [[Int]] = []

    init(_ random: inout SplitMix64) {
        let count = 20 + Int(random.next(through: 40))
        let shape = random.next(through: 3)
        let layers = 3 + Int(random.next(through: 7))
        for number in 0..<count {
            lengths.append(1 + Int(random.next(through: 19)))
            var list: [Int] = []
            switch shape {
            case 0:  // Same probability for each edge.
                for other in 0..<number where random.next(through: 99) < 8 { list.append(other) }
            case 1:  // A few of all tasks before.
                for _ in 0..<random.next(through: 3) where number > 0 {
                    list.append(Int(random.next(through: UInt64(number - 1))))
                }
            case 2:  // Layers.
                let size = max(1, count / layers)
                let layer = number / size
                if layer > 0 {
                    for _ in 0...random.next(through: 2) {
                        list.append((layer - 1) * size + Int(random.next(through: UInt64(size - 1))))
                    }
                }
            default:  // Near ones.
                for _ in 0..<random.next(through: 2) where number > 0 {
                    list.append(number - 1 - Int(random.next(through: UInt64(min(number, 8) - 1))))
                }
            }
            predecessors.append(Array(Set(list)).sorted())
        }
    }

    /// The graph on this many workers; a unit is a millisecond.
    func scenario(workers: Int) -> Scenario {
        var scenario = Scenario(name: "graph")
        scenario.configuration = SchedulerConfiguration(lanes: [
            LaneSpec(name: "main"), LaneSpec(name: "workers", width: workers),
        ])
        for number in lengths.indices {
            var spec = TaskSpec(
                name: "N\(number)", trigger: .events(EventSet(.didFinishLaunching)),
                after: predecessors[number].map { "N\($0)" }, lane: LaneID(1), blocks: true)
            spec.expected = .milliseconds(Int64(lengths[number]))
            scenario.tasks.append(ScenarioTask(spec: spec, duration: .fixed(spec.expected)))
        }
        return scenario
    }
}
