/// The ready runs of all lanes: in a lane by priority, then by release number. All operations are O(1) for what is
/// usual; see `SequenceSet`.
///
/// Copies share their storage until `makeUnique`, as with `Table`: who writes sees to that first.
struct ReadyQueues: @unchecked Sendable {
    /// Owns the sets: four of them for each lane, one a priority.
    private final class Storage {
        let sets: UnsafeMutablePointer<SequenceSet>
        let count: Int

        init(count: Int) {
            self.count = count
            sets = .allocate(capacity: count)
            for index in 0..<count { (sets + index).initialize(to: SequenceSet()) }
        }

        init(copying other: Storage) {
            count = other.count
            sets = .allocate(capacity: count)
            sets.initialize(from: other.sets, count: count)
            for index in 0..<count { sets[index].makeUnique() }
        }

        deinit {
            sets.deinitialize(count: count)
            sets.deallocate()
        }
    }

    /// What is to be known of a lane at a glance.
    private struct Head: BitwiseCopyable, Sendable {
        /// How many runs wait.
        var count: Int32 = 0
        /// One bit for each priority with members.
        var occupied: UInt8 = 0
    }

    private static let priorities = Priority.allCases.count

    private var storage: Storage
    private var sets: UnsafeMutablePointer<SequenceSet>
    private var heads: Table<Head>

    /// Empty queues for `lanes` lanes.
    init(lanes: Int) {
        storage = Storage(count: lanes * Self.priorities)
        sets = storage.sets
        heads = Table(repeating: Head(), count: lanes)
    }

    /// Takes storage of its own, so that writing changes no copy.
    mutating func makeUnique() {
        storage = Storage(copying: storage)
        sets = storage.sets
        heads.makeUnique()
    }

    /// How many runs wait in `lane`.
    @inline(__always)
    func count(in lane: Int) -> Int { Int(heads[lane].count) }

    /// Adds a run; its number is not in the queue.
    @inline(__always)
    mutating func insert(_ run: Int32, lane: Int, priority: UInt8, sequence: Int64) {
        sets[lane * Self.priorities + Int(priority)].insert(sequence, run)
        let head = heads.pointer(to: lane)
        head.pointee.occupied |= 1 &<< priority
        head.pointee.count &+= 1
    }

    /// The run of `lane` that starts next.
    func first(in lane: Int) -> Int32? {
        let occupied = heads[lane].occupied
        return occupied == 0 ? nil : sets[lane * Self.priorities + occupied.trailingZeroBitCount].first?.payload
    }

    /// Takes out the run of `lane` that starts next; -1: none waits.
    @inline(__always)
    mutating func popFirst(in lane: Int) -> Int32 {
        let head = heads.pointer(to: lane)
        guard head.pointee.occupied != 0 else { return -1 }
        let priority = head.pointee.occupied.trailingZeroBitCount
        let set = sets + (lane * Self.priorities + priority)
        let run = set.pointee.popFirst()
        head.pointee.count &-= 1
        // Without a branch: whether it was the last of its priority is as good as random.
        head.pointee.occupied &= ~((set.pointee.count == 0 ? 1 : 0) &<< UInt8(priority))
        return run
    }

    /// The runs of `lane` that start next as far as they stand in one word: one bit each from the lowest on, and where the
    /// run of bit 0 stands. nil: ask for one at a time.
    @inline(__always)
    func firstWord(in lane: Int) -> (bits: UInt64, runs: UnsafeMutablePointer<Int32>)? {
        let occupied = heads.pointer(to: lane).pointee.occupied
        guard occupied != 0,
            let word = sets[lane &* Self.priorities &+ occupied.trailingZeroBitCount].firstWord
        else { return nil }
        return (word.bits, word.payloads)
    }

    /// Takes out `count` runs of `lane`: these bits of its first word.
    @inline(__always)
    mutating func remove(_ bits: UInt64, _ count: Int, in lane: Int) {
        let head = heads.pointer(to: lane)
        let priority = head.pointee.occupied.trailingZeroBitCount
        let set = sets + (lane &* Self.priorities &+ priority)
        set.pointee.removeFirst(bits, count)
        head.pointee.count &-= Int32(truncatingIfNeeded: count)
        head.pointee.occupied &= ~((set.pointee.count == 0 ? 1 : 0) &<< UInt8(priority))
    }

    /// Takes out a run; false if it does not wait here.
    mutating func remove(lane: Int, priority: UInt8, sequence: Int64) -> Bool {
        let set = sets + (lane * Self.priorities + Int(priority))
        guard set.pointee.remove(sequence) else { return false }
        let head = heads.pointer(to: lane)
        head.pointee.count -= 1
        if set.pointee.count == 0 { head.pointee.occupied &= ~(1 << priority) }
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
