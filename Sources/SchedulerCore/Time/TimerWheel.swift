/// Timers ordered by key, a hierarchical timing wheel (Varghese & Lauck 1987).
///
/// Each level splits the keys by one more digit of base 64, counted from the position; a bitmap for each level says which
/// buckets hold timers, so a jump costs the same however far it goes. Cancelling only marks: dead entries never
/// outnumber the live ones by more than 1,024. A timer takes 24 bytes, at most 48 with the arrays' room to grow.
/// All operations are O(1) on average, expiring O(levels passed), at most 11.
public struct TimerWheel: Sendable {
    /// A timer of this wheel; stale once the timer fired, was cancelled or moved (until its slot was used 2^32 times).
    public struct Handle: Hashable, Sendable {
        let key: Int64
        let slot: Int32
        let generation: UInt32
    }

    /// The key up to which timers were taken; never falls.
    public private(set) var position: Int64 = 0
    /// How many timers wait.
    public private(set) var count = 0

    private var slots: [TimerSlot] = []
    private var firstFree: Int32 = -1
    /// 64 for each level that was ever needed.
    private var buckets: [TimerBucket] = []
    /// One bit for each bucket with live timers, one word for each level.
    private var occupied = [UInt64](repeating: 0, count: Self.levels)
    /// One bit for each level with live timers.
    private var occupiedLevels: UInt32 = 0
    /// Timers inserted with a key before the position.
    private var overdue = TimerBucket()
    private var dead = 0
    private var spare: [TimerEntry] = []

    private static let levels = 11
    private static let bitsPerLevel = 6
    private static let allowedDead = 1024
    /// A bucket with no more entries is sorted at once instead of being handed down level by level.
    private static let sortedAtOnce = 16

    /// An empty wheel at position 0.
    public init() {}

    /// Adds a timer; one with a key at or before the position is due at the next advance.
    ///
    /// At most `Int32.max` timers at a time.
    public mutating func insert(_ payload: Int32, at key: Int64) -> Handle {
        let slot = takeSlot(payload)
        count += 1
        return place(slot, at: key)
    }

    /// Removes a timer; false if it is not there any more.
    @discardableResult
    public mutating func cancel(_ handle: Handle) -> Bool {
        guard isLive(handle) else { return false }
        freeSlot(handle.slot)
        count -= 1
        bury(handle.key)
        return true
    }

    /// Gives a timer another key and a new handle, as if inserted now; nil if it is not there any more.
    public mutating func move(_ handle: Handle, to key: Int64) -> Handle? {
        guard isLive(handle) else { return nil }
        slots[Int(handle.slot)].generation &+= 1
        bury(handle.key)
        return place(handle.slot, at: key)
    }

    /// The smallest key of all timers, exact; nil if there are none.
    ///
    /// O(1), but O(bucket) after the first timer of a bucket was cancelled whose timers were not inserted in order.
    public var nextKey: Int64? {
        if overdue.live > 0 { return overdue.smallestKey(slots: slots) }
        guard occupiedLevels != 0 else { return nil }
        return buckets[firstBucket].smallestKey(slots: slots)
    }

    /// Appends all timers with keys up to `key` to `due`, ordered by key, then by insertion, and moves the position
    /// there; a `key` before the position takes only what is overdue.
    public mutating func advance(to key: Int64, due: inout [(key: Int64, payload: Int32)]) {
        takeOverdue(&due)
        let target = max(key, position)
        while occupiedLevels != 0 {
            let index = firstBucket
            let start = startOfBucket(index)
            guard start <= target else { break }
            let hasDead = buckets[index].dead > 0
            takeBucket(index)
            if index < 64 {
                fire(spare, &due)
            } else if spare.count <= Self.sortedAtOnce {
                position = min(target, start | ((1 << Self.shift(of: index)) - 1))
                fireOrHandDown(&due)
            } else {
                position = start
                handDown(hasDead: hasDead)
            }
            returnSpare(index)
        }
        position = target
        if occupiedLevels != 0 { buckets[firstBucket].settle(slots: slots) }
    }

    /// Live and dead entries in all buckets.
    var entriesHeld: Int { count + dead }

    // MARK: Slots

    private func isLive(_ handle: Handle) -> Bool {
        let slot = Int(handle.slot)
        return slot < slots.count && slots[slot].generation == handle.generation
    }

    private mutating func takeSlot(_ payload: Int32) -> Int32 {
        guard firstFree >= 0 else {
            precondition(slots.count < Int(Int32.max), "more timers than the wheel holds")
            slots.append(TimerSlot(payload: payload, generation: 0))
            return Int32(truncatingIfNeeded: slots.count - 1)
        }
        let slot = firstFree
        firstFree = slots[Int(slot)].payload
        slots[Int(slot)].payload = payload
        return slot
    }

    private mutating func freeSlot(_ slot: Int32) {
        slots[Int(slot)].generation &+= 1
        slots[Int(slot)].payload = firstFree
        firstFree = slot
    }

    // MARK: Buckets

