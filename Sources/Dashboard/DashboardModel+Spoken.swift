import Planning
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

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
