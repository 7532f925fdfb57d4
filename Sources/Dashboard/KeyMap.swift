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
    public private(set) var keys: [Key]
    /// The keys as people write them.
    public private(set) var shown: String
    /// What it does, in a few words.
    public let does: String
    /// The heading above it.
    public fileprivate(set) var section = ""
    let action: KeyAction
    /// True if the key must be typed twice in a row (`gg`).
    private(set) var isDouble: Bool

    /// A row of the table. The names of its keys are those that the settings take.
    fileprivate init(_ shown: String, _ action: KeyAction, _ does: String, isDouble: Bool = false) {
        (self.shown, self.action, self.does, self.isDouble) = (shown, action, does, isDouble)
        keys = (isDouble ? shown.prefix(1) : shown[...]).split(separator: " ").compactMap { name in
            KeyTable.key(named: String(name))
        }
    }

    /// The same with other keys.
    func with(_ keys: [Key], _ shown: String) -> KeyBinding {
        var changed = self
        (changed.keys, changed.shown, changed.isDouble) = (keys, shown, isDouble && keys == self.keys)
        return changed
    }
}

/// The keys of the dashboard as data. Lower-case keys change the view, capitals change the simulated world.
public enum KeyMap {
    /// All bindings, section by section, in the order of the help screen.
    public static let bindings = [
        ("The simulated app", world), ("Time", time), ("Moving", moving), ("Finding", searching), ("View", viewing),
        ("Commands, help, quitting", leaving),
    ].flatMap { section, rows in
        rows.map { row in
            var row = row
            row.section = section
            return row
        }
    }

    /// The key table as plain text, one key per line.
    public static func text() -> String {
        let rows = bindings.map { binding in (binding.shown, binding.does) }
        let width = rows.reduce(0) { max($0, $1.0.count) }
        return rows.map { keys, help in
            "  " + keys + String(repeating: " ", count: width - keys.count + 2) + help + "\n"
        }.joined()
    }

    private static let world: [KeyBinding] = [
        KeyBinding("L", .world(.act(.launch)), "launch the app"),
        KeyBinding("B", .world(.act(.background)), "send it to the background"),
        KeyBinding("F", .world(.act(.foreground)), "bring it to the foreground"),
        KeyBinding("M", .world(.act(.memoryWarning)), "memory warning"),
        KeyBinding("T", .world(.act(.terminate)), "terminate it; twice in a row: end it at once"),
        KeyBinding("E", .world(.fireList), "fire any event, chosen from a list"),
        KeyBinding("X", .world(.destroy), "destroy the selected task; asks once"),
        KeyBinding(
            "W", .world(.whatIf),
            "what if: try a task's duration, priority, lane, dependency, event, blocks or lane width; shows the new launch time"
        ),
        KeyBinding(
            "a", .advice, "all advice: what would shorten the launch, what has a condition last; Enter applies a change"
        ),
        KeyBinding("U", .world(.undo), "undo the last applied change; again: the one before it"),
        KeyBinding("p", .world(.pauseOrResume), "pause or resume the selected task or lane"),
    ]

    private static let time: [KeyBinding] = [
        KeyBinding("Space", .time(.runOrHold), "run or pause time"),
        KeyBinding(".", .time(.stepForward), "to the next tick, or to what happens before it; marks what did"),
        KeyBinding(",", .time(.stepBack), "back to the previous one"),
        KeyBinding("]", .time(.nextEvent), "to the next event or first frame"),
        KeyBinding("[", .time(.previousEvent), "back to the previous event or first frame"),
        KeyBinding(">", .time(.faster), "faster, up to 64 times"),
        KeyBinding("<", .time(.slower), "slower, down to 1/50"),
    ]

