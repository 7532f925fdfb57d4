/// Names numbered in the order in which they occur, compared byte by byte; open addressing over their bytes. A source's
/// names are met over and over, so that a string is made of each only once.
package struct NameTable: Sendable {
    /// The names by number.
    package private(set) var names: [String] = []
    private var hashes: [UInt64] = []
    private var bytes: [UInt8] = []
    private var ends = [0]
    private var slots = [Int32](repeating: -1, count: 64)

    /// No names.
    package init() {}

    /// The number of the name with these bytes, new or not; nil if they are not UTF-8. O(bytes) expected.
    package mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        let hash = Self.hash(UnsafeRawBufferPointer(name))
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if hashes[number] == hash && isName(number, equalTo: name) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        guard let text = String(validating: name, as: UTF8.self) else { return nil }
        slots[slot] = Int32(truncatingIfNeeded: names.count)
        names.append(text)
        hashes.append(hash)
        bytes.append(contentsOf: name)
        ends.append(bytes.count)
        if names.count * 2 > slots.count { grow() }
        return names.count - 1
    }

    /// The number of a name. What is not UTF-8 in `name` is replaced.
    package mutating func number(repairing name: UnsafeBufferPointer<UInt8>) -> Int {
        number(of: name) ?? number(of: String(decoding: name, as: UTF8.self))
    }

    /// The number of a name.
    package mutating func number(of name: String) -> Int {
        var name = name
        // A string is UTF-8 always.
        return name.withUTF8 { number(of: $0) } ?? 0
    }

    private func isName(_ number: Int, equalTo other: UnsafeBufferPointer<UInt8>) -> Bool {
        let (start, count) = (ends[number], other.count)
        guard ends[number + 1] - start == count else { return false }
        return bytes.withUnsafeBytes { bytes in
            guard let known = bytes.baseAddress, let other = UnsafeRawPointer(other.baseAddress) else {
                return count == 0
            }
            return (known + start).isEqual(to: other, count: count)
        }
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(truncatingIfNeeded: number)
        }
    }

    /// FNV-1a (Fowler, Noll & Vo) over words of eight bytes, the high half mixed into the low one each time.
    @inline(__always)
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        var place = 0
        while place + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        mix(rest)
        return hash
    }
}

extension UnsafeRawPointer {
    /// Whether the same `count` bytes stand here and there, eight at a time.
    @inlinable @inline(__always)
    package func isEqual(to other: UnsafeRawPointer, count: Int) -> Bool {
        var done = 0
        while done + 8 <= count {
            let (one, another) = (self + done, other + done)
            guard one.loadUnaligned(as: UInt64.self) == another.loadUnaligned(as: UInt64.self) else { return false }
            done += 8
        }
        while done < count {
            guard (self + done).load(as: UInt8.self) == (other + done).load(as: UInt8.self) else { return false }
            done += 1
        }
        return true
    }
}
