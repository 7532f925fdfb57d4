import SchedulerCore

/// What a live scheduler is started with.
public struct TaskKitConfiguration: Sendable {
    /// Where bodies execute.
    public enum Execution: Sendable {
        /// Lane `main` on the main queue, which something must serve; each other lane on threads of its own, as many as
        /// it is wide at most.
        case threads
        /// One by one on the thread that lets time pass or hands in a command, each before the next start; with a
        /// `ManualClock` everything then happens the same way every time.
        case inline
    }

    /// The app's name, as traces and the inspector show it.
    public var name = "app"
    /// Lanes, clock, limits.
    public var rules = SchedulerConfiguration()
    /// The rules of the job queue.
    public var jobs = JobSettings()
    /// Where jobs outlive the process; nil: in memory only.
    public var store: (any DurableJobs)?
    /// Where time comes from; nil: a monotonic clock that begins with the scheduler.
    public var clock: (any LiveClock)?
    /// Where bodies execute.
    public var execution = Execution.threads
    /// How many threads of one lane are busy with short bodies at once; more are made only, up to the lane's width,
    /// when one takes long. 0: as many as there are processors.
    public var workers = 0
    /// Who watches.
    public var observers: [any SchedulerObserver] = []
    /// The date of t = 0, in nanoseconds since 1970-01-01T00:00:00Z; nil: now.
    public var epoch: Int64?

    /// The defaults: threads, real time, nobody watches, jobs in memory.
    public init() {}
}

/// Why a live scheduler cannot be made.
public enum TaskKitError: Error, CustomStringConvertible {
    /// A task, sequence or predecessor cannot be registered.
    case registration(RegistrationError)
    /// A task names a lane that is not configured.
    case unknownLane(String, task: String)
    /// A body for the main actor stands on another lane.
    case notOnMain(task: String)
    /// The job store cannot be used.
    case store(any Error)

    /// One line for a log.
    public var description: String {
        switch self {
        case .registration(let error): "\(error)"
        case .unknownLane(let lane, let task): "task \(task): no lane is called \(lane)"
        case .notOnMain(let task): "task \(task): a body for the main actor runs on lane main only"
        case .store(let error): "the job store cannot be used: \(error)"
        }
    }
}

/// Why a command changed nothing; nothing of it remains.
public struct CommandRefused: Error, Hashable, CustomStringConvertible {
    /// The command as in scripts.
    public let command: String
    /// The reason in one sentence, as the trace has it.
    public let reason: String

    /// Both.
    public var description: String { "\(command): \(reason)" }
}
