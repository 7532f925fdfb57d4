import Text

/// A reference made from the tables with which the program itself reads: text for a terminal, and Markdown for the
/// documentation.
public struct ReferencePage: Sendable {
    /// One thing that may be written, and what it means.
    struct Entry: Sendable {
        var form: String
        var meaning: String
        /// What its value may be, if that needs a word.
        var value: String?
    }

    /// Entries under a heading, and sentences before them.
    struct Section: Sendable {
        var title: String
        var introduction: String
        var entries: [Entry]
    }

    let title: String
    let abstract: String
    let sections: [Section]

    /// For a terminal of 80 columns.
    public var text: String {
        var lines = Self.wrap(abstract, to: Self.width)
        for section in sections {
            lines += ["", section.title]
            if !section.introduction.isEmpty { lines += Self.wrap(section.introduction, to: Self.width) }
            for entry in section.entries { append(entry, to: &lines) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let width = 78
    private static let indent = 22

    private func append(_ entry: Entry, to lines: inout [String]) {
        let meaning = entry.value.map { entry.meaning + " (" + $0 + ")" } ?? entry.meaning
        var wrapped = Self.wrap(meaning, to: Self.width - Self.indent)
        let form = "  " + entry.form
        if DisplayText.width(of: form) <= Self.indent - 2, !wrapped.isEmpty {
            lines.append(DisplayText.pad(form, to: Self.indent) + wrapped.removeFirst())
        } else {
            lines.append(form)
        }
        for line in wrapped { lines.append(String(repeating: " ", count: Self.indent) + line) }
    }

    /// Lines of a paragraph, none of them indented.
    private static func wrap(_ text: String, to width: Int) -> [String] {
        DisplayText.wrap(text, to: width).map { line in String(line.drop { $0 == " " }) }
    }

    /// For the documentation: one table per section.
    public var markdown: String {
        var lines = ["# " + title, "", abstract]
        for section in sections {
            lines += ["", "## " + section.title]
            if !section.introduction.isEmpty { lines += ["", section.introduction] }
            guard !section.entries.isEmpty else { continue }
            let hasValues = section.entries.contains { $0.value != nil }
            lines += ["", hasValues ? "| write | value | means |" : "| write | means |"]
            lines.append(hasValues ? "|---|---|---|" : "|---|---|")
            for entry in section.entries {
                let cells = hasValues ? [entry.value ?? "", entry.meaning] : [entry.meaning]
                lines.append("| `\(Self.cell(entry.form))` | " + cells.map(Self.cell).joined(separator: " | ") + " |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
