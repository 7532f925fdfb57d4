import SchedulerCore
import TraceAnalysis
import TraceFormat

/// Facts of a trace as lines for people, made safe to show; the sentences are those of the trace.
struct FactText {
    let names: TraceNames

    /// A task's name, safe to show.
    func name(_ task: TaskID) -> String { TextColumns.clean(names.name(of: task)) }

    /// A lane's name, safe to show.
    func name(_ lane: LaneID) -> String { TextColumns.clean(names.name(of: lane)) }

    /// Why a turn was skipped, missed or parked.
    func reason(_ reason: Reason) -> String { TextColumns.clean(ReasonText.text(reason, names: names)) }

    /// How an attempt ended, as a verb.
    func word(_ outcome: Outcome) -> String {
        outcome == .success ? "done" : ReasonText.text(TurnResult(outcome))
    }

    /// Why a command was refused, in a sentence that names it.
    func refusal(_ refusal: Refusal, of command: CommandID) -> String {
        let text = names.text(of: command)
        let sentence = TextColumns.clean(ReasonText.text(refusal, command: text, names: names))
        if case .state = refusal { return sentence }
        return "\(TextColumns.clean(text)): \(sentence)"
    }

    /// What a person should know.
    func warning(_ warning: Warning) -> String { TextColumns.clean(ReasonText.text(warning, names: names)) }
}
