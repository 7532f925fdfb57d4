/// Timers ordered by key, a hierarchical timing wheel (Varghese & Lauck 1987).
///
/// Each level splits the keys by one more digit of base 64, counted from the position; a bitmap for each level says which
/// buckets hold timers, so a jump costs the same however far it goes. Cancelling only marks: dead entries never
/// outnumber the live ones by more than 1,024. The caller gives timers dense numbers: what is known of timer n is
/// entry n of a table, so that nothing has to be looked up or passed around. All operations are O(1) on average,
/// expiring O(levels passed), at most 11.
public struct TimerWheel: Stored {
    /// One arming of a timer: 16 bytes. It is dead once its timer has another generation.
    struct Entry: BitwiseCopyable, Stored {
        let key: Int64
        let timer: Int32
        let generation: UInt32
    }

    /// The key up to which timers were taken; never decreases.
    public private(set) var position: Int64 = 0
    /// How many timers are armed.
    public private(set) var count = 0

    /// Odd for timers that are armed; each arming and each end increments it, which makes older entries dead.
    private var generations: [UInt32] = []
    /// Entries in the order of arming, dead ones among them; 64 buckets for each level that was ever needed.
    private var buckets: [[Entry]] = []
    /// One bit for each bucket with entries, one word for each level.
    private var occupied = [UInt64](repeating: 0, count: Self.levels)
    /// One bit for each level with entries.
    private var occupiedLevels: UInt32 = 0
    /// Timers armed with a key before the position.
    private var overdue: [Entry] = []
    /// Storage of emptied buckets, for reuse.
    private var spares: [[Entry]] = []
    private var dead = 0

    private static let levels = 11
    private static let bitsPerLevel = 6
    private static let allowedDead = 1024
    /// A bucket with at most this many entries is sorted at once instead of being moved down level by level.
    private static let sortedAtOnce = 16

    /// An empty wheel at position 0.
    public init() {}

    /// Arms a timer; if it was armed already it gets the new key, as if armed now for the first time. With a key at
    /// or before the position it is due at the next advance.
    ///
    /// - Parameter timer: the caller's number, 0 or more. Memory grows with the largest one.
    public mutating func arm(_ timer: Int32, at key: Int64) {
        precondition(timer >= 0, "a timer's number must be 0 or more")
        let missing = Int(timer) + 1 - generations.count
        if missing > 0 { generations.append(contentsOf: repeatElement(0, count: missing)) }
        let last = generations[Int(timer)]
        let isArmed = last & 1 != 0
        let entry = Entry(key: key, timer: timer, generation: last &+ (isArmed ? 2 : 1))
        generations[Int(timer)] = entry.generation
        if isArmed { noteDead() } else { count += 1 }
        if key < position { overdue.append(entry) } else { file(entry) }
    }

    /// Disarms a timer; false if it was not armed.
    @discardableResult
    public mutating func cancel(_ timer: Int32) -> Bool {
        guard isArmed(timer) else { return false }
        generations[Int(timer)] &+= 1
        count -= 1
        noteDead()
        return true
    }

    /// Whether a timer is armed.
    public func isArmed(_ timer: Int32) -> Bool {
        generations.indices.contains(Int(timer)) && generations[Int(timer)] & 1 != 0
    }

    /// Appends and disarms all timers with keys up to `key` to `due`, ordered by key, then by arming, and moves the position
    /// there; a `key` before the position takes only what is overdue.
    public mutating func advance(to key: Int64, due: inout [(key: Int64, timer: Int32)]) {
        if !overdue.isEmpty { expireOverdue(&due) }
        let target = max(key, position)
        while occupiedLevels != 0 {
            let bucket = firstBucket
            let start = start(of: bucket)
            guard start <= target else { break }
            var entries = empty(bucket)
            if bucket < 64 {
                for entry in entries { expire(entry, &due) }
            } else if entries.count <= Self.sortedAtOnce {
                position = min(target, start | ((1 << Self.shift(of: bucket)) - 1))
                entries.sort { $0.key < $1.key }
                for entry in entries {
                    if entry.key <= position { expire(entry, &due) } else { handDown(entry) }
                }
            } else {
                position = start
                for entry in entries { handDown(entry) }
            }
            entries.removeAll(keepingCapacity: true)
            spares.append(entries)
        }
        position = target
    }

    /// Live and dead entries in all buckets.
    var entriesHeld: Int { count + dead }

    private mutating func expireOverdue(_ due: inout [(key: Int64, timer: Int32)]) {
        let entries = overdue.sorted { $0.key < $1.key }
        overdue = []
        for entry in entries { expire(entry, &due) }
    }

