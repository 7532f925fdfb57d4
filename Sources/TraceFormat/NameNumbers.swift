/// Names numbered in the order in which they occur, compared byte by byte; open addressing over their bytes. A source's
/// names occur again and again, so a string is made of each only once.
package struct NameNumbers: Sendable {
    /// A name's bytes and number; number -1: none.
    private struct Slot {
        var hash: UInt64 = 0
        var start = 0
        var count = 0
        var number: Int32 = -1
    }

    /// The names by number.
    package private(set) var names: [String] = []
    private var bytes: [UInt8] = []
    private var slots = [Slot](repeating: Slot(), count: 64)

    /// No names.
    package init() {}

    /// The number of the name with these bytes, new or not; nil if they are not UTF-8. O(bytes) expected.
    package mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        let name = UnsafeRawBufferPointer(name)
        let hash = Self.hash(name)
        let found = find(name, hash)
        return found.number >= 0 ? Int(found.number) : add(name, hash, at: found.slot)
    }

    /// The number of a name. What is not UTF-8 in `name` is replaced.
    package mutating func number(repairing name: UnsafeBufferPointer<UInt8>) -> Int {
        number(of: name) ?? number(of: String(decoding: name, as: UTF8.self))
    }

    /// The number of a name.
    package mutating func number(of name: String) -> Int {
        var name = name
        // A string is always UTF-8.
        return name.withUTF8 { number(of: $0) } ?? 0
    }

    /// The slot and number of a name, or the free slot for it and -1.
    @inline(__always)
    private func find(_ name: UnsafeRawBufferPointer, _ hash: UInt64) -> (slot: Int, number: Int32) {
        slots.withUnsafeBufferPointer { slots in
            bytes.withUnsafeBytes { bytes in
                var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
                while slots[place].number >= 0 {
                    let slot = slots[place]
                    if slot.hash == hash, slot.count == name.count, Self.isName(slot, in: bytes, equalTo: name) {
                        return (place, slot.number)
                    }
                    place = (place + 1) & (slots.count - 1)
                }
                return (place, -1)
            }
        }
    }

    @inline(__always)
    private static func isName(
        _ slot: Slot, in bytes: UnsafeRawBufferPointer, equalTo name: UnsafeRawBufferPointer
    ) -> Bool {
        guard let known = bytes.baseAddress, let other = name.baseAddress else { return name.isEmpty }
        return (known + slot.start).isEqual(to: other, count: slot.count)
    }

    @inline(never)
    private mutating func add(_ name: UnsafeRawBufferPointer, _ hash: UInt64, at slot: Int) -> Int? {
        guard let text = String(validating: name, as: UTF8.self) else { return nil }
        slots[slot] = Slot(
            hash: hash, start: bytes.count, count: name.count, number: Int32(truncatingIfNeeded: names.count))
        names.append(text)
        bytes.append(contentsOf: name)
        if names.count * 2 > slots.count { grow() }
        return names.count - 1
    }

    private mutating func grow() {
        let known = slots
        slots = [Slot](repeating: Slot(), count: known.count * 2)
        for slot in known where slot.number >= 0 {
            var place = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
            while slots[place].number >= 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = slot
        }
    }

    /// FNV-1a (Fowler, Noll & Vo) over words of eight bytes, the high half mixed into the low one each time. The last word
    /// may overlap the one before it.
    @inline(__always)
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: count)
        guard let base = bytes.baseAddress, count > 0 else { return hash }
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash &>> 32
        }
        func word<Unit: FixedWidthInteger & BitwiseCopyable>(_: Unit.Type, _ place: Int) -> UInt64 {
            UInt64(truncatingIfNeeded: base.loadUnaligned(fromByteOffset: place, as: Unit.self))
        }
        if count >= 8 {
            var place = 0
            while place &+ 8 < count {
                mix(word(UInt64.self, place))
                place &+= 8
            }
            mix(word(UInt64.self, count &- 8))
        } else if count >= 4 {
            mix(word(UInt32.self, 0) &<< 32 | word(UInt32.self, count &- 4))
        } else {
            // The first, the middle and the last byte are all there are.
            mix(word(UInt8.self, 0) &<< 16 | word(UInt8.self, count &>> 1) &<< 8 | word(UInt8.self, count &- 1))
        }
        return hash
    }
}
