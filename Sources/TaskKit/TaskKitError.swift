import SchedulerCore

/// Why a live scheduler cannot be made.
public enum TaskKitError: Error, CustomStringConvertible {
    /// An invalid setting, described in one sentence.
    case configuration(String)
    /// A task, sequence or predecessor cannot be registered; gives the names and the reason in one sentence.
    case registration(String)
    /// A task names a lane that is not configured.
    case unknownLane(String, task: String)
    /// A main-actor body is on a lane other than `main`.
    case notOnMain(task: String)
    /// The job store cannot be used.
    case store(any Error)

    /// One line for a log.
    public var description: String {
        switch self {
        case .configuration(let reason), .registration(let reason): reason
        case .unknownLane(let lane, let task): "task \(task): no lane is called \(lane)"
        case .notOnMain(let task): "task \(task): a main-actor body can run only in lane main"
        case .store(let error): "the job store cannot be used: \(error)"
        }
    }
}

/// A command that was refused; it changed nothing.
public struct CommandRefused: Error, Hashable, CustomStringConvertible {
    /// Why it was refused.
    public enum Cause: Hashable, Sendable {
        /// The rules refused it: a state that does not allow it, an unknown name, a name in use and so on.
        case rules
        /// The scheduler was stopped.
        case stopped
        /// An invalid argument, such as a negative count or a lane that is not configured.
        case invalid
    }

    /// Why it was refused.
    public let cause: Cause
    /// The rules' own reason; nil for other causes.
    package let refusal: Refusal?
    /// The command as a script writes it.
    public let command: String
    /// The reason in one sentence, as the trace has it.
    public let reason: String

    package init(_ cause: Cause, _ refusal: Refusal? = nil, command: String, reason: String) {
        (self.cause, self.refusal, self.command, self.reason) = (cause, refusal, command, reason)
    }

    /// Command and reason.
    public var description: String { "\(command): \(reason)" }
}
