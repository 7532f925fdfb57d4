import Text
import TraceAnalysis

/// Rows of text in columns as wide as their widest cell; the last column is not padded.
struct TextTable {
    private let alignments: [DisplayText.Alignment]
    private var rows: [[String]]

    /// A table with these headings, each with its column's alignment.
    init(_ headings: [(String, DisplayText.Alignment)]) {
        alignments = headings.map { $0.1 }
        rows = [headings.map { $0.0 }]
    }

    /// Adds a row of cleaned cells.
    mutating func add(_ cells: [String]) { rows.append(cells) }

    /// Adds a line of its own over what follows.
    mutating func add(heading: String) { rows.append([heading]) }

    /// The lines, each with a line feed.
    func text(indent: String = "") -> String {
        let whole = rows.filter { $0.count == alignments.count }
        let widths = alignments.indices.map { column in whole.map { DisplayText.width(of: $0[column]) }.max() ?? 0 }
        return rows.map { row in
            guard row.count == alignments.count else { return indent + row.joined() + "\n" }
            var line = indent
            for column in row.indices {
                let isLast = column + 1 == row.count
                let cell = row[column]
                if isLast, alignments[column] == .left {
                    line += cell
                } else {
                    line += DisplayText.pad(cell, to: widths[column], alignment: alignments[column])
                }
                if !isLast { line += "  " }
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
