/// A set of increasing numbers with a payload each, whose smallest is quick to find: a bitmap of bitmaps over a window.
///
/// Three levels of 64-bit words (a van Emde Boas layout with fan-out 64) cover the numbers from `base` on; the smallest
/// is found by counting trailing zeros, O(levels) and O(window / 262,144). The window slides and grows with the
/// numbers; what would keep it too long (a run that stays back while millions pass) moves to a short sorted list.
/// Memory: 4 bytes and 1 bit for each number of the window, which is at most 64 times the members or `minimumSpan`.
struct SequenceSet: Sendable {
    /// The window may always be this long.
    private static let minimumSpan = 65_536

    private var base: Int64 = 0
    private var payloads = Table<Int32>()
    private var words = Table<UInt64>()
    private var groups = Table<UInt64>()
    private var tops = Table<UInt64>()
    private var members = 0
    private var stragglers: [(sequence: Int64, payload: Int32)] = []
    private var firstStraggler = 0

    /// How many members there are, stragglers included.
    private(set) var count = 0

    /// Takes storage of its own, so that writing changes no copy.
    mutating func makeUnique() {
        payloads.makeUnique()
        words.makeUnique()
        groups.makeUnique()
        tops.makeUnique()
    }

    /// Adds `sequence`, which is not a member.
    @inline(__always)
    mutating func insert(_ sequence: Int64, _ payload: Int32) {
        count &+= 1
        place(sequence, payload)
    }

    @inline(__always)
    private mutating func place(_ sequence: Int64, _ payload: Int32) {
        let offset = Int(sequence &- base)
        if UInt(bitPattern: offset) < UInt(bitPattern: payloads.count) {
            enter(payload, at: offset)
        } else {
            placeOutside(sequence, payload)
        }
    }

    /// The window lies elsewhere.
    @inline(never)
    private mutating func placeOutside(_ sequence: Int64, _ payload: Int32) {
        if members == 0 { base = sequence & ~63 }
        if sequence - base >= Int64(payloads.count) { makeRoom(for: sequence) }
        let offset = Int(sequence - base)
        guard offset >= 0 else { return insertStraggler(sequence, payload) }
        enter(payload, at: offset)
    }

    @inline(__always)
    private mutating func enter(_ payload: Int32, at offset: Int) {
        payloads.pointer(to: offset).pointee = payload
        let word = offset >> 6
        words.pointer(to: word).pointee |= 1 &<< UInt64(offset & 63)
        groups.pointer(to: word >> 6).pointee |= 1 &<< UInt64(word & 63)
        tops.pointer(to: word >> 12).pointee |= 1 &<< UInt64((word >> 6) & 63)
        members &+= 1
    }

    /// Takes out the smallest member; there is one.
    @inline(__always)
    mutating func popFirst() -> Int32 {
        count &-= 1
        if firstStraggler < stragglers.count { return popStraggler() }
        let offset = firstOffset()
        clear(offset)
        return payloads[offset]
    }

    /// The smallest member.
    var first: (sequence: Int64, payload: Int32)? {
        if firstStraggler < stragglers.count { return stragglers[firstStraggler] }
        guard members > 0 else { return nil }
        let offset = firstOffset()
        return (base + Int64(offset), payloads[offset])
    }

    /// The smallest members as far as they stand in one word, one bit each, and where the payload of bit 0 stands; nil
    /// while there are stragglers, or nothing.
    @inline(__always)
    var firstWord: (bits: UInt64, payloads: UnsafeMutablePointer<Int32>)? {
        guard firstStraggler == stragglers.count, members > 0 else { return nil }
        let word = firstWordNumber
        return (words.pointer(to: word).pointee, payloads.pointer(to: word << 6))
    }

    /// Takes out `count` members: these bits of the first word.
    @inline(__always)
    mutating func removeFirst(_ bits: UInt64, _ taken: Int) {
        clear(bits, of: firstWordNumber)
        members &-= taken
        count &-= taken
    }

