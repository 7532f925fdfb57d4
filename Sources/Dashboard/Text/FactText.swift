import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

/// Facts of a trace as lines for people, made safe to show; the sentences are those of the trace.
struct FactText {
    let names: TraceNames

    /// A task's name, safe to show.
    func name(_ task: TaskID) -> String { DisplayText.clean(names.name(of: task)) }

    /// A lane's name, safe to show.
    func name(_ lane: LaneID) -> String { DisplayText.clean(names.name(of: lane)) }

    /// Why a turn was skipped, missed or parked.
    func reason(_ reason: Reason) -> String { DisplayText.clean(ReasonText.text(reason, names: names)) }

    /// How an attempt ended, as a verb.
    func word(_ outcome: Outcome) -> String {
        outcome == .success ? "done" : ReasonText.text(TurnResult(outcome))
    }

    /// Why a command of a simulation was refused, in a sentence that names it and the cycle that it would have closed.
    func refusal(_ refusal: Refusal, of command: CommandID, in simulation: Simulation) -> String {
        let text = simulation.text(of: command) ?? "?"
        let cycle = simulation.refusedCycles[command].map(ReasonText.path)
        let sentence = DisplayText.clean(ReasonText.sentence(refusal, command: text, cycle: cycle, names: names))
        if case .state = refusal { return sentence }
        // The path first: the user needs it most if the line is cut.
        return cycle == nil ? "\(DisplayText.clean(text)): \(sentence)" : "\(sentence) (\(DisplayText.clean(text)))"
    }

    /// A warning as a sentence.
    func warning(_ warning: Warning) -> String { DisplayText.clean(ReasonText.text(warning, names: names)) }
}
