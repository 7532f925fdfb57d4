/// Names by number, found by their bytes. The source's names are met over and over, so that a string is made of each only
/// once.
struct NameIndex {
    /// The names, by number.
    private(set) var names: [String] = []
    private var starts: [Int] = [0]
    private var bytes: [UInt8] = []
    private var slots = [Int32](repeating: -1, count: 1024)

    /// How many names there are.
    var count: Int { names.count }

    /// The number of a name.
    mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int {
        var place = Self.hash(name) & (slots.count - 1)
        while slots[place] >= 0 {
            let number = Int(slots[place])
            if isName(number, name) { return number }
            place = (place + 1) & (slots.count - 1)
        }
        slots[place] = Int32(truncatingIfNeeded: names.count)
        names.append(String(decoding: name, as: UTF8.self))
        bytes.append(contentsOf: name)
        starts.append(bytes.count)
        if names.count * 2 > slots.count { grow() }
        return names.count - 1
    }

    /// The number of a name.
    mutating func number(of name: String) -> Int {
        Array(name.utf8).withUnsafeBufferPointer { number(of: $0) }
    }

    @inline(__always)
    private func isName(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = starts[number]
        guard starts[number + 1] - start == name.count else { return false }
        return bytes.withUnsafeBufferPointer { known in
            for index in 0..<name.count where known[start + index] != name[index] { return false }
            return true
        }
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for number in names.indices {
            let hash = bytes.withUnsafeBufferPointer { all in
                Self.hash(UnsafeBufferPointer(rebasing: all[starts[number]..<starts[number + 1]]))
            }
            var place = hash & (slots.count - 1)
            while slots[place] >= 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = Int32(truncatingIfNeeded: number)
        }
    }

    /// FNV-1a, folded.
    @inline(__always)
    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7FFF_FFFF)
    }
}
