import Planning
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// The dashboard as lines of text: commands in, events out; for screen readers, logs and pipes.
///
/// Time moves only with `advance` and `goto`.
public struct PlainSession: Sendable {
    /// The same model that the screen shows.
    public internal(set) var model: DashboardModel
    private var shown = 0
    /// Whether an expectation has failed.
    public private(set) var hasFailed = false
    /// Whether a line was not a command, or named a file that cannot be read or written.
    public private(set) var hasMisread = false

    /// The help, with the commands that the palette does not have.
    static let help = [
        "commands: the script language (launch, background, advance 1s, pause NAME, ...) and",
        "  status          the current time, the app's state, the launch",
        "  tasks [FILTER]  one line per task; FILTER as in the dashboard",
        "  why NAME        what the task's run waited for",
        "  findings        what deserves a look, costliest first",
        "  advice, try N   lists changes that would shorten the launch; applies change N",
        "  undo            undoes the last applied change",
        "  goto T, branch, write FILE, save-scenario FILE, save-trace FILE, export KIND FILE, help, quit",
    ]

    /// A session as lines of text.
    public init(model: DashboardModel) {
        self.model = model
        _ = self.model.handle(.resize(columns: 100, rows: 30))
    }

    /// The first lines.
    public func opening() -> [String] { [status] + [model.lateStart].compactMap { $0 } + ["help lists the commands"] }

    /// Carries out one line; returns the output and the requests to the caller, whose answers go to `answer`.
    public mutating func handle(_ line: String) -> (lines: [String], requests: [Request]) {
        let text = CommandLanguage.trimmed(line)
        let word = text.prefix { $0 != " " }
        let argument = CommandLanguage.trimmed(String(text.dropFirst(word.count)))
        switch word {
        case "": return ([], [])
        case _ where word.hasPrefix("#"): return ([], [])
        case "help", "?": return (PlainSession.help, [])
        case "status": return ([status], [])
        case "tasks": return (tasks(argument), [])
        case "why": return (why(argument), [])
        case "findings": return (findings(), [])
        case "advice": return (advice(), [])
        case "try": return (tryChange(argument), [])
        case _: break
        }
        let before = min(shown, model.session.records.count)
        let start = model.now
        model.notice = nil
        let requests = model.carryOut(text) + model.takeOutbox()
        if !model.showsProcess { model.playback.isRunning = false }
        judge()
        // The log says whether an expectation holds.
        if word == "expect", model.notice?.isMisread != true { model.notice = nil }
        let isLeaving = requests.contains { if case .quit = $0 { true } else { false } }
        if isLeaving, model.notice == nil { return ([], requests) }
        return (happened(since: model.now < start ? model.session.records.count : before), requests)
    }

    /// Takes the answer to a request; returns the output and further requests.
    public mutating func answer(_ message: Message) -> (lines: [String], requests: [Request]) {
        model.notice = nil
        let requests = model.handle(message)
        if !model.showsProcess { model.playback.isRunning = false }
        judge()
        if case .failed = message { hasMisread = true }
        return (happened(since: model.session.records.count), requests)
    }

    /// Notes a line that cannot be accepted.
    public mutating func noteMisread() { hasMisread = true }

    private mutating func judge() {
        if model.notice?.isMisread == true { hasMisread = true }
        if model.session.simulation.verdicts.contains(where: { !$0.holds }) { hasFailed = true }
    }

    /// Takes news from the watched process; returns a line for each event there.
    public mutating func receive(_ news: ProcessNews) -> [String] {
        let before = min(shown, model.session.records.count)
        model.notice = nil
        _ = model.handle(.process(news))
        let lines = happened(since: before)
        return lines.count > 1 ? lines : []
    }