    private static let moving: [KeyBinding] = [
        KeyBinding("Up k", .move(.up), "one row up"),
        KeyBinding("Down j", .move(.down), "one row down"),
        KeyBinding("Left h", .scale(.earlier), "timeline: earlier"),
        KeyBinding("Right l", .scale(.later), "timeline: later"),
        KeyBinding("PgUp", .move(.pageUp), "one page up"),
        KeyBinding("PgDn", .move(.pageDown), "one page down"),
        KeyBinding("Ctrl-U", .move(.halfPageUp), "half a page up"),
        KeyBinding("Ctrl-D", .move(.halfPageDown), "half a page down"),
        KeyBinding("Home", .move(.first), "to the first row"),
        KeyBinding("gg", .move(.first), "to the first row", isDouble: true),
        KeyBinding("End G", .move(.last), "to the last row"),
        KeyBinding("u", .jump(.upstream), "to the last dependency the task waited for"),
        KeyBinding("d", .jump(.downstream), "to a task that waits for it"),
        KeyBinding("}", .jump(.nextFinding), "to the next finding; shows its sentence"),
        KeyBinding("{", .jump(.previousFinding), "to the previous finding"),
    ]

    private static let searching: [KeyBinding] = [
        KeyBinding("/", .search(.find), "find a task by part of its name"),
        KeyBinding("n", .search(.next), "the next match"),
        KeyBinding("N", .search(.previous), "the previous match"),
        KeyBinding(
            "f", .search(.filter),
            "filter rows: `state:R lane:main prio>=high on:didFinish name !name`; empty shows all"),
    ]

    private static let viewing: [KeyBinding] =
        [
            KeyBinding("Enter", .details, "details of the run: what it waited for; opens a group"),
            KeyBinding("c", .rows(.criticalOnly), "show only the critical path, or all"),
            KeyBinding("s", .rows(.sort), "sort by the next of \(RowSort.words); :sort chooses"),
            KeyBinding("S", .rows(.invertSort), "reverse the order"),
            KeyBinding("o", .rows(.group), "group rows by group, event, lane or prefix, or not at all"),
            KeyBinding("r", .rows(.rails), "show or hide the graph's rails"),
            KeyBinding(
                "D", .rows(.compare),
                "compare with what was before a change, or with a branch: its runs as ghosts, and how much later each ends"
            ),
            KeyBinding("+", .scale(.finer), "timeline: finer"),
            KeyBinding("-", .scale(.coarser), "timeline: coarser"),
            KeyBinding(
                "0", .scale(.everything), "timeline: show everything, fold long idle gaps; press again to unfold them"),
            KeyBinding("=", .scale(.launch), "timeline: fit the launch and keep it in view beside the present"),
            KeyBinding(
                "Tab", .otherPane(forward: true),
                "the next pane: \(Pane.allCases.map { $0.word }.joined(separator: ", "))"),
            KeyBinding("Shift-Tab", .otherPane(forward: false), "the previous pane"),
        ] + panes + [
            KeyBinding("z", .zoomPane, "show the pane on the whole screen, or restore it"),
            KeyBinding("v", .layout, "layout: table and panes, taller panes, table only"),
            KeyBinding("e", .hops, "graph: 1 hop, 2 hops, all, whole"),
        ]

    /// A digit for each pane.
    private static var panes: [KeyBinding] {
        Pane.allCases.map { KeyBinding("\($0.rawValue)", .pane($0.rawValue), $0.part.help) }
    }

    private static let leaving: [KeyBinding] = [
        KeyBinding(":", .palette, "type a command: `:400ms` goes to an instant; Tab completes, Up recalls"),
        KeyBinding("x", .export, "export a text chart, trace, script, scenario or graph"),
        KeyBinding("y", .copy, "copy the selected task's details"),
        KeyBinding("%", .mouse, "turn the mouse on or off"),
        KeyBinding("?", .help, "this help; type to search it"),
        KeyBinding("Ctrl-L", .redraw, "redraw the screen"),
        KeyBinding("Esc", .escape, "close or go back; never quits"),
        KeyBinding("q", .quit, "quit"),
        KeyBinding("Ctrl-C", .interrupt, "quit at once, exit code 130"),
        KeyBinding("Ctrl-Z", .suspend, "suspend; `fg` resumes"),
    ]
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
}
