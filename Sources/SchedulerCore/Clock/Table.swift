/// Contiguous storage for the hot paths of the core: an element costs one address, without checks in release builds.
///
/// Copies share their storage until `makeUnique` is called on one of them; a writer calls it first (the scheduler
/// does, once for each input). Indexes are checked in debug builds only: they come from the core's own lists.
@usableFromInline
struct Table<Element: BitwiseCopyable & Sendable>: RandomAccessCollection, MutableCollection {
    /// Owns the memory.
    @usableFromInline
    final class Storage {
        @usableFromInline let base: UnsafeMutablePointer<Element>

        init(capacity: Int) {
            base = .allocate(capacity: Swift.max(1, capacity))
        }

        deinit {
            base.deallocate()
        }
    }

    @usableFromInline var storage: Storage
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @usableFromInline var count: Int

    /// An empty table.
    init() {
        capacity = 4
        storage = Storage(capacity: capacity)
        base = storage.base
        count = 0
    }

    /// `count` times the same element.
    init(repeating element: Element, count: Int) {
        capacity = Swift.max(4, count)
        storage = Storage(capacity: capacity)
        base = storage.base
        self.count = count
        base.initialize(repeating: element, count: count)
    }

    @inlinable var startIndex: Int { 0 }
    @inlinable var endIndex: Int { count }

    @inlinable
    subscript(index: Int) -> Element {
        @inline(__always) unsafeAddress {
            assert(index >= 0 && index < count)
            return UnsafePointer(base + index)
        }
        @inline(__always) unsafeMutableAddress {
            assert(index >= 0 && index < count)
            return base + index
        }
    }

    /// The place of an element, valid until the table grows; what is written there shows in every sharing copy.
    @inline(__always)
    func pointer(to index: Int) -> UnsafeMutablePointer<Element> {
        assert(index >= 0 && index < count)
        return base + index
    }

    /// Adds an element; the table must own its storage.
    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { move(to: capacity * 2) }
        (base + count).initialize(to: element)
        count += 1
    }

    /// Takes out the last element.
    @inline(__always)
    mutating func popLast() -> Element? {
        guard count > 0 else { return nil }
        count -= 1
        return base[count]
    }

    /// Adds an element `count` times.
    mutating func append(repeating element: Element, count added: Int) {
        guard added > 0 else { return }
        if count + added > capacity { move(to: Swift.max(count + added, capacity * 2)) }
        (base + count).initialize(repeating: element, count: added)
        count += added
    }

    /// Makes room for `wanted` elements in all, or for more, so that asking again and again costs O(1) an element.
    mutating func reserveCapacity(_ wanted: Int) {
        if wanted > capacity { move(to: Swift.max(wanted, capacity * 2)) }
    }

    /// Forgets all elements; storage shared with a copy is left to it.
    @inlinable
    mutating func removeAll() {
        count = 0
    }

    /// Takes a storage of its own, so that writing changes no copy. O(count).
    mutating func makeUnique() {
        move(to: capacity)
    }

    private mutating func move(to wanted: Int) {
        let fresh = Storage(capacity: wanted)
        fresh.base.update(from: base, count: count)
        storage = fresh
        base = fresh.base
        capacity = wanted
    }
}

/// The storage is only written through a copy that owns it alone.
extension Table: @unchecked Sendable {}
