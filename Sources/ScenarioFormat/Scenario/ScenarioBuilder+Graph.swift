import Text
import SchedulerCore
import SchedulerSimulation

/// Names that tasks and sequences refer to, and the cycles they form.
extension ScenarioBuilder {
    /// How many names downstream of a cycle a message lists; the cycle itself is shown in full.
    private static let listedNames = 12

    /// Reports every unknown predecessor and step with the nearest name.
    mutating func checkNames() {
        for task in tasks {
            for reference in task.after { checkKnown(reference, "after") }
            for reference in task.follows { checkKnown(reference, "follows") }
            for reference in task.prefers where numbers[ByteName(reference.name)] == nil {
                let hint = report.nearest.hint(for: reference.name, among: tasks.lazy.map { $0.task.spec.name })
                warning(
                    at: reference.offset, "unknown-preference",
                    "prefers: there is no task \(quoted(reference.name))\(hint)")
            }
        }
        for sequence in sequences {
            for step in sequence.steps {
                if let number = numbers[ByteName(step.name)], number >= tasks.count {
                    error(at: step.offset, "steps: \(quoted(step.name)) is a sequence; a step must be a task")
                } else {
                    checkKnown(step, "steps")
                }
            }
        }
    }

    private mutating func checkKnown(_ reference: NameReference, _ key: String) {
        guard numbers[ByteName(reference.name)] == nil else { return }
        let candidates = tasks.lazy.map { $0.task.spec.name }
        var hint = report.nearest.hint(for: reference.name, among: candidates)
        if hint.isEmpty && key != "steps" {
            hint = report.nearest.hint(for: reference.name, among: sequences.lazy.map { $0.spec.name })
        }
        error(at: reference.offset, "\(key): unknown task \(quoted(reference.name))\(hint)")
    }

    /// The dependencies of tasks, then sequences (which wait for their steps); unknown names are left out.
    func dependencyGraph() -> DependencyGraph {
        var graph = DependencyGraph()
        for task in tasks { graph.appendNode(task.predecessors.compactMap(edge)) }
        for sequence in sequences { graph.appendNode(sequence.steps.compactMap(edge)) }
        return graph
    }

    private func edge(_ reference: NameReference) -> (target: Int, offset: Int)? {
        numbers[ByteName(reference.name)].map { ($0, reference.offset) }
    }

    /// Reports each group of tasks that wait for each other, as its shortest cycle.
    mutating func checkGraph() {
        for cycle in dependencyGraph().cycles() {
            var message = "cycle: " + (cycle.path + cycle.path.prefix(1)).map(name).joined(separator: " -> ")
            if !cycle.downstream.isEmpty {
                message += "; only downstream of it: " + listed(cycle.downstream, separator: ", ")
            }
            error(at: cycle.offset, message)
        }
    }

    private func listed(_ numbers: [Int], separator: String) -> String {
        let shown = numbers.prefix(Self.listedNames).map(name).joined(separator: separator)
        let hidden = numbers.count - Self.listedNames
        return hidden > 0 ? "\(shown) and \(hidden) more" : shown
    }

    /// The cleaned name of a task or sequence by number.
    func name(_ number: Int) -> String {
        DisplayText.clean(
            number < tasks.count ? tasks[number].task.spec.name : sequences[number - tasks.count].spec.name)
    }
}