    /// Takes out `sequence`; false if it is no member.
    mutating func remove(_ sequence: Int64) -> Bool {
        let offset = sequence - base
        if members > 0, offset >= 0, offset < Int64(payloads.count) {
            let place = Int(offset)
            if words[place >> 6] & (1 << UInt64(place & 63)) != 0 {
                clear(place)
                count -= 1
                return true
            }
        }
        guard let index = stragglers[firstStraggler...].firstIndex(where: { $0.sequence == sequence }) else {
            return false
        }
        stragglers.remove(at: index)
        count -= 1
        return true
    }

    @inline(__always)
    private var firstWordNumber: Int {
        var top = 0
        while tops[top] == 0 { top += 1 }
        let group = top << 6 | tops[top].trailingZeroBitCount
        return group << 6 | groups[group].trailingZeroBitCount
    }

    @inline(__always)
    private func firstOffset() -> Int {
        let word = firstWordNumber
        return word << 6 | words[word].trailingZeroBitCount
    }

    @inline(__always)
    private mutating func clear(_ offset: Int) {
        clear(1 &<< UInt64(offset & 63), of: offset >> 6)
        members &-= 1
    }

    /// Whether a word becomes empty is as good as random, so all levels are written, without a branch to predict.
    @inline(__always)
    private mutating func clear(_ gone: UInt64, of word: Int) {
        let bits = words.pointer(to: word)
        let left = bits.pointee & ~gone
        bits.pointee = left
        let group = groups.pointer(to: word >> 6)
        let leftInGroup = group.pointee & ~((left == 0 ? 1 : 0) &<< UInt64(word & 63))
        group.pointee = leftInGroup
        tops.pointer(to: word >> 12).pointee &= ~((leftInGroup == 0 ? 1 : 0) &<< UInt64((word >> 6) & 63))
    }

    /// Slides the window up, grows it, or lets it begin anew behind its members.
    private mutating func makeRoom(for sequence: Int64) {
        if members > 0, firstOffset() >= payloads.count / 2, payloads.count > 0 { slide() }
        let span = sequence - base + 1
        guard span > Int64(payloads.count) else { return }
        guard span <= Int64(max(Self.minimumSpan, members * 64)) else {
            while members > 0 {
                let offset = firstOffset()
                stragglers.append((base + Int64(offset), payloads[offset]))
                clear(offset)
            }
            base = sequence & ~63
            if payloads.isEmpty { grow(to: 64) }
            return
        }
        grow(to: Int(span))
    }

    private mutating func slide() {
        let start = firstOffset() & ~63
        var moved: [(Int64, Int32)] = []
        moved.reserveCapacity(members)
        while members > 0 {
            let offset = firstOffset()
            moved.append((base + Int64(offset), payloads[offset]))
            clear(offset)
        }
        base += Int64(start)
        for (sequence, payload) in moved { place(sequence, payload) }
    }

    private mutating func grow(to span: Int) {
        var capacity = max(64, payloads.count)
        while capacity < span { capacity *= 2 }
        payloads.append(repeating: -1, count: capacity - payloads.count)
        words.append(repeating: 0, count: capacity / 64 - words.count)
        groups.append(repeating: 0, count: (words.count + 63) / 64 - groups.count)
        tops.append(repeating: 0, count: (groups.count + 63) / 64 - tops.count)
    }

    private mutating func insertStraggler(_ sequence: Int64, _ payload: Int32) {
        var low = firstStraggler
        var high = stragglers.count
        while low < high {
            let middle = (low + high) / 2
            if stragglers[middle].sequence < sequence { low = middle + 1 } else { high = middle }
        }
        stragglers.insert((sequence, payload), at: low)
    }

    private mutating func popStraggler() -> Int32 {
        let payload = stragglers[firstStraggler].payload
        firstStraggler += 1
        if firstStraggler * 2 > stragglers.count {
            stragglers.removeFirst(firstStraggler)
            firstStraggler = 0
        }
        return payload
    }
}
