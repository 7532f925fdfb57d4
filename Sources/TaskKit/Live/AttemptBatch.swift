import SchedulerCore
import Synchronization

/// What came with a command, shared by the runs that see it.
final class SharedContext: Sendable {
    let context: EventContext

    init(_ context: EventContext) {
        self.context = context
    }
}

/// One attempt of a task or job, on its way to a thread; nothing in it is counted.
struct Attempt: Sendable {
    /// To whom its end is reported.
    enum Owner: Sendable {
        case task(RunID, TaskID)
        case job(JobRunID, TaskID)
    }

    let owner: Owner
    let run: Int64
    let attempt: Int32
    /// The place of its definition in its batch's table.
    let place: Int32
    let startedAt: Instant
    /// Whether that is a synchronous body; else ask for the definition.
    let isPlain: Bool
}

/// What few attempts have besides.
struct AttemptExtra: Sendable {
    /// The definition, where it is not of the batch's table.
    var definition: Definition?
    var event: SharedContext?
    /// The job that the run works, as it was when the run began.
    var job: Job?

    var isEmpty: Bool { definition == nil && event == nil && job == nil }
}

/// A run of a job on its way to a thread.
struct JobStart: Sendable {
    let attempt: Attempt
    let job: Job
}

/// Attempts handed to a thread at once, in the order of their starts.
///
/// A thread takes them by `claim`, one after the other; what it has not claimed can be taken back. `@unchecked
/// Sendable`: attempts only change while nobody else knows the batch, all else but the atomics only under the driver's
/// lock.
final class AttemptBatch: @unchecked Sendable {
    /// The most attempts of one batch: a bit each in a word.
    static let limit = 64

    /// What only changes under the driver's lock. Behind pointers, as the rest, since a class's own variables are checked
    /// for overlapping access each time; apart from what threads read without the lock.
    private struct Guarded {
        /// Attempts whose end was reported, one bit each.
        var reported: UInt64 = 0
        /// How many of the bodies that returned the rules know.
        var handedIn = 0
        var worker: ThreadID?
        var visits = 0
        /// When its thread was through with it; in the past as long as that is not known.
        var ended = Instant.zero
        /// What else an attempt's cancellation does.
        var cancellations: [Int: @Sendable () -> Void] = [:]
    }

    /// What does not change once the batch is given to a thread.
    private struct Contents {
        var attempts: [Attempt] = []
        /// By the attempts' places.
        var extras: [Int: AttemptExtra] = [:]
    }

    private let guarded: UnsafeMutablePointer<Guarded>
    private let contents: UnsafeMutablePointer<Contents>
    /// Of all attempts that have no other one.
    let definitions: Definitions
    /// What the bodies came to that returned, by place; nil: such a one reports later.
    private let outcomes: UnsafeMutablePointer<Outcome?>
    let lane: Int
    let laneName: String
    private let next = Atomic<Int>(0)
    private let returned = Atomic<Int>(0)
    private let cancelled = Atomic<UInt64>(0)

    init(lane: Int, laneName: String, _ definitions: Definitions) {
        (self.lane, self.laneName, self.definitions) = (lane, laneName, definitions)
        guarded = .allocate(capacity: 1)
        guarded.initialize(to: Guarded())
        contents = .allocate(capacity: 1)
        contents.initialize(to: Contents())
        contents.pointee.attempts.reserveCapacity(8)
        outcomes = .allocate(capacity: Self.limit)
    }

    deinit {
        guarded.deinitialize(count: 1)
        guarded.deallocate()
        contents.deinitialize(count: 1)
        contents.deallocate()
        outcomes.deallocate()
    }

    /// In the order of their starts.
    @inline(__always) var attempts: [Attempt] { contents.pointee.attempts }

    /// How many attempts it has.
    @inline(__always) var count: Int { contents.pointee.attempts.count }

    /// The thread that works it.
    var worker: ThreadID? {
        get { guarded.pointee.worker }
        set { guarded.pointee.worker = newValue }
    }

    /// When its thread was through with it, once that says so.
    var ended: Instant {
        get { guarded.pointee.ended }
        set { guarded.pointee.ended = newValue }
    }

    /// Whether some attempt brought an app's objects along.
    var hasExtras: Bool { !contents.pointee.extras.isEmpty }

    /// How often the patrol came by.
    var visits: Int {
        get { guarded.pointee.visits }
        set { guarded.pointee.visits = newValue }
    }

