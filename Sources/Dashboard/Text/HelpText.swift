import ScreenKit
import SchedulerCore
import Text
import TraceAnalysis

/// The help: the key table, the palette's commands, and what letters and glyphs mean.
struct HelpText {
    /// A line of the help.
    enum Line: Hashable, Sendable {
        case heading(String), entry(String), legend(String), nothing
    }

    let keys: KeyTable
    /// Columns of a line; longer ones continue in the next.
    let width: Int
    var isASCII = false
    /// Whether a script is presented: its keys come first.
    var isPresenting = false
    /// The state letters to explain; empty: all.
    var states: [StateLetter] = []

    /// The palette's commands beyond the script language: how they are typed and what they do.
    static let commands: [(typed: String, does: String)] = [
        (":400ms", "jump to that time, forward or back; 400 alone is milliseconds"),
        (":goto 1.5s", "the same"),
        (":range 1s 2s", "show this stretch of time"),
        (":write FILE", "write the commands so far as a script; replay gives the same trace"),
        (":write! FILE", "the same over a file that is there; so with export!, save-scenario! and save-trace!"),
        (":play FILE", "play a script"),
        (":undo", "undo the last applied change"),
        (":why TASK", "select a task and show why it waited"),
        (":reload", "reload the scenario's file and repeat the commands so far"),
        (":save-scenario FILE", "write the scenario with the applied changes"),
        (":save-trace FILE", "write a trace of what happened, for tools"),
        (":export KIND FILE", "\(ExportKind.allCases.map { $0.rawValue }.joined(separator: ", ")); Tab completes"),
        (
            ":export FILE",
            "the extension chooses the kind: \(ExportFormat.endingList), .ndjson, .yaml, .scope; it replaces an export of its kind"
        ),
        (":branch NAME", "go to a branch; or drop NAME, or name NAME, or nothing to list branches"),
        (":group BY", "group rows by group, event, lane, prefix, or none"),
        (":sort BY", "sort rows by \(RowSort.words)"),
        (":jobs save", "write the job queue back to the file of --jobs"),
        (":stop N", "go to a stop of a talk by its number"),
        (":help WORD", "search this help for a word"),
        (":quit", "quit"),
        (":pause, inject, …", "every command of the script language; Tab completes, Up recalls"),
    ]

    /// An explanation narrower than this stands below its key.
    private static let narrowestText = 20

    /// All lines that contain `search`, ignoring case, under their headings.
    func lines(with search: String) -> [Line] {
        let needle = search.lowercased()
        var lines: [Line] = needle.isEmpty ? beginning : []
        var section = ""
        let entries =
            keys.bindings.map { (section: $0.section, typed: $0.shown, does: $0.does, column: 10) }
            + HelpText.commands.map { (section: "Commands, after :", typed: $0.typed, does: $0.does, column: 21) }
        for entry in entries {
            let isFound = [entry.typed, entry.does, entry.section].contains { $0.holds(needle) }
            guard needle.isEmpty || isFound else { continue }
            if entry.section != section {
                if !lines.isEmpty { lines.append(.entry("")) }
                lines.append(.heading(entry.section))
                section = entry.section
            }
            lines += wrapped(entry.typed, entry.does, column: entry.column)
        }
        let known = legend.filter { entry in
            needle.isEmpty || entry.title.holds(needle) || "legend".holds(needle)
                || entry.words.contains { $0.holds(needle) }
        }
        if !known.isEmpty, !lines.isEmpty { lines.append(.legend("")) }
        for entry in known { lines += wrapped(entry) }
        return lines.isEmpty ? [.nothing] : lines
    }

    /// What a new user needs: six keys, and what is on the screen.
    private var beginning: [Line] {
        let six: [(KeyAction, String)] = [
            (.world(.act(.launch)), "launch the app and run time"), (.time(.runOrHold), "run or pause time"),
            (.move(.down), "the next task: the lines below the table say why it waited"),
            (.rows(.criticalOnly), "the critical path alone, and why each of its tasks began"),
            (
                .advice,
                "what would shorten the launch; Enter applies it, \(keys.shown(of: .world(.undo)) ?? ":undo") undoes"
            ),
            (.quit, "quit"),
        ]
        if isPresenting {
            let pace = [KeyAction.time(.slower), .time(.faster)].compactMap { keys.shown(of: $0) }.joined(
                separator: " ")
            return [.heading("The presentation")]
                + [
                    ("Space", "plays on to the next stop; while time runs, pauses it"),
                    ("PgDn", "as Space; while time runs, to the next stop at once; so do Enter and Right"),
                    ("PgUp", "back to the stop, after a question, as Esc does; else to the one before; so does Left"),
                    (":stop N", "to a stop by its number"),
                    (pace, "slower and faster, for all that follows"),
                    (
                        "others",
                        "of the keys below, all others answer a question: the next Space goes on as if none had been typed"
                    ),
                ].flatMap { wrapped($0.0, $0.1, column: 10) } + [.entry("")]
        }
        var lines: [Line] = [.heading("Six keys to start with")]
        for (action, does) in six {
            guard let key = keys.shown(of: action) else { continue }
            lines += wrapped(key, does, column: 10)
        }
        lines += [.entry(""), .heading("On this screen")]
        let present = states.isEmpty ? StateLetter.allCases : StateLetter.allCases.filter { states.contains($0) }
        lines += wrapped((title: "States", words: present.map { "\($0.rawValue) \($0.word)" }))
        for entry in legend where ["Marks", "Bars", "Columns", "Lanes"].contains(entry.title) {
            lines += wrapped(entry)
        }
        return lines
    }

