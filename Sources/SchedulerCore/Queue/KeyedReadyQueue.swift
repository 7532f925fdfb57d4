/// The ready runs of one lane, ordered by key, the largest first (the remaining path), then by release number.
///
/// A heap with four children a node (Johnson 1975), so that a node's children share a cache line or two. Removal only
/// marks; dead entries never outnumber the live ones by more than 64. All operations are O(log n) amortized.
public struct KeyedReadyQueue: Sendable {
    private struct Entry: Sendable {
        var key: UInt64
        var sequence: Int64
        var payload: Int32
        /// Tells it from a dead entry with the same release number.
        var stamp: Int32

        @inline(__always)
        func precedes(_ other: Entry) -> Bool {
            key == other.key ? sequence < other.sequence : key > other.key
        }
    }

    /// How many runs wait.
    public var count: Int { stamps.count }
    /// Whether no run waits.
    public var isEmpty: Bool { stamps.count == 0 }

    /// The first entry is never dead.
    private var heap: [Entry] = []
    /// The stamp of each live entry by release number.
    private var stamps = SequencePages()
    private var nextStamp: Int32 = 0

    private static let allowedDead = 64

    /// An empty queue.
    public init() {}

    /// Adds a run; the larger `key` starts first; `sequence` must not be in the queue.
    public mutating func insert(_ payload: Int32, key: UInt64, sequence: Int64) {
        nextStamp &+= 1
        stamps.insert(sequence, nextStamp)
        heap.append(Entry(key: key, sequence: sequence, payload: payload, stamp: nextStamp))
        siftUp()
    }

    /// Takes out a run; false if it does not wait here. `key` is the one it was inserted with.
    @discardableResult
    public mutating func remove(key: UInt64, sequence: Int64) -> Bool {
        guard stamps.remove(sequence) else { return false }
        dropDeadAtTop()
        if heap.count > 2 * count + Self.allowedDead { compact() }
        return true
    }

    /// The run that starts next; nil if none waits.
    public var first: (payload: Int32, key: UInt64, sequence: Int64)? {
        heap.first.map { ($0.payload, $0.key, $0.sequence) }
    }

    /// Takes out the run that starts next; nil if none waits.
    public mutating func popFirst() -> Int32? {
        guard let first = heap.first else { return nil }
        _ = stamps.remove(first.sequence)
        dropTop()
        dropDeadAtTop()
        return first.payload
    }

    private mutating func dropDeadAtTop() {
        while heap.count > count, let top = heap.first, stamps.payload(of: top.sequence) != top.stamp { dropTop() }
    }

    private mutating func compact() {
        heap.removeAll { stamps.payload(of: $0.sequence) != $0.stamp }
        for index in stride(from: (heap.count - 2) / 4, through: 0, by: -1) { siftDown(index) }
    }

    private mutating func dropTop() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        siftDown(0)
    }

    private mutating func siftUp() {
        var hole = heap.count - 1
        let entry = heap[hole]
        while hole > 0 {
            let parent = (hole - 1) / 4
            guard entry.precedes(heap[parent]) else { break }
            heap[hole] = heap[parent]
            hole = parent
        }
        heap[hole] = entry
    }

    private mutating func siftDown(_ start: Int) {
        guard start < heap.count else { return }
        var hole = start
        let entry = heap[hole]
        while true {
            let child = 4 * hole + 1
            guard child < heap.count else { break }
            var least = child
            for other in child + 1..<max(child + 1, min(child + 4, heap.count))
            where heap[other].precedes(heap[least]) {
                least = other
            }
            guard heap[least].precedes(entry) else { break }
            heap[hole] = heap[least]
            hole = least
        }
        heap[hole] = entry
    }
}
