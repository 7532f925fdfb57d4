/// A list that only grows, made of pieces that its copies share: a copy costs only references to its pieces, and the
/// next append copies one piece, however long the list is.
///
/// The past in a keyframe of a session must not be copied with each keyframe, or a million inputs would fill the
/// memory.
public struct ChunkedLog<Element: Sendable>: Sendable {
    /// Elements of one piece.
    public static var chunkLength: Int { 1_024 }

    private var full: [[Element]] = []
    private var last: [Element] = []

    /// An empty list.
    public init() {}

    /// Adds one. O(1) amortized; after a copy O(`chunkLength`), every `chunkLength`-th time O(pieces).
    public mutating func append(_ element: Element) {
        if last.isEmpty { last.reserveCapacity(ChunkedLog.chunkLength) }
        last.append(element)
        guard last.count == ChunkedLog.chunkLength else { return }
        full.append(last)
        last = []
    }
}

extension ChunkedLog: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { full.count * ChunkedLog.chunkLength + last.count }
    /// The element with this number, from 0. O(1).
    public subscript(position: Int) -> Element {
        let piece = position / ChunkedLog.chunkLength
        let place = position % ChunkedLog.chunkLength
        return piece < full.count ? full[piece][place] : last[place]
    }
}

extension ChunkedLog: Equatable where Element: Equatable {
    /// Whether both contain the same elements. O(n).
    public static func == (left: ChunkedLog, right: ChunkedLog) -> Bool { left.elementsEqual(right) }
}
