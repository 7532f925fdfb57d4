import SchedulerCore

/// The executing side of a lane: starts that wait for a thread, and the threads. Decides nothing: how many runs there
/// are at once, and which, the rules have said when they ordered the starts.
struct LaneWork {
    /// The most threads of one lane, however wide it is.
    static let threadLimit = 64
    /// A batch is meant to last about so long, in nanoseconds: what a report may come late by.
    static let batchLength = 20_000
    /// Another thread is only woken for at least so much work, in nanoseconds.
    static let wakeWorth = 8_000
    /// Bodies shorter than this, in nanoseconds, are left to one thread: ordering them takes longer, that is done by one
    /// thread at a time, and what it touches would move from processor to processor.
    static let bodyWorth = 200

    let name: String
    /// How many threads may work it at once.
    let width: Int
    var queue = StartQueue()
    let condition = Condition()
    let bell = Bell()
    /// Threads, those of them that wait, and those that were told to wake and have not yet.
    var threads = 0
    var idle = 0
    var waking = 0
    /// Those that wait for the bell, and how many of them it has called.
    var lingering = 0
    var called = 0
    /// What threads are at. Each batch is held by its thread until that has taken it out here: not counted, as that would
    /// be done for every start of a chain.
    private let working = WorkingBatches()
    /// What a body takes, in nanoseconds, as measured last; long, until something was measured.
    private(set) var cost = LaneWork.batchLength
    /// How many such make a batch.
    private var usualSize = 1
    private var unmeasured = 0
    /// How often something was taken from the queue.
    var takes = 0
    /// `takes` when the patrol came last.
    var takesSeen = -1

    init(name: String, width: Int) {
        self.name = name
        self.width = min(max(1, width), Self.threadLimit)
    }

    /// What threads are at.
    var batches: some Sequence<AttemptBatch> { working.lazy.map { $0.takeUnretainedValue() } }

    /// A thread is at `batch` from now on; it keeps it until `end`.
    @inline(__always)
    mutating func begin(_ batch: AttemptBatch) {
        working.append(.passUnretained(batch))
        takes &+= 1
    }

    /// No thread is at `batch` any more.
    @inline(__always)
    mutating func end(_ batch: AttemptBatch) {
        working.remove(.passUnretained(batch))
    }

    /// Threads that are at work or about to be.
    var awake: Int { threads - idle + waking }

    /// Whether a thread waits that nobody has woken.
    var hasIdle: Bool { idle > waking }

    /// Whether one more thread can be woken or made.
    var mayWake: Bool { hasIdle || threads < width }

    /// Nanoseconds of work in the queue, as far as can be told.
    var waitingWork: Int { cost * queue.count }

    /// Whether another thread is worth its while, of those that are busy with short bodies.
    func wantsThread(atMost limit: Int) -> Bool {
        let awake = awake
        return awake == 0 || (awake < limit && isWorthSharing && waitingWork > Self.wakeWorth * awake)
    }

    /// Whether the others do without the thread that asks: bodies are short, and somebody is at a batch who comes back for
    /// the rest. Only who can be told to be stuck counts: who was at a batch when the patrol came does not, nor does a
    /// thread that is on its way or in the app's own code between two batches.
    var canSpareThread: Bool { width > 1 && !isWorthSharing && hasQuickWorker }

    private var hasQuickWorker: Bool { working.contains { $0._withUnsafeGuaranteedRef { $0.visits == 0 } } }

    /// Whether a thread without work looks out for some before it goes to sleep: others are at short bodies, so there may
    /// be more soon.
    var mayLinger: Bool { isWorthSharing && cost < Self.batchLength && hasQuickWorker }

    /// Calls one that waits; the bell where somebody listens, as that needs no system call.
    mutating func wakeOne() {
        waking += 1
        guard lingering > called else { return condition.signal() }
        called += 1
        bell.ring()
    }

    private var isWorthSharing: Bool { width > 1 && cost >= Self.bodyWorth }

    /// How many starts a thread takes at once.
    var batchSize: Int {
        // With others about, half is left to them where it is worth their while.
        isWorthSharing && waitingWork > Self.wakeWorth ? min(usualSize, (queue.count + 1) / 2) : usualSize
    }

    /// Whether the next batch of so many attempts is to be measured: small ones now and then only.
    mutating func measures(_ count: Int) -> Bool {
        guard count == 1, cost < Self.batchLength / AttemptBatch.limit else { return true }
        unmeasured += 1
        return unmeasured % 16 == 0
    }

    /// A batch of `count` took so long. One slow body is believed at once, quick ones little by little.
    mutating func learn(_ nanoseconds: Int64, _ count: Int) {
        let measured = Int(clamping: nanoseconds) / max(1, count)
        cost = measured > cost ? measured : (cost + measured) / 2
        usualSize = max(1, min(AttemptBatch.limit, Self.batchLength / max(1, cost)))
    }
}

/// The batches that a lane's threads are at, not counted; a list that changes without a look at who else holds it. Copies
/// share it; it is touched under the driver's lock only.
private struct WorkingBatches: Sequence {
    /// Owns the memory: how many there are, and they themselves. A lane has no more threads, and inline execution one.
    private final class Storage {
        static let limit = LaneWork.threadLimit + 1
        let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        let base = UnsafeMutablePointer<Unmanaged<AttemptBatch>>.allocate(capacity: limit)

        init() { count.initialize(to: 0) }

        deinit {
            count.deallocate()
            base.deallocate()
        }
    }

    private let storage: Storage
    private let count: UnsafeMutablePointer<Int>
    private let base: UnsafeMutablePointer<Unmanaged<AttemptBatch>>

    init() {
        storage = Storage()
        (count, base) = (storage.count, storage.base)
    }

    @inline(__always)
    func append(_ batch: Unmanaged<AttemptBatch>) {
        precondition(count.pointee < Storage.limit, "each thread is at one batch")
        (base + count.pointee).initialize(to: batch)
        count.pointee &+= 1
    }

    /// Takes out a batch; most often the last one.
    @inline(__always)
    func remove(_ batch: Unmanaged<AttemptBatch>) {
        var place = count.pointee &- 1
        while place >= 0, base[place].toOpaque() != batch.toOpaque() { place &-= 1 }
        guard place >= 0 else { return }
        count.pointee &-= 1
        for later in place..<count.pointee { base[later] = base[later + 1] }
    }

    func makeIterator() -> UnsafeBufferPointer<Unmanaged<AttemptBatch>>.Iterator {
        UnsafeBufferPointer(start: base, count: count.pointee).makeIterator()
    }
}
