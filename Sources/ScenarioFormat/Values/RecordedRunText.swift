import Text
import SchedulerCore
import SchedulerSimulation

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
