import SchedulerCore
import SchedulerSimulation

/// A random task graph with whole lengths, made in the ways of the standard task graph set (Tobita and Kasahara 2002).
struct TaskGraphCase {
    /// How edges are drawn.
    enum Shape: CaseIterable {
        /// Each pair has an edge with the same probability.
        case sameProbability
        /// Tasks have a few predecessors among all before, the same number on average.
        case samePredecessors
        /// Tasks are in layers; edges go from one layer to later ones, each with the same probability.
        case layeredProbability
        /// Tasks are in layers; each has a few predecessors in the layer before.
        case layeredPredecessors
    }
    /// How lengths are drawn.
    enum Lengths: CaseIterable {
        case short, uniform, normal, exponential, mixed
    }

    private(set) var lengths: [Int] = []
    private(set) var predecessors: [[Int]] = []

    /// No schedule on this many workers is shorter: the longest path, and the work shared by all.
    func bound(workers: Int) -> Int {
        var ends = lengths
        for number in lengths.indices {
            ends[number] += predecessors[number].map { ends[$0] }.max() ?? 0
        }
        return max(ends.max() ?? 0, (lengths.reduce(0, +) + workers - 1) / workers)
    }

    init(_ count: Int, _ shape: Shape, _ kind: Lengths, _ random: inout SplitMix64) {
        let layer = 2 + Int(random.next(through: UInt64(max(2, count / 6))))
        let few = 1 + random.next(through: 4)
        let percent = 2 + random.next(through: 18)
        for number in 0..<count {
            lengths.append(Self.length(kind, &random))
            var list: Set<Int> = []
            switch shape {
            case .sameProbability:
                for other in 0..<number where random.next(through: 99) < percent { list.insert(other) }
            case .samePredecessors:
                for _ in 0..<random.next(through: 2 * few) where number > 0 {
                    list.insert(Int(random.next(through: UInt64(number - 1))))
                }
            case .layeredProbability:
                for other in 0..<(number / layer * layer) where random.next(through: 99) < percent {
                    list.insert(other)
                }
            case .layeredPredecessors:
                let first = (number / layer - 1) * layer
                for _ in 0..<few where first >= 0 { list.insert(first + Int(random.next(through: UInt64(layer - 1)))) }
            }
            predecessors.append(list.sorted())
        }
    }

    private static func length(_ kind: Lengths, _ random: inout SplitMix64) -> Int {
        switch kind {
        case .short: return 1 + Int(random.next(through: 9))
        case .uniform: return 1 + Int(random.next(through: 19))
        case .normal:
            // Twelve draws are near enough to the bell.
            return max(1, (0..<12).reduce(0) { sum, _ in sum + Int(random.next(through: 10)) } / 6)
        case .exponential:
            // How often one of ten comes up last: geometric, the exponential in whole numbers.
            var length = 1
            while length < 100, random.next(through: 9) > 0 { length += 1 }
            return length
        case .mixed:
            return random.next(through: 3) == 0 ? 20 + Int(random.next(through: 20)) : 1 + Int(random.next(through: 4))
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
