import SchedulerCore
import Text

/// The tasks of a scenario and their dependencies, as text, DOT (Graphviz), Mermaid or SVG.
public struct TaskGraphDocument: Hashable, Sendable {
    /// A task.
    public struct Node: Hashable, Sendable {
        /// Its name, not cleaned.
        public var name: String
        /// A few words below the name, such as lane and duration; not cleaned.
        public var detail: String
        /// Whether it is on the critical path.
        public var isCritical: Bool
        /// Whether it is a milestone without work.
        public var isAnchor: Bool

        /// Creates a task.
        public init(name: String, detail: String = "", isCritical: Bool = false, isAnchor: Bool = false) {
            (self.name, self.detail, self.isCritical, self.isAnchor) = (name, detail, isCritical, isAnchor)
        }
    }

    /// A task that waits for another one.
    public struct Edge: Hashable, Sendable {
        /// The number of the predecessor.
        public var from: Int { Int(first) }
        /// The number of the task that waits.
        public var to: Int { Int(second) }
        private let (first, second): (Int32, Int32)
        /// Whether it waits only for the end, not for success.
        public var isFollows: Bool
        /// Whether it waits only if the predecessor is released, too, and then only for its end.
        public var isPreference: Bool
        /// Whether that it waits is only assumed; it follows then.
        public var isAssumed: Bool

        /// Creates an edge.
        public init(
            from: Int, to: Int, isFollows: Bool = false, isPreference: Bool = false, isAssumed: Bool = false
        ) {
            (first, second) = (Int32(clamping: from), Int32(clamping: to))
            (self.isFollows, self.isPreference) = (isFollows, isPreference)
            self.isAssumed = isAssumed
        }
    }

    /// Shown as the title.
    public let title: String
    /// The tasks, as registered.
    public let nodes: [Node]
    /// The edges; none goes to or from a number beyond `nodes`.
    public let edges: [Edge]

    /// A graph; edges beyond the nodes are left out.
    public init(title: String, nodes: [Node], edges: [Edge]) {
        (self.title, self.nodes) = (title, nodes)
        func isKnown(_ edge: Edge) -> Bool { nodes.indices.contains(edge.from) && nodes.indices.contains(edge.to) }
        // A copy of a million is worth avoiding.
        self.edges = edges.allSatisfy(isKnown) ? edges : edges.filter(isKnown)
    }

    /// The edges to each task, in their order. O(tasks + edges).
    public var edgesByTask: [ArraySlice<Edge>] {
        var sorted = edges
        // They are sorted already, but for those of sequences.
        if !zip(edges, edges.dropFirst()).allSatisfy({ $0.to <= $1.to }) {
            sorted = edges.indices.sorted { (edges[$0].to, $0) < (edges[$1].to, $1) }.map { edges[$0] }
        }
        var first = 0
        return nodes.indices.map { task in
            var end = first
            while end < sorted.count, sorted[end].to == task { end += 1 }
            defer { first = end }
            return sorted[first..<end]
        }
    }

    /// One line a task: its name, what it waits for, and `*` on the critical path. Names are cleaned.
    public func text() -> String {
        var text = DisplayText.clean(title) + "\n"
        for (node, edges) in zip(nodes, edgesByTask) {
            let names = edges.map { edge in
                DisplayText.clean(nodes[edge.from].name)
                    + (edge.isPreference ? " (preferred)" : edge.isFollows ? " (end)" : "")
            }
            let detail = node.detail.isEmpty ? "" : "  " + DisplayText.clean(node.detail)
            let waits = names.isEmpty ? "" : "  <- " + names.joined(separator: ", ")
            text += (node.isCritical ? "* " : "  ") + DisplayText.clean(node.name) + detail + waits + "\n"
        }
        return text
    }

    /// The graph for Graphviz.
    public func dot() -> String {
        var lines = [
            "digraph {", "  rankdir=LR; node [shape=box, fontname=\"sans-serif\"];", "  label=\(Self.quoted([title]));",
        ]
        for (number, node) in nodes.enumerated() {
            let label = node.detail.isEmpty ? [node.name] : [node.name, node.detail]
            let shape = node.isAnchor ? ", shape=diamond" : ""
            let style = shape + (node.isCritical ? ", color=\"#b00020\", penwidth=2" : "")
            lines.append("  n\(number) [label=\(Self.quoted(label))\(style)];")
        }
        for edge in edges {
            let isCritical = nodes[edge.from].isCritical && nodes[edge.to].isCritical
            let line = edge.isPreference ? "style=dotted" : edge.isFollows ? "style=dashed" : ""
            let style = [line, isCritical ? "color=\"#b00020\", penwidth=2" : ""]
                .filter { !$0.isEmpty }.joined(separator: ", ")
            lines.append("  n\(edge.from) -> n\(edge.to)\(style.isEmpty ? "" : " [\(style)]");")
        }
        return (lines + ["}"]).map { $0 + "\n" }.joined()
    }

