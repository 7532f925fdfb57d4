import SchedulerCore
import Synchronization

/// What a body came to.
struct BodyEnd: Sendable {
    /// Characters kept of an error's text.
    private static let textLimit = 1_000

    let outcome: Outcome
    /// What the error says of itself; nil if there is none.
    let error: String?

    static let success = BodyEnd(.success)

    init(_ outcome: Outcome, _ error: (any Error)? = nil) {
        self.outcome = outcome
        self.error = error.map { String("\($0)".prefix(Self.textLimit)) }
    }

    /// A throw is an outcome.
    init(_ error: any Error) {
        self.init(error is CriticalFailure ? .critical : .fail, error)
    }
}

/// What came with a command, shared by the runs that see it.
final class SharedContext: Sendable {
    let context: EventContext

    init(_ context: EventContext) {
        self.context = context
    }
}

/// Where an attempt executes: the lane's number, and its name; of a job the queue's name.
final class LanePlace: Sendable {
    let number: Int
    let name: String

    init(_ number: Int, _ name: String) {
        (self.number, self.name) = (number, name)
    }
}

/// The job that an attempt works, for its body.
final class JobWork: Sendable {
    let context: JobContext

    init(_ context: JobContext) {
        self.context = context
    }
}

/// One attempt that the rules ordered: it waits for a thread, executes, or waits for its report.
///
/// `@unchecked Sendable`: what is not constant is atomic, or only touched under the driver's lock if that is said.
final class Attempt: @unchecked Sendable {
    /// Where its end is reported.
    enum Owner: Sendable {
        case task(RunID, TaskID)
        case job(JobRunID, TaskID)
    }

    /// What its body sees besides itself.
    enum Origin: Sendable {
        case none
        case event(SharedContext)
        case job(JobWork)
    }

    let owner: Owner
    let definition: Definition
    let place: LanePlace
    let run: Int64
    let number: Int32
    let startedAt: Instant
    let origin: Origin

    private static let begun: UInt8 = 1
    private static let cancelled: UInt8 = 2
    private let marks = Atomic<UInt8>(0)
    /// When the body returned, and before that the far future.
    private let returnedAt = Atomic<Int64>(.max)
    /// Written before `returnedAt`, read after it.
    private var end: BodyEnd?
    /// Under the lock: whether its end was reported.
    private(set) var isReported = false
    /// Under the lock: whether its asynchronous body is under way.
    var isAsync = false
    /// Under the lock: what else its cancellation does.
    private var cancellation: (@Sendable () -> Void)?

    init(
        _ owner: Owner, _ definition: Definition, at place: LanePlace, run: Int64, number: Int32, startedAt: Instant,
        origin: Origin = .none
    ) {
        (self.owner, self.definition, self.place) = (owner, definition, place)
        (self.run, self.number, self.startedAt, self.origin) = (run, number, startedAt, origin)
    }

    /// Whether it was ended from outside.
    var isCancelled: Bool { marks.load(ordering: .acquiring) & Self.cancelled != 0 }

    /// Called before the body: false if it was ended from outside before, and does not begin any more.
    func begin() -> Bool {
        marks.bitwiseOr(Self.begun, ordering: .acquiringAndReleasing).oldValue & Self.cancelled == 0
    }

    /// Under the lock: ends it from outside. What is to be done besides, once the lock is free: it may be app code.
    func cancel() -> (@Sendable () -> Void)? {
        marks.bitwiseOr(Self.cancelled, ordering: .acquiringAndReleasing)
        defer { cancellation = nil }
        return cancellation
    }

    /// Under the lock: `action` belongs to its cancellation; false if it was cancelled before.
    func whenCancelled(_ action: @escaping @Sendable () -> Void) -> Bool {
        guard !isCancelled else { return false }
        if !isReported { cancellation = action }
        return true
    }

    /// Under the lock: marks its end as reported; false if it was.
    func takeReport() -> Bool {
        guard !isReported else { return false }
        isReported = true
        cancellation = nil
        return true
    }

    /// By its thread, before that takes the lock: the body has returned.
    func note(_ end: BodyEnd, at instant: Instant) {
        self.end = end
        returnedAt.store(instant.nanoseconds, ordering: .releasing)
    }

    /// When its body returned, so far as its thread has said so.
    var returned: Instant { Instant(nanoseconds: returnedAt.load(ordering: .acquiring)) }

    /// What its body came to, which has returned.
    var result: BodyEnd? { returned == .distantFuture ? nil : end }
}