    private func wrapped(_ typed: String, _ does: String, column: Int) -> [Line] {
        let first = "  " + typed + String(repeating: " ", count: max(1, column - DisplayText.width(of: typed)))
        let indent = DisplayText.width(of: first)
        if width - indent < HelpText.narrowestText {
            // Too narrow for two columns: what a key does stands below it.
            let below = DisplayText.wrap(does, to: max(12, width - 4)).map { Line.entry("    " + $0) }
            return [.entry("  " + typed)] + below
        }
        return DisplayText.wrap(does, to: max(12, width - indent)).enumerated().map { number, part in
            .entry((number == 0 ? first : String(repeating: " ", count: indent)) + part)
        }
    }

    /// The words under one title, wrapped without splitting them.
    private func wrapped(_ entry: (title: String, words: [String])) -> [Line] {
        var lines = [entry.title.padded(to: 7)]
        for (place, word) in entry.words.enumerated() {
            let whole = word + (place == entry.words.count - 1 ? "" : ",")
            // Only a word that is wider than the screen is split.
            let parts = DisplayText.wrap(whole, to: max(9, width - 8)).map { " " + $0.drop { $0 == " " } }
            for shown in parts {
                let isFull = DisplayText.width(of: lines[lines.count - 1]) + DisplayText.width(of: shown) > width
                if isFull || parts.count > 1, lines.count > 1 || place > 0 {
                    lines.append(String(repeating: " ", count: 7))
                }
                lines[lines.count - 1] += shown
            }
        }
        return lines.map(Line.legend)
    }

    /// What letters and glyphs mean, as they are drawn on this terminal.
    private var legend: [(title: String, words: [String])] {
        func bar(_ cell: TimelineCell, _ meaning: String) -> String {
            let glyph = cell.glyph(isASCII: isASCII)
            return "\(isASCII ? ScreenGlyph.ascii(glyph) : glyph) \(meaning)"
        }
        let bars = [
            bar(.criticalRun, "ran on the critical path"), bar(.run, "ran"), bar(.planned, "planned"),
            bar(.laneWait, "waited for its lane"), bar(.dependencyWait, "waited for a dependency"),
            bar(.pauseWait, "was held by a pause"),
            bar(.event, "event"), bar(.now, "now"), bar(.fold, "time left out"),
            bar(.ghost, "compared, or without the change"),
        ]
        let faults =
            isASCII
            ? [bar(.failed, "skipped, missed, failed or cancelled")]
            : [bar(.late, "skipped or missed"), bar(.failed, "failed or cancelled")]
        let tick = isASCII ? ScreenGlyph.ascii(ScreenGlyph.tick) : ScreenGlyph.tick
        let more = isASCII ? ScreenGlyph.ascii(ScreenGlyph.more) : ScreenGlyph.more
        return [
            ("States", StateLetter.allCases.map { "\($0.rawValue) \($0.word)" }),
            (
                "Marks", ["> selected", "^ it needs this", "v this needs it", "' and . over others"]
            ),
            ("Graph", ["* on the critical path", "@ running", "o other", "\(more) more than fits"]),
            ("Bars", bars + faults),
            (
                "Events",
                [
                    "by name above the ruler", "or by its first letter", "W will finish launching",
                    "D did finish launching",
                    "A active", "idle: a tick without a run, after work",
                ]
            ),
            (
                "Columns",
                [
                    "PRI priority", "crit high def low", "OWN from its first start to its end",
                    "WAIT all of it, as planned: d for dependencies",
                    "l for its lane", "p for a pause",
                    "of several the longest first", ".. no end known", "NEXT when it runs next",
                    "evt: when its event comes", "launch: at the next one", "post: when it is posted",
                    "-: nothing starts it by itself",
                    "SLACK time to spare",
                    "if the order stays", "CP: none, critical path", "free: launch unaffected",
                    "blank: not in the launch", "DELTA change of its end",
                    "NOW what it waits for now", "+1 one more",
                ]
            ),
            (
                "Lanes",
                [
                    "% busy in the launch", "bar: busy", "digits: so many tasks wait for it", "clock: \(tick) a tick",
                    "digits: turns due on it", "of a group: how many of it run",
                ]
            ),
            ("First", ["queued: waits its turn", "tick N: the clock's last tick"]),
            (
                "Words",
                [
                    "parked: held by a pause", "or by what has not come", "no launch waits for it",
                    "class basic: first, on main", "sync, async: after those", "afterLaunch: after the frame",
                    "after: once it succeeded", "follows: once it ended", "prefers: once it ended, if it is released",
                ]
            ),
            (
                "Else",
                ["taskscope --record FILE", "taskscope --present SCRIPT", "taskscope diff A B", "D compare here"]
            ),
            (
                "Launch",
                [
                    "over when nothing blocks it", "lane main blocks it", "so does blocks: true",
                    "longest path: most work to come",
                ]
            ),
            ("Lists", ["k/n step under way or failed", "+ steps folded away", "- shown; Enter folds"]),
        ]
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayText.width(of: self)))
    }
}
