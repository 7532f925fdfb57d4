import Planning
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text

/// A part of the screen that can have the focus; its raw value is the key that selects it.
///
/// A new pane is a case here, its line in `part`, and a file with its `PaneKind`.
enum Pane: Int, CaseIterable, Hashable, Sendable {
    case tasks = 1, graph, log, why, jobs

    /// What the pane is and does: the only place that distinguishes panes.
    var part: PanePart {
        switch self {
        case .tasks: PanePart(TasksPane.self)
        case .graph: PanePart(GraphPane.self)
        case .log: PanePart(LogPane.self)
        case .why: PanePart(WhyPane.self)
        case .jobs: PanePart(JobsPane.self)
        }
    }

    /// The word for people.
    var word: String { part.word }

    /// The next or previous pane; wraps around.
    func next(forward: Bool) -> Pane {
        let all = Pane.allCases
        return all[(rawValue - 1 + (forward ? 1 : all.count - 1)) % all.count]
    }
}

/// What a pane is and does; one file per pane.
protocol PaneKind {
    /// The word for people.
    static var word: String { get }
    /// What its key does, in a few words.
    static var help: String { get }
    /// Draws it, its title included, where the layout puts it.
    static func draw(in area: Rect, on screen: inout Screen)
    /// Takes a movement while it has the focus; false if the selection in the table should move.
    static func move(_ movement: KeyAction.Movement, in model: inout DashboardModel) -> Bool
    /// Takes Enter while it has the focus; false if the selected row should open.
    static func open(in model: inout DashboardModel) -> Bool
}

extension PaneKind {
    static func move(_ movement: KeyAction.Movement, in model: inout DashboardModel) -> Bool { false }
    static func open(in model: inout DashboardModel) -> Bool { false }
}

/// A kind of pane as a value: Embedded Swift has no existentials.
struct PanePart {
    let word: String
    let help: String
    let draw: (Rect, inout Screen) -> Void
    let move: (KeyAction.Movement, inout DashboardModel) -> Bool
    let open: (inout DashboardModel) -> Bool

    /// Wraps a kind of pane.
    init<Kind: PaneKind>(_ kind: Kind.Type) {
        word = Kind.word
        help = Kind.help
        draw = { Kind.draw(in: $0, on: &$1) }
        move = { Kind.move($0, in: &$1) }
        open = { Kind.open(in: &$0) }
    }
}

extension KeyAction.Movement {
    /// What a key that types nothing does to a text; nil for all others.
    init?(ofText key: Key) {
        switch key {
        case .up: self = .up
        case .down: self = .down
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .home: self = .first
        case .end: self = .last
        case .character, .control, .left, .right, .enter, .escape, .tab, .backTab, .backspace, .delete, .insert,
            .function:
            return nil
        }
    }

    /// More rows than there can be; sums with it fit into 32 bits.
    private static let beyondAllRows = 1 << 30

    /// How far it goes, down if positive, on pages of this height.
    func distance(page rows: Int) -> Int {
        let page = max(1, rows - 1)
        return switch self {
        case .up: -1
        case .down: 1
        case .pageUp: -page
        case .pageDown: page
        case .halfPageUp: -max(1, page / 2)
        case .halfPageDown: max(1, page / 2)
        case .first: -KeyAction.Movement.beyondAllRows
        case .last: KeyAction.Movement.beyondAllRows
        }
    }
}

extension DashboardModel {
    /// Gives a pane the focus; if there is room for only one pane, shows it below the table.
    mutating func focus(_ pane: Pane) {
        view.pane = pane
        view.graphCentre = pane == .graph ? view.selection : nil
        if pane != .tasks { view.lowerPane = pane }
        if view.split == .none, pane != .tasks { view.split = .normal }
        view.top = firstRow(height: layout.table.rows)
        if layout.isTiny { say("\(pane.word): the screen is too small; enlarge it") }
    }

    /// The cycle that the last refused injection would have closed, as one line.
    var refusedCycle: String? {
        let cycle = session.simulation.lastRefusedCycle
        guard !cycle.isEmpty else { return nil }
        return "refused cycle: " + CycleText.path(cycle.map { DisplayText.clean($0) })
    }
}

/// How far a list that is longer than its place is scrolled.
///
/// Every movement begins where the list is drawn, so that none is lost beyond either end.
struct Scroll: Hashable, Sendable {
    /// Lines scrolled past; more than there are counts as the end.
    private(set) var lines = 0

    /// The first line shown of a list in a place of so many rows.
    func top(of total: Int, in room: Int) -> Int { max(0, min(lines, total - room)) }

    /// Moves by rows or pages, down if it is positive.
    mutating func move(by distance: Int, of total: Int, in room: Int) {
        let end = max(0, total - room)
        lines = max(0, min(end, top(of: total, in: room) + distance))
    }

    /// The same for a movement; a page is what is shown, but one line.
    mutating func move(_ movement: KeyAction.Movement, of total: Int, in room: Int) {
        move(by: movement.distance(page: room), of: total, in: room)
    }
}