    /// Where `key`, not before the position, belongs: by the highest digit in which it differs from the position.
    @inline(__always)
    private func bucket(of key: Int64) -> Int {
        let level = (63 - ((key ^ position) | 1).leadingZeroBitCount) / Self.bitsPerLevel
        return level << 6 | Int(truncatingIfNeeded: key >> Int64(level * Self.bitsPerLevel)) & 63
    }

    /// The bucket that comes first; at least one is occupied.
    @inline(__always)
    private var firstBucket: Int {
        let level = occupiedLevels.trailingZeroBitCount
        return level << 6 | occupied[level].trailingZeroBitCount
    }

    /// The number of bits below the digit of bucket `index`.
    @inline(__always)
    private static func shift(of index: Int) -> Int64 {
        Int64((index >> 6) * bitsPerLevel)
    }

    /// The smallest key that bucket `index` can hold.
    private func startOfBucket(_ index: Int) -> Int64 {
        let shift = Self.shift(of: index)
        let above = shift + Int64(Self.bitsPerLevel)
        return (position >> above) << above | Int64(index & 63) << shift
    }

    @inline(__always)
    private mutating func place(_ slot: Int32, at key: Int64) -> Handle {
        let entry = TimerEntry(key: key, slot: slot, generation: slots[Int(slot)].generation)
        if key < position {
            overdue.append(entry)
        } else {
            append(entry)
        }
        return Handle(key: key, slot: slot, generation: entry.generation)
    }

    @inline(__always)
    private mutating func append(_ entry: TimerEntry) {
        let index = bucket(of: entry.key)
        if buckets.count <= index { addLevels(upTo: index) }
        let level = index >> 6
        occupied[level] |= 1 << UInt64(index & 63)
        occupiedLevels |= 1 << UInt32(level)
        buckets[index].append(entry)
    }

    @inline(never)
    private mutating func addLevels(upTo index: Int) {
        buckets.append(contentsOf: repeatElement(TimerBucket(), count: (index & ~63) + 64 - buckets.count))
    }

    /// Counts an entry with `key` as dead, and makes room once there are too many.
    private mutating func bury(_ key: Int64) {
        dead += 1
        if key < position {
            if overdue.bury(key: key, slots: slots) {
                dead -= overdue.dead
                overdue.removeAll()
            }
        } else {
            let index = bucket(of: key)
            if buckets[index].bury(key: key, slots: slots) {
                dead -= buckets[index].dead
                buckets[index].removeAll()
                clearBit(index)
            }
        }
        if dead > count + Self.allowedDead { compact() }
    }

    private mutating func clearBit(_ index: Int) {
        let level = index >> 6
        occupied[level] &= ~(1 << UInt64(index & 63))
        if occupied[level] == 0 { occupiedLevels &= ~(1 << UInt32(level)) }
    }

    private mutating func compact() {
        overdue.compact(slots: slots)
        for index in buckets.indices where buckets[index].dead > 0 {
            buckets[index].compact(slots: slots)
        }
        dead = 0
    }

    // MARK: Expiring

    /// Moves the entries of bucket `index` to `spare`.
    private mutating func takeBucket(_ index: Int) {
        dead -= buckets[index].dead
        buckets[index].take(into: &spare)
        clearBit(index)
    }

    /// Gives the memory in `spare` back to bucket `index`, or to the system if it is much.
    private mutating func returnSpare(_ index: Int) {
        buckets[index].take(into: &spare)
        buckets[index].removeAll()
    }

    private mutating func takeOverdue(_ due: inout [(key: Int64, payload: Int32)]) {
        guard overdue.live > 0 else { return }
        dead -= overdue.dead
        let isAscending = overdue.isAscending
        overdue.take(into: &spare)
        if !isAscending { spare.sortByKey() }
        fire(spare, &due)
        overdue.take(into: &spare)
        overdue.removeAll()
    }

    @inline(__always)
    private mutating func fire(_ entries: [TimerEntry], _ due: inout [(key: Int64, payload: Int32)]) {
        for entry in entries where entry.isLive(in: slots) { fire(entry, &due) }
    }

    @inline(__always)
    private mutating func fire(_ entry: TimerEntry, _ due: inout [(key: Int64, payload: Int32)]) {
        due.append((entry.key, slots[Int(entry.slot)].payload))
        freeSlot(entry.slot)
        count -= 1
    }

    /// Fires those of a few entries that are due by the position and places the others anew.
    private mutating func fireOrHandDown(_ due: inout [(key: Int64, payload: Int32)]) {
        spare.sortByKey()
        for index in spare.indices where spare[index].isLive(in: slots) {
            if spare[index].key <= position {
                fire(spare[index], &due)
            } else {
                append(spare[index])
            }
        }
    }

    /// Places the entries anew: the position has their digit now, so all go to lower levels. Where none of them is dead
    /// their slots, which lie far apart, are not looked at.
    private mutating func handDown(hasDead: Bool) {
        let entries = spare
        spare = []
        if hasDead {
            for entry in entries where entry.isLive(in: slots) { append(entry) }
        } else {
            for entry in entries { append(entry) }
        }
        spare = entries
    }
}
