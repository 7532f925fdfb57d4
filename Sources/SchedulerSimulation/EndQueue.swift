import SchedulerCore

/// The ends of attempts under way: earliest first, and at one instant the one that started first.
///
/// A binary heap (Williams 1964), as small as the lanes are wide.
struct EndQueue: Sendable {
    /// One attempt's end.
    struct End: Sendable {
        var time: Instant
        var order: Int64
        var run: RunID
        var outcome: Outcome
    }

    private var heap: [End] = []
    private var nextOrder: Int64 = 0

    /// When the first end is.
    var firstTime: Instant { heap.isEmpty ? .distantFuture : heap[0].time }
    /// Whether no attempt is under way that ends by itself.
    var isEmpty: Bool { heap.isEmpty }

    /// Adds an end.
    mutating func insert(_ run: RunID, at time: Instant, _ outcome: Outcome) {
        heap.append(End(time: time, order: nextOrder, run: run, outcome: outcome))
        nextOrder += 1
        siftUp(heap.count - 1)
    }

    /// Takes out the first end if it is due at `now`.
    mutating func popDue(at now: Instant) -> End? {
        guard let first = heap.first, first.time <= now else { return nil }
        remove(at: 0)
        return first
    }

    /// Takes out the end of `run`; O(n).
    mutating func remove(_ run: RunID) {
        guard let index = heap.firstIndex(where: { $0.run == run }) else { return }
        remove(at: index)
    }

    private mutating func remove(at index: Int) {
        let last = heap.removeLast()
        guard index < heap.count else { return }
        heap[index] = last
        siftDown(index)
        siftUp(index)
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (heap[left], heap[right])
        return left.time == right.time ? left.order < right.order : left.time < right.time
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0, precedes(index, (index - 1) / 2) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var least = index
            let left = 2 * index + 1
            if left < heap.count, precedes(left, least) { least = left }
            if left + 1 < heap.count, precedes(left + 1, least) { least = left + 1 }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
