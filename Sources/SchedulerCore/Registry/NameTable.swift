/// Names and their dense numbers, compared byte by byte: two spellings of "café" are two names.
struct NameTable: Stored {
    /// A name that is equal to another one only if its bytes are.
    private struct Key: Hashable, Sendable {
        let name: String

        static func == (left: Key, right: Key) -> Bool { left.name.utf8.elementsEqual(right.name.utf8) }

        func hash(into hasher: inout Hasher) {
            var name = name
            name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// The names in the order in which they became known.
    private(set) var names: [String] = []
    private var numbers: [Key: Int32] = [:]

    /// Makes room for `count` names.
    mutating func reserve(_ count: Int) {
        names.reserveCapacity(count)
        numbers.reserveCapacity(count)
    }

    /// Whether each name is found under its own number.
    var isSound: Bool { names.indices.allSatisfy { find(names[$0]) == $0 } && numbers.count == names.count }

    func find(_ name: String) -> Int? { numbers[Key(name: name)].map { Int($0) } }

    /// The number of `name`, which is added if it is new.
    mutating func insert(_ name: String) -> (number: Int, isNew: Bool) {
        let next = Int32(names.count)
        // One search: it finds the name, or puts it there.
        let number = { $0 }(&numbers[Key(name: name), default: next])
        if number == next { names.append(name) }
        return (Int(number), number == next)
    }
}

#if !hasFeature(Embedded)
    /// A checkpoint has the names in their order; their numbers follow from it.
    extension NameTable {
        init(from decoder: any Decoder) throws {
            self.init()
            for name in try [String](from: decoder) { _ = insert(name) }
        }

        func encode(to encoder: any Encoder) throws { try names.encode(to: encoder) }
    }
#endif
