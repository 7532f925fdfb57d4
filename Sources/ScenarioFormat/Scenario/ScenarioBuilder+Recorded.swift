import Text
import SchedulerCore
import SchedulerSimulation

/// The recorded runs of a scenario.
extension ScenarioBuilder {
    mutating func readRecorded(_ root: Fields<RootKey>) {
        guard let node = root[.recorded], let recorded = fields(node, RecordedKey.self) else { return }
        scenario.recorded.tasks = courses(recorded[.tasks], "tasks")
        scenario.recorded.jobs = courses(recorded[.jobs], "jobs")
    }

    private mutating func courses(_ node: YAMLNode?, _ key: String) -> [RecordedRuns.Course] {
        guard let node else { return [] }
        guard case .mapping(let entries) = node.content else {
            if case .empty = node.content { return [] }
            wrongKind(node, "\(key): expected names and their runs")
            return []
        }
        return entries.map { entry in
            if let problem = NameRule.problem(with: entry.key) { error(at: entry.keyOffset, "\(key): \(problem)") }
            let texts = elements(entry.value)
            return RecordedRuns.Course(name: entry.key, attempts: texts.compactMap { attempt($0) })
        }
    }

    private mutating func attempt(_ node: YAMLNode) -> RecordedRuns.Attempt? {
        guard let text = text(node, "a run") else { return nil }
        do throws(TextProblem) {
            return try RecordedRunText.read(text)
        } catch {
            self.error(at: node.offset, error.message)
            return nil
        }
    }
}
