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
        discussion: "A follows edge waits for the end, whatever the outcome; it is dashed or marked (end).")

    @Argument(
        help: "Scenario file or recorded trace (ndjson); - is standard input.",
        completion: .file(extensions: ["yaml", "yml", "ndjson"]))
    var scenario: String
    @Option(help: "text; dot: Graphviz; mermaid: for Markdown; svg: a picture.") var format = Format.text
    @OptionGroup var options: LaunchSelection
    @OptionGroup var output: JSONOption

    func run() throws {
        let (scenario, number) = try LaunchSource.read(scenario, script: options.script, seed: options.seed)
            .launchable(number: options.number)
        let document = try ScenarioGraph.document(scenario, number: number)
        if output.json { return Output.write(Self.json(document) + "\n") }
        switch format {
        case .text: Output.write(document.text())
        case .dot: Output.write(document.dot())
        case .mermaid: Output.write(document.mermaid())
        case .svg: Output.write(document.svg())
        }
    }

    private static func json(_ document: TaskGraphDocument) -> String {
        var line = JSONLine()
        line.add("name", document.title)
        line.add(
            "tasks",
            document.nodes.enumerated().map { number, node in
                var object = JSONLine()
                object.add("name", node.name)
                object.add("critical", node.isCritical)
                let edges = document.edges.filter { $0.to == number }
                object.add(
                    "after", edges.filter { !$0.isFollows && !$0.isPreference }.map { document.nodes[$0.from].name })
                object.add("follows", edges.filter { $0.isFollows }.map { document.nodes[$0.from].name })
                object.add("prefers", edges.filter { $0.isPreference }.map { document.nodes[$0.from].name })
                object.add("anchor", node.isAnchor)
                return object
            })
        return line.text
    }
}
