import SchedulerCore
import Text

/// The tour as lines of text: commands in, events and lessons out.
public struct PlainTour: Sendable {
    /// How many lines a learner enters before the hint appears.
    static let patience = 5

    private var lesson: Lesson
    private var session: PlainSession
    private var count = 0
    /// Whether all lessons are done.
    public private(set) var isDone = false

    /// The tour from a lesson on, counted from 1; nil if there is no such lesson.
    public init?(lesson number: Int = 1) {
        guard let lesson = Lesson(rawValue: number), let model = lesson.dashboard(PlainTour.options) else { return nil }
        self.lesson = lesson
        session = PlainSession(model: model)
    }

    private static var options: DashboardOptions { DashboardOptions(isPaused: true) }

    /// The first lines.
    public func opening() -> [String] {
        ["", "Lesson \(lesson.rawValue) of \(Tour.count): \(lesson.title)", lesson.plainQuestion]
    }

    /// The last line, when the input ends.
    public var farewell: [String] {
        isDone
            ? []
            : [
                "the tour stopped at lesson \(lesson.rawValue) of \(Tour.count): "
                    + "taskscope tour --plain --lesson \(lesson.rawValue) continues there"
            ]
    }

    /// Carries out one line; returns the output and the requests to the caller, whose answers go to `answer`.
    public mutating func handle(_ line: String) -> (lines: [String], requests: [Request]) {
        let text = CommandLanguage.trimmed(line)
        guard !text.isEmpty else { return ([], []) }
        if text == "hint" { return ([lesson.plainHint], []) }
        count += 1
        var said: (lines: [String], requests: [Request])
        if text.hasPrefix("answer ") {
            said = (open(CommandLanguage.trimmed(String(text.dropFirst(7)))), [])
        } else {
            said = session.handle(text)
        }
        if said.requests.contains(where: { if case .quit = $0 { true } else { false } }) {
            return (said.lines + farewell, said.requests)
        }
        let (lines, requests) = judge()
        return (said.lines + lines, said.requests + requests)
    }

    /// Takes the answer to a request; returns the output and further requests.
    public mutating func answer(_ message: Message) -> (lines: [String], requests: [Request]) {
        session.answer(message)
    }

    private mutating func open(_ name: String) -> [String] {
        guard session.model.scheduler.task(named: name) != nil else { return ["no task \(DisplayText.clean(name))"] }
        guard let answer = lesson.answer else { return ["this lesson does not ask for a name"] }
        guard name.utf8.elementsEqual(answer.utf8) else {
            return [lesson.complaint(about: DisplayText.clean(name))]
        }
        session.open(name)
        return []
    }

    /// Continues with the next lesson if the question is answered.
    private mutating func judge() -> (lines: [String], requests: [Request]) {
        guard lesson.isSolved(by: session.model) else {
            return (count == PlainTour.patience ? ["hint: \(lesson.plainHint)"] : [], [])
        }
        let right = "Right. \(lesson.lesson)."
        guard let next = lesson.next, let model = next.dashboard(PlainTour.options) else {
            isDone = true
            return ([right, "All \(Tour.count) lessons are done."], [.quit(exitCode: 0)])
        }
        (lesson, session, count) = (next, PlainSession(model: model), 0)
        return ([right] + opening(), [])
    }
}
