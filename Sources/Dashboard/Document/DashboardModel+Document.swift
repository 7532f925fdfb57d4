import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat

/// Shorthands for parts of the document.
extension DashboardModel {
    /// The simulated app.
    public internal(set) var session: Session {
        @inline(__always) _read { yield document.session }
        @inline(__always) _modify { yield &document.session }
    }
    /// The watched process; nil: everything is simulated.
    public internal(set) var process: WatchedProcess? {
        get { document.process }
        _modify { yield &document.process }
    }
    /// Whether the process itself is shown, at its present or in its past.
    var showsProcess: Bool { document.showsProcess }
    /// What happened and what is planned.
    var plan: Course { @inline(__always) _read { yield document.plan } }
    /// What the plan was made of.
    var forecast: Forecast { @inline(__always) _read { yield document.forecast } }
    /// The branches, the latest last.
    var branches: [Branch] { @inline(__always) _read { yield document.branches } }
    /// The name of the course shown.
    var branchName: String { document.branchName }
    /// The course with the changes being tried; nil if there are none.
    var tried: Branch? { document.tried }
    /// Whether applied changes are not saved yet.
    public var hasUnsavedChanges: Bool { document.file.hasUnsavedChanges }
    /// The scheduler at the instant shown.
    var scheduler: Scheduler { @inline(__always) _read { yield document.session.simulation.scheduler } }
    /// The instant shown.
    var now: Instant { document.now }
    /// The lanes, main first.
    var laneSpecs: [LaneSpec] { document.laneSpecs }
    /// Names of lanes, by their numbers.
    var laneNames: [String] { document.laneNames }
    /// The names behind the numbers in records; the simulation supplies the texts of commands.
    var traceNames: TraceNames { document.traceNames }
    /// Explains why runs waited.
    var waits: WaitReader { document.waits }
}

extension DashboardModel {
    /// The scenario's text: as it was read, with the applied changes in it; `keepsText` is false if it had to be
    /// written from scratch, or no text was read.
    var scenarioFileText: (text: String, keepsText: Bool) {
        if !showsProcess, let text = document.file.read?.changed(to: session.scenario) { return (text, true) }
        return (CommandLanguage.text(of: wholeScenario), false)
    }

    /// `:save-scenario FILE`.
    mutating func saveScenario(_ path: String, isForced: Bool) -> [Request] {
        guard !path.isEmpty else { return refuse("save-scenario needs a file name", isMisread: true) }
        if showsProcess, let unwritable { return refuse(unwritable) }
        if showsProcess { noteEarlyEnd() }
        document.file.target = path
        let (text, keepsText) = scenarioFileText
        if !keepsText, document.file.read != nil, !showsProcess {
            document.file.remark = ", without the original comments"
        }
        return [document.file.write(text, to: path, isForced: isForced)]
    }

    /// A file was written: shows a notice; if it was a scenario, its changes are now saved.
    mutating func noteWritten(_ path: String, _ bytes: Int) {
        say("wrote \(DisplayText.clean(path)), \(Format.count(bytes, "byte"))\(document.file.remark)")
        document.file.remark = ""
        document.file.noteWritten(path)
        if document.file.target == path {
            document.file.hasUnsavedChanges = false
            // What was opened is still there, unless this replaced it.
            if path == document.file.read?.file {
                for place in document.earlier.indices { document.earlier[place].hasUnsavedChanges = true }
            }
        }
        document.file.target = nil
    }
}

/// A scenario that a change replaced, kept for undo.
struct EarlierScenario: Hashable, Sendable {
    var scenario: Scenario
    /// Whether it had unsaved changes.
    var hasUnsavedChanges: Bool
    /// What replaced it, in a few words; names are cleaned.
    var change: String

    /// At most this many are kept; the oldest is dropped first.
    static let maximumCount = 64
}

extension Document {
    /// Keeps the scenario for undo and its course for comparison, before a change on this branch replaces it.
    mutating func keepEarlier(before change: String) {
        earlier.append(
            EarlierScenario(scenario: session.scenario, hasUnsavedChanges: file.hasUnsavedChanges, change: change))
        if earlier.count > EarlierScenario.maximumCount { earlier.removeFirst() }
        keepBefore()
    }

    /// Keeps the course shown for comparison, by this name.
    mutating func keepBefore(as name: String = Branch.beforeName) { before = makeBranch(named: name) }
}

extension DashboardModel {
    /// `U`: undoes the last applied change and repeats the commands without it, up to the instant shown.
    mutating func undo() {
        guard !showsProcess, let last = document.earlier.last else {
            let back = branches.last.map { "; :branch \(DisplayText.clean($0.name)) goes back to that branch" } ?? ""
            return say("no change to undo on this branch: W and \(key(of: .advice)) apply changes\(back)")
        }
        switch CommandLanguage.session(last.scenario, repeating: session) {
        case .failure(let problem): warn(problem.message)
        case .success(let fresh):
            let before = plan.launchLength
            document.keepBefore(as: Branch.undoneName)
            document.earlier.removeLast()
            view.comparison = nil
            replaceSession(fresh)
            document.file.hasUnsavedChanges = last.hasUnsavedChanges
            let more = document.earlier.isEmpty ? "" : "; \(key(of: .world(.undo))) undoes the change before it"
            say("undone: \(last.change)\(launchWords(since: before))\(laterCommands)\(more)")
        }
    }

    /// How to undo the last applied change, and how to compare with the course before it.
    var undoText: String { "\(key(of: .world(.undo))) undoes, \(key(of: .rows(.compare))) compares" }

    /// The key of an action; the palette's if it has none.
    func key(of action: KeyAction) -> String { options.keys.shown(of: action) ?? ":" }
}
