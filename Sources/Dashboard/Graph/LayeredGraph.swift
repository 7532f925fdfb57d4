import SchedulerCore
import TraceAnalysis

/// An acyclic graph in layers: every edge leads from one layer to the next, with few crossings.
///
/// Sugiyama, Tagawa & Toda 1981: layers by the longest path, dummy nodes on edges that span layers, barycenter
/// sweeps to reduce crossings; then rows move towards their neighbors. O(sweeps x edges log edges).
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

    /// How many sweeps reduce crossings, and how many assign rows.
    static let sweeps = 8

    private(set) var nodes: [Node] = []
    /// Node numbers by layer, from top to bottom.
    private(set) var layers: [[Int]] = []
    /// Edges that close a cycle; they are left out.
    private(set) var backEdges: [(from: Int, to: Int)] = []

    static func == (left: LayeredGraph, right: LayeredGraph) -> Bool {
        left.nodes == right.nodes && left.layers == right.layers
    }
    func hash(into hasher: inout Hasher) {
        hasher.combine(nodes)
        hasher.combine(layers)
    }

    /// The layers of `count` nodes with these edges; duplicate edges count once.
    init(count: Int, edges: [(from: Int, to: Int)]) {
        var successors = [[Int]](repeating: [], count: count)
        for edge in edges where edge.from != edge.to && !successors[edge.from].contains(edge.to) {
            successors[edge.from].append(edge.to)
        }
        removeBackEdges(&successors)
        let layer = TaskGraphDocument.longestPaths(successors)
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
    var rowCount: Int { (nodes.map { $0.row }.max() ?? -1) + 1 }

    /// Pairs of edges between neighboring layers that cross.
    var crossings: Int {
        var count = 0
        var edges: [(from: Int, to: Int)] = []
        for layer in layers {
            edges.removeAll(keepingCapacity: true)
            for from in layer {
                let row = nodes[from].row
                for to in nodes[from].next {
                    let other = nodes[to].row
                    for edge in edges where edge.from != row && edge.to != other {
                        if (edge.from < row) != (edge.to < other) { count += 1 }
                    }
                    edges.append((row, other))
                }
            }
        }
        return count
    }

    /// Removes the edges that a depth-first search finds to lead back to an open node.
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
        for layer in layers.indices { number(layer) }
        var (best, fewest) = (layers, crossings)
        var still = 0
        // Two sweeps without a change, one each way: the others would change nothing either.
        for sweep in 0..<LayeredGraph.sweeps where fewest > 0 && still < 2 {
            let isDown = sweep % 2 == 0
            var isSorted = true
            for step in layers.indices {
                let layer = isDown ? step : layers.count - 1 - step
                // A layer already in the order of its barycenters stays as it is.
                let keys = layers[layer].map { barycentre(of: $0, isDown) }
                if zip(keys, keys.dropFirst()).allSatisfy({ $0 <= $1 }) { continue }
                isSorted = false
                let sorted = zip(keys, layers[layer]).enumerated().sorted {
                    ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
                }
                layers[layer] = sorted.map { $0.element.1 }
                number(layer)
            }
            still = isSorted ? still + 1 : 0
            if isSorted { continue }
            let now = crossings
            if now < fewest { (best, fewest) = (layers, now) }
        }
        layers = best
        for layer in layers.indices { number(layer) }
    }

    private func barycentre(of node: Int, _ isDown: Bool) -> Double {
        var (sum, count) = (0, 0)
        for near in isDown ? nodes[node].before : nodes[node].next {
            sum += nodes[near].row
            count += 1
        }
        return count == 0 ? Double(nodes[node].row) : Double(sum) / Double(count)
    }

    private mutating func number(_ layer: Int) {
        for row in layers[layer].indices { nodes[layers[layer][row]].row = row }
    }

    /// Moves every node towards the middle of its neighbors; keeps the order and at least a row between nodes.
    private mutating func assignRows() {
        var (near, still): ([Int], Int) = ([], 0)
        // Two sweeps without a change, one each way: the others would change nothing either.
        for sweep in 0..<LayeredGraph.sweeps where still < 2 {
            let isDown = sweep % 2 == 0
            var hasMoved = false
            for step in layers.indices {
                let layer = isDown ? step : layers.count - 1 - step
                var free = Int.min
                for place in layers[layer].indices {
                    let node = layers[layer][place]
                    near.removeAll(keepingCapacity: true)
                    for other in isDown ? nodes[node].before : nodes[node].next { near.append(nodes[other].row) }
                    if near.count > 1 { near.sort() }
                    let row = max(free, near.isEmpty ? nodes[node].row : near[(near.count - 1) / 2])
                    if row != nodes[node].row { hasMoved = true }
                    nodes[node].row = row
                    free = row + 1
                }
            }
            still = hasMoved ? 0 : still + 1
        }
        // Rows without a node only take room.
        let used = Set(nodes.map { $0.row }).sorted()
        var rows: [Int: Int] = [:]
        for (place, row) in used.enumerated() { rows[row] = place }
        for node in nodes.indices { nodes[node].row = rows[nodes[node].row] ?? 0 }
    }
}

