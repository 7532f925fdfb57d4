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

    /// The letters that `text` names: letters as they are, or a word with which their words begin. `waiting` is for a
    /// dependency or a lane. Empty if it names none.
    static func letters(of text: String) -> String {
        let letters = text.uppercased()
        if letters.allSatisfy({ StateLetter(rawValue: $0) != nil }) { return letters }
        let word = text.lowercased()
        let stem = word == "waiting" ? "waits" : word
        return String(allCases.filter { $0.word.hasPrefix(stem) }.map { $0.rawValue })
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
