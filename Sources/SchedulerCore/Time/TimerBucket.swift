/// A timer as its bucket holds it: 16 bytes. It is dead once its slot has another generation.
struct TimerEntry: Sendable {
    var key: Int64
    var timer: Int32
    var generation: UInt32
}

/// What is known of a timer beside its place: 16 bytes.
struct TimerSlot: Sendable {
    /// Where it stands while it is armed.
    var key: Int64 = 0
    /// Odd while it is armed.
    var generation: UInt32 = 0

    var isArmed: Bool {
        @inline(__always) get { generation & 1 != 0 }
    }
}

/// The timers of one stretch of keys, in insertion order, dead ones among them.
struct TimerBucket: Sendable {
    private(set) var entries: [TimerEntry] = []
    /// Everything before it is dead.
    private(set) var head: Int32 = 0
    /// Entries that are not dead.
    private(set) var live: Int32 = 0
    /// The smallest live key, or `unknown` since that one was cancelled.
    private(set) var minimum = Int64.max
    /// Keys from `head` on never fall.
    private(set) var isAscending = true

    static let unknown = Int64.min
    /// A bucket that held more gives its memory back when it empties: 704 buckets of 256 are 3 MB.
    private static let keptCapacity = 256

    /// Entries that are dead but not given back.
    var dead: Int { entries.count - Int(live) }

    @inline(__always)
    mutating func append(_ entry: TimerEntry) {
        if live == 0 {
            minimum = entry.key
        } else {
            if let last = entries.last, entry.key < last.key { isAscending = false }
            if entry.key < minimum { minimum = entry.key }
        }
        entries.append(entry)
        live += 1
    }

    /// Counts one entry with `key` as dead; `slots` has its new generation already. True if none is left.
    mutating func bury(key: Int64, slots: [TimerSlot]) -> Bool {
        live -= 1
        if live == 0 { return true }
        guard key == minimum else { return false }
        guard isAscending else {
            minimum = Self.unknown
            return false
        }
        var index = Int(head)
        while !entries[index].isLive(in: slots) { index += 1 }
        head = Int32(truncatingIfNeeded: index)
        minimum = entries[index].key
        return false
    }

    /// The smallest live key; looks through all entries if the last known one was cancelled. Needs one live entry.
    func smallestKey(slots: [TimerSlot]) -> Int64 {
        guard minimum == Self.unknown else { return minimum }
        var smallest = Int64.max
        for entry in entries[Int(head)...] where entry.key < smallest && entry.isLive(in: slots) {
            smallest = entry.key
        }
        return smallest
    }

    /// Remembers the smallest key, so that it is not looked for again.
    mutating func settle(slots: [TimerSlot]) {
        minimum = smallestKey(slots: slots)
    }

    /// Empties the bucket into `taken`, which must be empty, in exchange for its memory.
    mutating func take(into taken: inout [TimerEntry]) {
        swap(&taken, &entries)
        reset()
    }

    /// Forgets all entries.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: entries.capacity <= Self.keptCapacity)
        reset()
    }

    /// Drops the dead entries, keeping the order of the others.
    mutating func compact(slots: [TimerSlot]) {
        var kept = 0
        var smallest = Int64.max
        var previous = Int64.min
        isAscending = true
        for index in Int(head)..<entries.count where entries[index].isLive(in: slots) {
            let entry = entries[index]
            if entry.key < previous { isAscending = false }
            previous = entry.key
            smallest = min(smallest, entry.key)
            entries[kept] = entry
            kept += 1
        }
        entries.removeLast(entries.count - kept)
        head = 0
        minimum = smallest
    }

    private mutating func reset() {
        head = 0
        live = 0
        minimum = .max
        isAscending = true
    }
}

extension TimerEntry {
    @inline(__always)
    func isLive(in slots: [TimerSlot]) -> Bool {
        slots[Int(timer)].generation == generation
    }
}

extension [TimerEntry] {
    /// Sorts by key and keeps the order of equal ones: insertion for short arrays, else merging of doubled stretches.
    mutating func sortByKey() {
        let stretch = 16
        for start in stride(from: 0, to: count, by: stretch) {
            sortByInsertion(start..<Swift.min(start + stretch, count))
        }
        var width = stretch
        while width < count {
            var merged: [TimerEntry] = []
            merged.reserveCapacity(count)
            for start in stride(from: 0, to: count, by: 2 * width) {
                let middle = Swift.min(start + width, count)
                merge(start..<middle, middle..<Swift.min(middle + width, count), into: &merged)
            }
            self = merged
            width *= 2
        }
    }

    private mutating func sortByInsertion(_ range: Range<Int>) {
        for index in range.dropFirst() {
            let entry = self[index]
            var hole = index
            while hole > range.lowerBound && self[hole - 1].key > entry.key {
                self[hole] = self[hole - 1]
                hole -= 1
            }
            self[hole] = entry
        }
    }

    private func merge(_ left: Range<Int>, _ right: Range<Int>, into merged: inout [TimerEntry]) {
        var first = left.lowerBound
        var second = right.lowerBound
        while first < left.upperBound && second < right.upperBound {
            if self[second].key < self[first].key {
                merged.append(self[second])
                second += 1
            } else {
                merged.append(self[first])
                first += 1
            }
        }
        merged.append(contentsOf: self[first..<left.upperBound])
        merged.append(contentsOf: self[second..<right.upperBound])
    }
}
