import Planning
import SchedulerCore
import Text
import TraceAnalysis

/// What was found out about the launch, and the question under way.
struct OutlookState: Sendable {
    /// What WHY and TRY say.
    var headline = Headline()
    /// What was found out about the scenario's launch; nil if nothing yet, or if nothing can be found.
    var found: Headline?
    /// The launch for which findings were last requested.
    var asked: AskedLaunch?
    /// The number of the last question.
    var number = 0
    var isSeeking = false
    /// The question asked last.
    var question: LaunchQuestion?
    /// Whole answers, the last one last: after an undo, or on another branch, the answer is known.
    private var answers: [(question: LaunchQuestion, answer: Headline)] = []
    /// At most this many are kept.
    private static let maximumAnswers = 8

    /// Whether the list of advice opens once there is some, because the last key asked for it.
    var opensAdvice = false

    /// Keeps the answer to the last question.
    mutating func keep(_ answer: Headline) {
        guard let question, !answer.isPreliminary else { return }
        answers.removeAll { $0.question == question.numbered($0.question.number) }
        answers.append((question, answer))
        if answers.count > Self.maximumAnswers { answers.removeFirst() }
    }

    /// The answer to a question, if it was asked before.
    func answer(to question: LaunchQuestion) -> Headline? {
        answers.last { $0.question == question.numbered($0.question.number) }?.answer
    }
}

/// A launch for which findings were requested.
struct AskedLaunch: Hashable, Sendable {
    var launch: Int?
    var length: LaunchLength?
}
