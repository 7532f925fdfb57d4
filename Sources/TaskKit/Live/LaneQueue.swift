import SchedulerCore

/// A start that the rules ordered and no thread has begun; 32 bytes, half a cache line.
struct Start: BitwiseCopyable {
    var id: RunID
    var task: TaskID
    var run: Int32
    var attempt: Int32
    var time: Instant
}

/// Which attempt of which run.
struct StartID: Hashable {
    var run: RunID
    var attempt: Int32
}

/// First in, first out; a ring that grows. What was taken too early can be put back in front.
///
/// Copies share the ring: only one of them is to be changed.
struct StartQueue {
    /// Owns the memory.
    private final class Ring {
        let base: UnsafeMutablePointer<Start>

        init(capacity: Int) { base = .allocate(capacity: capacity) }

        deinit { base.deallocate() }
    }

    private var ring = Ring(capacity: 0)
    private var base: UnsafeMutablePointer<Start>
    /// A power of two, or 0.
    private var capacity = 0
    private var first = 0
    private(set) var count = 0

    init() { base = ring.base }

    @inline(__always)
    mutating func append(_ start: Start) {
        if count == capacity { grow() }
        (base + ((first &+ count) & (capacity &- 1))).initialize(to: start)
        count &+= 1
    }

    @inline(__always)
    mutating func popFirst() -> Start? {
        guard count > 0 else { return nil }
        let start = base[first]
        skip(1)
        return start
    }

    /// Takes out the first `wanted`, which are there, and writes them to `place`.
    @inline(__always)
    mutating func move(_ wanted: Int, to place: UnsafeMutablePointer<Start>) {
        for offset in 0..<wanted {
            (place + offset).initialize(to: base[(first &+ offset) & (capacity &- 1)])
        }
        skip(wanted)
    }

    @inline(__always)
    private mutating func skip(_ taken: Int) {
        first = (first &+ taken) & (capacity &- 1)
        count &-= taken
    }

    mutating func prepend(_ start: Start) {
        if count == capacity { grow() }
        first = (first &- 1) & (capacity &- 1)
        (base + first).initialize(to: start)
        count &+= 1
    }

    /// Of which tasks starts wait. O(count).
    func addTasks(to tasks: inout Set<TaskID>) {
        for start in all { tasks.insert(start.task) }
    }

    func contains(_ task: TaskID) -> [RunID] { all.filter { $0.task == task }.map(\.id) }

    private var all: [Start] { (0..<count).map { base[(first &+ $0) & (capacity &- 1)] } }

    @inline(never)
    private mutating func grow() {
        let old = all
        capacity = max(8, count * 2)
        ring = Ring(capacity: capacity)
        base = ring.base
        for (place, start) in old.enumerated() { (base + place).initialize(to: start) }
        first = 0
    }
}
