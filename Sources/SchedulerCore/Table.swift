/// Plain values by their numbers: what the rules read and write at every turn.
///
/// An array asks at each write whether a copy shares its storage. A table is asked once: who changes one calls `own`
/// first, as `Scheduler.handle` does for all. A debug build checks each write.
struct Table<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    /// Unchecked: storage that is shared is only read. It begins with a line of the processor's cache.
    private final class Storage {
        let elements: UnsafeMutablePointer<Element>

        init(_ capacity: Int) {
            let bytes = capacity * MemoryLayout<Element>.stride
            elements = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64).bindMemory(
                to: Element.self, capacity: capacity)
        }

        deinit { elements.deallocate() }
    }

    private var storage = Storage(0)
    private var elements: UnsafeMutablePointer<Element>
    private var capacity = 0
    private(set) var count = 0

    /// An empty table.
    init() { elements = storage.elements }

    /// Makes the storage its own. Returns whether a copy shared it. O(1), after a copy O(n).
    @discardableResult
    mutating func own() -> Bool {
        let wasShared = !isKnownUniquelyReferenced(&storage)
        if wasShared { move(to: capacity) }
        return wasShared
    }

    /// Makes room for `wanted` elements in all.
    mutating func reserve(_ wanted: Int) {
        if wanted > capacity { move(to: Swift.max(wanted, 2 * capacity)) }
    }

    /// Adds an element.
    @inline(__always)
    mutating func append(_ element: Element) {
        reserve(count + 1)
        count += 1
        self[count - 1] = element
    }

    private mutating func move(to capacity: Int) {
        let moved = Storage(capacity)
        moved.elements.update(from: elements, count: count)
        (storage, elements, self.capacity) = (moved, moved.elements, capacity)
    }
}

extension Table: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { count }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no element has this number")
            return withExtendedLifetime(storage) { elements[index] }
        }
        _modify {
            assert(isKnownUniquelyReferenced(&storage), "who changes a table must own it")
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no element has this number")
            yield &elements[index]
        }
    }
}

#if !hasFeature(Embedded)
    /// Encoded as an array.
    extension Table: Codable where Element: Codable {
        init(from decoder: any Decoder) throws {
            self.init()
            for element in try [Element](from: decoder) { append(element) }
        }

        func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
    }
#endif
