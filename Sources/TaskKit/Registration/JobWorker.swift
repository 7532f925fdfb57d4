import Foundation
import SchedulerCore

/// Works the jobs of one name: `JobWorker("letter") { (letter: Letter, context) in try await send(letter) }`.
public struct JobWorker: Sendable {
    /// The task name of the jobs; empty for those that have no worker of their own.
    public let name: String
    package let body: TaskBody
    let isCatchAll: Bool
    /// How long a run may take, exactly this long included; one that takes longer has failed. nil: as long as it likes.
    public private(set) var timeout: Duration?

    /// A handler with a body of any kind; `RunContext.job` holds the job's data.
    public init(_ name: String, body: TaskBody) {
        self.init(name, body, isCatchAll: false)
    }

    private init(_ name: String, _ body: TaskBody, isCatchAll: Bool) {
        (self.name, self.body, self.isCatchAll) = (name, body, isCatchAll)
    }

    /// Works the jobs of every name that has no worker of its own: `RunContext.task` says which, `RunContext.job` holds
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

    /// The same worker, whose runs may take this long, exactly this long included; one that takes longer has failed.
    public func limited(to timeout: Duration) -> JobWorker {
        var worker = self
        worker.timeout = timeout
        return worker
    }

    /// Its timeout as the rules have it.
    var limit: JobTimeout? {
        timeout.map { JobTimeout(task: isCatchAll ? nil : name, limit: max(.zero, Nanoseconds($0))) }
    }

    /// A handler that is handed the job's payload, read from its JSON. A payload that cannot be read is a final failure.
    public init<Payload: Decodable & SendableMetatype>(
        _ name: String, run: @escaping @Sendable (Payload, RunContext) async throws -> Void
    ) {
        self.init(name, body: .async { context in try await run(context.payload(), context) })
    }

    /// As above, on a thread of the job queue.
    public init<Payload: Decodable & SendableMetatype>(
        _ name: String, run: @escaping @Sendable (Payload, RunContext) throws -> Void
    ) {
        self.init(name, body: .sync { context in try run(context.payload(), context) })
    }
}

extension RunContext {
    /// The job's data as a value. Throws a ``CriticalFailure`` if it cannot be read, as no further attempt could, and
    /// for runs of tasks, which have none.
    public func payload<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws -> Payload {
        guard let job else { throw CriticalFailure("\(task) is not a job and has no payload") }
        do {
            return try JSONDecoder().decode(type, from: Data(job.data.utf8))
        } catch {
            throw CriticalFailure("the payload cannot be read: \(error)")
        }
    }
}

/// What an app may say of a job besides its name and payload.
public struct JobOptions: Hashable, Sendable {
    /// The named queue in which it stands; nil: the default one.
    public var queue: String?
    /// Its rank in that queue.
    public var priority: Priority
    /// It does not start before this much time has passed.
    public var delay: Duration
    /// It does not start after this much time has passed; nil: it waits forever.
    public var expires: Duration?
    /// No second job with this key is taken in while one is in the queue.
    public var uniqueKey: String?

    /// Options as given; a plain job by default.
    public init(
        queue: String? = nil, priority: Priority = .default, delay: Duration = .zero, expires: Duration? = nil,
        uniqueKey: String? = nil
    ) {
        (self.queue, self.priority, self.delay) = (queue, priority, delay)
        (self.expires, self.uniqueKey) = (expires, uniqueKey)
    }
}
