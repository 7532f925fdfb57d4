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
