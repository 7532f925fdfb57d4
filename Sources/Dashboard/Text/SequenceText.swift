import Planning
import Text
import SchedulerCore
import TraceAnalysis

/// The progress of a sequence as text: which step of how many, its state, why the sequence stopped.
struct SequenceText {
    let model: DashboardModel
    let text: FactText
    let sequence: TaskID
    private let chain: SequenceSnapshot

    /// Nil if the task is not a sequence.
    init?(_ sequence: TaskID, _ model: DashboardModel, _ text: FactText) {
        guard let chain = model.scheduler.sequence(of: sequence) else { return nil }
        self.model = model
        self.text = text
        self.sequence = sequence
        self.chain = chain
    }

    /// `k/n`: the step under way or the one that failed, else how many are over.
    var count: String {
        let place = chain.currentStep ?? chain.failedStep
        return "\(place.map { $0 + 1 } ?? over)/\(chain.steps.count)"
    }

    /// What `count` is about: `Load runs`, `Load is stuck`, `Load failed`; empty if there is nothing to say.
    var brief: String {
        if let place = chain.currentStep {
            let step = chain.steps[place]
            return "\(text.name(step)) \(verb(step))"
        }
        if let place = chain.failedStep { return "\(text.name(chain.steps[place])) \(failure(chain.steps[place]))" }
        return hasFailures ? "\(Format.count(failedSteps.count, "step")) failed" : ""
    }

    /// The same as a sentence, with what continues or why nothing does.
    var sentence: String {
        let total = chain.steps.count
        if let place = chain.currentStep { return "step \(place + 1) of \(total): \(brief)" }
        if let place = chain.failedStep {
            let next = chain.stepsOver
            let rest = next < total ? "; start continues with \(text.name(chain.steps[next]))" : ""
            return "stopped at step \(place + 1) of \(total): \(brief)\(rest)"
        }
        if over == 0 { return total == 0 ? "it has no steps" : "not started, \(Format.count(total, "step"))" }
        return hasFailures ? "all \(total) steps ended, \(brief)" : "all \(total) steps done"
    }

    /// One line per step: its number, state and name.
    var steps: [String] {
        chain.steps.enumerated().map { place, step in
            let mark = place == chain.currentStep || place == chain.failedStep ? ">" : " "
            let letter = model.stateLetter(step, model.scheduler.standing(of: step))
            let word = place == chain.currentStep ? verb(step) : letter.word
            return " \(mark)\(place + 1) \(letter.rawValue) \(text.name(step)): \(word)"
        }
    }

    /// The number of finished steps; all of them once the sequence is done.
    private var over: Int {
        let isThrough = !chain.isUnderWay && model.scheduler.snapshot(of: sequence).lastResult == .success
        return isThrough ? chain.steps.count : chain.stepsOver
    }

    private var failedSteps: [TaskID] {
        chain.steps.prefix(over).filter { step in
            switch model.scheduler.snapshot(of: step).lastResult {
            case .none, .success: false
            case .failed, .critical, .timedOut, .cancelled, .skipped, .missed: true
            }
        }
    }

    private var hasFailures: Bool { over > 0 && !failedSteps.isEmpty }

    private func verb(_ step: TaskID) -> String {
        let snapshot = model.scheduler.snapshot(of: step)
        switch model.stateLetter(step, snapshot.standing) {
        case .running: return snapshot.state == .retrying ? "waits for a retry" : "runs"
        case .stuck: return "never ends"
        case .waiting: return "waits for a dependency"
        case .laneWaiting: return "waits for its lane"
        case .paused: return "is paused"
        case .idle, .done, .failed, .skipped, .missed, .cancelled, .gone: return "is next"
        }
    }

    private func failure(_ step: TaskID) -> String {
        switch model.scheduler.snapshot(of: step).lastResult {
        case .none, .success, .failed: "failed"
        case .critical: "failed critically"
        case .timedOut: "timed out"
        case .cancelled: "was cancelled"
        case .skipped: "was skipped"
        case .missed: "was missed"
        }
    }
}
