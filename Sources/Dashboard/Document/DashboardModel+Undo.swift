import TraceAnalysis
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text

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
