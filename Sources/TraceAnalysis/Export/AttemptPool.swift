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
