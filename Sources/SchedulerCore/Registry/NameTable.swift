/// Names and their dense numbers, compared byte by byte: two spellings of "café" are two names.
///
/// Open addressing with linear probing; at most half of the places are taken. The hash takes eight bytes at a time and
/// mixes each by a multiplication and a shift. Nothing iterates in hash order. A lookup costs the length of the name.
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

    /// The number of `name`, or nil if it is not known.
    func find(_ name: String) -> Int? {
        let found = places[place(of: name)]
        return found < 0 ? nil : Int(found)
    }

    /// The number of `name`; it becomes known if it was not.
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
            var index = Int(truncatingIfNeeded: Self.hash(UnsafeRawBufferPointer(bytes))) & mask
            while places[index] >= 0, !isName(Int(places[index]), bytes) { index = (index + 1) & mask }
            return index
        }
    }

    @inline(__always)
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return mixed(hash ^ rest)
    }

    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
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
