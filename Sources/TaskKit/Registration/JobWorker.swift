import Foundation
import SchedulerCore

/// Runs the jobs with one name: `JobWorker("letter") { (letter: Letter, context) in try await send(letter) }`.
public struct JobWorker: Sendable {
    /// The task name of the jobs; empty for those that have no worker of their own.
    public let name: String
    package let body: TaskBody
    let isCatchAll: Bool
    /// How long a run may take, inclusive; a longer run fails. nil: no limit.
    public private(set) var timeout: Duration?

    /// Creates a worker with a body of any kind; `RunContext.job` has the job's data.
    public init(_ name: String, body: TaskBody) {
        self.init(name, body, isCatchAll: false)
    }

    private init(_ name: String, _ body: TaskBody, isCatchAll: Bool) {
        (self.name, self.body, self.isCatchAll) = (name, body, isCatchAll)
    }

    /// Runs the jobs of every name that has no worker of its own: `RunContext.task` says which, `RunContext.job` has
    /// the data.
    public static func catchAll(_ run: @escaping @Sendable (RunContext) async throws -> Void) -> JobWorker {
        JobWorker("", .async(run), isCatchAll: true)
    }

    /// The same worker with another body.
    package func with(_ body: TaskBody) -> JobWorker {
        var worker = JobWorker(name, body, isCatchAll: isCatchAll)
        worker.timeout = timeout
        return worker
    }

    /// The same worker with a time limit for each of its runs, inclusive; a longer run is cancelled and fails.
    public func limited(to timeout: Duration) -> JobWorker {
        var worker = self
        worker.timeout = timeout
        return worker
    }

    /// Its timeout for the rules.
    var limit: JobTimeout? {
        timeout.map { JobTimeout(task: isCatchAll ? nil : name, limit: max(.zero, Nanoseconds($0))) }
    }

    /// Creates a worker that receives the job's payload, decoded from its JSON, in a Swift task. An invalid payload fails for
    /// good; a thrown error is a failed run, and a ``CriticalFailure`` the last one.
    public init<Payload: Decodable & SendableMetatype>(
        _ name: String, run: @escaping @Sendable (Payload, RunContext) async throws -> Void
    ) {
        self.init(name, body: .async { context in try await run(context.payload(), context) })
    }

    /// As above, on a thread for jobs, never the main thread.
    public init<Payload: Decodable & SendableMetatype>(
        _ name: String, run: @escaping @Sendable (Payload, RunContext) throws -> Void
    ) {
        self.init(name, body: .sync { context in try run(context.payload(), context) })
    }
}

/// The options of a job besides its name and payload.
public struct JobOptions: Hashable, Sendable {
    /// The named queue to put it in; nil: the default one.
    public var queue: String?
    /// Its rank in that queue.
    public var priority: LaunchPriority
    /// The time from now before which it does not start; zero or less: at once.
    public var delay: Duration
    /// The time from now after which it no longer starts, and becomes a dead letter; nil: it waits forever.
    public var expires: Duration?
    /// While a job with this key waits or runs, in any queue, no second one is accepted.
    public var uniqueKey: String?
    /// Whether a job with this key that waits makes way for this one. One that runs does not: this one is refused.
    public var replacesWaiting: Bool

    /// Creates options; a plain job by default.
    public init(
        queue: String? = nil, priority: LaunchPriority = .default, delay: Duration = .zero, expires: Duration? = nil,
        uniqueKey: String? = nil, replacesWaiting: Bool = false
    ) {
        (self.queue, self.priority, self.delay) = (queue, priority, delay)
        (self.expires, self.uniqueKey, self.replacesWaiting) = (expires, uniqueKey, replacesWaiting)
    }
}
