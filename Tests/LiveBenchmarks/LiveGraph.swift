import BenchmarkSupport

/// A dependency graph for the live benchmarks, as plain arrays that ours and the peers share.
struct LiveGraph: Sendable {
    let name: String
    let predecessors: [[Int32]]
    let successors: [[Int32]]

    var count: Int { predecessors.count }

    init(name: String, predecessors: [[Int32]]) {
        self.name = name
        self.predecessors = predecessors
        var successors = [[Int32]](repeating: [], count: predecessors.count)
        for (task, list) in predecessors.enumerated() {
            for predecessor in list { successors[Int(predecessor)].append(Int32(task)) }
        }
        self.successors = successors
    }

    /// Layers of 100 tasks, each after up to three of the layers before.
    static func layers(_ count: Int) -> LiveGraph {
        LiveGraph(name: "layers", predecessors: LayeredGraph(count: count, seed: 3).predecessors)
    }

    /// One after the other.
    static func chain(_ count: Int) -> LiveGraph {
        LiveGraph(name: "chain", predecessors: (0..<count).map { $0 == 0 ? [] : [Int32($0 - 1)] })
    }

    /// One, then all others.
    static func fan(_ count: Int) -> LiveGraph {
        LiveGraph(name: "fan", predecessors: (0..<count).map { $0 == 0 ? [] : [0] })
    }

    /// The one with this name; layers if there is none.
    static func named(_ name: String, _ count: Int) -> LiveGraph {
        name == "chain" ? chain(count) : name == "fan" ? fan(count) : layers(count)
    }
}
