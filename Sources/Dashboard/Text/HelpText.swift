/// The help: the key table, the palette's commands, and what letters and glyphs mean.
struct HelpText {
    /// One line.
    enum Line: Hashable, Sendable {
        case heading(String), entry(String), legend(String), nothing
    }

    let keys: KeyTable
    /// Columns of a line; longer ones go on in the next.
    let width: Int

    /// The commands of the palette that are not of the script language: how they are typed, and what they do.
    static let commands: [(typed: String, does: String)] = [
        (":goto 1.5s", "to an instant, forward or back"),
        (":range 1s 2s", "show this stretch of time"),
        (":write FILE", "write what was done as a script; replay gives the same trace"),
        (":play FILE", "play a script"),
        (":reload", "read the scenario's file again and do what was done"),
        (":save-scenario FILE", "write the scenario, with what W changed"),
        (":save-trace FILE", "write what happened as a trace, for tools"),
        (":export KIND FILE", "trace, picture, summary …; Tab completes the kind"),
        (":branch NAME", "to a kept course; drop NAME, name NAME, or none to list them"),
        (":group BY", "gather rows by group, event, lane, prefix, or none"),
        (":jobs save", "write the job queue back to the file of --jobs"),
        (":quit", "leave"),
        (":pause, inject, …", "every command of the script language; Tab completes, Up recalls"),
    ]

    /// All lines that hold `search`, whatever its case, under their headings.
    func lines(with search: String) -> [Line] {
        let needle = search.lowercased()
        var lines: [Line] = []
        var section = ""
        let entries =
            keys.bindings.map { (section: $0.section, typed: $0.shown, does: $0.does, column: 10) }
            + HelpText.commands.map { (section: "Commands, after :", typed: $0.typed, does: $0.does, column: 21) }
        for entry in entries {
            let isFound = [entry.typed, entry.does, entry.section].contains { $0.lowercased().contains(needle) }
            guard needle.isEmpty || isFound else { continue }
            if entry.section != section {
                if !lines.isEmpty { lines.append(.entry("")) }
                lines.append(.heading(entry.section))
                section = entry.section
            }
            lines += wrapped(entry.typed, entry.does, column: entry.column)
        }
        lines += HelpText.legend.filter { needle.isEmpty || $0.lowercased().contains(needle) }.map(Line.legend)
        return lines.isEmpty ? [.nothing] : lines
    }

    private func wrapped(_ typed: String, _ does: String, column: Int) -> [Line] {
        let first = "  " + typed + String(repeating: " ", count: max(1, column - TextColumns.width(of: typed)))
        let indent = TextColumns.width(of: first)
        return TextColumns.wrap(does, to: max(12, width - indent)).enumerated().map { number, part in
            .entry((number == 0 ? first : String(repeating: " ", count: indent)) + part)
        }
    }

    /// What letters and glyphs mean.
    static let legend: [String] = [
        "",
        "States  " + StateLetter.allCases.map { "\($0.rawValue) \($0.word)" }.prefix(5).joined(separator: ", "),
        "        " + StateLetter.allCases.map { "\($0.rawValue) \($0.word)" }.dropFirst(5).joined(separator: ", "),
        "Graph   * critical, @ running, o other, » more than fits",
        "Bars    █ ran on the critical path, ▓ ran, ▒ planned, ░ waited for its lane,",
        "        · waited for a dependency, ┊ event, │ now, ! skipped or missed, x failed",
        "Events  W willFinish, D didFinish, A active, B background, F foreground, M memory,",
        "        T terminate, o another one",
        "Columns PL priority and lane, OWN time of its own, WAIT d most for dependencies, l for",
        "        its lane, SLK slack, CP on the critical path",
        "Lists   k/n step under way or failed, + steps folded away, - shown; Enter folds",
    ]
}
