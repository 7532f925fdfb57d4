import Text

/// What ran inside one slice, by name: slices of one name count together, and one inside another of its name does not count
/// again.
struct NestedSlices {
    /// So many of the slices around one are looked at.
    private static let looked = 32
    /// A name that takes less than one part in so many of the slice is not shown, and at most so many are.
    private static let (share, shown): (Int64, Int) = (10, 4)

    private var open: [(name: Int32, end: Int64)] = []
    private var lengths: [Int32: Int64] = [:]

    /// A slice inside the one, in the order of the starts.
    mutating func add(_ name: Int32, from start: Int64, to end: Int64) {
        while let last = open.last, last.end <= start { open.removeLast() }
        if end > start, !open.suffix(Self.looked).contains(where: { $0.name == name }) {
            lengths[name] = min(1 << 61, (lengths[name] ?? 0) + min(1 << 61, end - start))
        }
        if open.count < Slices.openLimit { open.append((name, end)) }
    }

    /// Those that take much of a slice of this length, the longest first.
    func longest(of length: Int64) -> [(name: Int32, length: Int64)] {
        let long = lengths.filter { $0.value > 0 && $0.value >= length / Self.share }
        return long.map { (name: $0.key, length: $0.value) }
            .sorted { ($0.length, $1.name) > ($1.length, $0.name) }.prefix(Self.shown).map { $0 }
    }
}

extension Slices {
    /// So many slices that hold others are named.
    private static let shownHolders = 5

    /// What ran inside the longest pieces of a launch: `Startup from 20ms for 5ms: WorkManager 2ms, Emoji 1ms; …`; nil if the
    /// trace has nothing there.
    func insideText(_ pieces: [Piece], begin: Int64, length: Int64) -> String? {
        func time(_ time: Int64) -> Int64 { min(length, max(0, time - begin)) }
        func text(_ time: Int64) -> String { DurationText.rounded(nanoseconds: time) }
        let holders = pieces.filter { !$0.inside.isEmpty }.map { piece in
            (piece: piece, start: time(piece.slice.start), length: time(piece.slice.end) - time(piece.slice.start))
        }.sorted { ($0.length, $1.start) > ($1.length, $0.start) }
        let lines = holders.prefix(Self.shownHolders).map { holder in
            let inside = holder.piece.inside.map { "\(UniqueNames.fit(names.names[Int($0.name)])) \(text($0.length))" }
            return "\(UniqueNames.fit(names.names[Int(holder.piece.slice.name)])) from \(text(holder.start)) for "
                + "\(text(holder.length)): \(inside.joined(separator: ", "))"
        }
        return lines.isEmpty ? nil : lines.joined(separator: "; ")
    }
}
