import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// A scenario as a graph.
public enum ScenarioGraph {
    /// The tasks and sequences of a scenario, with the critical path of its launch marked.
    /// Simulates that launch. Throws if the scenario cannot be registered.
    public static func document(
        _ scenario: Scenario, number: Int = 0
    ) throws(RegistrationError) -> TaskGraphDocument {
        let planned = try PlannedLaunch(of: scenario, number: number)
        let critical = Set(planned.criticalPath.map { ByteName($0) })
        var numbers: [ByteName: Int] = [:]
        var nodes: [TaskGraphDocument.Node] = []
        for task in scenario.tasks {
            numbers[ByteName(task.spec.name)] = nodes.count
            let lane = task.spec.lane ?? scenario.configuration.defaultLane(for: task.spec.trigger)
            let length = task.duration.expected.map { TimeText.text($0) } ?? "never"
            nodes.append(
                TaskGraphDocument.Node(
                    name: task.spec.name,
                    detail: task.isAnchor ? "anchor" : "\(scenario.configuration.lanes[lane.offset].name) \(length)",
                    isCritical: critical.contains(ByteName(task.spec.name)), isAnchor: task.isAnchor))
        }
        for sequence in scenario.sequences {
            numbers[ByteName(sequence.name)] = nodes.count
            nodes.append(TaskGraphDocument.Node(name: sequence.name, detail: "sequence"))
        }
        return TaskGraphDocument(title: scenario.name, nodes: nodes, edges: edges(scenario, numbers))
    }

    private static func edges(_ scenario: Scenario, _ numbers: [ByteName: Int]) -> [TaskGraphDocument.Edge] {
        var edges: [TaskGraphDocument.Edge] = []
        for (number, task) in scenario.tasks.enumerated() {
            var seen = Set<Int>()
            let spec = task.spec
            for (names, isFollows, isPreference) in [
                (spec.after, false, false), (spec.follows, true, false), (spec.prefers, false, true),
            ] {
                for name in names {
                    guard let other = numbers[ByteName(name)], seen.insert(other).inserted else { continue }
                    edges.append(
                        TaskGraphDocument.Edge(
                            from: other, to: number, isFollows: isFollows, isPreference: isPreference))
                }
            }
        }
        for sequence in scenario.sequences {
            var before = numbers[ByteName(sequence.name)]
            for step in sequence.steps {
                guard let from = before, let to = numbers[ByteName(step)] else { continue }
                edges.append(TaskGraphDocument.Edge(from: from, to: to, isFollows: sequence.continuesOnFailure))
                before = to
            }
        }
        return edges
    }
}
