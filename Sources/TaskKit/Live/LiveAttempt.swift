import SchedulerCore
import Synchronization

/// A large value that attempts share instead of copying it: the context of a command, or a job.
final class Shared<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// Where an attempt executes: the lane's number and name; for a job, the queue's name.
final class LanePlace: Sendable {
    let number: Int
    let name: String

    init(_ number: Int, _ name: String) {
        (self.number, self.name) = (number, name)
    }
}

/// An attempt that the rules started: it waits for a thread, executes, or waits for its report.
///
/// `@unchecked Sendable`: all variables are atomic or used only under the driver's lock, as their comments say.
final class LiveAttempt: @unchecked Sendable {
    /// Where its end is reported.
    enum Owner: Sendable {
        case task(RunID, TaskID)
        case job(JobRunID, TaskID)
    }

    /// What its body sees besides itself.
    enum Origin: Sendable {
        case none
        case event(Shared<EventContext>)
        case job(Shared<JobContext>)
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
    /// When the body returned; until then the distant future.
    private let returnedAt = Atomic<Int64>(.max)
    /// Written before `returnedAt`, read after it.
    private var end: BodyEnd?
    /// Under the lock: whether its end was reported.
    private(set) var isReported = false
    /// Under the lock: whether its asynchronous body is executing.
    var isAsync = false
    /// Under the lock: what else its cancellation calls.
    private var cancellation: (@Sendable () -> Void)?

    init(
        _ owner: Owner, _ definition: Definition, at place: LanePlace, run: Int64, number: Int32, startedAt: Instant,
        origin: Origin = .none
    ) {
        (self.owner, self.definition, self.place) = (owner, definition, place)
        (self.run, self.number, self.startedAt, self.origin) = (run, number, startedAt, origin)
    }

    /// Whether it was cancelled.
    var isCancelled: Bool { marks.load(ordering: .acquiring) & Self.cancelled != 0 }

    /// Called before the body; false if the attempt was cancelled and must not begin.
    func begin() -> Bool {
        marks.bitwiseOr(Self.begun, ordering: .acquiringAndReleasing).oldValue & Self.cancelled == 0
    }

    /// Under the lock: cancels it. Returns what to call once the lock is free, as it may be app code.
    func cancel() -> (@Sendable () -> Void)? {
        marks.bitwiseOr(Self.cancelled, ordering: .acquiringAndReleasing)
        defer { cancellation = nil }
        return cancellation
    }

    /// Under the lock: adds `action` to its cancellation; false if it was already cancelled.
    func whenCancelled(_ action: @escaping @Sendable () -> Void) -> Bool {
        guard !isCancelled else { return false }
        if !isReported { cancellation = action }
        return true
    }

    /// Under the lock: marks its end as reported; false if it already was.
    func takeReport() -> Bool {
        guard !isReported else { return false }
        isReported = true
        cancellation = nil
        return true
    }

    /// Called by its thread before it takes the lock: the body has returned.
    func note(_ end: BodyEnd, at instant: Instant) {
        self.end = end
        returnedAt.store(instant.nanoseconds, ordering: .releasing)
    }

    /// When its body returned, if its thread has noted it; otherwise the distant future.
    var returned: Instant { Instant(nanoseconds: returnedAt.load(ordering: .acquiring)) }

    /// How its body ended; nil until it has returned.
    var result: BodyEnd? { returned == .distantFuture ? nil : end }
}

/// The attempts that were ordered and have not ended.
struct AttemptTable {
    /// The attempts of tasks, by the slots of their runs.
    private var tasks: [LiveAttempt?] = []
    private var jobs: [JobRunID: LiveAttempt] = [:]

    mutating func insert(_ attempt: LiveAttempt) {
        switch attempt.owner {
        case .task(let id, _):
            while tasks.count <= Int(id.slot) { tasks.append(nil) }
            tasks[Int(id.slot)] = attempt
        case .job(let id, _): jobs[id] = attempt
        }
    }

    /// Removes an attempt that has ended; a newer attempt in its slot stays.
    mutating func remove(_ attempt: LiveAttempt) {
        switch attempt.owner {
        case .task(let id, _):
            let slot = Int(id.slot)
            if slot < tasks.count, tasks[slot] === attempt { tasks[slot] = nil }
        case .job(let id, _): jobs[id] = nil
        }
    }

    /// Removes and returns the attempt with this number of a run.
    mutating func take(_ id: RunID, _ number: Int32) -> LiveAttempt? {
        let slot = Int(id.slot)
        guard slot < tasks.count, let attempt = tasks[slot], case .task(id, _) = attempt.owner, attempt.number == number
        else { return nil }
        tasks[slot] = nil
        return attempt
    }

    /// Removes and returns a run of a job.
    mutating func take(_ id: JobRunID) -> LiveAttempt? { jobs.removeValue(forKey: id) }

    /// Removes and returns all attempts.
    mutating func takeAll() -> [LiveAttempt] {
        defer { (tasks, jobs) = ([], [:]) }
        return all
    }

    /// Attempts whose bodies returned by `instant` but whose threads have not reported it yet, the earliest first.
    func returned(until instant: Instant) -> [LiveAttempt] {
        all.filter { !$0.isReported && $0.returned <= instant }.sorted { $0.returned < $1.returned }
    }

    private var all: [LiveAttempt] { tasks.compactMap { $0 } + jobs.values }
}
