/// The ready runs of one lane, ordered by priority, then by release number.
///
/// A bitmap for each priority instead of a heap: all operations are O(1) amortized, whatever the order of insertion.
/// Memory follows the members, see `SequencePages`.
public struct ReadyQueue: Sendable {
    /// How many runs wait.
    public private(set) var count = 0
    /// Whether no run waits.
    public var isEmpty: Bool { count == 0 }

    /// One bit for each priority with members.
    private var occupied: UInt8 = 0
    private var buckets = [SequencePages](repeating: SequencePages(), count: 4)

    /// An empty queue.
    public init() {}

    /// Adds a run; `priority` is 0 ... 3, the smaller starts first; `sequence` must not be in the queue.
    public mutating func insert(_ payload: Int32, priority: UInt8, sequence: Int64) {
        buckets[Int(priority)].insert(sequence, payload)
        occupied |= 1 << priority
        count += 1
    }

    /// Takes out a run; false if it does not wait here.
    @discardableResult
    public mutating func remove(priority: UInt8, sequence: Int64) -> Bool {
        guard buckets[Int(priority)].remove(sequence) else { return false }
        noteRemoval(Int(priority))
        return true
    }

    /// The run that starts next; nil if none waits.
    public var first: (payload: Int32, priority: UInt8, sequence: Int64)? {
        guard occupied != 0 else { return nil }
        let priority = occupied.trailingZeroBitCount
        return buckets[priority].first.map { ($0.payload, UInt8(truncatingIfNeeded: priority), $0.sequence) }
    }

    /// Takes out the run that starts next; nil if none waits.
    public mutating func popFirst() -> Int32? {
        guard occupied != 0 else { return nil }
        let priority = occupied.trailingZeroBitCount
        let payload = buckets[priority].popFirst()
        noteRemoval(priority)
        return payload
    }

    @inline(__always)
    private mutating func noteRemoval(_ priority: Int) {
        count -= 1
        if buckets[priority].count == 0 { occupied &= ~(1 << UInt8(truncatingIfNeeded: priority)) }
    }
}
