import Planning
import SchedulerCore
import SchedulerSimulation
import Text
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

    /// The same of what is over by now: `lane net was paused`.
    func pastReason(_ reason: Reason) -> String {
        switch reason {
        case .lanePaused(let lane): "lane \(name(lane)) was paused"
        case .laneClosed(let lane): "lane \(name(lane)) was not open"
        case .waitsForUnreleased(let task): "waited for \(name(task)), which was not released"
        case .waitsForParked(let task): "waited for \(name(task)), which was parked"
        case .predecessor, .overrun, .paused, .destroyed, .processEnded, .laneStuck, .stuck, .tooOld, .suspended, .step,
            .text:
            self.reason(reason)
        }
    }

    /// Why a run is parked, with its name if it was paused itself.
    func reason(ofParked task: TaskID, _ reason: Reason) -> String {
        DisplayText.clean(ReasonText.text(ofParked: task, reason, names: names))
    }

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

/// Why a task of the critical chain began when it did, in few columns, the most telling word first.
enum ChainText {
    static func why(_ cause: CriticalPath.Cause, _ text: FactText, columns: Int) -> String {
        let words = why(cause, text)
        if DisplayText.width(of: words) <= columns { return words }
        // Who freed the lane is in the row above.
        return switch cause {
        case .lane(let lane, _): "lane \(text.name(lane))"
        case .laneGap(let lane, _): "gap \(text.name(lane))"
        case .dependency, .event, .release, .clock, .paused, .gap: words
        }
    }

    private static func why(_ cause: CriticalPath.Cause, _ text: FactText) -> String {
        switch cause {
        case .dependency(let task): "after \(text.name(task))"
        case .lane(let lane, let task): "lane \(text.name(lane)): \(text.name(task))"
        case .laneGap(let lane, let task): "gap \(text.name(lane)): \(text.name(task))"
        case .event(let event): "on \(TriggerText.brief(event))"
        case .release(let task): "behind \(text.name(task))"
        case .clock: "on a tick"
        case .paused(let lane): lane.map { "\(text.name($0)) was paused" } ?? "it was paused"
        case .gap: "after a pause"
        }
    }
}

/// What blocked an event, in words.
enum HeldText {
    /// `released only at 82ms: OpenDatabase blocked willFinish until then`, of a run that did not wait after it.
    static func words(_ hold: Course.Hold, _ tense: Tense, _ text: FactText) -> String {
        let blocked = tense == .future ? "blocks" : "blocked"
        let event = TriggerText.brief(hold.event)
        return "released only at \(TimeText.text(hold.until)): \(text.name(hold.task)) \(blocked) \(event) until then"
    }
}
