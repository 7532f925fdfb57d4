import Planning
import SchedulerCore
import TraceFormat

/// What a key does.
enum KeyAction: Hashable, Sendable {
    /// Changes the simulated world.
    enum World: Hashable, Sendable {
        case act(LifecycleAction)
        case fireList, pauseOrResume, destroy, whatIf, undo
    }
    /// Moves through time.
    enum Time: String, Hashable, Sendable {
        case runOrHold, stepForward, stepBack, nextEvent, previousEvent, faster, slower
    }
    /// Moves the selection or the log.
    enum Movement: String, Hashable, Sendable {
        case up, down, pageUp, pageDown, halfPageUp, halfPageDown, first, last
    }
    /// Selects a task related to the selected one.
    enum Jump: String, Hashable, Sendable {
        case upstream, downstream, nextFinding, previousFinding
    }
    /// Searches.
    enum Search: String, Hashable, Sendable {
        case find, next, previous, filter
    }
    /// Changes the timeline's window.
    enum Scale: String, Hashable, Sendable {
        case earlier, later, finer, coarser, everything, launch
    }
    /// Changes which rows are shown, and in which order.
    enum Rows: String, Hashable, Sendable {
        case criticalOnly, sort, invertSort, group, compare, rails
    }

    case world(World)
    case time(Time)
    case move(Movement)
    case jump(Jump)
    case search(Search)
    case scale(Scale)
    case rows(Rows)
    case otherPane(forward: Bool), pane(Int), zoomPane, layout, hops, export, copy, mouse
    case details, advice, palette, help, redraw, escape, quit, interrupt, suspend

    /// The request that the action makes whatever is open, so that no state traps the user; nil if it depends on it.
    ///
    /// Ctrl-C and Ctrl-Z are handled only here: the terminal sends them as keys, not as signals.
    var requestInEveryState: Request? {
        switch self {
        case .interrupt: .quit(exitCode: 130)
        case .suspend: .suspend
        case .redraw: .redraw
        case .world, .time, .move, .jump, .search, .scale, .rows, .otherPane, .pane, .zoomPane, .layout, .hops, .export,
            .copy, .mouse, .details, .advice, .palette, .help, .escape, .quit:
            nil
        }
    }
}

/// One row of the key table: the help screen, the key line and the documentation's table are made from it.
public struct KeyBinding: Hashable, Sendable {
    /// The keys, each of which does it.
    public let keys: [Key]
    /// The keys as people write them.
    public let shown: String
    /// What it does, in a few words.
    public let does: String
    /// The heading above it.
    public let section: String
    let action: KeyAction
    /// True if the key must be typed twice in a row (`gg`).
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

    /// The key table as plain text, one key per line.
    public static func text() -> String {
        let rows = bindings.map { binding in (binding.shown, binding.does) }
        let width = rows.reduce(0) { max($0, $1.0.count) }
        return rows.map { keys, help in
            "  " + keys + String(repeating: " ", count: width - keys.count + 2) + help + "\n"
        }.joined()
    }

    private static func character(_ glyph: Character) -> [Key] { [.character(glyph)] }

    private static let world: [KeyBinding] = {
        let section = "The simulated app"
        return [
            KeyBinding(character("L"), "L", .world(.act(.launch)), "launch the app", in: section),
            KeyBinding(character("B"), "B", .world(.act(.background)), "send it to the background", in: section),
            KeyBinding(character("F"), "F", .world(.act(.foreground)), "bring it to the foreground", in: section),
            KeyBinding(character("M"), "M", .world(.act(.memoryWarning)), "memory warning", in: section),
            KeyBinding(
                character("T"), "T", .world(.act(.terminate)), "terminate it; twice in a row: end it at once",
                in: section),
            KeyBinding(character("E"), "E", .world(.fireList), "fire any event, chosen from a list", in: section),
            KeyBinding(character("X"), "X", .world(.destroy), "destroy the selected task; asks once", in: section),
            KeyBinding(
                character("W"), "W", .world(.whatIf),
                "what if: try a task's duration, priority, lane, dependency, event, blocks or lane width; shows the new launch time",
                in: section),
            KeyBinding(
                character("a"), "a", .advice,
                "all advice: what would shorten the launch, what has a condition last; Enter applies a change",
                in: section),
            KeyBinding(
                character("U"), "U", .world(.undo), "undo the last applied change; again: the one before it",
                in: section),
            KeyBinding(
                character("p"), "p", .world(.pauseOrResume), "pause or resume the selected task or lane", in: section),
        ]
    }()

