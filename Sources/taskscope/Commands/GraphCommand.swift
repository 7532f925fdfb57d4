import Text
import ArgumentParser
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// `taskscope graph`
struct GraphCommand: ParsableCommand {
    /// How the graph is written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, dot, mermaid, svg
    }

    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Write the dependency graph of a scenario, the critical path marked.",
        discussion: "follows edges, which wait for the end alone, are dashed, and marked (end) in text.")

    @Argument(help: "Scenario file; - is standard input.", completion: .file(extensions: ["yaml", "yml"]))
    var scenario: String
    @Option(help: "text; dot: Graphviz; mermaid: for Markdown; svg: a picture.") var format = Format.text
    @OptionGroup var options: LaunchOptions

    func run() throws {
        let scenario = try LaunchSource.read(scenario, script: options.script, seed: options.seed)
            .scenario(for: "graph")
        let document = try ScenarioGraph.document(scenario, number: options.number)
        if options.json { return Output.write(Self.json(document) + "\n") }
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
                object.add("after", edges.filter { !$0.isFollows }.map { document.nodes[$0.from].name })
                object.add("follows", edges.filter { $0.isFollows }.map { document.nodes[$0.from].name })
                return object
            })
        return line.text
    }
}

/// A scenario as a graph.
enum ScenarioGraph {
    /// The tasks and sequences of a scenario, the critical path of its launch marked.
    static func document(_ scenario: Scenario, number: Int) throws -> TaskGraphDocument {
        let planned = try PlannedLaunch(of: scenario, number: number)
        let critical = Set(planned.criticalPath)
        var numbers: [String: Int] = [:]
        var nodes: [TaskGraphDocument.Node] = []
        for task in scenario.tasks {
            numbers[task.spec.name] = nodes.count
            let lane = task.spec.lane ?? scenario.configuration.defaultLane(for: task.spec.trigger)
            let length = task.duration.expected.map { TimeText.text($0) } ?? "never"
            nodes.append(
                TaskGraphDocument.Node(
                    name: task.spec.name, detail: "\(scenario.configuration.lanes[lane.offset].name) \(length)",
                    isCritical: critical.contains(task.spec.name)))
        }
        for sequence in scenario.sequences {
            numbers[sequence.name] = nodes.count
            nodes.append(TaskGraphDocument.Node(name: sequence.name, detail: "sequence"))
        }
        return TaskGraphDocument(title: scenario.name, nodes: nodes, edges: edges(scenario, numbers))
    }

    private static func edges(_ scenario: Scenario, _ numbers: [String: Int]) -> [TaskGraphDocument.Edge] {
        var edges: [TaskGraphDocument.Edge] = []
        for (number, task) in scenario.tasks.enumerated() {
            var seen = Set<Int>()
            for (names, isFollows) in [(task.spec.after, false), (task.spec.follows, true)] {
                for name in names {
                    guard let other = numbers[name], seen.insert(other).inserted else { continue }
                    edges.append(TaskGraphDocument.Edge(from: other, to: number, isFollows: isFollows))
                }
            }
        }
        for sequence in scenario.sequences {
            var before = numbers[sequence.name]
            for step in sequence.steps {
                guard let from = before, let to = numbers[step] else { continue }
                edges.append(TaskGraphDocument.Edge(from: from, to: to, isFollows: sequence.continuesOnFailure))
                before = to
            }
        }
        return edges
    }
}
