/// A directed graph without cycles in layers, every edge from one layer to the next, with few crossings.
///
/// Sugiyama, Tagawa & Toda 1981: layers by the longest path, dummy nodes on edges that pass layers, barycentres in
/// sweeps against crossings; then rows are pulled towards their neighbours. O(sweeps x edges log edges).
struct LayeredGraph: Hashable, Sendable {
    /// A node of a layer; dummies carry edges through.
    struct Node: Hashable, Sendable {
        /// The caller's node; nil for a dummy.
        var original: Int?
        var layer: Int
        /// The row, from 0.
        var row = 0
        /// Nodes of the next layer.
        var next: [Int] = []
        /// Nodes of the layer before.
        var before: [Int] = []
    }

    /// Sweeps against crossings and for the rows.
    static let sweeps = 8

    private(set) var nodes: [Node] = []
    /// Node numbers by layer, from top to bottom.
    private(set) var layers: [[Int]] = []
    /// Edges that point back in a cycle; they are left out.
    private(set) var backEdges: [(from: Int, to: Int)] = []

    static func == (left: LayeredGraph, right: LayeredGraph) -> Bool {
        left.nodes == right.nodes && left.layers == right.layers
    }
    func hash(into hasher: inout Hasher) {
        hasher.combine(nodes)
        hasher.combine(layers)
    }

    /// The layers of `count` nodes with these edges; double edges count once.
    init(count: Int, edges: [(from: Int, to: Int)]) {
        var successors = [[Int]](repeating: [], count: count)
        for edge in edges where edge.from != edge.to && !successors[edge.from].contains(edge.to) {
            successors[edge.from].append(edge.to)
        }
        removeBackEdges(&successors)
        let layer = LayeredGraph.longestPaths(successors)
        layers = Array(repeating: [], count: (layer.max() ?? -1) + 1)
        for node in 0..<count {
            nodes.append(Node(original: node, layer: layer[node]))
            layers[layer[node]].append(node)
        }
        for from in 0..<count {
            for to in successors[from] { connect(from, to) }
        }
        reduceCrossings()
        assignRows()
    }

    /// Rows in use.
    var rowCount: Int { (nodes.map(\.row).max() ?? -1) + 1 }

    /// Pairs of edges between neighbouring layers that cross.
    var crossings: Int {
        var count = 0
        for layer in layers {
            let edges = layer.flatMap { from in nodes[from].next.map { (nodes[from].row, nodes[$0].row) } }
            for (place, edge) in edges.enumerated() {
                count += edges[(place + 1)...].count { ($0.0 - edge.0).signum() * ($0.1 - edge.1).signum() < 0 }
            }
        }
        return count
    }

    /// Takes out what depth-first search finds pointing at a node still open.
    private mutating func removeBackEdges(_ successors: inout [[Int]]) {
        var state = [UInt8](repeating: 0, count: successors.count)
        for root in successors.indices where state[root] == 0 {
            var stack = [(node: root, next: 0)]
            state[root] = 1
            while let top = stack.last {
                guard top.next < successors[top.node].count else {
                    state[top.node] = 2
                    stack.removeLast()
                    continue
                }
                let to = successors[top.node][top.next]
                if state[to] == 1 {
                    backEdges.append((top.node, to))
                    successors[top.node].remove(at: top.next)
                    continue
                }
                stack[stack.count - 1].next += 1
                if state[to] == 0 {
                    state[to] = 1
                    stack.append((to, 0))
                }
            }
        }
    }

    private static func longestPaths(_ successors: [[Int]]) -> [Int] {
        var open = [Int](repeating: 0, count: successors.count)
        for list in successors { for to in list { open[to] += 1 } }
        var layer = [Int](repeating: 0, count: successors.count)
        var ready = successors.indices.filter { open[$0] == 0 }
        while let node = ready.popLast() {
            for to in successors[node] {
                layer[to] = max(layer[to], layer[node] + 1)
                open[to] -= 1
                if open[to] == 0 { ready.append(to) }
            }
        }
        return layer
    }

    /// Joins two nodes through dummies in the layers between them.
    private mutating func connect(_ from: Int, _ to: Int) {
        var last = from
        for layer in nodes[from].layer + 1..<max(nodes[from].layer + 1, nodes[to].layer) {
            nodes.append(Node(original: nil, layer: layer))
            let dummy = nodes.count - 1
            layers[layer].append(dummy)
            nodes[last].next.append(dummy)
            nodes[dummy].before.append(last)
            last = dummy
        }
        nodes[last].next.append(to)
        nodes[to].before.append(last)
    }

    private mutating func reduceCrossings() {
        number()
        var (best, fewest) = (layers, crossings)
        for sweep in 0..<LayeredGraph.sweeps where fewest > 0 {
            let isDown = sweep % 2 == 0
            for layer in isDown ? Array(layers.indices) : layers.indices.reversed() {
                let keys = layers[layer].map { node -> Double in
                    let near = isDown ? nodes[node].before : nodes[node].next
                    guard !near.isEmpty else { return Double(nodes[node].row) }
                    return Double(near.reduce(0) { $0 + nodes[$1].row }) / Double(near.count)
                }
                let sorted = zip(keys, layers[layer]).enumerated().sorted {
                    ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
                }
                layers[layer] = sorted.map(\.element.1)
                number()
            }
            if crossings < fewest { (best, fewest) = (layers, crossings) }
        }
        layers = best
        number()
    }

    private mutating func number() {
        for layer in layers {
            for (row, node) in layer.enumerated() { nodes[node].row = row }
        }
    }

    /// Pulls every node towards the middle of its neighbours, order kept, at least a row apart.
    private mutating func assignRows() {
        for sweep in 0..<LayeredGraph.sweeps {
            let isDown = sweep % 2 == 0
            for layer in isDown ? Array(layers.indices) : layers.indices.reversed() {
                var wanted = layers[layer].map { node -> Int in
                    let near = (isDown ? nodes[node].before : nodes[node].next).map { nodes[$0].row }.sorted()
                    return near.isEmpty ? nodes[node].row : near[(near.count - 1) / 2]
                }
                for place in wanted.indices.dropFirst() { wanted[place] = max(wanted[place], wanted[place - 1] + 1) }
                for (place, node) in layers[layer].enumerated() { nodes[node].row = wanted[place] }
            }
        }
        let top = nodes.map(\.row).min() ?? 0
        for node in nodes.indices { nodes[node].row -= top }
    }
}
