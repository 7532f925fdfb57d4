/// A timer as its bucket holds it: 16 bytes. It is dead once its timer has another generation.
struct TimerEntry: BitwiseCopyable, Sendable {
    var key: Int64
    var timer: Int32
    var generation: UInt32
}

/// The timers of one stretch of keys, in the order of arming, dead ones among them: a chain of chunks. 32 bytes.
struct TimerBucket: BitwiseCopyable, Sendable {
    /// No entry that lives has a smaller key; the entry at `smallest` has this one.
    fileprivate(set) var minimum: Int64 = 0
    fileprivate(set) var smallest: Int32 = 0
    /// The place of the oldest entry.
    fileprivate var head: Int32 = 0
    /// The place after the newest entry, in its chunk or behind it.
    fileprivate var end: Int32 = 0
    /// Entries, dead ones included.
    fileprivate(set) var count: Int32 = 0
    /// Whether keys never fall.
    fileprivate(set) var isAscending = true
}

/// The entries of all buckets, in chunks that are handed from bucket to bucket: no bucket grows by copying, and what one
/// has emptied the next one fills while it is in the cache.
struct TimerChunks: Sendable {
    private static let size: Int32 = 16

    private var entries = Table<TimerEntry>()
    /// For each chunk the one after it, in its bucket or among the free ones.
    private var following = Table<Int32>()
    private var free: Int32 = -1

    /// Entries that all chunks can hold.
    var room: Int { entries.count }

    /// Makes room for `count` entries.
    mutating func reserveCapacity(_ count: Int) {
        entries.reserveCapacity(count)
        following.reserveCapacity(count / Int(Self.size) + 1)
    }

    /// Takes storage of its own, so that writing changes no copy.
    mutating func makeUnique() {
        entries.makeUnique()
        following.makeUnique()
    }

    /// Adds an entry at the end of a bucket.
    @inline(__always)
    mutating func append(_ entry: TimerEntry, to bucket: inout TimerBucket) {
        var place = bucket.end
        if place & (Self.size - 1) == 0 { place = addChunk(to: &bucket) }
        if bucket.count == 0 {
            bucket = TimerBucket(minimum: entry.key, smallest: place, head: place)
        } else {
            if entry.key < bucket.minimum {
                bucket.minimum = entry.key
                bucket.smallest = place
            }
            if entry.key < newest(of: bucket).key { bucket.isAscending = false }
        }
        entries[Int(place)] = entry
        bucket.end = place + 1
        bucket.count += 1
    }

    /// Takes out the oldest entry of a bucket that is not empty.
    @inline(__always)
    mutating func takeFirst(of bucket: inout TimerBucket) -> TimerEntry {
        let place = bucket.head
        let entry = entries[Int(place)]
        bucket.count -= 1
        bucket.head = place + 1
        if bucket.count == 0 || bucket.head & (Self.size - 1) == 0 { giveBack(place / Self.size, &bucket) }
        return entry
    }

    /// The entry with a bucket's smallest key, dead or not.
    func smallest(of bucket: TimerBucket) -> TimerEntry { entries[Int(bucket.smallest)] }

    /// Looks for the smallest key among the entries that live, dropping dead ones if nothing else is needed; the
    /// number of those that were dropped. The bucket is empty if all were dead. O(entries), O(dropped) if ascending.
    mutating func settle(_ bucket: inout TimerBucket, _ generations: Table<UInt32>) -> Int {
        let before = bucket.count
        while bucket.count > 0, !entries[Int(bucket.head)].isLive(in: generations) { _ = takeFirst(of: &bucket) }
        guard bucket.count > 0 else { return Int(before) }
        var place = bucket.head
        var left = bucket.isAscending ? 1 : bucket.count
        bucket.smallest = place
        bucket.minimum = entries[Int(place)].key
        while left > 0 {
            let entry = entries[Int(place)]
            if entry.key < bucket.minimum, entry.isLive(in: generations) {
                bucket.minimum = entry.key
                bucket.smallest = place
            }
            place += 1
            left -= 1
            if left > 0, place & (Self.size - 1) == 0 { place = following[Int(place / Self.size - 1)] * Self.size }
        }
        return Int(before - bucket.count)
    }

    @inline(__always)
    private func newest(of bucket: TimerBucket) -> TimerEntry { entries[Int(bucket.end - 1)] }

    /// The first place of a chunk that now ends the bucket's chain.
    @inline(never)
    private mutating func addChunk(to bucket: inout TimerBucket) -> Int32 {
        let chunk: Int32
        if free >= 0 {
            chunk = free
            free = following[Int(chunk)]
        } else {
            chunk = Int32(truncatingIfNeeded: following.count)
            following.append(-1)
            entries.append(repeating: TimerEntry(key: 0, timer: 0, generation: 0), count: Int(Self.size))
        }
        if bucket.count > 0 { following[Int((bucket.end - 1) / Self.size)] = chunk }
        return chunk * Self.size
    }

    @inline(__always)
    private mutating func giveBack(_ chunk: Int32, _ bucket: inout TimerBucket) {
        if bucket.count == 0 {
            bucket = TimerBucket()
        } else {
            bucket.head = following[Int(chunk)] * Self.size
        }
        following[Int(chunk)] = free
        free = chunk
    }
}

extension TimerEntry {
    @inline(__always)
    func isLive(in generations: Table<UInt32>) -> Bool {
        generations[Int(timer)] == generation
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
        withUnsafeMutableBufferPointer { entries in
            for index in range.dropFirst() {
                let entry = entries[index]
                var hole = index
                while hole > range.lowerBound && entries[hole - 1].key > entry.key {
                    entries[hole] = entries[hole - 1]
                    hole -= 1
                }
                entries[hole] = entry
            }
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
