/// The ready runs of one lane: by priority, then by release number. All operations are O(1) for what is usual; see
/// `SequenceSet`.
struct ReadyQueue: Sendable {
    private var sets = Array(repeating: SequenceSet(), count: Priority.allCases.count)
    /// One bit for each priority with members.
    private var occupied: UInt8 = 0
    /// How many runs wait.
    private(set) var count = 0

    /// Adds a run; its number is not in the queue.
    mutating func insert(_ run: Int32, priority: UInt8, sequence: Int64) {
        sets[Int(priority)].insert(sequence, run)
        occupied |= 1 << priority
        count += 1
    }

    /// The run that starts next.
    var first: Int32? {
        occupied == 0 ? nil : sets[occupied.trailingZeroBitCount].first?.payload
    }

    /// Takes out the run that starts next.
    mutating func popFirst() -> Int32? {
        guard occupied != 0 else { return nil }
        let priority = occupied.trailingZeroBitCount
        let run = sets[priority].popFirst()
        count -= 1
        if sets[priority].count == 0 { occupied &= ~(1 << UInt8(priority)) }
        return run
    }

    /// Takes out a run; false if it does not wait here.
    mutating func remove(priority: UInt8, sequence: Int64) -> Bool {
        guard sets[Int(priority)].remove(sequence) else { return false }
        count -= 1
        if sets[Int(priority)].count == 0 { occupied &= ~(1 << priority) }
        return true
    }
}

/// The ready runs of one lane by longest remaining path, then by release number: a binary heap, O(log n).
struct KeyedReadyQueue: Sendable {
    private struct Entry: Sendable {
        var key: UInt64
        var sequence: Int64
        var run: Int32

        func precedes(_ other: Entry) -> Bool {
            key == other.key ? sequence < other.sequence : key > other.key
        }
    }

    private var heap: [Entry] = []

    /// How many runs wait.
    var count: Int { heap.count }

    /// Adds a run; its number is not in the queue.
    mutating func insert(_ run: Int32, key: UInt64, sequence: Int64) {
        heap.append(Entry(key: key, sequence: sequence, run: run))
        siftUp(heap.count - 1)
    }

    /// Takes out the run that starts next.
    mutating func popFirst() -> Int32? {
        guard let first = heap.first else { return nil }
        removeEntry(at: 0)
        return first.run
    }

    /// Takes out a run; false if it does not wait here. O(n).
    mutating func remove(key: UInt64, sequence: Int64) -> Bool {
        guard let index = heap.firstIndex(where: { $0.sequence == sequence }) else { return false }
        removeEntry(at: index)
        return true
    }

    private mutating func removeEntry(at index: Int) {
        let last = heap.removeLast()
        guard index < heap.count else { return }
        heap[index] = last
        siftDown(index)
        siftUp(index)
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0, heap[index].precedes(heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
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