    private mutating func happened(since before: Int) -> [String] {
        let context = ScreenContext(model: model, columns: 100, rows: 30)
        let format = LogFormat(
            text: context.text, simulation: model.session.simulation, plan: model.plan, waits: context.waits,
            errorTexts: { [session = model.session] instant in session.errorTexts(at: instant) })
        let records = model.session.records
        var lines = records[min(before, records.count)...].compactMap { record -> String? in
            guard let line = format.line(record) else { return nil }
            let mark = line.isAlarm ? "! " : ""
            return ["\(TimeText.text(line.time))  \(mark)\(line.kind)", line.subject, line.detail]
                .filter { !$0.isEmpty }.joined(separator: "  ")
        }
        shown = records.count
        if let notice = model.notice { lines.append(notice.text) }
        return lines + [status]
    }

    private var status: String { model.statusSentence }

    /// The numbered changes that would shorten the launch.
    private mutating func advice() -> [String] {
        model.findNow()
        let lines = model.outlook.headline.advised.enumerated().map { "\($0.offset + 1) \($0.element.text)" }
        return lines.isEmpty ? [model.outlook.headline.advice] : lines
    }

    /// Applies one of these changes.
    private mutating func tryChange(_ number: String) -> [String] {
        model.findNow()
        guard let place = Int(number), model.outlook.headline.advised.indices.contains(place - 1) else {
            return ["try takes the number of a change in advice, 1 to \(model.outlook.headline.advised.count)"]
        }
        model.notice = nil
        model.takeAdvice(place - 1, keepsBranch: false)
        return happened(since: model.session.records.count)
    }

    /// Opens the details of a task.
    mutating func open(_ name: String) {
        guard let task = model.scheduler.task(named: name) else { return }
        model.view.selection = task
        model.overlay = .details(DetailsBox())
    }

    /// The findings of the launch; searched at once, because no key is waiting.
    private mutating func findings() -> [String] {
        model.findNow()
        let lines = model.findings.map { "\($0.sentence) [\(DisplayText.clean($0.id))]" }
        return (lines.isEmpty ? [model.findingsHeading] : lines) + model.fileLints.map { "file:\($0)" }
    }

    private mutating func tasks(_ filter: String) -> [String] {
        let kept = model.view.filter
        model.view.filter = RowFilter(filter)
        model.orderRows()
        defer {
            model.view.filter = kept
            model.orderRows()
        }
        if let problem = model.view.filter.problem { return [problem] }
        let lines = model.order.tasks.map { model.sentence(about: $0) }
        return lines.isEmpty ? ["no task matches the filter"] : lines
    }

    private func why(_ name: String) -> [String] {
        guard let task = model.scheduler.task(named: name) else { return ["no task \(DisplayText.clean(name))"] }
        let context = ScreenContext(model: model, columns: 100, rows: 30)
        return DetailsText(context: context, task: task).lines()
    }
}

/// The screen in sentences, for screen readers.
extension DashboardModel {
    /// The current time, the app's state and the launch, in one line.
    var statusSentence: String {
        var parts = ["t=\(TimeText.text(now))", TriggerText.state(scheduler.state)]
        let screen = Screen(ScreenContext(model: self, columns: 100, rows: 30))
        if !screen.launchText.isEmpty { parts.append(screen.launchText) }
        if branchName != "A" { parts.append("branch \(DisplayText.clean(branchName))") }
        return parts.joined(separator: "  ")
    }

    /// A task and its state, in one line.
    func sentence(about task: TaskID) -> String {
        let snapshot = scheduler.snapshot(of: task)
        let letter = stateLetter(task, snapshot.standing)
        var parts = ["\(letter.rawValue) \(DisplayText.clean(scheduler.name(of: task)))", letter.word]
        parts.append("\(snapshot.priority), lane \(DisplayText.clean(laneName(snapshot.lane)))")
        if let words = SequenceText(task, self, factText) { parts.append(words.sentence) }
        if let sequence = order.tree.ancestors(of: task).first {
            parts.append("step of \(DisplayText.clean(scheduler.name(of: sequence)))")
        }
        if plan.isCritical(task) { parts.append("on the critical path") }
        return parts.joined(separator: "; ")
    }

    /// What a screen reader says after a change: the notice if there is one, the status, the selected task.
    public var spokenLines: [String] {
        var lines = notice.map { [$0.text] } ?? []
        lines.append(statusSentence)
        if let task = view.selection { lines.append(sentence(about: task)) }
        return lines
    }
}