    private static let time: [KeyBinding] = {
        let section = "Time"
        return [
            KeyBinding(character(" "), "Space", .time(.runOrHold), "run or pause time", in: section),
            KeyBinding(
                character("."), ".", .time(.stepForward),
                "to the next tick, or to what happens before it; marks what did", in: section),
            KeyBinding(character(","), ",", .time(.stepBack), "back to the previous one", in: section),
            KeyBinding(character("]"), "]", .time(.nextEvent), "to the next event or first frame", in: section),
            KeyBinding(
                character("["), "[", .time(.previousEvent), "back to the previous event or first frame", in: section),
            KeyBinding(character(">"), ">", .time(.faster), "faster, up to 64 times", in: section),
            KeyBinding(character("<"), "<", .time(.slower), "slower, down to 1/50", in: section),
        ]
    }()

    private static let moving: [KeyBinding] = {
        let section = "Moving"
        return [
            KeyBinding([.up, .character("k")], "Up k", .move(.up), "one row up", in: section),
            KeyBinding([.down, .character("j")], "Down j", .move(.down), "one row down", in: section),
            KeyBinding([.left, .character("h")], "Left h", .scale(.earlier), "timeline: earlier", in: section),
            KeyBinding([.right, .character("l")], "Right l", .scale(.later), "timeline: later", in: section),
            KeyBinding([.pageUp], "PgUp", .move(.pageUp), "one page up", in: section),
            KeyBinding([.pageDown], "PgDn", .move(.pageDown), "one page down", in: section),
            KeyBinding([.control("u")], "Ctrl-U", .move(.halfPageUp), "half a page up", in: section),
            KeyBinding([.control("d")], "Ctrl-D", .move(.halfPageDown), "half a page down", in: section),
            KeyBinding([.home], "Home", .move(.first), "to the first row", in: section),
            KeyBinding(character("g"), "gg", .move(.first), "to the first row", in: section, isDouble: true),
            KeyBinding([.end, .character("G")], "End G", .move(.last), "to the last row", in: section),
            KeyBinding(
                character("u"), "u", .jump(.upstream), "to the last dependency the task waited for", in: section),
            KeyBinding(character("d"), "d", .jump(.downstream), "to a task that waits for it", in: section),
            KeyBinding(
                character("}"), "}", .jump(.nextFinding), "to the next finding; shows its sentence",
                in: section),
            KeyBinding(character("{"), "{", .jump(.previousFinding), "to the previous finding", in: section),
        ]
    }()

    private static let searching: [KeyBinding] = {
        let section = "Finding"
        return [
            KeyBinding(character("/"), "/", .search(.find), "find a task by part of its name", in: section),
            KeyBinding(character("n"), "n", .search(.next), "the next match", in: section),
            KeyBinding(character("N"), "N", .search(.previous), "the previous match", in: section),
            KeyBinding(
                character("f"), "f", .search(.filter),
                "filter rows: `state:R lane:main prio>=high on:didFinish name !name`; empty shows all",
                in: section),
        ]
    }()

    private static let viewing: [KeyBinding] = {
        let section = "View"
        return [
            KeyBinding(
                [.enter], "Enter", .details, "details of the run: what it waited for; opens a group",
                in: section),
            KeyBinding(character("c"), "c", .rows(.criticalOnly), "show only the critical path, or all", in: section),
            KeyBinding(
                character("s"), "s", .rows(.sort), "sort by the next of \(RowSort.words); :sort chooses",
                in: section),
            KeyBinding(character("S"), "S", .rows(.invertSort), "reverse the order", in: section),
            KeyBinding(
                character("o"), "o", .rows(.group), "group rows by group, event, lane or prefix, or not at all",
                in: section),
            KeyBinding(character("r"), "r", .rows(.rails), "show or hide the graph's rails", in: section),
            KeyBinding(
                character("D"), "D", .rows(.compare),
                "compare with what was before a change, or with a branch: its runs as ghosts, and how much later each ends",
                in: section),
            KeyBinding(character("+"), "+", .scale(.finer), "timeline: finer", in: section),
            KeyBinding(character("-"), "-", .scale(.coarser), "timeline: coarser", in: section),
            KeyBinding(
                character("0"), "0", .scale(.everything),
                "timeline: show everything, fold long idle gaps; press again to unfold them", in: section),
            KeyBinding(
                character("="), "=", .scale(.launch), "timeline: fit the launch and keep it in view beside the present",
                in: section),
            KeyBinding(
                [.tab], "Tab", .otherPane(forward: true),
                "the next pane: \(Pane.allCases.map { $0.word }.joined(separator: ", "))", in: section),
            KeyBinding([.backTab], "Shift-Tab", .otherPane(forward: false), "the previous pane", in: section),
        ] + panes(section) + [
            KeyBinding(character("z"), "z", .zoomPane, "show the pane on the whole screen, or restore it", in: section),
            KeyBinding(character("v"), "v", .layout, "layout: table and panes, taller panes, table only", in: section),
            KeyBinding(character("e"), "e", .hops, "graph: 1 hop, 2 hops, all", in: section),
        ]
    }()

