import SchedulerCore
import SchedulerSimulation
import Text

/// Outcomes: `success`, `fail`, `critical`, `fail 10%`.
enum OutcomeText {
    static func read(_ text: String) throws(TextProblem) -> OutcomeChance {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        let problem = TextProblem("\(quoted(text)) is not an outcome; write success, fail, critical or \"fail 10%\"")
        guard let outcome = words.first.flatMap({ outcome(String($0)) }), words.count <= 2 else { throw problem }
        guard words.count == 2 else { return .always(outcome) }
        guard outcome != .success, words[1].hasSuffix("%"),
            let perMillion = NumberText.decimal(String(words[1].dropLast()), scale: 10_000), perMillion <= 1_000_000
        else { throw problem }
        return .chance(outcome, perMillion: perMillion)
    }

    private static func outcome(_ word: String) -> Outcome? {
        [Outcome.success, .fail, .critical].first { "\($0)" == word }
    }
}
