import SchedulerCore

/// Facts of a trace as lines for people: reasons, refusals, warnings.
struct FactText {
    let scheduler: Scheduler
    let lanes: [LaneSpec]

    /// A task's name, safe to show.
    func name(_ task: TaskID) -> String {
        task.offset >= 0 && task.offset < scheduler.taskCount ? TextColumns.clean(scheduler.name(of: task)) : "?"
    }

    /// A lane's name, safe to show.
    func name(_ lane: LaneID) -> String {
        lane.offset < lanes.count ? TextColumns.clean(lanes[lane.offset].name) : "?"
    }

    /// Why a turn was skipped, missed or parked.
    func reason(_ reason: Reason) -> String {
        switch reason {
        case .predecessor(let task, let result): "\(name(task)) \(word(result))"
        case .overrun: "overrun: the run before has not ended"
        case .paused: "paused"
        case .destroyed: "destroyed"
        case .processEnded: "the process ended"
        case .lanePaused(let lane): "lane \(name(lane)) is paused"
        case .laneClosed(let lane): "lane \(name(lane)) is not open yet"
        case .waitsForUnreleased(let task): "waits for \(name(task)), which is not released"
        case .waitsForParked(let task): "waits for \(name(task)), which is parked"
        case .laneStuck(let lane): "lane \(name(lane)) is stuck"
        case .stuck: "it never ends"
        case .tooOld(let age): "its date is \(TimeText.exact(age)) too old"
        case .suspended: "its date fell into a suspension"
        case .step(let result): "a step \(word(result))"
        case .text: "see the trace"
        }
    }

    /// How a turn ended, as a verb.
    func word(_ result: TurnResult) -> String {
        switch result {
        case .none: "has not run"
        case .success: "succeeded"
        case .failed: "failed"
        case .critical: "failed critically"
        case .timedOut: "timed out"
        case .cancelled: "was cancelled"
        case .skipped: "was skipped"
        case .missed: "was missed"
        }
    }

    /// How an attempt ended, as a verb.
    func word(_ outcome: Outcome) -> String {
        outcome == .success ? "done" : word(TurnResult(outcome))
    }

    /// Why a command was refused.
    func refusal(_ refusal: Refusal) -> String {
        switch refusal {
        case .state(let state, let allowed): "needs \(states(allowed)); the app is \(word(state))"
        case .oncePerProcess(let event): "\(event) happens once per process, by launching"
        case .delivered(let event): "\(event) has been delivered already"
        case .nameInUse: "a task of this name exists"
        case .unknownTask: "no such task now"
        case .unknownLane: "no such lane"
        case .cycle: "it would close a cycle"
        case .interval: "the interval must be a whole number of ticks within the limit"
        case .sequenceRunning: "the sequence runs already"
        case .notSequence: "that is no sequence"
        case .tooManyTasks: "too many tasks"
        case .driver: "it cannot be done here"
        }
    }

    /// A lifecycle state as a word.
    func word(_ state: LifecycleState) -> String {
        switch state {
        case .notRunning: "not running"
        case .inactive: "inactive"
        case .active: "active"
        case .background: "in the background"
        case .suspended: "suspended"
        }
    }

    /// What a person should know.
    func warning(_ warning: Warning) -> String {
        switch warning {
        case .watchdog(let action, let limit): "\(action) passed its limit of \(TimeText.exact(limit))"
        case .stuck(let task): "\(name(task)) never ends and holds its event"
        case .secondCompletion(let task): "\(name(task)) reported its end twice; the first counts"
        case .unknownPredecessor(let task, let of): "\(name(of)): predecessor \(name(task)) does not exist"
        case .stillParked(let task, let reason): "\(name(task)) is still parked: \(self.reason(reason))"
        case .stillPaused(let task): "\(name(task)) is still paused"
        case .lanePaused(let lane): "lane \(name(lane)) is still paused"
        case .driver: "see the log"
        }
    }

    private func states(_ bits: UInt8) -> String {
        let words = LifecycleState.allCases.filter { bits & (1 << $0.rawValue) != 0 }.map(word)
        guard let last = words.last, words.count > 1 else { return words.first ?? "another state" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
