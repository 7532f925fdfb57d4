/// Where the edges of a layered graph run between its layers.
///
/// The edges of a node leave its row by one vertical line, in a column that no other node of the layer has (its track), and join the
/// rows of their targets. A node whose row others join leaves it before they do: behind that place the row would be read as theirs,
/// too. Where two nodes lead to each other's rows, one of them comes by a line beside the row, which joins it at the end of the channel.
struct GraphRoutes: Hashable, Sendable {
    /// An edge between two neighboring layers.
    struct Edge: Hashable, Sendable {
        var from: Int
        var to: Int
    }

    /// For each layer, the columns in which its nodes' edges turn, from 0.
    private(set) var tracks: [[Int: Int]] = []
    /// For each layer, whether a line beside a row ends behind its tracks.
    private var hasDetours: [Bool] = []
    /// Edges that come by a line beside their target's row.
    private var detours: Set<Edge> = []
    /// For each row of the graph, the line of the drawing on which its nodes are.
    private(set) var lines: [Int] = []
    /// Lines in use.
    private(set) var lineCount = 0

    /// O(nodes x edges of a layer).
    init(_ graph: LayeredGraph) {
        for layer in graph.layers {
            let (own, apart) = GraphRoutes.tracks(of: layer, in: graph)
            tracks.append(own)
            hasDetours.append(!apart.isEmpty)
            detours.formUnion(apart)
        }
        var above = [Bool](repeating: false, count: graph.rowCount + 1)
        for edge in detours {
            let row = graph.nodes[edge.to].row
            above[graph.nodes[edge.from].row < row ? row : row + 1] = true
        }
        for row in 0..<graph.rowCount {
            if above[row] { lineCount += 1 }
            lines.append(lineCount)
            lineCount += 1
        }
        if above[graph.rowCount] { lineCount += 1 }
    }

    /// The line on which an edge comes beside its target's row, between that and the source; nil if it comes on the row itself.
    func lineBeside(_ edge: Edge, in graph: LayeredGraph) -> Int? {
        guard detours.contains(edge) else { return nil }
        let (from, to) = (graph.nodes[edge.from].row, graph.nodes[edge.to].row)
        return lines[to] + (from < to ? -1 : 1)
    }

    /// How many columns follow the labels of a layer: one blank, its tracks, one where lines beside a row end, one before the arrow, the
    /// arrow.
    func width(behind layer: Int) -> Int { tracks[layer].count + (hasDetours[layer] ? 1 : 0) + 3 }

    /// The tracks of a layer's nodes, and the edges that cannot join their row without being read as another node's.
    private static func tracks(of layer: [Int], in graph: LayeredGraph) -> (own: [Int: Int], apart: Set<Edge>) {
        var left = layer.filter { node in
            graph.nodes[node].next.contains { graph.nodes[$0].row != graph.nodes[node].row }
        }
        var own: [Int: Int] = [:]
        var apart: Set<Edge> = []
        while !left.isEmpty {
            // Behind its track, a node's row is free for those that join it.
            let node = left.remove(at: left.firstIndex { blocking($0, left, graph).isEmpty } ?? 0)
            for edge in blocking(node, left, graph) { apart.insert(edge) }
            own[node] = own.count
        }
        return (own, apart)
    }

    /// The edges of a node that lead to the rows of others that have not left theirs yet.
    private static func blocking(_ node: Int, _ left: [Int], _ graph: LayeredGraph) -> [Edge] {
        graph.nodes[node].next.filter { next in
            left.contains { $0 != node && graph.nodes[$0].row == graph.nodes[next].row }
        }.map { Edge(from: node, to: $0) }
    }
}