    @inline(__always)
    private mutating func expire(_ entry: Entry, _ due: inout [(key: Int64, timer: Int32)]) {
        guard isLive(entry) else {
            dead -= 1
            return
        }
        due.append((entry.key, entry.timer))
        generations[Int(entry.timer)] = entry.generation &+ 1
        count -= 1
    }

    /// Places an entry again: the position has its digit now, so it goes to a lower level.
    @inline(__always)
    private mutating func handDown(_ entry: Entry) {
        if isLive(entry) { file(entry) } else { dead -= 1 }
    }

    @inline(__always)
    private func isLive(_ entry: Entry) -> Bool { generations[Int(entry.timer)] == entry.generation }

    /// One more entry is dead; sweeps once there are too many. O(1) amortized.
    @inline(__always)
    private mutating func noteDead() {
        dead += 1
        if dead > count + Self.allowedDead { sweep() }
    }

    @inline(never)
    private mutating func sweep() {
        let generations = generations
        func isDead(_ entry: Entry) -> Bool { generations[Int(entry.timer)] != entry.generation }
        overdue.removeAll(where: isDead)
        for bucket in buckets.indices where !buckets[bucket].isEmpty {
            buckets[bucket].removeAll(where: isDead)
            if buckets[bucket].isEmpty { spares.append(empty(bucket)) }
        }
        dead = 0
    }

    // MARK: Buckets

    /// Puts an entry, not before the position, into its bucket: by the highest digit that differs from the position.
    @inline(__always)
    private mutating func file(_ entry: Entry) {
        let bucket = bucket(of: entry.key)
        if occupied[bucket >> 6] & 1 << UInt64(bucket & 63) == 0 { fill(bucket, bucket >> 6) }
        buckets[bucket].append(entry)
    }

    @inline(__always)
    private func bucket(of key: Int64) -> Int {
        let level = (63 - ((key ^ position) | 1).leadingZeroBitCount) / Self.bitsPerLevel
        return level << 6 | Int(truncatingIfNeeded: key >> Int64(level * Self.bitsPerLevel)) & 63
    }

    /// Whether all timers are among `0 ..< timers`, each in its bucket, and the marks say which buckets have any.
    func isSound(timers: Int) -> Bool {
        guard position >= 0, generations.count <= timers, buckets.count <= Self.levels << 6,
            [count, dead].allSatisfy({ (0..<Int(Int32.max)).contains($0) }),
            (overdue + buckets.flatMap { $0 }).allSatisfy({ generations.indices.contains(Int($0.timer)) })
        else { return false }
        var marks = [UInt64](repeating: 0, count: Self.levels)
        for (number, bucket) in buckets.enumerated() where !bucket.isEmpty {
            marks[number >> 6] |= 1 << UInt64(number & 63)
            let isSorted = bucket.allSatisfy { entry in
                !isLive(entry) || entry.key >= position && self.bucket(of: entry.key) == number
            }
            guard isSorted else { return false }
        }
        let levels = marks.indices.reduce(UInt32(0)) { $0 | (marks[$1] == 0 ? 0 : 1 << UInt32($1)) }
        return marks == occupied && levels == occupiedLevels
    }

    /// A bucket receives its first entry.
    @inline(never)
    private mutating func fill(_ bucket: Int, _ level: Int) {
        while buckets.count <= bucket { buckets.append([]) }
        if let spare = spares.popLast() { buckets[bucket] = spare }
        occupied[level] |= 1 << UInt64(bucket & 63)
        occupiedLevels |= 1 << UInt32(level)
    }

    /// Empties a bucket and returns its entries.
    private mutating func empty(_ bucket: Int) -> [Entry] {
        var entries: [Entry] = []
        swap(&entries, &buckets[bucket])
        let level = bucket >> 6
        occupied[level] &= ~(1 << UInt64(bucket & 63))
        if occupied[level] == 0 { occupiedLevels &= ~(1 << UInt32(level)) }
        return entries
    }

    /// The bucket that comes first; at least one is occupied.
    @inline(__always)
    private var firstBucket: Int {
        let level = occupiedLevels.trailingZeroBitCount
        return level << 6 | occupied[level].trailingZeroBitCount
    }

    /// The number of bits below the digit of a bucket.
    private static func shift(of bucket: Int) -> Int64 {
        Int64((bucket >> 6) * bitsPerLevel)
    }

    /// The smallest key that a bucket can hold.
    private func start(of bucket: Int) -> Int64 {
        let shift = Self.shift(of: bucket)
        let above = shift + Int64(Self.bitsPerLevel)
        return (position >> above) << above | Int64(bucket & 63) << shift
    }
}
