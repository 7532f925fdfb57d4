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
    }

    private(set) var rows: [[Mark]]
    /// Where each node's label is.
    private(set) var places: [Int: (column: Int, row: Int, width: Int)] = [:]

    static func == (left: GraphDrawing, right: GraphDrawing) -> Bool { left.rows == right.rows }
    func hash(into hasher: inout Hasher) { hasher.combine(rows) }

    private static let up: UInt8 = 1
    private static let down: UInt8 = 2
    private static let left: UInt8 = 4
    private static let right: UInt8 = 8

    /// Draws a graph. `labels` and the arguments of `isBroken`, the ends of an edge, use the caller's node numbers.
    init(_ graph: LayeredGraph, labels: [String], isBroken: (Int, Int) -> Bool) {
        let ends = GraphDrawing.ends(of: graph)
        var starts: [Int] = []
        var widths: [Int] = []
        var tracks: [[Int: Int]] = []
        var column = 0
        for layer in graph.layers {
            starts.append(column)
            let width =
                layer.compactMap { graph.nodes[$0].original.map { DisplayText.width(of: labels[$0]) } }.max() ?? 1
            widths.append(width)
            var own: [Int: Int] = [:]
            let bent = layer.filter { node in
                graph.nodes[node].next.contains { graph.nodes[$0].row != graph.nodes[node].row }
            }
            for node in GraphDrawing.inOrder(bent, of: graph) { own[node] = own.count }
            tracks.append(own)
            column += width + own.count + 3
        }
        let width = max(1, column)
        var masks = [[UInt8]](repeating: Array(repeating: 0, count: width), count: max(1, graph.rowCount))
        var broken = [[Bool]](repeating: Array(repeating: false, count: width), count: max(1, graph.rowCount))
        func horizontal(_ row: Int, _ from: Int, _ to: Int, _ isBroken: Bool) {
            guard from <= to else { return }
            for place in from...to {
                if place > from { masks[row][place] |= GraphDrawing.left }
                if place < to { masks[row][place] |= GraphDrawing.right }
                if isBroken { broken[row][place] = true }
            }
        }
        func vertical(_ place: Int, _ from: Int, _ to: Int, _ isBroken: Bool) {
            for row in min(from, to)...max(from, to) {
                if row > min(from, to) { masks[row][place] |= GraphDrawing.up }
                if row < max(from, to) { masks[row][place] |= GraphDrawing.down }
                if isBroken { broken[row][place] = true }
            }
        }
        for (layer, list) in graph.layers.enumerated() {
            for number in list {
                let node = graph.nodes[number]
                let labelEnd =
                    node.original.map { starts[layer] + DisplayText.width(of: labels[$0]) } ?? starts[layer]
                for next in node.next {
                    let target = graph.nodes[next]
                    let end = starts[layer + 1] - 1
                    let isBad = ends[number]?[next].map { isBroken($0.from, $0.to) } ?? false
                    guard target.row != node.row, let track = tracks[layer][number] else {
                        horizontal(node.row, labelEnd, end, isBad)
                        continue
                    }
                    let turn = starts[layer] + widths[layer] + 1 + track
                    horizontal(node.row, labelEnd, turn, isBad)
                    vertical(turn, node.row, target.row, isBad)
                    horizontal(target.row, turn, end, isBad)
                }
            }
        }
        rows = zip(masks, broken).map { masks, broken in
            zip(masks, broken).map { $0 == 0 ? .blank : .line(GraphDrawing.glyph($0, $1), isBroken: $1) }
        }
        for (layer, list) in graph.layers.enumerated() {
            for number in list {
                let node = graph.nodes[number]
                guard let original = node.original else {
                    if layer > 0, layer + 1 < graph.layers.count {
                        for place in starts[layer] - 1..<starts[layer] + 1 where masks[node.row][place] == 0 {
                            rows[node.row][place] = .line("─", isBroken: false)
                        }
                    }
                    continue
                }
                put(labels[original], node: original, column: starts[layer], row: node.row)
                if !node.before.isEmpty { rows[node.row][starts[layer] - 1] = .line("▶", isBroken: false) }
            }
        }
    }

    /// The order in which the edges of a layer's nodes leave their rows, from left to right: where one joins the row of another
    /// node, those of that node have left it before, or they would seem to begin with both. O(nodes x edges).
    private static func inOrder(_ bent: [Int], of graph: LayeredGraph) -> [Int] {
        var (left, order): ([Int], [Int]) = (bent, [])
        while !left.isEmpty {
            let free = left.firstIndex { node in
                let rows = graph.nodes[node].next.map { graph.nodes[$0].row }
                return !left.contains { $0 != node && rows.contains(graph.nodes[$0].row) }
            }
            order.append(left.remove(at: free ?? 0))
        }
        return order
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

    private static func glyph(_ mask: UInt8, _ isBroken: Bool) -> Character {
        switch mask {
        case 4, 8, 12: isBroken ? "╌" : "─"
        case 1, 2, 3: isBroken ? "╎" : "│"
        case 5: "╯"
        case 6: "╮"
        case 9: "╰"
        case 10: "╭"
        case 7: "┤"
        case 11: "├"
        case 13: "┴"
        case 14: "┬"
        case 15: "┼"
        case _: " "
        }
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
