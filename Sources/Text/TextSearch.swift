extension String {
    /// Whether the text contains `part`, ignoring case; every text contains an empty part.
    ///
    /// Compares bytes of UTF-8: a letter matches without its combining accent. O(text x part) at worst.
    public func holds(_ part: String) -> Bool {
        let text = [UInt8](lowercased().utf8)
        let sought = [UInt8](part.lowercased().utf8)
        guard text.count >= sought.count else { return false }
        return (0...(text.count - sought.count)).contains { start in
            sought.indices.allSatisfy { text[start + $0] == sought[$0] }
        }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element satisfies `isAfter`, or the end index, in a collection partitioned by it: none of the
    /// first elements satisfies it, all others do. O(log n).
    @inlinable public func partitionPoint(where isAfter: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
