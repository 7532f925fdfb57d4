/// The reference of the script language, from the table of commands by which it is read, written and completed.
public enum ScriptReference {
    /// Every command, in the table's order.
    public static let page = ReferencePage(
        title: "Script reference",
        abstract: """
            Every command of the script language, as the program reads it: in script files, in the scenario's own script, \
            in the dashboard's palette (:), in recordings and on the inspector's socket. In the dashboard, `:write FILE` \
            saves as a script what was done there.
            """,
        sections: [
            ReferencePage.Section(
                title: "Lines", introduction: "One command a line, with or without a time before it.",
                entries: [
                    .init(form: "at DURATION COMMAND", meaning: "At this time, counted from the start."),
                    .init(form: "+DURATION COMMAND", meaning: "This long after the line before."),
                    .init(form: "COMMAND", meaning: "When the line before ends."),
                    .init(form: "# TEXT", meaning: "A comment, at the start of a line or after a space."),
                    .init(
                        form: "\"A name\"", meaning: "Names with spaces or one of ,<|#\" need JSON quotes."),
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
