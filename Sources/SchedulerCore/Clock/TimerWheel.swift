/// Timers ordered by key, a hierarchical timing wheel (Varghese & Lauck 1987).
///
/// Each level splits the keys by one more digit of base 64, counted from the position; a bitmap for each level says which
/// buckets hold timers, so a jump costs the same however far it goes. Cancelling only marks: dead entries never
/// outnumber the live ones by more than 1,024. Timers have dense numbers of the caller's: what is known of timer n is
/// the n-th of a table, so that nothing has to be looked up or handed around. A timer takes 20 bytes, and 16 more for
/// each time it was armed since dead entries were last swept out. All operations are O(1) on average, expiring
/// O(levels passed), at most 11.
public struct TimerWheel: Sendable {
    /// The key up to which timers were taken; never falls.
    public private(set) var position: Int64 = 0
    /// How many timers are armed.
    public private(set) var count = 0

    /// Shared by copies; a writer that finds it shared copies it first.
    private var token = Token()
    /// Odd for timers that are armed; continues with each arming and each end, which makes older entries dead.
    private var generations = Table<UInt32>()
    private var chunks = TimerChunks()
    /// 64 for each level that was ever needed.
    private var buckets = Table<TimerBucket>()
    /// One bit for each bucket with entries, one word for each level.
    private var occupied = [UInt64](repeating: 0, count: Self.levels)
    /// One bit for each level with entries.
    private var occupiedLevels: UInt32 = 0
    /// Timers armed with a key before the position.
    private var overdue = TimerBucket()
    private var dead = 0
    private var sorted: [TimerEntry] = []

    private static let levels = 11
    private static let bitsPerLevel = 6
    private static let allowedDead = 1024
    /// A bucket with no more entries is sorted at once instead of being handed down level by level.
    private static let sortedAtOnce = 16

    /// An empty wheel at position 0.
    public init() {}

    /// Makes room for the timers `0 ..< count`.
    public mutating func reserveCapacity(_ count: Int) {
        ownTables()
        generations.reserveCapacity(count)
        chunks.reserveCapacity(2 * count)
    }

    /// Arms a timer; if it was armed already it gets the new key, as if armed now for the first time. With a key at
    /// or before the position it is due at the next advance.
    ///
    /// - Parameter timer: the caller's number, 0 or more. Memory grows with the largest one.
    public mutating func arm(_ timer: Int32, at key: Int64) {
        ownTables()
        precondition(timer >= 0, "a timer's number is 0 or more")
        let place = Int(timer)
        if place >= generations.count { generations.append(repeating: 0, count: place + 1 - generations.count) }
        let isArmed = generations[place] & 1 != 0
        generations[place] &+= isArmed ? 2 : 1
        let entry = TimerEntry(key: key, timer: timer, generation: generations[place])
        if isArmed { markDead() } else { count += 1 }
        if key < position {
            chunks.append(entry, to: &overdue)
        } else {
            file(entry)
        }
    }

    /// Disarms a timer; false if it was not armed.
    @discardableResult
    public mutating func cancel(_ timer: Int32) -> Bool {
        guard isArmed(timer) else { return false }
        ownTables()
        generations[Int(timer)] &+= 1
        count -= 1
        markDead()
        return true
    }

    /// Whether a timer is armed.
    public func isArmed(_ timer: Int32) -> Bool {
        generations.indices.contains(Int(timer)) && generations[Int(timer)] & 1 != 0
    }

    /// The smallest key of all timers, exact; nil if there are none.
    ///
    /// O(1), but O(bucket) after the first timer of a bucket was cancelled whose timers were not armed in order.
    public var nextKey: Int64? {
        mutating get {
            guard count > 0 else { return nil }
            ownTables()
            if overdue.count > 0 {
                overdue = settled(overdue)
                if overdue.count > 0 { return overdue.minimum }
            }
            while true {
                let first = firstBucket
                buckets[first] = settled(buckets[first])
                if buckets[first].count > 0 { return buckets[first].minimum }
                forget(first)
            }
        }
    }

