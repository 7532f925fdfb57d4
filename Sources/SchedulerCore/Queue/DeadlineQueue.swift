/// What the scheduler has to come back for, besides ticks.
struct Deadline: Sendable {
    /// The kinds, in the order in which they are served at one instant.
    enum Kind: UInt8, Sendable {
        case timeout, gap, retry, openAfterLaunch, suspend
    }

    /// When.
    var time: Instant
    /// What for.
    var kind: Kind
    /// The run slot or the lane.
    var subject: Int32
    /// The run's release number and attempt, so that a late deadline of an ended attempt is told apart.
    var sequence: Int64
    var attempt: Int32
    /// Insertion order, the last criterion.
    var order: Int64

    /// Earlier time, then kind, then insertion.
    func precedes(_ other: Deadline) -> Bool {
        if time != other.time { return time < other.time }
        if kind != other.kind { return kind.rawValue < other.kind.rawValue }
        return order < other.order
    }
}

/// A binary heap of deadlines (Williams 1964). Insert and removal cost O(log n), the first O(1).
///
/// Cancelled entries stay until they are due or until they are more than half: the owner reports each with
/// `noteDead`, and sweeps with `compact` when `isMostlyDead`.
struct DeadlineQueue: Sendable {
    private var heap: [Deadline] = []
    private var nextOrder: Int64 = 0
    private var dead = 0

    /// The instant of the first entry, dead or not.
    var firstTime: Instant { heap.isEmpty ? .distantFuture : heap[0].time }
    /// Whether sweeping pays.
    var isMostlyDead: Bool { dead > 64 && dead * 2 > heap.count }

    /// Adds a deadline.
    mutating func insert(
        _ kind: Deadline.Kind, at time: Instant, subject: Int32, sequence: Int64 = 0, attempt: Int32 = 0
    ) {
        let entry = Deadline(
            time: time, kind: kind, subject: subject, sequence: sequence, attempt: attempt, order: nextOrder)
        nextOrder += 1
        heap.append(entry)
        siftUp(heap.count - 1)
    }

    /// Takes out the first entry if it is due at `now`.
    mutating func popDue(at now: Instant) -> Deadline? {
        guard let first = heap.first, first.time <= now else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown(0)
        }
        return first
    }

    /// Whether an entry satisfies `condition`. O(n).
    func contains(where condition: (Deadline) -> Bool) -> Bool {
        heap.contains(where: condition)
    }

    /// Counts one entry that no longer means anything.
    mutating func noteDead() {
        dead += 1
    }

    /// Drops the entries for which `isLive` is false. O(n).
    mutating func compact(_ isLive: (Deadline) -> Bool) {
        heap = heap.filter(isLive)
        dead = 0
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
    }

    /// Forgets everything.
    mutating func removeAll() {
        heap.removeAll(keepingCapacity: true)
        dead = 0
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].precedes(heap[parent]) else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var least = index
            let left = 2 * index + 1
            if left < heap.count, heap[left].precedes(heap[least]) { least = left }
            if left + 1 < heap.count, heap[left + 1].precedes(heap[least]) { least = left + 1 }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
