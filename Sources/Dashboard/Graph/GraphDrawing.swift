import Text

/// A layered graph as text, from left to right: labels in columns, edges in the channels between them.
struct GraphDrawing: Hashable, Sendable {
    /// What one cell contains.
    enum Mark: Hashable, Sendable {
        case blank
        /// Part of an edge; `isBroken` if the edge delays a task now.
        case line(Character, isBroken: Bool)
        /// A character of the label of this node, numbered as by the caller.
        case label(Character, node: Int, columns: Int)

        var isBroken: Bool {
            guard case .line(_, let isBroken) = self else { return false }
            return isBroken
        }
    }

    private(set) var rows: [[Mark]] = []
    /// Where each node's label is.
    private(set) var places: [Int: (column: Int, row: Int, width: Int)] = [:]
    /// Whether a line passes below another.
    private(set) var hasCrossings = false

    static func == (left: GraphDrawing, right: GraphDrawing) -> Bool { left.rows == right.rows }
    func hash(into hasher: inout Hasher) { hasher.combine(rows) }

    /// Draws a graph. `labels` and the arguments of `isBroken`, the ends of an edge, use the caller's node numbers.
    init(_ graph: LayeredGraph, _ routes: GraphRoutes, labels: [String], isBroken: (Int, Int) -> Bool) {
        let ends = GraphDrawing.ends(of: graph)
        var starts = [0]
        var channels: [Int] = []
        for (layer, list) in graph.layers.enumerated() {
            let widths = list.compactMap { graph.nodes[$0].original.map { DisplayText.width(of: labels[$0]) } }
            channels.append(starts[layer] + (widths.max() ?? 1))
            starts.append(channels[layer] + routes.width(behind: layer))
        }
        var grid = LineGrid(columns: starts[graph.layers.count], rows: routes.lineCount)
        for (layer, list) in graph.layers.enumerated() {
            for number in list {
                let node = graph.nodes[number]
                let row = routes.lines[node.row]
                let label = node.original.map { DisplayText.width(of: labels[$0]) } ?? 0
                for next in node.next {
                    let isBad = ends[number]?[next].map { isBroken($0.from, $0.to) } ?? false
                    let (target, end) = (routes.lines[graph.nodes[next].row], starts[layer + 1] - 1)
                    guard target != row, let track = routes.tracks[layer][number] else {
                        grid.horizontal(row, starts[layer] + label, end, isBad)
                        continue
                    }
                    let turn = channels[layer] + 1 + track
                    grid.horizontal(row, starts[layer] + label, turn, isBad)
                    let beside = routes.lineBeside(GraphRoutes.Edge(from: number, to: next), in: graph)
                    let (line, join) = (beside ?? target, beside == nil ? end : end - 2)
                    grid.vertical(turn, row, line, isBad)
                    grid.horizontal(line, turn, join, isBad)
                    if node.next.count > 1 { grid.turnRight(line, turn) }
                    guard beside != nil else { continue }
                    grid.vertical(join, line, target, isBad)
                    grid.horizontal(target, join, end, isBad)
                }
                if layer > 0, node.original == nil { grid.horizontal(row, starts[layer] - 1, starts[layer], false) }
            }
        }
        rows = grid.marks
        hasCrossings = grid.hasCrossings
        for (layer, list) in graph.layers.enumerated() {
            for number in list {
                let node = graph.nodes[number]
                guard let original = node.original else { continue }
                let row = routes.lines[node.row]
                put(labels[original], node: original, column: starts[layer], row: row)
                if !node.before.isEmpty { rows[row][starts[layer] - 1] = .line("▶", isBroken: false) }
            }
        }
    }

    private mutating func put(_ label: String, node: Int, column: Int, row: Int) {
        places[node] = (column, row, DisplayText.width(of: label))
        var place = column
        for glyph in label {
            let columns = min(2, DisplayText.width(of: glyph))
            guard columns > 0, place + columns <= rows[row].count else { continue }
            rows[row][place] = .label(glyph, node: node, columns: columns)
            if columns == 2 { rows[row][place + 1] = .label(" ", node: node, columns: 0) }
            place += columns
        }
    }

    /// For each piece that belongs to a single edge, the caller's nodes at the ends of the edge.
    private static func ends(of graph: LayeredGraph) -> [Int: [Int: (from: Int, to: Int)]] {
        var result: [Int: [Int: (from: Int, to: Int)]] = [:]
        for (number, node) in graph.nodes.enumerated() {
            guard let from = node.original else { continue }
            for first in node.next {
                var path = [number, first]
                while graph.nodes[path[path.count - 1]].original == nil,
                    let next = graph.nodes[path[path.count - 1]].next.first
                {
                    path.append(next)
                }
                guard let last = path.last, let to = graph.nodes[last].original else { continue }
                for (one, other) in zip(path, path.dropFirst()) { result[one, default: [:]][other] = (from, to) }
            }
        }
        return result
    }

    /// Columns in use.
    var columns: Int {
        rows.map { row in (row.lastIndex { $0 != .blank } ?? -1) + 1 }.max() ?? 0
    }

    /// The drawing as plain text.
    var text: String {
        rows.map { row in
            var line = ""
            for mark in row {
                switch mark {
                case .blank: line.append(" ")
                case .line(let glyph, _): line.append(glyph)
                case .label(let glyph, _, let columns): if columns > 0 { line.append(glyph) }
                }
            }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
