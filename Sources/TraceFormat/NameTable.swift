/// Names numbered in the order in which they are met, told apart byte by byte; open addressing over their bytes.
struct NameTable {
    /// The names by number.
    private(set) var names: [String] = []
    private var hashes: [UInt64] = []
    private var bytes: [UInt8] = []
    private var ends = [0]
    private var slots = [Int32](repeating: -1, count: 64)

    /// The number of the name with these bytes, new or not; nil if they are not UTF-8. O(bytes) expected.
    mutating func number(of name: ArraySlice<UInt8>) -> Int? {
        name.withUnsafeBufferPointer { number(of: $0) }
    }

    private mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        let hash = Self.hash(name)
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

    private func isName(_ number: Int, equalTo other: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = ends[number]
        guard ends[number + 1] - start == other.count else { return false }
        for offset in 0..<other.count where bytes[start + offset] != other[offset] { return false }
        return true
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(truncatingIfNeeded: number)
        }
    }

    /// FNV-1a (Fowler, Noll & Vo), its high half mixed into the low one.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash ^ (hash >> 32)
    }
}
