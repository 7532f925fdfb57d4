/// Finds the name that was probably meant; stops looking when its budget of work is spent.
///
/// Distance is that of Damerau and Levenshtein (1964/1966) with adjacent swaps, at most a third of the name's length.
public struct NearestName {
    /// Comparisons left; a file with 100,000 wrong names must not cost 10^10 of them.
    private var budget = 2_000_000

    /// A search with its whole budget.
    public init() {}

    /// The sentence part `; did you mean "X"?`, or nothing if no candidate is near.
    mutating func hint(for name: String, among candidates: some Sequence<String>) -> String {
        guard let nearest = nearest(to: name, among: candidates) else { return "" }
        return "; did you mean \(quoted(nearest))?"
    }

    /// The nearest candidate, the first of equals; nil if none is near enough. O(candidates x lengths).
    public mutating func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8.prefix(256))
        guard !wanted.isEmpty else { return nil }
        var best: String?
        var limit = max(1, wanted.count / 3)
        for candidate in candidates {
            guard budget > 0 else { break }
            budget -= 1
            guard abs(candidate.utf8.count - wanted.count) <= limit else { continue }
            budget -= wanted.count
            let distance = editDistance(wanted, Array(candidate.lowercased().utf8))
            if distance <= limit && distance < wanted.count {
                best = candidate
                if distance == 0 { break }
                limit = distance - 1
            }
        }
        return best
    }

    private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforePrevious = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in 0..<right.count {
                let change = left[row] == right[column] ? 0 : 1
                var least = min(previous[column] + change, previous[column + 1] + 1, current[column] + 1)
                let isSwap =
                    row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
                if isSwap { least = min(least, beforePrevious[column - 1] + 1) }
                current.append(least)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
