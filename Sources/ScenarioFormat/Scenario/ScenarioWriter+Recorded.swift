import SchedulerCore
import SchedulerSimulation

/// The recorded runs of a written scenario.
extension ScenarioWriter {
    static func recorded(_ runs: RecordedRuns) -> [String] {
        guard !runs.isEmpty else { return [] }
        var lines = ["", "recorded:"]
        for (key, courses) in [("tasks", runs.tasks), ("jobs", runs.jobs)] where !courses.isEmpty {
            lines.append("  \(key):")
            for course in courses {
                let texts = course.attempts.map(RecordedRunText.format)
                lines.append("    \(quote(course.name)): [" + texts.joined(separator: ", ") + "]")
            }
        }
        return lines
    }
}
