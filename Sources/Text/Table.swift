/// Rows of cells under headings, described once: as text for a terminal, as Markdown, or as HTML. Each writer makes the
/// cells harmless in its own way, so cells come as they are.
public struct Table: Hashable, Sendable {
    /// A column: its heading in small letters, and what its cells hold.
    public struct Column: Hashable, Sendable {
        /// What the cells hold.
        public enum Kind: UInt8, Sendable {
            /// Words, aligned left.
            case words
            /// Numbers and times, aligned right.
            case number
            /// Paths of files, aligned left; links in HTML.
            case link
        }

        let heading: String
        let kind: Kind

        /// A column of numbers or times.
        public static func number(_ heading: String) -> Column { Column(heading: heading, kind: .number) }
        /// A column of words.
        public static func words(_ heading: String) -> Column { Column(heading: heading, kind: .words) }
        /// A column of paths.
        public static func link(_ heading: String) -> Column { Column(heading: heading, kind: .link) }
    }

    private struct Row: Hashable {
        var cells: [String]
        var isMarked = false
    }

    private let columns: [Column]
    private var rows: [Row] = []

    /// A table without rows.
    public init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row with a cell for each column; a marked one stands out in HTML.
    public mutating func add(_ cells: [String], isMarked: Bool = false) {
        rows.append(Row(cells: cells, isMarked: isMarked))
    }

    /// Adds a line of its own over the rows that follow.
    public mutating func add(heading: String) { rows.append(Row(cells: [heading])) }

    private func isHeading(_ row: Row) -> Bool { row.cells.count != columns.count }

    /// Lines with columns as wide as their widest cells, each cut to `width`; the last column is not padded.
    public func text(indent: String = "", width: Int = .max) -> String {
        let lines = [columns.map { $0.heading.uppercased() }] + rows.map { $0.cells.map { DisplayText.clean($0) } }
        let widths = columns.indices.map { column in
            lines.map { $0.count == columns.count ? DisplayText.width(of: $0[column]) : 0 }.max() ?? 0
        }
        return lines.map { cells in
            var line = indent
            if cells.count != columns.count { line += cells.joined() }
            for (column, cell) in cells.enumerated() where cells.count == columns.count {
                let isLast = column + 1 == columns.count
                if isLast, columns[column].kind != .number {
                    line += cell
                } else {
                    let side = columns[column].kind == .number ? DisplayText.Alignment.right : .left
                    line += DisplayText.pad(cell, to: widths[column], alignment: side) + (isLast ? "" : "  ")
                }
            }
            if width < .max { line = DisplayText.cut(line, to: width) }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// The first `limit` rows in Markdown, and how many more there are.
    public func markdown(limit: Int = .max) -> String {
        var lines = [columns.map { $0.heading }.joined(separator: " | ")].map { "| \($0) |" }
        lines.append("|" + columns.map { $0.kind == .number ? "---:" : "---" }.joined(separator: "|") + "|")
        for row in rows.prefix(limit) {
            let cells = isHeading(row) ? row.cells + columns.dropFirst().map { _ in "" } : row.cells
            lines.append("| " + cells.map { MarkupText.markdown($0) }.joined(separator: " | ") + " |")
        }
        let more = rows.count - min(limit, rows.count)
        return lines.map { $0 + "\n" }.joined() + (more > 0 ? "\nand \(Format.count(more)) more\n" : "")
    }

    /// The first `limit` rows in HTML, and how many more there are.
    public func html(limit: Int = .max) -> String {
        func cell(_ tag: String, _ column: Int, _ inner: String) -> String {
            "<\(tag)\(columns[column].kind == .number ? " class=\"number\"" : "")>\(inner)</\(tag)>"
        }
        let head = columns.indices.map { cell("th", $0, MarkupText.html(columns[$0].heading)) }.joined()
        let body = rows.prefix(limit).map { row in
            if isHeading(row) {
                return "<tr><th colspan=\"\(columns.count)\">\(MarkupText.html(row.cells.joined()))</th></tr>\n"
            }
            let cells = row.cells.enumerated().map { column, value in
                let words = MarkupText.html(value)
                let isLink = columns[column].kind == .link
                return cell("td", column, isLink ? "<a href=\"\(MarkupText.address(value))\">\(words)</a>" : words)
            }
            return "<tr\(row.isMarked ? " class=\"critical\"" : "")>\(cells.joined())</tr>\n"
        }
        let more = rows.count - min(limit, rows.count)
        return "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(body.joined())</tbody>\n</table>\n"
            + (more > 0 ? "<p>and \(Format.count(more)) more</p>\n" : "")
    }
}