    /// The graph for Mermaid, as code hosts draw it in Markdown.
    public func mermaid() -> String {
        var lines = ["flowchart LR"]
        for (number, node) in nodes.enumerated() {
            let detail = node.detail.isEmpty ? "" : "<br/>" + Self.mermaidText(node.detail)
            let text = Self.mermaidText(node.name) + detail
            lines.append("  n\(number)" + (node.isAnchor ? "{\"\(text)\"}" : "[\"\(text)\"]"))
        }
        for edge in edges {
            let arrow = edge.isPreference ? "-. prefers .->" : edge.isFollows ? "-.->" : "-->"
            lines.append("  n\(edge.from) \(arrow) n\(edge.to)")
        }
        let critical = nodes.indices.filter { nodes[$0].isCritical }
        if !critical.isEmpty {
            lines.append("  classDef critical stroke:#b00020,stroke-width:2px")
            lines.append("  class \(critical.map { "n\($0)" }.joined(separator: ",")) critical")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Lines of a label in double quotes for DOT.
    private static func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { line in
            DisplayText.clean(line).flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        }
        return "\"" + escaped.map { String($0) }.joined(separator: "\\n") + "\""
    }

    /// A text inside Mermaid's quotes.
    private static func mermaidText(_ text: String) -> String {
        var result = ""
        for scalar in DisplayText.clean(text).unicodeScalars {
            let isMarkup = "\"#<>&".unicodeScalars.contains(scalar)
            result += isMarkup ? "#\(scalar.value);" : String(scalar)
        }
        return result
    }
}

extension TaskGraphDocument {
    private static let (boxWidth, boxHeight, columnGap, rowGap, margin) = (176, 36, 60, 14, 20)

    /// The graph as a picture: columns by the longest chain before a task, rows so that neighbors are near each other
    /// (barycenters; Sugiyama, Tagawa & Toda 1981). Tasks without any edge are at the bottom. O(tasks + edges) a sweep.
    public func svg() -> String {
        let columns = columns()
        var places = [(x: Int, y: Int)](repeating: (0, 0), count: nodes.count)
        for (column, numbers) in columns.enumerated() {
            for (row, number) in numbers.enumerated() {
                places[number] = (
                    Self.margin + column * (Self.boxWidth + Self.columnGap),
                    2 * Self.margin + row * (Self.boxHeight + Self.rowGap)
                )
            }
        }
        let rows = columns.map { $0.count }.max() ?? 0
        let inner = max(1, columns.count) * (Self.boxWidth + Self.columnGap) - Self.columnGap
        var picture = SVGText(
            width: 2 * Self.margin + inner, height: 3 * Self.margin + rows * (Self.boxHeight + Self.rowGap))
        picture.text(SVGText.cut(title, to: inner, size: 14), x: Self.margin, y: Self.margin, size: 14)
        for edge in edges {
            let (from, to) = (places[edge.from], places[edge.to])
            let isCritical = nodes[edge.from].isCritical && nodes[edge.to].isCritical
            picture.arrow(
                from.x + Self.boxWidth, from.y + Self.boxHeight / 2, to.x, to.y + Self.boxHeight / 2,
                stroke: isCritical ? "#b00020" : "#888", isDashed: edge.isFollows || edge.isPreference)
        }
        for (number, node) in nodes.enumerated() {
            let place = places[number]
            picture.rectangle(
                x: place.x, y: place.y, width: Self.boxWidth, height: Self.boxHeight, fill: "#f5f5f5",
                stroke: node.isCritical ? "#b00020" : "#888")
            let name = SVGText.cut(node.name, to: Self.boxWidth - 16, size: 12)
            picture.text(name, x: place.x + 8, y: place.y + (node.detail.isEmpty ? 22 : 16))
            let detail = SVGText.cut(node.detail, to: Self.boxWidth - 16, size: 10)
            picture.text(detail, x: place.x + 8, y: place.y + 30, fill: "#666", size: 10)
        }
        return picture.document()
    }

    /// The tasks by column, each column from top to bottom.
    private func columns() -> [[Int]] {
        let depths = depths()
        var columns: [[Int]] = []
        for number in nodes.indices {
            while columns.count <= depths[number] { columns.append([]) }
            columns[depths[number]].append(number)
        }
        let (before, behind) = (neighbors { ($0.to, $0.from) }, neighbors { ($0.from, $0.to) })
        for _ in 0..<4 {
            for column in columns.indices.dropFirst() { sort(&columns[column], beside: columns[column - 1], before) }
            for column in columns.indices.dropLast().reversed() {
                sort(&columns[column], beside: columns[column + 1], behind)
            }
        }
        return columns
    }

    /// For each task, those at the other ends of its edges in one direction.
    private func neighbors(_ ends: (Edge) -> (near: Int, far: Int)) -> [[Int]] {
        var lists = [[Int]](repeating: [], count: nodes.count)
        for edge in edges {
            let (near, far) = ends(edge)
            lists[near].append(far)
        }
        return lists
    }

    /// Sorts a column by the mean row of its neighbors in the adjacent column.
    private func sort(_ column: inout [Int], beside other: [Int], _ neighbors: [[Int]]) {
        var rows: [Int: Int] = [:]
        for (row, number) in other.enumerated() { rows[number] = row }
        let keys = column.enumerated().map { row, number in
            let known = neighbors[number].compactMap { rows[$0] }
            return known.isEmpty ? row * 1000 : known.reduce(0, +) * 1000 / known.count
        }
        column = column.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { column[$0] }
    }

    /// The length of the longest chain before each task; tasks of a cycle count as if it were cut.
    private func depths() -> [Int] {
        var successors = [[Int]](repeating: [], count: nodes.count)
        for edge in edges { successors[edge.from].append(edge.to) }
        return Self.longestPaths(successors)
    }

    /// The length of the longest chain before each node of a graph. O(nodes + edges).
    public static func longestPaths(_ successors: [[Int]]) -> [Int] {
        var lengths = [Int](repeating: 0, count: successors.count)
        var missing = lengths
        for list in successors { for successor in list { missing[successor] += 1 } }
        var open = successors.indices.filter { missing[$0] == 0 }
        while let node = open.popLast() {
            for successor in successors[node] {
                lengths[successor] = max(lengths[successor], lengths[node] + 1)
                missing[successor] -= 1
                if missing[successor] == 0 { open.append(successor) }
            }
        }
        return lengths
    }
}
