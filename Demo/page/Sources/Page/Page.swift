import ScreenKit
import CPage
import Dashboard
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TraceFormat

/// A dashboard and what it asks of the browser.
final class Page {
    private var screen: DashboardScreen
    private var model: DashboardModel { screen.model }
    /// The tour while it runs; the dashboard waits behind it.
    private var tour: Tour?
    private var columns: Int
    private var rows: Int
    private let palette: Palette
    private var last: Frame?
    private var question: LaunchQuestion?
    /// What the browser must do, in order.
    private(set) var orders: [Order] = []

    /// How long to look for advice, in milliseconds; then the best found so far counts.
    private static let patience = 1500.0

    /// Something that only the browser can do: a word and two texts.
    struct Order {
        let word: StaticString
        var name = ""
        var text = ""
    }

    /// Opens a scenario, with a script that plays once time runs. If it cannot, returns the problems, one a line.
    static func open(
        scenario: [UInt8], script: [UInt8], file: String, options: PageOptions
    ) -> (page: Page?, problems: String) {
        let result = ScenarioReader.read(bytes: scenario, file: file)
        guard let read = result.scenario else { return (nil, text(result.diagnostics)) }
        do throws(RegistrationError) {
            var session = try Session(scenario: read)
            if !script.isEmpty {
                let (lines, diagnostics) = ScriptParser.parse(bytes: script, file: "script", scenario: read)
                guard !Diagnostics(diagnostics).hasErrors else { return (nil, text(diagnostics)) }
                session.play(lines)
            }
            let original = String(decoding: scenario, as: UTF8.self)
            return (Page(session: session, file: file, text: original, options: options), "")
        } catch {
            return (nil, "the scenario cannot be registered: \(error)")
        }
    }

    private static func text(_ diagnostics: [Diagnostic]) -> String {
        Diagnostics(diagnostics.filter { $0.severity == .error }).description
    }

    private init(session: Session, file: String, text: String, options: PageOptions) {
        var dashboard = DashboardOptions(
            isASCII: options.isASCII, palette: options.palette, scenarioFile: file, isPaused: options.isPaused)
        dashboard.scenarioText = text
        dashboard.isPresenting = options.isPresenting
        dashboard.delaysPanes = options.delaysPanes
        (columns, rows, palette) = (options.columns, options.rows, options.palette)
        screen = DashboardScreen(DashboardModel(session: session, options: dashboard))
        send(.resize(columns: columns, rows: rows))
    }

    /// Passes a message on and carries out its requests.
    func send(_ message: Message) {
        if case .resize(let columns, let rows) = message {
            (self.columns, self.rows) = (columns, rows)
            last = nil
        }
        let requests = if tour != nil { tour?.handle(message) ?? [] } else { screen.handle(message) }
        for request in requests { carryOut(request) }
    }

    /// Begins the tour with a lesson, counted from 1.
    func takeTour(lesson: Int) {
        guard let tour = Tour(lesson: lesson, options: DashboardOptions(palette: palette)) else {
            return
        }
        self.tour = tour
        question = nil
        send(.resize(columns: columns, rows: rows))
    }

    /// Whether the tour is running.
    var isTouring: Bool { tour != nil }

    /// Goes back to the dashboard.
    func endTour() {
        guard let tour else { return }
        self.tour = nil
        question = nil
        send(.resize(columns: columns, rows: rows))
        send(.notice(tour.isFinished ? "all \(Tour.count) lessons are done" : "the tour was closed; Tour restarts it"))
    }

    private func carryOut(_ request: Request) {
        switch request {
        case .quit where tour != nil: endTour()
        case .quit: send(.notice("this is a page: close its tab to quit"))
        case .suspend: send(.notice("a page cannot be suspended"))
        case .redraw: last = nil
        case .readFile(let path): orders.append(Order(word: "read", name: path))
        case .writeFile(let path, let text, _): orders.append(Order(word: "write", name: path, text: text))
        case .saveJobs: send(.failed("a page has no job store"))
        case .copy(let text): orders.append(Order(word: "copy", text: text))
        case .mouse(let enabled): orders.append(Order(word: "mouse", name: enabled ? "on" : "off"))
        case .control: send(.failed("a page cannot watch a process"))
        case .findAdvice(let question): self.question = question
        }
    }

    /// Whether the dashboard waits for advice, which `findAdvice` finds.
    var wantsAdvice: Bool { question != nil }

    /// Finds what bounds the launch and what would shorten it.
    func findAdvice() {
        guard let question else { return }
        self.question = nil
        let end = page_now() + Page.patience
        if let headline = question.answer(progress: { _ in page_now() < end }) {
            send(.advice(headline, number: question.number))
        }
    }

    /// What the browser must do; each order is returned once.
    func takeOrders() -> [Order] {
        defer { orders = [] }
        return orders
    }

    /// Milliseconds until the next call of `page_advance`; below 0: none.
    var interval: Double {
        let wanted = if let tour { tour.frameInterval } else { model.frameInterval }
        return wanted.map { Double($0.count) / 1_000_000 } ?? -1
    }

    /// What a screen reader says, one line each.
    var spoken: String { (tour?.spokenLines ?? model.spokenLines).joined(separator: "\n") }

    /// The scenario as it is now, changes of what-if included.
    var scenario: String { model.scenarioText }

    /// What was done, as a script.
    var script: String { model.session.script() }

    /// The trace up to the instant shown.
    var trace: String { model.traceText }

    /// What changed since the last frame, or the whole frame if everything must be drawn again.
    func frame(whole: Bool) -> [UInt8] {
        var frame = tour?.nextFrame(columns: columns, rows: rows)
        if frame == nil { frame = screen.nextFrame(columns: columns, rows: rows) }
        guard let frame else { return [] }
        let known = whole ? nil : last
        last = frame
        return FrameBytes(frame, since: known).bytes
    }
}

/// How a page is drawn.
struct PageOptions {
    var columns = 80
    var rows = 24
    var isASCII = false
    var isPaused = false
    var isPresenting = false
    var delaysPanes = true
    var palette = Palette.standard
}
