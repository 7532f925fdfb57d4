import Foundation
import SchedulerCore

/// What a body can know about its own attempt; cheap to copy.
public struct RunContext: Sendable {
    /// The attempt that executes this code, in bodies of a ``LaunchPlan`` and what they call; nil elsewhere.
    @TaskLocal public static var current: RunContext?

    private let own: LiveAttempt

    init(_ attempt: LiveAttempt) {
        own = attempt
    }

    /// The task, sequence or job name.
    public var task: String { own.definition.name }
    /// The run's number for this name, from 1; for a job, the job's number.
    public var run: Int { Int(own.run) }
    /// The attempt's number, from 1.
    public var attempt: Int { Int(own.number) }
    /// The lane's name; for a job, the queue's.
    public var lane: String { own.place.name }
    /// When the rules started the attempt, in the scheduler's time.
    public var startedAt: Instant { own.startedAt }
    /// What came with the event or post that released this run; empty for all other runs.
    public var event: EventContext {
        if case .event(let shared) = own.origin { shared.value } else { .none }
    }
    /// The job; nil for a task's run.
    public var job: JobContext? {
        if case .job(let work) = own.origin { work.value } else { nil }
    }
    /// What the bodies of this scheduler share, to read and to write.
    public var values: SharedValues { own.definition.values }
    /// Whether the attempt was cancelled: it timed out, its process ended or the scheduler stopped. What it
    /// reports no longer counts; a long body should check this now and then, and return. Any thread may ask.
    public var isCancelled: Bool { own.isCancelled }

    /// Throws `CancellationError` if `isCancelled`.
    public func checkCancellation() throws {
        if isCancelled { throw CancellationError() }
    }
}

/// What came with an event or post; visible to the runs of that event only.
public struct EventContext: Hashable, Sendable {
    /// The URL of `openURL`, and of the launch that it caused.
    public var url: String?
    /// The launch options, as given to `launch`.
    public var launchOptions: [String: String]
    /// A post's payload as JSON text.
    public var payload: String?
    /// The type of the object that sent a system notification.
    public var sender: String?

    /// Creates a context; empty by default.
    public init(
        url: String? = nil, launchOptions: [String: String] = [:], payload: String? = nil, sender: String? = nil
    ) {
        (self.url, self.launchOptions, self.payload, self.sender) = (url, launchOptions, payload, sender)
    }

    /// An empty context.
    public static let none = EventContext()
}

/// The job that a run executes.
public struct JobContext: Hashable, Sendable {
    /// Its number in the store.
    public let id: JobID
    /// Its data as JSON text.
    public let data: String
    /// When it was enqueued.
    public let stamp: Date
}
