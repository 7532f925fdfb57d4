import SchedulerCore

/// What a key does.
enum KeyAction: Hashable, Sendable {
    case act(LifecycleAction)
    case fireList
    case runOrHold, stepForward, stepBack, nextEvent, previousEvent, faster, slower
    case pauseOrResume, destroy
    case moveUp, moveDown, panLeft, panRight, pageUp, pageDown, halfPageUp, halfPageDown, first, last
    case find, findNext, findPrevious, filter
    case zoomIn, zoomOut, zoomFit, zoomOne
    case criticalOnly, upstream, downstream, sort, invertSort, nextLint, previousLint
    case nextPane, previousPane, details
    case palette, help, redraw, quit, interrupt, suspend, escape
}

/// One row of the key table: the help screen, the key line and the README's table are made from it.
public struct KeyBinding: Sendable {
    /// The keys, any of which does it.
    public let keys: [Key]
    /// The keys as people write them.
    public let shown: String
    /// What it does, in a few words.
    public let does: String
    /// The heading under which it stands.
    public let section: String
    let action: KeyAction
    /// True where the key must be typed twice in a row (`gg`).
    let isDouble: Bool

    init(
        _ keys: [Key], _ shown: String, _ action: KeyAction, _ does: String, in section: String, isDouble: Bool = false
    ) {
        self.keys = keys
        self.shown = shown
        self.action = action
        self.does = does
        self.section = section
        self.isDouble = isDouble
    }
}

/// The keys of the dashboard as data. Lower-case keys change the view, capitals change the simulated world.
public enum KeyMap {
    /// All bindings, section by section, in the order of the help screen.
    public static let bindings: [KeyBinding] = world + time + moving + searching + viewing + leaving

    /// What a key does outside prompts and lists; nil where it does nothing. `previous` is the key before it.
    static func action(for key: Key, after previous: Key?) -> KeyAction? {
        guard let binding = table[key] else { return nil }
        return binding.isDouble && previous != key ? nil : binding.action
    }

