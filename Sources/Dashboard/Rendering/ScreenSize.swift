import Text

/// A screen's width and height in cells.
public struct ScreenSize: Hashable, Sendable, CustomStringConvertible {
    /// The largest width and height that can be asked for.
    public static let limit = 1_000
    /// Width in terminal columns, 1 ... `limit`.
    public let columns: Int
    /// Height, 1 ... `limit`.
    public let rows: Int

    /// A size, held inside the limits.
    public init(columns: Int, rows: Int) {
        self.columns = max(1, min(ScreenSize.limit, columns))
        self.rows = max(1, min(ScreenSize.limit, rows))
    }

    /// A size written as `80x24`; nil if it is none or outside the limits.
    public init?(_ text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...ScreenSize.limit).contains(columns),
            (1...ScreenSize.limit).contains(rows)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }

    /// As it is written: `80x24`.
    public var description: String { "\(columns)x\(rows)" }
}

extension DashboardModel {
    /// The screen of a fixed size on a terminal of another one.
    func boxed(_ size: ScreenSize, columns: Int, rows: Int) -> Frame {
        var frame = Frame(columns: columns, rows: rows)
        guard size.columns <= frame.columns, size.rows <= frame.rows else {
            var canvas = Canvas(columns: columns, rows: rows, isASCII: options.isASCII)
            let line = "\(frame.columns)x\(frame.rows) is too small: --size asks for \(size)"
            for (row, part) in TextColumns.wrap(line, to: frame.columns).enumerated() {
                canvas.put(part, column: 0, row: row, width: frame.columns)
            }
            return canvas.frame
        }
        let inner = self.frame(columns: size.columns, rows: size.rows)
        frame.embed(inner)
        return frame
    }
}
