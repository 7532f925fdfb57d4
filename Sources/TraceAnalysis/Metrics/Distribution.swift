import SchedulerCore

/// Durations from many runs, sorted: what is usual, what is rare, and how they spread.
public struct Distribution: Hashable, Sendable {
    /// A column of a histogram.
    public struct Bin: Hashable, Sendable {
        /// The shortest duration in it.
        public let from: Nanoseconds
        /// Its upper end, exclusive; inclusive for the last bin.
        public let to: Nanoseconds
        /// How many durations are in it.
        public let count: Int
    }

    /// All lengths, the shortest first.
    public let sorted: [Nanoseconds]

    /// The distribution of these lengths, in whatever order they come. O(n log n).
    public init(_ lengths: [Nanoseconds]) {
        sorted = lengths.sorted()
    }

    /// The smallest length that `percent` of all do not exceed (nearest rank); nil if there are none.
    public func percentile(_ percent: Int) -> Nanoseconds? {
        guard !sorted.isEmpty else { return nil }
        let rank = (sorted.count * max(0, min(100, percent)) + 99) / 100
        return sorted[max(0, rank - 1)]
    }

    /// The mean, rounded down; nil if there are none.
    public var mean: Nanoseconds? {
        guard !sorted.isEmpty else { return nil }
        var sum = Int128(0)
        for length in sorted { sum += Int128(length.count) }
        return Nanoseconds(Int64(sum / Int128(sorted.count)))
    }

    /// The lengths in `count` columns of equal width; one column if all are equal, none if there are none.
    public func histogram(columns count: Int = 10) -> [Bin] {
        guard let first = sorted.first, let last = sorted.last else { return [] }
        guard first < last, count > 0 else { return [Bin(from: first, to: last, count: sorted.count)] }
        let width = max(1, ((last - first).count + Int64(count) - 1) / Int64(count))
        var counts = [Int](repeating: 0, count: count)
        for length in sorted { counts[min(count - 1, Int((length - first).count / width))] += 1 }
        return counts.enumerated().map { place, number in
            let from = first + Nanoseconds(width * Int64(place))
            return Bin(from: from, to: from + Nanoseconds(width), count: number)
        }
    }
}

extension Nanoseconds {
    fileprivate static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        Nanoseconds(left.count - right.count)
    }
}
