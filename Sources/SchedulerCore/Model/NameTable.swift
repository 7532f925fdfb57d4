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
        let mask = places.count - 1
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        var index = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & mask
        while places[index] >= 0, !names[Int(places[index])].utf8.elementsEqual(name.utf8) {
            index = (index + 1) & mask
        }
        return index
    }
}
