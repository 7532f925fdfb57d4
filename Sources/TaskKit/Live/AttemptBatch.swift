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

    init(owner: Owner, run: Int64, attempt: Int32, place: Int32, startedAt: Instant) {
        (self.owner, self.run, self.attempt) = (owner, run, attempt)
        (self.place, self.startedAt) = (place, startedAt)
    }

    /// A start of a task.
    init(_ start: Start) {
        self.init(
            owner: .task(start.id, start.task), run: Int64(start.run), attempt: start.attempt, place: start.task.index,
            startedAt: start.time)
    }
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
        var count = 0
        /// Which of them are synchronous bodies of the batch's table, one bit each; of the others ask for the definition.
        var plain: UInt64 = 0
        /// Where it is a run of a job, the batch's only attempt; there is no start then.
        var job: Attempt?
        /// By the attempts' places.
        var extras: [Int: AttemptExtra] = [:]
    }

    private let guarded: UnsafeMutablePointer<Guarded>
    private let contents: UnsafeMutablePointer<Contents>
    /// In the order in which they begin.
    private let starts: UnsafeMutablePointer<Start>
    /// Of all attempts that have no other one.
    private let definitions: Definitions
    /// A context of the plain attempt under way that holds no reference to the batch, lent to its body.
    private let lent: UnsafeMutableRawPointer
    /// What the bodies came to that returned, by place; means nothing for those that report later.
    private let outcomes: UnsafeMutablePointer<Outcome>
    let lane: Int
    let laneName: String
    private let next = Atomic<Int>(0)
    private let returned = Atomic<Int>(0)
    private let cancelled = Atomic<UInt64>(0)
    /// Attempts whose bodies returned and that report later, or did not begin. Written by the thread that works it.
    private let open = Atomic<UInt64>(0)

    init(lane: Int, laneName: String, _ definitions: Definitions) {
        (self.lane, self.laneName, self.definitions) = (lane, laneName, definitions)
        guarded = .allocate(capacity: 1)
        guarded.initialize(to: Guarded())
        contents = .allocate(capacity: 1)
        contents.initialize(to: Contents())
        starts = .allocate(capacity: Self.limit)
        outcomes = .allocate(capacity: Self.limit)
        lent = .allocate(byteCount: MemoryLayout<RunContext>.size, alignment: MemoryLayout<RunContext>.alignment)
        lent.storeBytes(of: RunContext.Lent(batch: .passUnretained(self), index: 0), as: RunContext.Lent.self)
    }

    deinit {
        guarded.deinitialize(count: 1)
        guarded.deallocate()
        contents.deinitialize(count: 1)
        contents.deallocate()
        starts.deallocate()
        outcomes.deallocate()
        lent.deallocate()
    }

    /// By the thread that works it: runs the plain body at `place` of the table as attempt `index`. Whoever keeps the context
    /// counts a reference then; lending it costs none.
    @inline(__always)
    func runPlain(_ index: Int, at place: Int) throws {
        lent.storeBytes(of: index, toByteOffset: RunContext.Lent.indexOffset, as: Int.self)
        try definitions.runSync(at: place, lent.assumingMemoryBound(to: RunContext.Borrowed.self))
    }

    /// How many attempts it has.
    @inline(__always) var count: Int { contents.pointee.count }

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

    /// By the thread that works it: the body of `index` has returned; nil: it reports later, or did not begin.
    @inline(__always)
    func noteReturn(of index: Int, _ outcome: Outcome?) {
        if let outcome {
            (outcomes + index).initialize(to: outcome)
        } else {
            open.store(open.load(ordering: .relaxed) | 1 &<< UInt64(index), ordering: .relaxed)
        }
        returned.store(index + 1, ordering: .releasing)
    }

    /// Under the driver's lock: what bodies came to that have returned since it was last asked for, with their places;
    /// without those that report later.
    func takeReturned(_ take: (Int, Outcome) -> Void) {
        let end = returnedCount
        let open = open.load(ordering: .relaxed)
        while guarded.pointee.handedIn < end {
            let index = guarded.pointee.handedIn
            guarded.pointee.handedIn += 1
            if open & 1 &<< UInt64(index) == 0 { take(index, outcomes[index]) }
        }
    }

    /// One attempt.
    subscript(index: Int) -> Attempt { contents.pointee.job ?? Attempt(starts[index]) }

    /// Whether an attempt is a synchronous body of the batch's table, and where that stands there.
    @inline(__always)
    func plainPlace(of index: Int) -> Int? {
        contents.pointee.plain & 1 &<< UInt64(index) != 0 ? starts[index].task.offset : nil
    }

    /// Takes over the first `count` starts of a queue, all of them plain, while nobody else knows the batch, which is empty.
    @inline(__always)
    func fill(_ count: Int, from queue: inout StartQueue) {
        queue.move(count, to: starts)
        contents.pointee.count = count
        contents.pointee.plain = .max
    }

    /// Adds an attempt while nobody else knows the batch.
    func append(_ start: Start, isPlain: Bool, _ extra: AttemptExtra) {
        if !extra.isEmpty { contents.pointee.extras[count] = extra }
        if isPlain { contents.pointee.plain |= 1 &<< UInt64(count) }
        (starts + count).initialize(to: start)
        contents.pointee.count += 1
    }

    /// Makes an empty batch one run of a job.
    func append(_ start: JobStart) {
        contents.pointee.extras[0] = AttemptExtra(job: start.job)
        contents.pointee.job = start.attempt
        let none = RunID(slot: -1, sequence: -1)
        starts.initialize(to: Start(id: none, task: TaskID(-1), run: 0, attempt: 0, time: .zero))
        contents.pointee.count = 1
    }

    /// What an attempt executes.
    func definition(of index: Int) -> Definition {
        extra(of: index)?.definition ?? Definition(definitions, at: Int(self[index].place))
    }

    /// What an attempt has besides; nothing, for most.
    func extra(of index: Int) -> AttemptExtra? {
        contents.pointee.extras.isEmpty ? nil : contents.pointee.extras[index]
    }

    /// As new; only for who alone knows it.
    func reset() {
        contents.pointee.count = 0
        contents.pointee.plain = 0
        contents.pointee.job = nil
        if !contents.pointee.extras.isEmpty { contents.pointee.extras = [:] }
        next.store(0, ordering: .relaxed)
        cancelled.store(0, ordering: .relaxed)
        returned.store(0, ordering: .relaxed)
        open.store(0, ordering: .relaxed)
        guarded.pointee.reported = 0
        guarded.pointee.handedIn = 0
        guarded.pointee.visits = 0
        guarded.pointee.ended = .zero
        if !guarded.pointee.cancellations.isEmpty { guarded.pointee.cancellations = [:] }
    }

    /// The next attempt to begin, after `last` (-1: the first); nil where none is left. Only one thread asks, so that the
    /// end is known without a look at what was taken back.
    @inline(__always)
    func claim(after last: Int) -> Int? {
        guard last + 1 < count else { return nil }
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
