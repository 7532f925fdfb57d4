import SchedulerCore
import SchedulerSimulation
import Text

/// The recorded runs of a scenario.
extension ScenarioBuilder {
    mutating func readRecorded(_ root: Fields<RootKey>) {
        guard let node = root[.recorded], let recorded = fields(node, RecordedKey.self) else { return }
        scenario.recorded.tasks = courses(recorded[.tasks], "tasks")
        scenario.recorded.jobs = courses(recorded[.jobs], "jobs")
    }

    private mutating func courses(_ node: YAMLNode?, _ key: String) -> [RecordedRuns.Course] {
        entries(node, key, "names and their runs").map { entry in
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

/// The keys of `recorded`: how runs of a live process went, as `:save-scenario` writes them.
enum RecordedKey: String, FileKey {
    case tasks, jobs

    static var title: String { "recorded" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .tasks:
            (
                .map(.either([.text, .list(.text)])),
                """
                The runs of each task, as text. "2/1 80ms fail" says that attempt 1 of run 2 took 80 ms and failed; the form is \
                RUN[/ATTEMPT] DURATION|never [fail|critical|cancelled|timedOut].
                """
            )
        case .jobs:
            (
                .map(.either([.text, .list(.text)])),
                "The runs of each task's jobs, in the same form; RUN is the id of the job."
            )
        }
    }
}

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

/// One recorded attempt as text: `RUN[/ATTEMPT] DURATION|never [OUTCOME]`, as in `3 40ms`, `3/2 1.5ms fail`.
enum RecordedRunText {
    private static let form = "RUN[/ATTEMPT] DURATION|never [OUTCOME]"

    static func format(_ attempt: RecordedRuns.Attempt) -> String {
        let number = attempt.attempt == 1 ? "\(attempt.run)" : "\(attempt.run)/\(attempt.attempt)"
        let length = attempt.length.map(DurationText.format) ?? "never"
        return attempt.outcome == .success ? "\(number) \(length)" : "\(number) \(length) \(attempt.outcome)"
    }

    static func read(_ text: String) throws(TextProblem) -> RecordedRuns.Attempt {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2 || words.count == 3 else { throw TextProblem("\(quoted(text)) is not \(form)", at: 0) }
        let numbers = words[0].split(separator: "/", omittingEmptySubsequences: false)
        guard numbers.count <= 2, let run: Int64 = NumberText.integer(String(numbers[0])), run > 0,
            let attempt: Int32 = numbers.count == 2 ? NumberText.integer(String(numbers[1])) : 1, attempt > 0
        else { throw TextProblem("\(quoted(String(words[0]))) is not a run; write 3 or 3/2", at: 0) }
        var outcome = Outcome.success
        if words.count == 3 {
            guard let known = Outcome.allCases.first(where: { "\($0)" == words[2] }) else {
                throw TextProblem("\(quoted(String(words[2]))) is not an outcome", at: 0)
            }
            outcome = known
        }
        let length = words[1] == "never" ? nil : try DurationText.duration(String(words[1]))
        return RecordedRuns.Attempt(run: run, attempt: attempt, length: length, outcome: outcome)
    }
}
