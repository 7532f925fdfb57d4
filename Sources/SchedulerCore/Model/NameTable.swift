/// Names and their dense numbers, compared byte by byte: two spellings of "café" are two names.
///
/// Open addressing with linear probing over FNV-1a hashes (Fowler, Noll & Vo); at most half of the places are taken.
/// Nothing iterates in hash order. A lookup costs the length of the name.
struct NameTable: Sendable {
    /// The names in the order in which they became known.
    private(set) var names: [String] = []
    private var places: [Int32] = Array(repeating: -1, count: 16)

    /// Makes room for `count` names.
    mutating func reserve(_ count: Int) {
        names.reserveCapacity(count)
        while places.count < count * 2 { places = Array(repeating: -1, count: places.count * 2) }
        rebuild()
    }

    /// The number of `name`, or nil where it is not known.
    func find(_ name: String) -> Int? {
        let found = places[place(of: name)]
        return found < 0 ? nil : Int(found)
    }

    /// The number of `name`; it becomes known where it was not.
    mutating func insert(_ name: String) -> (number: Int, isNew: Bool) {
        var index = place(of: name)
        if places[index] >= 0 { return (Int(places[index]), false) }
        if (names.count + 1) * 2 > places.count {
            places = Array(repeating: -1, count: places.count * 2)
            rebuild()
            index = place(of: name)
        }
        places[index] = Int32(names.count)
        names.append(name)
        return (names.count - 1, true)
    }

    private mutating func rebuild() {
        for (number, name) in names.enumerated() {
            places[place(of: name)] = Int32(number)
        }
    }

    /// Where `name` stands, or the empty place where it would.
    private func place(of name: String) -> Int {
        withBytes(of: name) { bytes in
            let mask = places.count - 1
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            var index = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & mask
            while places[index] >= 0, !isName(Int(places[index]), bytes) { index = (index + 1) & mask }
            return index
        }
    }

    /// Whether the name with this number is `bytes`.
    private func isName(_ number: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        withBytes(of: names[number]) { known in
            guard known.count == bytes.count else { return false }
            // Names that are alike differ at their ends.
            for index in bytes.indices.reversed() where known[index] != bytes[index] { return false }
            return true
        }
    }

    /// A string in one piece, as all but bridged ones are anyway.
    @inline(__always)
    private func withBytes<Result>(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = text
        return copy.withUTF8(body)
    }
}
