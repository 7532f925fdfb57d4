import Text
import ArgumentParser
import Planning
import TraceAnalysis

/// `taskscope graph`
struct GraphCommand: ParsableCommand {
    /// The output format.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, dot, mermaid, svg
    }

    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Write a scenario's dependency graph, with the critical path marked.",
        discussion: "`follows` waits for the end, whatever the outcome; such a dependency is dashed or marked (end).")

    @Argument(
        help: "Scenario file or recorded trace (ndjson); - is standard input.",
        completion: .file(extensions: ["yaml", "yml", "ndjson"]))
    var scenario: String
    @Option(help: "text; dot: Graphviz; mermaid: for Markdown; svg: a picture.") var format = Format.text
    @OptionGroup var options: LaunchSelection
    @OptionGroup var output: JSONOption

    func run() throws {
        let (scenario, number) = try LaunchSource.read(
            scenario, script: options.script, seed: options.seed, choice: options.choice
        ).launchable(number: options.number)
        let document = try ScenarioGraph.document(scenario, number: number)
        if output.json { return Output.write(Self.json(document)) }
        switch format {
        case .text: Output.write(document.text())
        case .dot: Output.write(document.dot())
        case .mermaid: Output.write(document.mermaid())
        case .svg: Output.write(document.svg())
        }
    }

    private static func json(_ document: TaskGraphDocument) -> JSONValue {
        func names(_ edges: [TaskGraphDocument.Edge]) -> JSONValue {
            .texts(edges.map { document.nodes[$0.from].name })
        }
        let tasks = zip(document.nodes, document.edgesByTask).map { node, edges -> JSONValue in
            [
                "name": .string(node.name), "critical": .bool(node.isCritical),
                "after": names(edges.filter { !$0.isFollows && !$0.isPreference }),
                "follows": names(edges.filter { $0.isFollows }), "prefers": names(edges.filter { $0.isPreference }),
                "anchor": .bool(node.isAnchor),
            ]
        }
        return ["name": .string(document.title), "tasks": .array(tasks)]
    }
}
