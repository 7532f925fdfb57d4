/// A binary heap (Williams 1964) whose smallest element is quick to find. Insert and removal of the first cost O(log n).
///
/// An element that is taken out leaves a hole, which sinks to a leaf along the smaller children; the last element fills it
/// and rises (Wegener 1993): one comparison per level, without a branch.
public struct Heap<Element: Comparable & Sendable>: Sendable {
    @usableFromInline var elements: [Element] = []

    /// An empty heap.
    @inlinable
    public init() {}

    /// How many elements there are.
    @inlinable public var count: Int { elements.count }
    /// Whether there are none.
    @inlinable public var isEmpty: Bool { elements.isEmpty }
    /// The smallest element.
    @inlinable public var first: Element? { elements.first }
    /// All elements, in no particular order.
    @inlinable public var all: [Element] { elements }

    /// Adds an element.
    @inlinable
    public mutating func insert(_ element: Element) {
        elements.append(element)
        elements.withUnsafeMutableBufferPointer { Self.raise(element, from: $0.count &- 1, in: $0) }
    }

    /// Removes and returns the smallest element; nil if the heap is empty.
    @inlinable
    @discardableResult
    public mutating func popFirst() -> Element? {
        guard let first = elements.first else { return nil }
        remove(at: 0)
        return first
    }

    /// Removes an element that satisfies `condition`, if there is one. O(n).
    @inlinable
    @discardableResult
    public mutating func removeFirst(where condition: (Element) -> Bool) -> Element? {
        guard let index = elements.firstIndex(where: condition) else { return nil }
        let element = elements[index]
        remove(at: index)
        return element
    }

    /// Removes every element that satisfies `condition`. O(n).
    @inlinable
    public mutating func removeAll(where condition: (Element) -> Bool) {
        let kept = elements.filter { !condition($0) }
        elements.removeAll(keepingCapacity: true)
        for element in kept { insert(element) }
    }

    @inlinable
    mutating func remove(at index: Int) {
        let last = elements.removeLast()
        guard index < elements.count else { return }
        elements.withUnsafeMutableBufferPointer { Self.fill(index, with: last, in: $0) }
    }

    /// Puts `element` where there is a hole, or below or above it.
    @inlinable
    static func fill(_ index: Int, with element: Element, in heap: UnsafeMutableBufferPointer<Element>) {
        var hole = index
        var child = 2 &* hole &+ 1
        while child &+ 1 < heap.count {
            child &+= heap[child &+ 1] < heap[child] ? 1 : 0
            heap[hole] = heap[child]
            hole = child
            child = 2 &* hole &+ 1
        }
        if child < heap.count {
            heap[hole] = heap[child]
            hole = child
        }
        raise(element, from: hole, in: heap)
    }

    /// Puts `element` into the hole at `start` or above it.
    @inlinable
    @inline(__always)
    static func raise(_ element: Element, from start: Int, in heap: UnsafeMutableBufferPointer<Element>) {
        var hole = start
        while hole > 0 {
            let parent = (hole &- 1) &>> 1
            guard element < heap[parent] else { break }
            heap[hole] = heap[parent]
            hole = parent
        }
        heap[hole] = element
    }
}

#if !hasFeature(Embedded)
    extension Heap: Codable where Element: Codable {}
#endif
