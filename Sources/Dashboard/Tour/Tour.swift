import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text

/// `taskscope tour`: the dashboard with a lesson below it. Each lesson asks a question to be answered with the keys.
public struct Tour: Sendable {
    /// How many lessons there are.
    public static let count = Lesson.allCases.count
    /// How many keys a learner presses before the hint appears.
    static let patience = 16
    /// More questions for advice than one lesson asks, so that question numbers of different lessons do not collide.
    private static let questions = 1_000

    /// The dashboard of the current lesson.
    public var dashboard: DashboardModel { screen.model }
    private var screen: DashboardScreen
    private(set) var lesson: Lesson
    private(set) var isSolved = false
    /// What was wrong with the last answer.
    private(set) var complaint: String?
    private var keys = 0
    private var size = ScreenSize(columns: 80, rows: 24)
    private let options: DashboardOptions

    /// The tour from a lesson on, counted from 1; nil if there is no such lesson.
    public init?(lesson number: Int = 1, options: DashboardOptions = DashboardOptions()) {
        guard let lesson = Lesson(rawValue: number), let model = lesson.dashboard(options) else { return nil }
        (self.lesson, self.options, screen) = (lesson, options, DashboardScreen(model))
    }

    /// Takes one message; returns what the caller must do, in order.
    public mutating func handle(_ message: Message) -> [Request] {
        switch message {
        case .key(.enter) where isSolved: return goOn()
        case .key: keys += 1
        case .resize(let columns, let rows):
            size = ScreenSize(columns: max(1, columns), rows: max(1, rows))
            return pass(.resize(columns: size.columns, rows: size.rows - boxRows))
        case .advice(let headline, let number):
            guard number / Tour.questions == lesson.rawValue else { return [] }
            return pass(.advice(headline, number: number % Tour.questions))
        case .paste, .mouse, .elapsed, .fileRead, .fileWritten, .failed, .notice, .process: break
        }
        return pass(message)
    }

    /// How often `.elapsed` is wanted; nil: never.
    public var frameInterval: Nanoseconds? { screen.frameInterval }
    /// The events delivered up to now and the name of the last one.
    public var landmark: (count: Int, text: String) { dashboard.landmark }

    /// Whether the last lesson is done.
    public var isFinished: Bool { lesson.next == nil && isSolved }

    /// One line to print after the tour closes.
    public var summaryLine: String {
        isFinished
            ? "all \(Tour.count) lessons are done: taskscope new starts a scenario of your own"
            : "the tour stopped at lesson \(lesson.rawValue) of \(Tour.count): "
                + "taskscope tour --lesson \(lesson.rawValue) continues there"
    }

    /// What a screen reader says after a change: the lesson, then the dashboard above it.
    public var spokenLines: [String] { lines.map { $0.text } + dashboard.spokenLines }

    private mutating func pass(_ message: Message) -> [Request] {
        let before = dashboard.overlay
        let requests = screen.handle(message)
        // A lesson has nothing to save.
        screen.forgetUnsavedChanges()
        judge(before)
        return requests.map { request in
            guard case .findAdvice(let question) = request else { return request }
            return .findAdvice(question.numbered(question.number + lesson.rawValue * Tour.questions))
        }
    }

    private mutating func judge(_ before: Overlay?) {
        guard !isSolved else { return }
        isSolved = lesson.isSolved(by: dashboard)
        if isSolved { complaint = nil }
        guard !isSolved, lesson.answer != nil, before == nil, case .details? = dashboard.overlay,
            let task = dashboard.view.selection
        else { return }
        complaint = lesson.complaint(about: DisplayText.clean(dashboard.scheduler.name(of: task)))
    }

    private mutating func goOn() -> [Request] {
        guard let next = lesson.next, let model = next.dashboard(options) else { return [.quit(exitCode: 0)] }
        (lesson, screen) = (next, DashboardScreen(model))
        (isSolved, complaint, keys) = (false, nil, 0)
        return pass(.resize(columns: size.columns, rows: size.rows - boxRows))
    }
}

extension Tour {
    /// Rows of the lesson below the dashboard, its rule included.
    private var boxRows: Int { size.rows < 12 ? min(1, size.rows - 1) : size.rows < 24 ? 3 : size.rows < 30 ? 4 : 5 }

    /// The lesson's lines: the result if it is solved, else a correction or hint and the question.
    private var lines: [(text: String, isSolved: Bool)] {
        let last = lesson.next == nil
        if isSolved { return [("Right. \(lesson.lesson).  Enter \(last ? "ends the tour" : "continues")", true)] }
        var lines = [(lesson.question, false)]
        if let complaint { lines.insert(("Not yet: \(complaint).", false), at: 0) }
        if keys >= Tour.patience { lines.insert(("Hint: \(lesson.hint).", false), at: 0) }
        return lines.map { (text: $0.0, isSolved: $0.1) }
    }

    /// The screen of this size.
    public mutating func nextFrame(columns: Int, rows: Int) -> Frame {
        if size != ScreenSize(columns: columns, rows: rows) {
            _ = handle(.resize(columns: columns, rows: rows))
        }
        let height = boxRows
        guard height > 0 else { return screen.nextFrame(columns: columns, rows: rows) }
        var frame = Frame(columns: columns, rows: rows)
        frame.embed(screen.nextFrame(columns: columns, rows: rows - height))
        var canvas = Canvas(on: frame, isASCII: options.isASCII)
        let theme = Theme(palette: options.palette)
        let top = rows - height
        let wrapped = lines.flatMap { line in
            DisplayText.wrap(line.text, to: max(1, columns - 2)).map { ($0, line.isSolved) }
        }
        if height > 1 {
            canvas.fill(Rect(column: 0, row: top, columns: columns, rows: 1), with: ScreenGlyph.rule, style: theme.dim)
            let title = " Lesson \(lesson.rawValue) of \(Tour.count): \(lesson.title)\(isSolved ? ", done" : "") "
            canvas.write(title, column: 1, row: top, limit: columns, style: theme.strong)
        }
        let first = height > 1 ? top + 1 : top
        for (place, line) in wrapped.prefix(rows - first).enumerated() {
            canvas.put(
                line.0, column: 1, row: first + place, width: columns - 1,
                style: line.1 ? theme.gain : theme.standard)
        }
        return canvas.frame
    }
}

extension Lesson {
    /// A dashboard on the lesson's scenario; nil if the text is not a scenario.
    func dashboard(_ options: DashboardOptions) -> DashboardModel? {
        guard let scenario = ScenarioReader.read(text: scenario, file: "lesson").scenario,
            let session = try? Session(scenario: scenario)
        else { return nil }
        return DashboardModel(session: session, options: options)
    }
}

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

    /// The lesson's scenario as text.
    public var scenarioText: String { session.model.scenarioText }

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
