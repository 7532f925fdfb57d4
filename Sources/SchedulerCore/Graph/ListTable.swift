/// Lists in one array, each with room to grow: one that outgrows its room moves to the end with twice as much.
///
/// Where each list is takes 12 bytes. Reading is O(1), appending too, on average.
struct ListTable<Element: BitwiseCopyable & Stored>: Sendable {
    /// Where a list is.
    struct Span: BitwiseCopyable, Stored {
        var first: Int32 = 0
        var count: Int32 = 0
        /// How many elements there is room for.
        var room: Int32 = 0
    }

    private var elements: [Element]
    private var spans: [Span]

    /// The lists whose elements follow each other in `elements`: `counts[n]` of them belong to list n.
    init(_ elements: [Element], _ counts: [Int32]) {
        self.elements = elements
        var first: Int32 = 0
        spans = counts.map { count in
            defer { first += count }
            return Span(first: first, count: count, room: count)
        }
    }

    /// How many lists there are.
    var count: Int { spans.count }
    /// The end of all places.
    var endPlace: Int { elements.count }

    /// The places of the elements of a list.
    @inline(__always)
    func places(of list: Int) -> Range<Int> {
        let span = spans[list]
        return Int(span.first)..<Int(span.first &+ span.count)
    }

    /// The element at a place.
    @inline(__always)
    subscript(place: Int) -> Element { elements[place] }

    /// The elements of a list.
    func list(_ list: Int) -> ArraySlice<Element> { elements[places(of: list)] }

    /// Adds empty lists up to this one.
    mutating func add(upTo list: Int) {
        if spans.count <= list { spans += repeatElement(Span(), count: list + 1 - spans.count) }
    }

    /// Adds an element at the end of a list.
    mutating func append(_ element: Element, to list: Int) {
        if spans[list].count == spans[list].room { move(list, room: max(4, 2 * spans[list].room), element) }
        elements[Int(spans[list].first + spans[list].count)] = element
        spans[list].count += 1
    }

    /// Gives a list other elements.
    mutating func replace(_ list: Int, with new: some Collection<Element>) {
        if let first = new.first, new.count > spans[list].room {
            spans[list].count = 0
            move(list, room: max(Int32(new.count), 2 * spans[list].room), first)
        }
        for (offset, element) in new.enumerated() { elements[Int(spans[list].first) + offset] = element }
        spans[list].count = Int32(new.count)
    }

    /// Removes the elements of a list that satisfy `condition`; the others keep their order.
    mutating func remove(from list: Int, where condition: (Element) -> Bool) {
        var kept = Int(spans[list].first)
        for place in places(of: list) where !condition(elements[place]) {
            elements[kept] = elements[place]
            kept += 1
        }
        spans[list].count = Int32(kept) - spans[list].first
    }

    /// A list goes to the end, with more room, which `filler` takes.
    private mutating func move(_ list: Int, room: Int32, _ filler: Element) {
        let own = Array(self.list(list))
        spans[list].first = Int32(elements.count)
        spans[list].room = room
        elements += own
        elements += repeatElement(filler, count: Int(room) - own.count)
    }

    /// Whether every list is within the array.
    var isSound: Bool {
        spans.allSatisfy { span in
            span.first >= 0 && span.count >= 0 && span.count <= span.room
                && Int(span.first) + Int(span.room) <= elements.count
        }
    }
}

#if !hasFeature(Embedded)
    extension ListTable: Codable {}
#endif

/// Things to be done one after the other while more are added: first in, first out.
struct WorkList<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var next = 0

    /// Whether nothing is left to do and the next one comes first: in a list of another process it may not.
    var isEmpty: Bool { elements.isEmpty && next == 0 }

    /// Adds one at the end.
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard next < elements.count else { return nil }
        let element = elements[next]
        next += 1
        if next == elements.count {
            elements.removeAll(keepingCapacity: true)
            next = 0
        }
        return element
    }
}

#if !hasFeature(Embedded)
    extension WorkList: Codable where Element: Codable {}
#endif