    /// Appends and disarms all timers with keys up to `key` to `due`, ordered by key, then by arming, and moves the position
    /// there; a `key` before the position takes only what is overdue.
    public mutating func advance(to key: Int64, due: inout [(key: Int64, timer: Int32)]) {
        ownTables()
        if overdue.count > 0 { takeOverdue(&due) }
        let target = max(key, position)
        while occupiedLevels != 0 {
            let index = firstBucket
            let start = startOfBucket(index)
            guard start <= target else { break }
            var bucket = buckets[index]
            forget(index)
            if index < 64 {
                while bucket.count > 0 { fire(chunks.takeFirst(of: &bucket), &due) }
            } else if bucket.count <= Self.sortedAtOnce {
                position = min(target, start | ((1 << Self.shift(of: index)) - 1))
                sort(bucket)
                for entry in sorted {
                    if entry.key <= position { fire(entry, &due) } else { keep(entry) }
                }
            } else {
                position = start
                while bucket.count > 0 { keep(chunks.takeFirst(of: &bucket)) }
            }
        }
        position = target
    }

    /// Live and dead entries in all buckets.
    var entriesHeld: Int { count + dead }

    /// Entries that the chunks there are can hold.
    var room: Int { chunks.room }

    /// Sees to it that writing changes no copy.
    @inline(__always)
    private mutating func ownTables() {
        if !isKnownUniquelyReferenced(&token) { makeTablesUnique() }
    }

    @inline(never)
    private mutating func makeTablesUnique() {
        token = Token()
        generations.makeUnique()
        chunks.makeUnique()
        buckets.makeUnique()
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
        let index = bucket(of: entry.key)
        if buckets.count <= index { addLevels(upTo: index) }
        let level = index >> 6
        occupied[level] |= 1 << UInt64(index & 63)
        occupiedLevels |= 1 << UInt32(level)
        chunks.append(entry, to: &buckets[index])
    }

    @inline(never)
    private mutating func addLevels(upTo index: Int) {
        buckets.append(repeating: TimerBucket(), count: (index & ~63) + 64 - buckets.count)
    }

    /// Marks bucket `index` as empty.
    @inline(__always)
    private mutating func forget(_ index: Int) {
        let level = index >> 6
        buckets[index] = TimerBucket()
        occupied[level] &= ~(1 << UInt64(index & 63))
        if occupied[level] == 0 { occupiedLevels &= ~(1 << UInt32(level)) }
    }

    /// Counts an entry as dead, and sweeps once there are too many.
    @inline(__always)
    private mutating func markDead() {
        dead += 1
        if dead > count + Self.allowedDead { sweep() }
    }

    /// Drops all dead entries. O(entries).
    @inline(never)
    private mutating func sweep() {
        overdue = swept(overdue)
        for index in buckets.indices where buckets[index].count > 0 {
            buckets[index] = swept(buckets[index])
            if buckets[index].count == 0 { forget(index) }
        }
        dead = 0
    }

    private mutating func swept(_ bucket: TimerBucket) -> TimerBucket {
        var (before, after) = (bucket, TimerBucket())
        while before.count > 0 {
            let entry = chunks.takeFirst(of: &before)
            if entry.isLive(in: generations) { chunks.append(entry, to: &after) }
        }
        return after
    }

    /// A bucket with its smallest key up to date; empty if there is none.
    @inline(__always)
    private mutating func settled(_ bucket: TimerBucket) -> TimerBucket {
        if chunks.smallest(of: bucket).isLive(in: generations) { return bucket }
        var settled = bucket
        dead -= chunks.settle(&settled, generations)
        return settled
    }

    // MARK: Expiring

    private mutating func takeOverdue(_ due: inout [(key: Int64, timer: Int32)]) {
        sort(overdue)
        overdue = TimerBucket()
        for entry in sorted { fire(entry, &due) }
    }

    /// Empties a bucket into `sorted`, by key, then by arming.
    private mutating func sort(_ bucket: TimerBucket) {
        var bucket = bucket
        let isAscending = bucket.isAscending
        sorted.removeAll(keepingCapacity: true)
        while bucket.count > 0 { sorted.append(chunks.takeFirst(of: &bucket)) }
        if !isAscending { sorted.sortByKey() }
    }

    @inline(__always)
    private mutating func fire(_ entry: TimerEntry, _ due: inout [(key: Int64, timer: Int32)]) {
        guard entry.isLive(in: generations) else {
            dead -= 1
            return
        }
        due.append((entry.key, entry.timer))
        generations[Int(entry.timer)] = entry.generation &+ 1
        count -= 1
    }

    /// Places an entry again: the position has its digit now, so it goes to a lower level.
    @inline(__always)
    private mutating func keep(_ entry: TimerEntry) {
        if entry.isLive(in: generations) {
            file(entry)
        } else {
            dead -= 1
        }
    }
}

/// Tells copies of a wheel from one that is alone.
private final class Token: Sendable {}
