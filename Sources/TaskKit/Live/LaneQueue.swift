import SchedulerCore

/// A start that the rules ordered and no thread has begun.
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
struct StartQueue {
    private var ring: [Start] = []
    private var first = 0
    private(set) var count = 0

    @inline(__always)
    mutating func append(_ start: Start) {
        if count == ring.count { grow(start) }
        ring[(first &+ count) & (ring.count &- 1)] = start
        count &+= 1
    }

    @inline(__always)
    mutating func popFirst() -> Start? {
        guard count > 0 else { return nil }
        let start = ring[first]
        first = (first &+ 1) & (ring.count &- 1)
        count &-= 1
        return start
    }

    mutating func prepend(_ start: Start) {
        if count == ring.count { grow(start) }
        first = (first &- 1) & (ring.count &- 1)
        ring[first] = start
        count &+= 1
    }

    /// Takes out what `isGone` says. O(count).
    mutating func remove(where isGone: (Start) -> Bool) {
        let kept = (0..<count).map { ring[(first &+ $0) & (ring.count &- 1)] }.filter { !isGone($0) }
        (first, count) = (0, 0)
        for start in kept { append(start) }
    }

    /// Of which tasks starts wait. O(count).
    func addTasks(to tasks: inout Set<TaskID>) {
        for place in 0..<count { tasks.insert(ring[(first &+ place) & (ring.count &- 1)].task) }
    }

    func contains(_ task: TaskID) -> [RunID] {
        (0..<count).map { ring[(first &+ $0) & (ring.count &- 1)] }.filter { $0.task == task }.map(\.id)
    }

    private mutating func grow(_ filler: Start) {
        let old = (0..<count).map { ring[(first &+ $0) & (ring.count &- 1)] }
        ring = old + Array(repeating: filler, count: max(8, old.count * 2) - old.count)
        first = 0
    }
}
