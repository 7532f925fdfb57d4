import Planning
import SchedulerCore

/// What was found out about the launch, and what is being asked.
struct OutlookState: Sendable {
    /// What WHY and TRY say.
    var headline = Headline()
    /// What was found out about the launch of the scenario; nil: not yet, or nothing can be.
    var found: Headline?
    /// The launch that findings were asked for last.
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

    /// The list of advice opens once there is some, as the last key asked for it.
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

/// Which launch findings were asked for.
struct AskedLaunch: Hashable, Sendable {
    var launch: Int?
    var time: Nanoseconds?
}
