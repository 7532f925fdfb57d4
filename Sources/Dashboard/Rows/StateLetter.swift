import Planning
import SchedulerCore
import Text

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
        case .running: self = .running
        case .stuck: self = .stuck
        case .waiting, .retrying: self = standing.isPaused ? .paused : .waiting
        case .ready: self = standing.isPaused ? .paused : .laneWaiting
        case .idle: self = standing.isPaused ? .paused : StateLetter(standing.lastResult)
        }
    }

    /// The letter that a course gives a task at one instant. What commands did to the task, and runs that never end, are
    /// those of its standing: a change that is tried leaves them as they are.
    init(_ task: TaskID, in course: Course, at now: Instant, _ standing: TaskStanding) {
        let begun = course.launches.partitionPoint { $0.start > now }
        let process = begun > 0 ? course.launches[begun - 1].start : .zero
        let runs = task.offset < course.runs.count ? course.runs[task.offset] : []
        let released = runs[..<runs.partitionPoint { $0.released > now }]
        // A run may be released while the one before it runs.
        let latest = released.suffix(2).filter { $0.released >= process }
        let open = latest.filter { !$0.isOver(by: now) || course.isToRetry(task, $0) }
        let isRunning = open.contains { run in
            run.attempts.contains { $0.start <= now && ($0.end ?? .distantFuture) > now }
        }
        if isRunning {
            self = standing.state == .stuck ? .stuck : .running
        } else if standing.isPaused {
            self = .paused
        } else if let waiting = open.last {
            let failed = course.failedAttempt(of: task, waiting, at: now)
            let ready = failed.map { course.due(task, waiting, retry: $0 + 1) } ?? waiting.ready
            self = ready.map { $0 <= now } ?? false ? .laneWaiting : .waiting
        } else {
            let ended = released.last { $0.released >= process && $0.end != nil }
            let turn = course.marks(of: task).last { $0.kind != .parked && process <= $0.time && $0.time <= now }
            let isMark = turn.map { turn in ended?.end.map { $0 <= turn.time } ?? true } ?? false
            let result = ended?.attempts.last.map { TurnResult($0.outcome ?? .success) } ?? .none
            self = isMark ? (turn?.kind == .missed ? .missed : .skipped) : StateLetter(result)
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
        case .waiting: "waits for a dependency or a retry"
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
