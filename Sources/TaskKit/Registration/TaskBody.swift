import Foundation
import SchedulerCore

/// What one attempt executes. Errors are outcomes: a thrown ``CriticalFailure`` is critical, every other error a failure
/// that may be retried.
public enum TaskBody: Sendable {
    /// Runs to its end on a thread of its lane, or on the main thread for lane `main`.
    case sync(@Sendable (RunContext) throws -> Void)
    /// A Swift task. Its place in the lane is taken until it returns.
    case async(@Sendable (RunContext) async throws -> Void)
    /// Returns at once, and reports its end later, from any thread, through the completion.
    case completion(@Sendable (RunContext, Completion) -> Void)
    /// A synchronous main-actor body; only for lane `main`.
    case main(@MainActor @Sendable (RunContext) throws -> Void)

    /// A synchronous body, executed where it belongs: on a thread of its lane, on the main actor, or, as a Swift task, on
    /// another actor.
    package init(_ body: @escaping @isolated(any) @Sendable () throws -> Void) {
        // The isolation was checked first, and the body is called there: the cast only drops what is known.
        switch body.isolation {
        case nil:
            let call = unsafeBitCast(body, to: (@Sendable () throws -> Void).self)
            self = .sync { _ in try call() }
        case let actor? where actor === MainActor.shared:
            let call = unsafeBitCast(body, to: (@MainActor @Sendable () throws -> Void).self)
            self = .main { _ in try call() }
        case _?: self = .async { _ in try await body() }
        }
    }

    /// As above, for a body that uses its context.
    package init(_ body: @escaping @isolated(any) @Sendable (RunContext) throws -> Void) {
        switch body.isolation {
        case nil: self = .sync(unsafeBitCast(body, to: (@Sendable (RunContext) throws -> Void).self))
        case let actor? where actor === MainActor.shared:
            self = .main(unsafeBitCast(body, to: (@MainActor @Sendable (RunContext) throws -> Void).self))
        case _?: self = .async { try await body($0) }
        }
    }

    var isOnMain: Bool {
        if case .main = self { true } else { false }
    }
}

/// Thrown by a body whose failure is final: the outcome is critical, and it is never retried.
public struct CriticalFailure: Error, CustomStringConvertible {
    /// The reason, for logs.
    public let description: String

    /// A final failure with its reason.
    public init(_ description: String) {
        self.description = description
    }
}

/// Reports the end of a completion-style run, from any thread.
///
/// The first report counts. A second one only causes a `secondCompletion` warning; a report after the run was cancelled
/// has no effect. If the last copy is released without a report, the run can never end by itself: the
/// rules learn this, and its event continues without it once its limit has passed.
public struct Completion: Sendable {
    private let ticket: Ticket
    private var listeners: [@Sendable (Outcome) -> Void] = []

    /// `mark` is called when the attempt is over, by a report or without one.
    init(_ driver: LiveDriver, _ attempt: LiveAttempt, _ mark: (@Sendable () -> Void)? = nil) {
        ticket = Ticket(driver, attempt, mark)
    }

    /// The run succeeded.
    public func completed() { report(.success) }

    /// The run failed and may be retried, as its retry policy says; not if `error` is a `CriticalFailure`.
    public func failed(_ error: (any Error)? = nil) {
        report(BodyEnd(error is CriticalFailure ? .critical : .fail, error))
    }

    /// The run failed for good.
    public func critical(_ error: (any Error)? = nil) { report(BodyEnd(.critical, error)) }

    /// The same completion, which also calls `listener` before each report made through it.
    public func notifying(_ listener: @escaping @Sendable (Outcome) -> Void) -> Completion {
        var told = self
        told.listeners.append(listener)
        return told
    }

    private func report(_ end: BodyEnd) {
        for listener in listeners { listener(end.outcome) }
        ticket.report(end)
    }

    /// Notices when a report can no longer come.
    private final class Ticket: Sendable {
        private let driver: LiveDriver
        private let attempt: LiveAttempt
        private let mark: Locked<(@Sendable () -> Void)?>

        init(_ driver: LiveDriver, _ attempt: LiveAttempt, _ mark: (@Sendable () -> Void)?) {
            (self.driver, self.attempt, self.mark) = (driver, attempt, Locked(mark))
        }

        deinit {
            endMark()
            driver.abandon(attempt)
        }

        func report(_ end: BodyEnd) {
            endMark()
            driver.report(attempt, end)
        }

        private func endMark() { mark.take()?() }
    }
}

/// Values by name that the bodies of an app share; any thread may read and write them. They outlive the processes of
/// the app's lifecycle, and end with the scheduler.
///
///     context.values["user"] = User(name: "Ada")
///     if let user: User = context.values["user"] { greet(user) }
public final class SharedValues: Sendable {
    private let values = Locked<[String: any Sendable]>([:])
    private struct Owner: Sendable {
        weak var scheduler: LiveScheduler?
    }
    private let owner = Locked(Owner())

    init() {}

    /// The scheduler whose bodies share them; nil once the app has let go of it.
    var scheduler: LiveScheduler? { owner.with { $0.scheduler } }

    /// Says whose they are.
    func belong(to scheduler: LiveScheduler) { owner.with { $0.scheduler = scheduler } }

    /// The value of this name; nil if there is none, or one of another type. Writing nil removes it. O(1).
    public subscript<Value: Sendable>(name: String) -> Value? {
        get { values.with { $0[name] as? Value } }
        set {
            // Releasing a value may run app code, so not under the lock.
            let old = values.with { values in
                defer { values[name] = newValue }
                return values[name]
            }
            withExtendedLifetime(old) {}
        }
    }
}

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
    /// When the rules started the attempt, in the scheduler's time; the body may begin a little later.
    public var startedAt: Instant { own.startedAt }
    /// What came with the event or post that released this run; empty for all other runs.
    public var event: EventContext {
        if case .event(let shared) = own.origin { shared.value } else { .none }
    }
    /// The job; nil for a task's run.
    public var job: JobContext? {
        if case .job(let work) = own.origin { work.value } else { nil }
    }
    /// The scheduler that runs this body, for commands such as `pause`; nil once the app has let go of it.
    public var scheduler: LiveScheduler? { values.scheduler }
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

extension RunContext {
    /// The job's data, or the payload of the post that released the task, as a value. Throws a ``CriticalFailure`` if there
    /// is none or it cannot be decoded, as a retry cannot help.
    public func payload<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws -> Payload {
        guard let text = job?.data ?? event.payload else { throw CriticalFailure("\(task) has no payload") }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw CriticalFailure("the payload cannot be read: \(error)")
        }
    }
}
