import Planning
import SchedulerCore

/// What the first column of a row says about its task.
enum StateLetter: Character, CaseIterable, Hashable, Sendable {
    case running = "R"
    case done = "D"
    case waiting = "W"
    case laneWaiting = "L"
    case paused = "P"
    case idle = "I"
    case failed = "F"
    case skipped = "S"
    case missed = "M"
    case cancelled = "C"
    case stuck = "!"
    case gone = "X"

    /// The letter of a task at one instant.
    init(_ standing: TaskStanding) {
        guard standing.exists else {
            self = .gone
            return
        }
        switch standing.state {
        case .running, .retrying: self = .running
        case .stuck: self = .stuck
        case .waiting: self = standing.isPaused ? .paused : .waiting
        case .ready: self = standing.isPaused ? .paused : .laneWaiting
        case .idle: self = standing.isPaused ? .paused : StateLetter(standing.lastResult)
        }
    }

    /// The letter of a task that has no current turn.
    init(_ result: TurnResult) {
        switch result {
        case .none: self = .idle
        case .success: self = .done
        case .failed, .critical, .timedOut: self = .failed
        case .cancelled: self = .cancelled
        case .skipped: self = .skipped
        case .missed: self = .missed
        }
    }

    /// The word for people.
    var word: String {
        switch self {
        case .running: "running"
        case .done: "done"
        case .waiting: "waits for a dependency"
        case .laneWaiting: "waits for its lane"
        case .paused: "paused"
        case .idle: "idle"
        case .failed: "failed"
        case .skipped: "skipped"
        case .missed: "missed"
        case .cancelled: "cancelled"
        case .stuck: "stuck: never ends"
        case .gone: "destroyed"
        }
    }
}
