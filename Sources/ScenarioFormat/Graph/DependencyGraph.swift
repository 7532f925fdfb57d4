/// Dependencies: nodes are numbered, each edge goes from a node to a predecessor and knows where the file names it.
///
/// Everything is linear in nodes and edges except the search for the shortest cycle, which is bounded. No recursion.
struct DependencyGraph {
    /// A cycle and what only waits for it.
    struct Cycle: Equatable {
        /// The shortest cycle, the lowest number first, not repeated at the end.
        var path: [Int]
        /// Where the first node names the second.
        var offset: Int
        /// Nodes on no cycle that wait for this one, by number.
        var downstream: [Int]
    }

    /// The edges of node n are `targets[starts[n]..<starts[n + 1]]`.
    private(set) var starts: [Int] = [0]
    private(set) var targets: [Int] = []
    private(set) var offsets: [Int] = []

    var nodeCount: Int { starts.count - 1 }

    /// Adds the next node with its edges.
    mutating func appendNode(_ edges: [(target: Int, offset: Int)]) {
        for edge in edges {
            targets.append(edge.target)
            offsets.append(edge.offset)
        }
        starts.append(targets.count)
    }

    func edges(of node: Int) -> Range<Int> { starts[node]..<starts[node + 1] }

    func predecessors(of node: Int) -> ArraySlice<Int> { targets[edges(of: node)] }

    /// The successors: the same graph with every edge reversed; the file names none of them.
    func reversed() -> DependencyGraph {
        var graph = DependencyGraph()
        graph.starts = [Int](repeating: 0, count: starts.count)
        for target in targets { graph.starts[target + 1] += 1 }
        for node in 0..<nodeCount { graph.starts[node + 1] += graph.starts[node] }
        var places = graph.starts
        graph.targets = [Int](repeating: 0, count: targets.count)
        for node in 0..<nodeCount {
            for target in predecessors(of: node) {
                graph.targets[places[target]] = node
                places[target] += 1
            }
        }
        return graph
    }

    /// The nodes, each after all its predecessors (Kahn 1962); nodes on or downstream of cycles are left out.
    func topologicalOrder() -> [Int] {
        let successors = reversed()
        var waiting = (0..<nodeCount).map { edges(of: $0).count }
        var order = (0..<nodeCount).filter { waiting[$0] == 0 }
        var next = 0
        while next < order.count {
            for successor in successors.predecessors(of: order[next]) {
                waiting[successor] -= 1
                if waiting[successor] == 0 { order.append(successor) }
            }
            next += 1
        }
        return order
    }

    /// One cycle for each strongly connected component, by lowest number.
    func cycles() -> [Cycle] {
        guard topologicalOrder().count < nodeCount else { return [] }
        let components = strongComponents()
        var members: [Int: [Int]] = [:]
        for node in 0..<nodeCount { members[components[node], default: []].append(node) }
        let knots = members.values.filter { isKnot($0) }.sorted { $0[0] < $1[0] }
        let downstream = downstream(of: knots)
        return zip(knots, downstream).map { nodes, waiting in
            let path = shortestCycle(among: nodes, components)
            let second = path.count > 1 ? path[1] : path[0]
            let edge = edges(of: path[0]).first { targets[$0] == second }
            return Cycle(path: path, offset: edge.map { offsets[$0] } ?? 0, downstream: waiting)
        }
    }

    private func isKnot(_ nodes: [Int]) -> Bool {
        nodes.count > 1 || predecessors(of: nodes[0]).contains(nodes[0])
    }

    private func downstream(of knots: [[Int]]) -> [[Int]] {
        let successors = reversed()
        var isReached = [Bool](repeating: false, count: nodeCount)
        for node in knots.joined() { isReached[node] = true }
        return knots.map { knot in
            var found: [Int] = []
            var stack = knot
            while let node = stack.popLast() {
                for successor in successors.predecessors(of: node) where !isReached[successor] {
                    isReached[successor] = true
                    found.append(successor)
                    stack.append(successor)
                }
            }
            return found.sorted()
        }
    }

    /// Breadth first from each node in turn until `budget` edges were followed; the first search always ends.
    private func shortestCycle(among nodes: [Int], _ components: [Int]) -> [Int] {
        var budget = 3_000_000
        var best: [Int] = []
        var parents = [Int](repeating: -1, count: nodeCount)
        for start in nodes where best.isEmpty || (budget > 0 && best.count > 1) {
            var touched = [start]
            var depths = [0]
            var next = 0
            var end: Int?
            search: while next < touched.count {
                let node = touched[next]
                if !best.isEmpty && (depths[next] + 1 >= best.count || budget <= 0) { break }
                for target in predecessors(of: node) where components[target] == components[start] {
                    budget -= 1
                    if target == start {
                        end = node
                        break search
                    }
                    guard parents[target] < 0 else { continue }
                    parents[target] = node
                    touched.append(target)
                    depths.append(depths[next] + 1)
                }
                next += 1
            }
            if let end { best = path(from: start, to: end, parents) }
            for node in touched { parents[node] = -1 }
        }
        let lowest = best.indices.min { best[$0] < best[$1] } ?? 0
        return Array(best[lowest...] + best[..<lowest])
    }

    private func path(from start: Int, to end: Int, _ parents: [Int]) -> [Int] {
        var path = [end]
        while let last = path.last, last != start { path.append(parents[last]) }
        return path.reversed()
    }

    /// The strongly connected component of each node (Tarjan 1972, with a stack of its own).
    private func strongComponents() -> [Int] {
        var component = [Int](repeating: -1, count: nodeCount)
        var order = [Int](repeating: -1, count: nodeCount)
        var low = [Int](repeating: 0, count: nodeCount)
        var next = starts
        var open: [Int] = []
        var calls: [Int] = []
        var counter = 0
        for root in 0..<nodeCount where order[root] < 0 {
            calls.append(root)
            while let node = calls.last {
                if order[node] < 0 {
                    (order[node], low[node]) = (counter, counter)
                    counter += 1
                    open.append(node)
                }
                if next[node] < starts[node + 1] {
                    let target = targets[next[node]]
                    next[node] += 1
                    if order[target] < 0 {
                        calls.append(target)
                    } else if component[target] < 0 {
                        low[node] = min(low[node], order[target])
                    }
                    continue
                }
                calls.removeLast()
                if let caller = calls.last { low[caller] = min(low[caller], low[node]) }
                guard low[node] == order[node] else { continue }
                while let member = open.popLast() {
                    component[member] = node
                    if member == node { break }
                }
            }
        }
        return component
    }
}
