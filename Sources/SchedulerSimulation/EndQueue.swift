import SchedulerCore

/// The ends of attempts under way: earliest first, and at one instant the one that started first.
///
/// The next few stand in a short sorted list, since lanes are narrow; what comes after them in a binary heap (Williams
/// 1964). Insert and removal of the first cost O(log n), with up to `nearLimit` ends under way a handful of moves.
struct EndQueue<Run: Hashable & Sendable>: Sendable {
    /// One attempt's end.
    struct End: Sendable {
        var time: Instant
        var order: Int64
        var run: Run
        var outcome: Outcome

        /// Whether this end comes before another.
        @inline(__always)
        func precedes(_ other: End) -> Bool {
            time == other.time ? order < other.order : time < other.time
        }
    }

    /// How many ends stand in the sorted list at most.
    static var nearLimit: Int { 32 }

    /// The first ends, the very first last; what stands behind `nearCount` is left over.
    private var near: [End] = []
    private var nearCount = 0
    /// All that come after those in `near`, a heap; empty unless `near` was once full.
    private var far: [End] = []
    private var nextOrder: Int64 = 0

    /// When the first end is.
    private(set) var firstTime: Instant = .distantFuture
    /// Whether no attempt is under way that ends by itself.
    var isEmpty: Bool { nearCount == 0 }

    /// Adds an end.
    mutating func insert(_ run: Run, at time: Instant, _ outcome: Outcome) {
        let end = End(time: time, order: nextOrder, run: run, outcome: outcome)
        nextOrder += 1
        if nearCount == Self.nearLimit || !far.isEmpty { return insertFarther(end) }
        insertNear(end)
    }

    /// Takes out the first end if it is due at `now`.
    @inline(__always)
    mutating func popDue(at now: Instant) -> End? {
        guard firstTime <= now, nearCount > 0 else { return nil }
        nearCount -= 1
        let first = near[nearCount]
        noteFirst()
        return first
    }

    /// Takes out all ends.
    mutating func removeAll() {
        (nearCount, firstTime) = (0, .distantFuture)
        far.removeAll(keepingCapacity: true)
    }

    /// Takes out the end of `run`; O(n).
    mutating func remove(_ run: Run) {
        if let index = near[..<nearCount].firstIndex(where: { $0.run == run }) {
            near.remove(at: index)
            nearCount -= 1
            noteFirst()
        } else if let index = far.firstIndex(where: { $0.run == run }) {
            removeFar(at: index)
        }
    }

    @inline(__always)
    private mutating func noteFirst() {
        if nearCount == 0, !far.isEmpty { refill() }
        firstTime = nearCount == 0 ? .distantFuture : near[nearCount - 1].time
    }

    /// Moves up those that come after `end`, and puts it there.
    @inline(__always)
    private mutating func insertNear(_ end: End) {
        if nearCount == near.count { near.append(end) }
        near.withUnsafeMutableBufferPointer { places in
            var index = nearCount
            while index > 0, places[index - 1].precedes(end) {
                places[index] = places[index - 1]
                index -= 1
            }
            places[index] = end
        }
        nearCount += 1
        firstTime = near[nearCount - 1].time
    }
}

/// The heap of those that are farther off.
extension EndQueue {
    /// The list is full, or others stand between it and what comes last.
    @inline(never)
    private mutating func insertFarther(_ end: End) {
        guard end.precedes(near[0]) else { return insertFar(end) }
        if nearCount == Self.nearLimit {
            insertFar(near.removeFirst())
            nearCount -= 1
        }
        insertNear(end)
    }

    /// Half a list anew, so that inserting finds room.
    @inline(never)
    private mutating func refill() {
        var next: [End] = []
        while next.count < Self.nearLimit / 2, !far.isEmpty { next.append(removeFar(at: 0)) }
        near = next.reversed()
        nearCount = near.count
    }

    private mutating func insertFar(_ end: End) {
        far.append(end)
        siftUp(from: far.count - 1)
    }

    @discardableResult
    private mutating func removeFar(at index: Int) -> End {
        far.swapAt(index, far.count - 1)
        let removed = far.removeLast()
        if index < far.count {
            siftDown(from: index)
            siftUp(from: index)
        }
        return removed
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0, far[index].precedes(far[(index - 1) / 2]) {
            far.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while true {
            var least = index
            let left = 2 * index + 1
            if left < far.count, far[left].precedes(far[least]) { least = left }
            if left + 1 < far.count, far[left + 1].precedes(far[least]) { least = left + 1 }
            if least == index { return }
            far.swapAt(index, least)
            index = least
        }
    }
}
