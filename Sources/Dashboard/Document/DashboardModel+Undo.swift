import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text

/// A scenario that a change replaced, to go back to.
struct EarlierScenario: Hashable, Sendable {
    var scenario: Scenario
    /// It had changes that were in no file.
    var hasUnsavedChanges: Bool

    /// At most this many are kept; the oldest goes first.
    static let maximumCount = 64
}

extension Document {
    /// The scenario is about to be replaced on this branch: keeps it to go back to, and its course to compare with.
    mutating func keepEarlier() {
        earlier.append(EarlierScenario(scenario: session.scenario, hasUnsavedChanges: file.hasUnsavedChanges))
        if earlier.count > EarlierScenario.maximumCount { earlier.removeFirst() }
        keepBefore()
    }

    /// Keeps the course shown to compare with.
    mutating func keepBefore() { before = makeBranch(named: Branch.beforeName) }
}

extension DashboardModel {
    /// `U`: takes back the change applied last; what was done is done again without it, up to the instant shown.
    mutating func undo() {
        guard !showsProcess, let last = document.earlier.last else {
            let back = branches.last.map { "; :branch \(DisplayText.clean($0.name)) goes back to that branch" } ?? ""
            notice = Notice(text: "no change to undo on this branch: W and \(key(of: .advice)) apply changes\(back)")
            return
        }
        switch CommandLanguage.session(last.scenario, repeating: session) {
        case .failure(let problem): notice = Notice(text: problem.message, isAlarm: true)
        case .success(let fresh):
            let before = plan.launchTime
            document.keepBefore()
            document.earlier.removeLast()
            view.comparison = nil
            replaceSession(fresh)
            document.file.hasUnsavedChanges = last.hasUnsavedChanges
            let more = document.earlier.isEmpty ? "" : "; \(key(of: .world(.undo))) again undoes the change before it"
            notice = Notice(text: "undone\(launchWords(since: before))\(laterCommands)\(more)")
        }
    }

    /// How to take back what was just applied, and to compare with what was before.
    var undoText: String { "\(key(of: .world(.undo))) undoes, \(key(of: .rows(.compare))) compares" }

    /// The key of an action; the palette's without one.
    func key(of action: KeyAction) -> String { options.keys.shown(of: action) ?? ":" }
}
