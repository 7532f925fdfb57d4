import Text
import SchedulerCore
import SchedulerSimulation

extension CommandTable {
    /// Commands that change only what the dashboard shows; replays ignore them.
    static let views = [
        row(
            "speed", .speed, "Sets the dashboard's speed from here on: 1/50 to 64 times real time.",
            ViewCommand.speed(thousandths:)
        ) {
            if case .speed(let thousandths) = $0 { thousandths } else { nil }
        },
        row("select", .task, "Selects a task on the screen.", ViewCommand.select) {
            if case .select(let name) = $0 { name } else { nil }
        },
        CommandRow("select none", .view(.deselect), "Selects no task, as before the first select."),
        CommandRow("range", .stretch, "Shows this stretch of time.") { from, to in
            .view(.range(from: from, to: to))
        } take: { command in
            if case .view(.range(let from, let to)) = command { (from, to) } else { nil }
        },
        CommandRow("range all", .view(.wholeRange), "Shows the whole launch again."),
        row(
            "show", .part,
            "Shows why the selected task waited (until one is selected, what bounds the launch), the line TRY, a pane, the lanes, or all.",
            ViewCommand.show
        ) {
            if case .show(let part) = $0 { part } else { nil }
        },
        row("hide", .part, "Hides one of these parts.", ViewCommand.hide) {
            if case .hide(let part) = $0 { part } else { nil }
        },
        row("highlight", .marked, "Marks these tasks' rows, or none.", ViewCommand.highlight) {
            if case .highlight(let names) = $0 { names } else { nil }
        },
        row("only", .rows, "Shows only these rows, the critical path, or all.", ViewCommand.only) {
            if case .only(let rows) = $0 { rows } else { nil }
        },
        row(
            "try", .change, "Shows the effect of changes, written as for what-if, without applying them.",
            ViewCommand.attempt
        ) {
            if case .attempt(let change) = $0 { change } else { nil }
        },
        CommandRow("untry", .view(.withdraw), "Stops showing what a change would do."),
        row(
            "compare", .course,
            "Compares with a branch, a file (beside the script, or in the current folder), none, or the launch before the last applied change.",
            ViewCommand.compare
        ) {
            if case .compare(let name) = $0 { .some(name) } else { nil }
        },
    ]

    private static func row<Value>(
        _ phrase: String, _ slot: Slot<Value>, _ summary: String, _ make: @escaping @Sendable (Value) -> ViewCommand,
        take: @escaping @Sendable (ViewCommand) -> Value?
    ) -> CommandRow {
        CommandRow(phrase, slot, summary) {
            .view(make($0))
        } take: { command in
            if case .view(let view) = command { take(view) } else { nil }
        }
    }
}

extension Slot where Value == Int {
    /// A speed, in thousandths of real time.
    static var speed: Slot<Int> {
        Slot("X") { (parser, scanner) throws(TextProblem) in
            let word = try scanner.rawWord("a speed")
            let parts = word.text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            let thousandths: Int?
            if parts.count == 2, parts[0] == "1", let part: Int = NumberText.integer(parts[1]), part > 0 {
                thousandths = 1000 / part
            } else {
                thousandths = NumberText.decimal(word.text, scale: 1000).map { Int($0) }
            }
            guard let thousandths, ViewCommand.speeds.contains(thousandths) else {
                throw TextProblem(
                    "\(quoted(word.text)) is not a speed; write 1/50 to 64, as in 1/20, 0.5 or 2", at: word.offset)
            }
            return thousandths
        } write: { thousandths, _ in
            ScriptWriter.speed(thousandths)
        }
    }
}

extension Slot where Value == (Nanoseconds, Nanoseconds) {
    /// A stretch of time: two durations since the start, the earlier first.
    static var stretch: Slot<(Nanoseconds, Nanoseconds)> {
        let ends = Slot<Nanoseconds>.duration.then(Slot<Nanoseconds>.duration)
        return Slot(ends.usage) { (parser, scanner) throws(TextProblem) in
            _ = scanner.isAtEnd()
            let start = scanner.position
            let (from, to) = try ends.read(&parser, &scanner)
            guard from < to else {
                throw TextProblem("a range needs two times, the earlier first, as in range 1s 1.5s", at: start)
            }
            return (from, to)
        } write: { stretch, writer in
            ends.write(stretch, writer)
        }
    }
}

extension Slot where Value == ViewCommand.Part {
    /// A part of the screen.
    static var part: Slot<ViewCommand.Part> {
        let parts = ViewCommand.Part.allCases.map { (name: $0.rawValue, value: $0) }
        return Slot("why|try|graph|log|lanes|all") { (parser, scanner) throws(TextProblem) in
            try parser.choose(try scanner.name("a part of the screen"), "part", parts)
        } write: { part, _ in
            part.rawValue
        } complete: { words, _ in
            words.isEmpty ? parts.map { $0.name } : []
        }
    }
}

extension Slot where Value == [String] {
    /// Names of tasks, or `none`.
    static var marked: Slot<[String]> {
        Slot("NAME,…|none") { (parser, scanner) throws(TextProblem) in
            let words = try scanner.names("a task's name", separator: Byte.comma)
            if words.count == 1, words[0].isKeyword("none") { return [] }
            var names: [String] = []
            for word in words { names.append(try parser.known(word)) }
            return names
        } write: { names, _ in
            names.isEmpty ? "none" : names.map(ScriptWriter.name).joined(separator: ",")
        } complete: { _, names in
            names.written + ["none"]
        }
    }
}

extension Slot where Value == ViewCommand.Rows {
    /// Names of tasks, `critical` or `all`.
    static var rows: Slot<ViewCommand.Rows> {
        Slot("NAME,…|critical|all") { (parser, scanner) throws(TextProblem) in
            let words = try scanner.names("a task's name", separator: Byte.comma)
            if words.count == 1, words[0].isKeyword("critical") { return .critical }
            if words.count == 1, words[0].isKeyword("all") { return .all }
            var names: [String] = []
            for word in words { names.append(try parser.known(word)) }
            return .tasks(names)
        } write: { rows, _ in
            switch rows {
            case .all: "all"
            case .critical: "critical"
            case .tasks(let names): names.map(ScriptWriter.name).joined(separator: ",")
            }
        } complete: { _, names in
            names.written + ["critical", "all"]
        }
    }
}

extension Slot where Value == String {
    /// A change in the words of `what-if`: the rest of the line.
    static var change: Slot<String> { line("CHANGE[, CHANGE…]", "a change, such as network 3 wide") }
}

extension Slot where Value == String? {
    /// A branch, `before`, or `none`.
    static var course: Slot<String?> {
        Slot("before|BRANCH|FILE|none") { (_, scanner) throws(TextProblem) in
            let word = try scanner.name("before, a branch, a file or none")
            return word.isKeyword("none") ? nil : word.text
        } write: { name, _ in
            name.map(ScriptWriter.name) ?? "none"
        } complete: { words, _ in
            words.isEmpty ? ["before", "none"] : []
        }
    }
}