    /// A digit for each pane.
    private static func panes(_ section: String) -> [KeyBinding] {
        Pane.allCases.map { pane in
            let digit = String(pane.rawValue)
            return KeyBinding(character(Character(digit)), digit, .pane(pane.rawValue), pane.part.help, in: section)
        }
    }

    private static let leaving: [KeyBinding] = {
        let section = "Commands, help, quitting"
        return [
            KeyBinding(
                character(":"), ":", .palette, "type a command: `:400ms` goes to an instant; Tab completes, Up recalls",
                in: section),
            KeyBinding(
                character("x"), "x", .export, "export a text chart, trace, script, scenario or graph", in: section),
            KeyBinding(character("y"), "y", .copy, "copy the selected task's details", in: section),
            KeyBinding(character("%"), "%", .mouse, "turn the mouse on or off", in: section),
            KeyBinding(character("?"), "?", .help, "this help; type to search it", in: section),
            KeyBinding([.control("l")], "Ctrl-L", .redraw, "redraw the screen", in: section),
            KeyBinding([.escape], "Esc", .escape, "close or go back; never quits", in: section),
            KeyBinding(character("q"), "q", .quit, "quit", in: section),
            KeyBinding([.control("c")], "Ctrl-C", .interrupt, "quit at once, exit code 130", in: section),
            KeyBinding([.control("z")], "Ctrl-Z", .suspend, "suspend; `fg` resumes", in: section),
        ]
    }()
}

extension KeyBinding {
    /// The action's name in the settings: its words joined by `-`.
    public var name: String {
        switch action {
        case .world(.act(let act)): ReasonText.verb(of: act)
        case .world(.fireList): "fire-list"
        case .world(.pauseOrResume): "pause-or-resume"
        case .world(.destroy): "destroy"
        case .world(.whatIf): "what-if"
        case .world(.undo): "undo"
        case .time(let step): KeyBinding.hyphened(step.rawValue)
        case .move(let movement): "move-" + KeyBinding.hyphened(movement.rawValue) + (isDouble ? "-twice" : "")
        case .jump(let target): KeyBinding.hyphened(target.rawValue)
        case .search(.next): "next-match"
        case .search(.previous): "previous-match"
        case .search(let search): search.rawValue
        case .scale(let change): "timeline-" + change.rawValue
        case .rows(let change): KeyBinding.hyphened(change.rawValue)
        case .otherPane(let forward): forward ? "next-pane" : "previous-pane"
        case .pane(let number): "pane-\(number)"
        case .zoomPane: "zoom-pane"
        case .layout: "layout"
        case .hops: "hops"
        case .details: "details"
        case .advice: "advice"
        case .palette: "palette"
        case .help: "help"
        case .redraw: "redraw"
        case .escape: "escape"
        case .quit: "quit"
        case .interrupt: "interrupt"
        case .suspend: "suspend"
        case .export: "export"
        case .copy: "copy"
        case .mouse: "mouse"
        }
    }

    private static func hyphened(_ word: String) -> String {
        word.reduce(into: "") { result, letter in
            result += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
    }

    func with(_ keys: [Key], _ shown: String) -> KeyBinding {
        KeyBinding(keys, shown, action, does, in: section, isDouble: isDouble && keys == self.keys)
    }
}