/// The tasks around one, and the edges among them.
struct Neighbourhood: Hashable, Sendable {
    /// How far it reaches.
    enum Hops: String, CaseIterable, Hashable, Sendable {
        case one = "1 hop", two = "2 hops", all = "all hops"

        var limit: Int {
            switch self {
            case .one: 1
            case .two: 2
            case .all: .max
            }
        }
        var next: Hops {
            switch self {
            case .one: .two
            case .two: .all
            case .all: .one
            }
        }
    }

    /// The most tasks that are drawn in layers.
    static let maximumTasks = 40

    /// The tasks, including the center, in registration order.
    private(set) var tasks: [TaskID]
    /// Whether there were more than can be drawn.
    private(set) var isCut = false

    /// The tasks at most `hops` edges up or down from a task. O(edges visited).
    init(of centre: TaskID, hops: Hops, in scheduler: borrowing Scheduler) {
        var found: Set<TaskID> = [centre]
        for isUp in [true, false] {
            var edge = [centre]
            var distance = 0
            while !edge.isEmpty, distance < hops.limit, found.count <= Neighbourhood.maximumTasks {
                distance += 1
                let next = edge.flatMap { isUp ? scheduler.predecessors(of: $0) : scheduler.successors(of: $0) }
                edge = []
                for task in next where found.insert(task).inserted { edge.append(task) }
            }
        }
        tasks = found.sorted()
        cut(keeping: centre)
    }

    /// All tasks of a scenario, if they are few enough; isolated ones are left out.
    init?(all scheduler: borrowing Scheduler) {
        guard scheduler.taskCount <= Neighbourhood.maximumTasks else { return nil }
        tasks = (0..<scheduler.taskCount).map(TaskID.init).filter {
            !scheduler.predecessors(of: $0).isEmpty || !scheduler.successors(of: $0).isEmpty
        }
        guard !tasks.isEmpty else { return nil }
    }

    private mutating func cut(keeping centre: TaskID) {
        guard tasks.count > Neighbourhood.maximumTasks else { return }
        isCut = true
        let others = tasks.filter { $0 != centre }.prefix(Neighbourhood.maximumTasks - 1)
        tasks = (others + [centre]).sorted()
    }

    /// The tasks in layers; node numbers are indices into `tasks`.
    func layers(_ scheduler: borrowing Scheduler) -> LayeredGraph {
        var places: [TaskID: Int] = [:]
        for (place, task) in tasks.enumerated() { places[task] = place }
        var edges: [(from: Int, to: Int)] = []
        for (place, task) in tasks.enumerated() {
            for predecessor in scheduler.predecessors(of: task) {
                if let from = places[predecessor] { edges.append((from, place)) }
            }
        }
        return LayeredGraph(count: tasks.count, edges: edges)
    }
}
