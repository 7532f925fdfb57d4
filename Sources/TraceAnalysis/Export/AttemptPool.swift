/// Attempts at places that are used again: none of them is moved while it is kept.
struct AttemptPool {
    /// An attempt, or the next free place.
    private struct Slot: BitwiseCopyable {
        var attempt: Attempt
        var nextFree: Int32 = -1
    }

    private var slots = PlainTable<Slot>()
    private var firstFree: Int32 = -1

    /// The attempt at a place that `keep` gave out; where it is ends with the next `keep`.
    @inline(__always)
    subscript(place: Int32) -> UnsafeMutablePointer<Attempt> {
        UnsafeMutableRawPointer(slots[Int(place)]).assumingMemoryBound(to: Attempt.self)
    }

    /// The place of a new attempt.
    @inline(__always)
    mutating func keep(_ attempt: Attempt) -> Int32 {
        let place = firstFree
        guard place >= 0 else {
            slots.append(Slot(attempt: attempt))
            return Int32(truncatingIfNeeded: slots.count - 1)
        }
        let slot = slots[Int(place)]
        firstFree = slot.pointee.nextFree
        slot.pointee.attempt = attempt
        return place
    }

    /// Gives a place free.
    @inline(__always)
    mutating func free(_ place: Int32) {
        slots[Int(place)].pointee.nextFree = firstFree
        firstFree = place
    }
}

/// Plain values side by side in memory that has one owner: to change one takes no question whether others share the memory.
/// A copy shares it, so only what has grown to its end may be copied.
struct PlainTable<Value: BitwiseCopyable> {
    private final class Room {
        let base: UnsafeMutablePointer<Value>

        init(count: Int) { base = .allocate(capacity: count) }

        deinit { base.deallocate() }
    }

    private var room: Room
    private var base: UnsafeMutablePointer<Value>
    private var capacity: Int
    private(set) var count = 0

    /// An empty table with room for so many values.
    init(capacity: Int = 64) {
        self.capacity = max(1, capacity)
        room = Room(count: self.capacity)
        base = room.base
    }

    /// A value, to be read or changed where it is; its place ends with the next `append`.
    @inline(__always)
    subscript(place: Int) -> UnsafeMutablePointer<Value> {
        precondition(place >= 0 && place < count)
        return base + place
    }

    /// Adds a value. O(1) amortised.
    @inline(__always)
    mutating func append(_ value: Value) {
        if count == capacity { grow() }
        (base + count).initialize(to: value)
        count += 1
    }

    private mutating func grow() {
        let larger = Room(count: 2 * capacity)
        larger.base.moveInitialize(from: base, count: count)
        (room, base, capacity) = (larger, larger.base, 2 * capacity)
    }
}