    /// Whether the end of every attempt was reported.
    var isReported: Bool { guarded.pointee.reported.nonzeroBitCount == count }

    /// How many bodies have returned; they begin and return one after the other.
    @inline(__always) var returnedCount: Int { returned.load(ordering: .acquiring) }

    /// Under the driver's lock: whether bodies have returned that the rules do not know.
    var hasReturned: Bool { guarded.pointee.handedIn < returnedCount }

    /// By the thread that works it: the body of `index` has returned.
    @inline(__always)
    func noteReturn(of index: Int, _ outcome: Outcome?) {
        (outcomes + index).initialize(to: outcome)
        returned.store(index + 1, ordering: .releasing)
    }

    /// Under the driver's lock: what bodies came to that have returned since it was last asked for, with their places.
    @inline(__always)
    func takeReturned(_ take: (Int, Outcome) -> Void) {
        let end = returnedCount
        while guarded.pointee.handedIn < end {
            let index = guarded.pointee.handedIn
            guarded.pointee.handedIn += 1
            if let outcome = outcomes[index] { take(index, outcome) }
        }
    }

    /// One attempt, without a copy of the others.
    @inline(__always)
    subscript(index: Int) -> Attempt {
        @inline(__always) _read { yield contents.pointee.attempts[index] }
    }

    /// Adds an attempt, before the batch is given to a thread.
    @inline(__always)
    func append(_ attempt: Attempt) {
        contents.pointee.attempts.append(attempt)
    }

    /// The same, of one that has more.
    func append(_ attempt: Attempt, _ extra: AttemptExtra) {
        if !extra.isEmpty { contents.pointee.extras[count] = extra }
        append(attempt)
    }

    /// What an attempt executes.
    func definition(of index: Int) -> Definition {
        extra(of: index)?.definition ?? Definition(definitions, at: Int(attempts[index].place))
    }

    /// What an attempt has besides; nothing, for most.
    func extra(of index: Int) -> AttemptExtra? {
        contents.pointee.extras.isEmpty ? nil : contents.pointee.extras[index]
    }

    /// As new; only for who alone knows it.
    func reset() {
        contents.pointee.attempts.removeAll(keepingCapacity: true)
        if !contents.pointee.extras.isEmpty { contents.pointee.extras = [:] }
        next.store(0, ordering: .relaxed)
        cancelled.store(0, ordering: .relaxed)
        returned.store(0, ordering: .relaxed)
        guarded.pointee.reported = 0
        guarded.pointee.handedIn = 0
        guarded.pointee.visits = 0
        guarded.pointee.ended = .zero
        if !guarded.pointee.cancellations.isEmpty { guarded.pointee.cancellations = [:] }
    }

    /// The next attempt to begin; nil where none is left to this thread.
    @inline(__always)
    func claim() -> Int? {
        let index = next.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
        return index < count ? index : nil
    }

    /// Takes back what nobody claimed: from now on nothing of this batch begins. The first that is taken back, or the
    /// number of attempts.
    func withdraw() -> Int {
        min(count, next.exchange(Self.limit * 2, ordering: .acquiringAndReleasing))
    }

    @inline(__always)
    func isCancelled(_ index: Int) -> Bool {
        cancelled.load(ordering: .acquiring) & (1 << UInt64(index)) != 0
    }

    /// Under the driver's lock. What is to be done besides, once the lock is free: it may be the app's own code.
    func cancel(_ index: Int) -> (@Sendable () -> Void)? {
        cancelled.bitwiseOr(1 << UInt64(index), ordering: .acquiringAndReleasing)
        return guarded.pointee.cancellations.removeValue(forKey: index)
    }

    /// Under the driver's lock: `action` belongs to the attempt's cancellation; false where it was cancelled before.
    func whenCancelled(_ index: Int, _ action: @escaping @Sendable () -> Void) -> Bool {
        guard !isCancelled(index) else { return false }
        if !isReported(index) { guarded.pointee.cancellations[index] = action }
        return true
    }

    /// Marks an end as reported; false where it was.
    @inline(__always)
    func takeReport(_ index: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(index)
        guard guarded.pointee.reported & bit == 0 else { return false }
        guarded.pointee.reported |= bit
        if !guarded.pointee.cancellations.isEmpty { guarded.pointee.cancellations[index] = nil }
        return true
    }

    func isReported(_ index: Int) -> Bool { guarded.pointee.reported & (1 << UInt64(index)) != 0 }
}
