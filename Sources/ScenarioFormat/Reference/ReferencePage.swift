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
}

/// The reference of the script language, from the table of commands by which it is read, written and completed.
public enum ScriptReference {
    /// Every command, in the table's order.
    public static let page = ReferencePage(
        title: "Script reference",
        abstract: """
            Every command of a script. The dashboard's palette (:) takes all of them except wait, but without times.
            """,
        sections: [
            ReferencePage.Section(
                title: "Lines", introduction: "Each line has one command, with or without a time before it.",
                entries: [
                    .init(form: "at DURATION COMMAND", meaning: "At this time after the scenario's beginning."),
                    .init(form: "+DURATION COMMAND", meaning: "This long after the previous line."),
                    .init(
                        form: "COMMAND",
                        meaning: """
                            When the previous line is done. Only the commands advance, tick and wait take time; an \
                            action only begins.
                            """
                    ),
                    .init(form: "# TEXT", meaning: "A comment, at the start of a line or after a space."),
                    .init(
                        form: "\"A name\"",
                        meaning: """
                            A name with a space or one of ,<|#" needs JSON quotes; so does one that is a word of the \
                            command: select "none" selects the task none.
                            """),
                ]),
            ReferencePage.Section(
                title: "Commands", introduction: "",
                entries: CommandTable.rows.map { row in
                    let phrase = row.words.joined(separator: " ")
                    return .init(
                        form: row.usage.isEmpty ? phrase : phrase + " " + row.usage, meaning: row.summary)
                }),
        ])
}