    /// The key table as Markdown, for the README.
    public static func markdown() -> String {
        var lines = ["| key | does |", "|---|---|"]
        for binding in bindings {
            let shown = binding.shown.split(separator: " ").map { $0 == "|" ? "`\\|`" : "`\($0)`" }
            lines.append("| \(shown.joined(separator: " ")) | \(binding.does) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let table: [Key: KeyBinding] = {
        var table: [Key: KeyBinding] = [:]
        for binding in bindings {
            for key in binding.keys { table[key] = binding }
        }
        return table
    }()

    private static func character(_ glyph: Character) -> [Key] { [.character(glyph)] }

    private static let world: [KeyBinding] = {
        let section = "The simulated app"
        return [
            KeyBinding(character("L"), "L", .act(.launch), "launch the app", in: section),
            KeyBinding(character("B"), "B", .act(.background), "send it to the background", in: section),
            KeyBinding(character("F"), "F", .act(.foreground), "bring it to the foreground", in: section),
            KeyBinding(character("M"), "M", .act(.memoryWarning), "memory warning", in: section),
            KeyBinding(character("T"), "T", .act(.terminate), "terminate it", in: section),
            KeyBinding(character("E"), "E", .fireList, "fire any event, chosen from a list", in: section),
            KeyBinding(character("X"), "X", .destroy, "destroy the selected task", in: section),
            KeyBinding(character("p"), "p", .pauseOrResume, "pause or resume the selected task", in: section),
        ]
    }()

    private static let time: [KeyBinding] = {
        let section = "Time"
        return [
            KeyBinding(character(" "), "Space", .runOrHold, "let time run, or hold it", in: section),
            KeyBinding(character("."), ".", .stepForward, "one step forward (a step is a cell)", in: section),
            KeyBinding(character(","), ",", .stepBack, "one step back", in: section),
            KeyBinding(character("]"), "]", .nextEvent, "to the next event", in: section),
            KeyBinding(character("["), "[", .previousEvent, "back to the event before", in: section),
            KeyBinding(character(">"), ">", .faster, "faster, up to 64 times", in: section),
            KeyBinding(character("<"), "<", .slower, "slower, down to 1/8", in: section),
        ]
    }()

    private static let moving: [KeyBinding] = {
        let section = "Moving"
        return [
            KeyBinding([.up, .character("k")], "Up k", .moveUp, "one row up", in: section),
            KeyBinding([.down, .character("j")], "Down j", .moveDown, "one row down", in: section),
            KeyBinding([.left, .character("h")], "Left h", .panLeft, "timeline: earlier", in: section),
            KeyBinding([.right, .character("l")], "Right l", .panRight, "timeline: later", in: section),
            KeyBinding([.pageUp], "PgUp", .pageUp, "one page up", in: section),
            KeyBinding([.pageDown], "PgDn", .pageDown, "one page down", in: section),
            KeyBinding([.control("u")], "Ctrl-U", .halfPageUp, "half a page up", in: section),
            KeyBinding([.control("d")], "Ctrl-D", .halfPageDown, "half a page down", in: section),
            KeyBinding([.home], "Home", .first, "to the first row", in: section),
            KeyBinding(character("g"), "gg", .first, "to the first row", in: section, isDouble: true),
            KeyBinding([.end, .character("G")], "End G", .last, "to the last row", in: section),
            KeyBinding(character("u"), "u", .upstream, "to what the task waited for last", in: section),
            KeyBinding(character("d"), "d", .downstream, "to what waits for the task", in: section),
            KeyBinding(character("}"), "}", .nextLint, "to the next task with a lint", in: section),
            KeyBinding(character("{"), "{", .previousLint, "to the lint before", in: section),
        ]
    }()

    private static let searching: [KeyBinding] = {
        let section = "Finding"
        return [
            KeyBinding(character("/"), "/", .find, "find a task by part of its name", in: section),
            KeyBinding(character("n"), "n", .findNext, "the next match", in: section),
            KeyBinding(character("N"), "N", .findPrevious, "the match before", in: section),
            KeyBinding(
                character("f"), "f", .filter, "filter rows: `state:R lane:main name !name`; empty shows all",
                in: section),
        ]
    }()

    private static let viewing: [KeyBinding] = {
        let section = "View"
        return [
            KeyBinding([.enter], "Enter", .details, "the run in full: what it waited for, and for whom", in: section),
            KeyBinding(character("c"), "c", .criticalOnly, "only the critical path, or all", in: section),
            KeyBinding(character("s"), "s", .sort, "sort by the next column", in: section),
            KeyBinding(character("S"), "S", .invertSort, "turn the order around", in: section),
            KeyBinding(character("+"), "+", .zoomIn, "timeline: finer", in: section),
            KeyBinding(character("-"), "-", .zoomOut, "timeline: coarser", in: section),
            KeyBinding(character("0"), "0", .zoomFit, "timeline: everything", in: section),
            KeyBinding(character("="), "=", .zoomOne, "timeline: the launch fits, following time", in: section),
            KeyBinding([.tab], "Tab", .nextPane, "next pane: tasks, log", in: section),
            KeyBinding([.backTab], "Shift-Tab", .previousPane, "the pane before", in: section),
        ]
    }()

    private static let leaving: [KeyBinding] = {
        let section = "Commands, help, leaving"
        return [
            KeyBinding(
                character(":"), ":", .palette, "type a command of the script language; Tab completes, Up recalls",
                in: section),
            KeyBinding(character("?"), "?", .help, "this help; type to search it", in: section),
            KeyBinding([.control("l")], "Ctrl-L", .redraw, "draw the screen anew", in: section),
            KeyBinding([.escape], "Esc", .escape, "one level out; never quits", in: section),
            KeyBinding(character("q"), "q", .quit, "quit", in: section),
            KeyBinding([.control("c")], "Ctrl-C", .interrupt, "quit at once, exit code 130", in: section),
            KeyBinding([.control("z")], "Ctrl-Z", .suspend, "suspend; `fg` comes back", in: section),
        ]
    }()
}
