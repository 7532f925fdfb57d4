import Text
import SchedulerCore

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
        public var from: Int
        /// The number of the task that waits.
        public var to: Int
        /// Whether it waits only for the end, not for success.
        public var isFollows: Bool
        /// Whether it waits only if the predecessor is released, too, and then only for its end.
        public var isPreference: Bool

        /// Creates an edge.
        public init(from: Int, to: Int, isFollows: Bool = false, isPreference: Bool = false) {
            (self.from, self.to, self.isFollows, self.isPreference) = (from, to, isFollows, isPreference)
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
        self.edges = edges.filter { nodes.indices.contains($0.from) && nodes.indices.contains($0.to) }
    }

    /// One line a task: its name, what it waits for, and `*` on the critical path. Names are cleaned.
    public func text() -> String {
        var lines = [DisplayText.clean(title)]
        for (number, node) in nodes.enumerated() {
            let names = edges.filter { $0.to == number }.map { edge in
                DisplayText.clean(nodes[edge.from].name)
                    + (edge.isPreference ? " (preferred)" : edge.isFollows ? " (end)" : "")
            }
            let detail = node.detail.isEmpty ? "" : "  " + DisplayText.clean(node.detail)
            let waits = names.isEmpty ? "" : "  <- " + names.joined(separator: ", ")
            lines.append((node.isCritical ? "* " : "  ") + DisplayText.clean(node.name) + detail + waits)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The graph for Graphviz.
    public func dot() -> String {
        var lines = [
            "digraph {", "  rankdir=LR; node [shape=box, fontname=\"sans-serif\"];", "  label=\(Self.quoted(title));",
        ]
        for (number, node) in nodes.enumerated() {
            let label = node.detail.isEmpty ? node.name : node.name + "\n" + node.detail
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

    /// A text in double quotes for DOT; line feeds end a line of the label.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default: result += scalar.value < 0x20 || scalar.value == 0x7F ? "?" : String(scalar)
            }
        }
        return result + "\""
    }

    /// A text inside Mermaid's quotes.
    private static func mermaidText(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isPlain =
                scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
                && !"\"#<>&".unicodeScalars.contains(scalar)
            result += isPlain ? String(scalar) : "#\(scalar.value);"
        }
        return result
    }
}
