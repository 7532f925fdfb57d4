/// Timers ordered by key, a hierarchical timing wheel (Varghese & Lauck 1987).
///
/// Each level splits the keys by one more digit of base 64, counted from the position; a bitmap for each level says which
/// buckets hold timers, so a jump costs the same however far it goes. Cancelling only marks: dead entries never
/// outnumber the live ones by more than 1,024. Timers have dense numbers of the caller's: what is known of timer n is
/// the n-th of an array, so that nothing has to be looked up or handed around. A timer takes 32 bytes, at most 48 with
/// the buckets' room to grow. All operations are O(1) on average, expiring O(levels passed), at most 11.
public struct TimerWheel: Sendable {
    /// The key up to which timers were taken; never falls.
    public private(set) var position: Int64 = 0
    /// How many timers are armed.
    public private(set) var count = 0

    private var slots: [TimerSlot] = []
    /// 64 for each level that was ever needed.
    private var buckets: [TimerBucket] = []
    /// One bit for each bucket with live timers, one word for each level.
    private var occupied = [UInt64](repeating: 0, count: Self.levels)
    /// One bit for each level with live timers.
    private var occupiedLevels: UInt32 = 0
    /// Timers armed with a key before the position.
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

    /// Makes room for the timers `0 ..< count`.
    public mutating func reserveCapacity(_ count: Int) {
        slots.reserveCapacity(count)
    }

    /// Arms a timer; where it was armed already it gets the new key, as if armed now for the first time. With a key at
    /// or before the position it is due at the next advance.
    ///
    /// - Parameter timer: the caller's number, 0 or more. Memory grows with the largest one.
    public mutating func arm(_ timer: Int32, at key: Int64) {
        let place = Int(timer)
        if place >= slots.count {
            if place > slots.count { addSlots(upTo: place - 1) }
            slots.append(TimerSlot())
        }
        let slot = slots[place]
        if slot.isArmed {
            slots[place] = TimerSlot(key: key, generation: slot.generation &+ 2)
            bury(slot.key)
        } else {
            slots[place] = TimerSlot(key: key, generation: slot.generation &+ 1)
            count += 1
        }
        file(TimerEntry(key: key, timer: timer, generation: slot.generation &+ (slot.isArmed ? 2 : 1)))
    }

    /// Disarms a timer; false if it was not armed.
    @discardableResult
    public mutating func cancel(_ timer: Int32) -> Bool {
        let place = Int(timer)
        guard place < slots.count, slots[place].isArmed else { return false }
        slots[place].generation &+= 1
        count -= 1
        bury(slots[place].key)
        return true
    }

    /// The key of a timer; nil if it is not armed.
    public func key(of timer: Int32) -> Int64? {
        let place = Int(timer)
        return place < slots.count && slots[place].isArmed ? slots[place].key : nil
    }

    /// The smallest key of all timers, exact; nil if there are none.
    ///
    /// O(1), but O(bucket) after the first timer of a bucket was cancelled whose timers were not inserted in order.
    public var nextKey: Int64? {
        if overdue.live > 0 { return overdue.smallestKey(slots: slots) }
        guard occupiedLevels != 0 else { return nil }
        return buckets[firstBucket].smallestKey(slots: slots)
    }

    /// Appends and disarms all timers with keys up to `key` to `due`, ordered by key, then by arming, and moves the position
    /// there; a `key` before the position takes only what is overdue.
    public mutating func advance(to key: Int64, due: inout [(key: Int64, timer: Int32)]) {
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

    @inline(never)
    private mutating func addSlots(upTo place: Int) {
        slots.append(contentsOf: repeatElement(TimerSlot(), count: place + 1 - slots.count))
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
    private mutating func file(_ entry: TimerEntry) {
        if entry.key < position {
            overdue.append(entry)
        } else {
            append(entry)
        }
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

    private mutating func takeOverdue(_ due: inout [(key: Int64, timer: Int32)]) {
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
    private mutating func fire(_ entries: [TimerEntry], _ due: inout [(key: Int64, timer: Int32)]) {
        for entry in entries where entry.isLive(in: slots) { fire(entry, &due) }
    }

    @inline(__always)
    private mutating func fire(_ entry: TimerEntry, _ due: inout [(key: Int64, timer: Int32)]) {
        due.append((entry.key, entry.timer))
        slots[Int(entry.timer)].generation = entry.generation &+ 1
        count -= 1
    }

    /// Fires those of a few entries that are due by the position and places the others anew.
    private mutating func fireOrHandDown(_ due: inout [(key: Int64, timer: Int32)]) {
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
