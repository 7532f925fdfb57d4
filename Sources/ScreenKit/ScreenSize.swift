/// A screen's width and height in cells.
public struct ScreenSize: Hashable, Sendable, CustomStringConvertible {
    /// The largest width and height that can be asked for.
    public static let limit = 1_000
    /// Width in terminal columns, 1 ... `limit`.
    public let columns: Int
    /// Height, 1 ... `limit`.
    public let rows: Int

    /// A size, clamped to the limits.
    public init(columns: Int, rows: Int) {
        self.columns = max(1, min(ScreenSize.limit, columns))
        self.rows = max(1, min(ScreenSize.limit, rows))
    }

    /// A size written as `80x24`; nil if the text is not a size or exceeds the limits.
    public init?(_ text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...ScreenSize.limit).contains(columns),
            (1...ScreenSize.limit).contains(rows)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }

    /// The size as text: `80x24`.
    public var description: String { "\(columns)x\(rows)" }
}
