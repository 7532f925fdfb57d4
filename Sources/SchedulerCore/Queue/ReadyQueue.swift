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
        /// A run that is alone in its lane stands here, in none of the sets: so does each of a chain. -1: none.
        var single: Int32 = -1
        var singleSequence: Int64 = 0
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
        let head = heads.pointer(to: lane)
        if head.pointee.count == 0 {
            head.pointee = Head(count: 1, occupied: 1 &<< priority, single: run, singleSequence: sequence)
            return
        }
        if head.pointee.single >= 0 { joinOthers(lane) }
        sets[lane &* Self.priorities &+ Int(priority)].insert(sequence, run)
        head.pointee.occupied |= 1 &<< priority
        head.pointee.count &+= 1
    }

    /// The run that was alone in `lane` is so no longer.
    @inline(never)
    private mutating func joinOthers(_ lane: Int) {
        let head = heads.pointer(to: lane)
        sets[lane * Self.priorities + head.pointee.occupied.trailingZeroBitCount].insert(
            head.pointee.singleSequence, head.pointee.single)
        head.pointee.single = -1
    }

    /// The run of `lane` that starts next.
    func first(in lane: Int) -> Int32? {
        let occupied = heads[lane].occupied
        if heads[lane].single >= 0 { return heads[lane].single }
        return occupied == 0 ? nil : sets[lane * Self.priorities + occupied.trailingZeroBitCount].first?.payload
    }

    /// Takes out the run of `lane` that starts next; -1: none waits.
    @inline(__always)
    mutating func popFirst(in lane: Int) -> Int32 {
        let head = heads.pointer(to: lane)
        guard head.pointee.occupied != 0 else { return -1 }
        if head.pointee.single >= 0 {
            let run = head.pointee.single
            head.pointee = Head()
            return run
        }
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
        let head = heads.pointer(to: lane)
        let occupied = head.pointee.occupied
        guard occupied != 0 else { return nil }
        if head.pointee.single >= 0 { return (1, place(ofSingle: head)) }
        guard let word = sets[lane &* Self.priorities &+ occupied.trailingZeroBitCount].firstWord else { return nil }
        return (word.bits, word.payloads)
    }

    /// Where a lane's head keeps the run that is alone.
    @inline(__always)
    private func place(ofSingle head: UnsafeMutablePointer<Head>) -> UnsafeMutablePointer<Int32> {
        let offset = MemoryLayout<Head>.offset(of: \.single) ?? 0
        return (UnsafeMutableRawPointer(head) + offset).assumingMemoryBound(to: Int32.self)
    }

    /// Takes out `count` runs of `lane`: these bits of its first word.
    @inline(__always)
    mutating func remove(_ bits: UInt64, _ count: Int, in lane: Int) {
        let head = heads.pointer(to: lane)
        if head.pointee.single >= 0 {
            head.pointee = Head()
            return
        }
        let priority = head.pointee.occupied.trailingZeroBitCount
        let set = sets + (lane &* Self.priorities &+ priority)
        set.pointee.removeFirst(bits, count)
        head.pointee.count &-= Int32(truncatingIfNeeded: count)
        head.pointee.occupied &= ~((set.pointee.count == 0 ? 1 : 0) &<< UInt8(priority))
    }

    /// Takes out a run; false if it does not wait here.
    mutating func remove(lane: Int, priority: UInt8, sequence: Int64) -> Bool {
        let head = heads.pointer(to: lane)
        if head.pointee.single >= 0 {
            guard head.pointee.singleSequence == sequence else { return false }
            head.pointee = Head()
            return true
        }
        let set = sets + (lane * Self.priorities + Int(priority))
        guard set.pointee.remove(sequence) else { return false }
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
