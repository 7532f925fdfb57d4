import SchedulerCore

/// The ends of attempts under way: earliest first, and at one instant the one that started first.
///
/// Lanes are narrow, so a few ends are under way: up to `flatLimit` they stand in no order, and the first is looked for
/// among all without a branch on what is as good as random. More of them are a binary heap (Williams 1964; Floyd 1964)
/// in the same storage, until half as many are left. Insert and removal of the first cost O(log n).
struct EndQueue<Run: Hashable & Sendable>: Sendable {
    /// One attempt's end.
    struct End: Sendable {
        var time: Instant
        var order: Int64
        var run: Run
        var outcome: Outcome

        /// Ends come in the order of their keys.
        @inline(__always)
        fileprivate var key: Int128 { Int128(time.nanoseconds) << 64 | Int128(order) }
    }

    /// How many ends stand in no order at most.
    static var flatLimit: Int { 16 }

    /// What stands behind `count` is left over.
    private var ends: [End] = []
    private var count = 0
    /// Where the first end stands.
    private var first = 0
    private var isHeap = false
    private var nextOrder: Int64 = 0

    /// When the first end is.
    private(set) var firstTime: Instant = .distantFuture
    /// Whether no attempt is under way that ends by itself.
    var isEmpty: Bool { count == 0 }

    /// Adds an end.
    @inline(__always)
    mutating func insert(_ run: Run, at time: Instant, _ outcome: Outcome) {
        let end = End(time: time, order: nextOrder, run: run, outcome: outcome)
        nextOrder &+= 1
        if count == ends.count { ends.append(end) } else { ends[count] = end }
        count &+= 1
        if isHeap || count > Self.flatLimit { return insertIntoHeap() }
        // Of several at one instant the one that came first stays the first.
        first = time < firstTime ? count &- 1 : first
        firstTime = min(firstTime, time)
    }

    /// Takes out the first end if it is due at `now`.
    @inline(__always)
    mutating func popDue(at now: Instant) -> End? {
        guard firstTime <= now, count > 0 else { return nil }
        let end = ends[first]
        remove(at: first)
        return end
    }

    /// Takes out all ends.
    mutating func removeAll() {
        (count, first, isHeap, firstTime) = (0, 0, false, .distantFuture)
    }

    /// Takes out the end of `run`; O(n).
    mutating func remove(_ run: Run) {
        if let index = ends[..<count].firstIndex(where: { $0.run == run }) { remove(at: index) }
    }

    @inline(__always)
    private mutating func remove(at index: Int) {
        count &-= 1
        if isHeap { return removeFromHeap(at: index) }
        ends[index] = ends[count]
        findFirst()
    }

    @inline(__always)
    private mutating func findFirst() {
        guard count > 0 else {
            (first, firstTime) = (0, .distantFuture)
            return
        }
        let count = count
        first = ends.withUnsafeBufferPointer { ends in
            var best = 0
            var bestKey = ends[0].key
            for index in 1..<max(1, count) {
                let key = ends[index].key
                let isBetter = key < bestKey
                best = isBetter ? index : best
                bestKey = isBetter ? key : bestKey
            }
            return best
        }
        firstTime = ends[first].time
    }
}

/// Many ends.
extension EndQueue {
    @inline(never)
    private mutating func insertIntoHeap() {
        if isHeap {
            siftUp(from: count - 1)
        } else {
            isHeap = true
            for index in stride(from: count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
        }
        (first, firstTime) = (0, ends[0].time)
    }

    @inline(never)
    private mutating func removeFromHeap(at index: Int) {
        if index < count {
            ends[index] = ends[count]
            siftDown(from: index)
            siftUp(from: index)
        }
        firstTime = ends[0].time
        if count <= Self.flatLimit / 2 { isHeap = false }
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0, ends[index].key < ends[(index - 1) / 2].key {
            ends.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while true {
            var least = index
            let left = 2 * index + 1
            if left < count, ends[left].key < ends[least].key { least = left }
            if left + 1 < count, ends[left + 1].key < ends[least].key { least = left + 1 }
            if least == index { return }
            ends.swapAt(index, least)
            index = least
        }
    }
}
