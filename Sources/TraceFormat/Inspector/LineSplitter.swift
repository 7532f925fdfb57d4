/// Cuts what comes out of a socket into lines, and holds at most one incomplete line.
public struct LineSplitter: Sendable {
    /// A line was longer than a message may be.
    public struct TooLong: Error, Hashable, Sendable {}

    private var rest: [UInt8] = []

    /// Nothing read yet.
    public init() {}

    /// Bytes kept of an incomplete line.
    public var pendingBytes: Int { rest.count }

    /// Takes in bytes and returns the lines that they complete, without their ends. O(bytes).
    ///
    /// Throws: `TooLong` if a line, complete or not, is longer than `InspectorMessage.maximumBytes`; the lines before
    /// it are lost, and what comes later is of no use.
    public mutating func feed(_ bytes: ArraySlice<UInt8>) throws(TooLong) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            guard rest.count + (end - start) <= InspectorMessage.maximumBytes else { throw TooLong() }
            lines.append(rest + bytes[start..<end])
            rest = []
            start = end + 1
        }
        guard rest.count + (bytes.endIndex - start) <= InspectorMessage.maximumBytes else { throw TooLong() }
        rest += bytes[start...]
        return lines
    }
}
