import SchedulerCore

/// The ends of attempts under way: earliest first, and at one instant the one that started first.
///
/// A binary heap (Williams 1964), as small as the lanes are wide.
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

    /// The heap; what stands behind `count` is left over.
    private var heap: [End] = []
    private var count = 0
    private var nextOrder: Int64 = 0

    /// When the first end is.
    private(set) var firstTime: Instant = .distantFuture
    /// Whether no attempt is under way that ends by itself.
    var isEmpty: Bool { count == 0 }

    /// Adds an end.
    mutating func insert(_ run: Run, at time: Instant, _ outcome: Outcome) {
        let end = End(time: time, order: nextOrder, run: run, outcome: outcome)
        nextOrder += 1
        if count == heap.count { heap.append(end) }
        heap.withUnsafeMutableBufferPointer { Self.siftUp($0, end, from: count) }
        count += 1
        if time < firstTime { firstTime = time }
    }

    /// Takes out the first end if it is due at `now`.
    mutating func popDue(at now: Instant) -> End? {
        guard firstTime <= now, count > 0 else { return nil }
        return remove(at: 0)
    }

    /// Takes out all ends.
    mutating func removeAll() {
        (count, firstTime) = (0, .distantFuture)
    }

    /// Takes out the end of `run`; O(n).
    mutating func remove(_ run: Run) {
        guard let index = heap[..<count].firstIndex(where: { $0.run == run }) else { return }
        _ = remove(at: index)
    }

    private mutating func remove(at index: Int) -> End {
        count -= 1
        return heap.withUnsafeMutableBufferPointer { heap in
            let (removed, last) = (heap[index], heap[count])
            if index < count {
                let place = Self.siftDown(heap, last, from: index, count: count)
                Self.siftUp(heap, last, from: place)
            }
            firstTime = count == 0 ? .distantFuture : heap[0].time
            return removed
        }
    }

    /// Puts `end` where it belongs on the way from `start` to the top.
    @inline(__always)
    private static func siftUp(_ places: UnsafeMutableBufferPointer<End>, _ end: End, from start: Int) {
        var index = start
        while index > 0, end.precedes(places[(index - 1) / 2]) {
            places[index] = places[(index - 1) / 2]
            index = (index - 1) / 2
        }
        places[index] = end
    }

    /// Moves smaller ends up until `end` may stand at the place that is returned; it is not written there.
    @inline(__always)
    private static func siftDown(
        _ places: UnsafeMutableBufferPointer<End>, _ end: End, from start: Int, count: Int
    ) -> Int {
        var index = start
        while true {
            var child = 2 * index + 1
            guard child < count else { return index }
            if child + 1 < count, places[child + 1].precedes(places[child]) { child += 1 }
            guard places[child].precedes(end) else { return index }
            places[index] = places[child]
            index = child
        }
    }
}
