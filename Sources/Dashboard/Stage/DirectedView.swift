import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import Planning
import ScreenKit

/// What a script has directed so far: what is shown beside the table, and which rows stand out.
struct DirectedView: Hashable, Sendable {
    /// The parts of the screen that a presentation shows.
    private(set) var parts: Set<ViewCommand.Part> = [.lanes]
    /// The names of the tasks whose rows stand out; never iterated.
    var highlighted: Set<String> = []
    /// The change that the script tries, as it is called; nil if it tries none.
    var triedName: String?
    /// How many of the session's directions were followed.
    var followed = 0

    mutating func show(_ part: ViewCommand.Part) {
        parts.formUnion(part == .all ? ViewCommand.Part.allCases : [part])
    }

    mutating func hide(_ part: ViewCommand.Part) {
        parts.subtract(part == .all ? ViewCommand.Part.allCases : [part])
    }
}

extension DashboardModel {
    /// Follows what the script has directed since the last call; a presentation that went back follows all of it again.
    mutating func followDirections() {
        let given = session.simulation.directions
        // The view is the questioner's.
        if isAside { return }
        if given.count < stage.followed {
            if options.isPresenting { redirect() } else { stage.followed = given.count }
        }
        while stage.followed < given.count {
            stage.followed += 1
            follow(given[stage.followed - 1])
        }
    }

    /// The view as the script directs it, whatever was looked at since.
    mutating func redirect() {
        (view, stage, document.tried, overlay) = (ViewState(), DirectedView(), nil, nil)
        playback.speed = Playback().speed
        orderRows()
    }

    /// Changes the view as one command says.
    mutating func follow(_ direction: ViewCommand) {
        switch direction {
        case .speed(let thousandths): playback.speed = thousandths
        case .select(let name): if let task = scheduler.task(named: name) { selectShowing(task) }
        case .deselect:
            (view.selected, view.isChosen) = (order.rows.first, false)
            followSelection()
        case .range(let from, let to): showRange(from, to)
        case .wholeRange: fit(.launch, isFolded: false)
        case .show(let part):
            stage.show(part)
            if let pane = Self.pane(of: part) { view.lowerPane = pane }
        case .hide(let part): stage.hide(part)
        case .highlight(let names):
            stage.highlighted = Set(names)
            bringIntoView(names)
        case .only(.all): (view.only, view.criticalOnly) = (nil, false)
        case .only(.critical): (view.only, view.criticalOnly) = (nil, true)
        case .only(.tasks(let names)):
            (view.only, view.criticalOnly) = (Set(names.compactMap { scheduler.task(named: $0) }), false)
        case .attempt(let change):
            attempt(change)
            if interruption == nil { stage.triedName = tried?.name }
        case .withdraw:
            showTrial(nil)
            stage.triedName = nil
        case .compare(let name): compare(with: name)
        }
        if case .only = direction { orderRows() }
    }

    /// Shows what the script tries at the stop shown, if it tries anything.
    mutating func tryAsDirected() {
        guard options.isPresenting, !isAside else { return }
        for direction in session.simulation.directions.prefix(stage.followed).reversed() {
            if case .withdraw = direction { return }
            if case .attempt(let change) = direction { return attempt(change) }
        }
    }

    /// Scrolls to rows that stand out: the selected row, unless one was chosen, is the first of them.
    private mutating func bringIntoView(_ names: [String]) {
        let height = layout.table.rows
        let rows = names.compactMap { scheduler.task(named: $0).flatMap { order.row(of: $0) } }.sorted()
        guard let first = rows.first, let last = rows.last, first < view.top || last >= view.top + height else {
            return
        }
        if !view.isChosen { view.selected = order.rows[first] }
        view.top = max(0, min(first, last - height + 1))
        followSelection()
    }

    private static func pane(of part: ViewCommand.Part) -> Pane? {
        switch part {
        case .graph: .graph
        case .log: .log
        case .why, .advice, .lanes, .all: nil
        }
    }

    /// The timeline from one instant to another.
    mutating func showRange(_ from: Nanoseconds, _ to: Nanoseconds) {
        guard from < to else { return }
        view.zoom = .length(Nanoseconds(to.count - from.count))
        view.pannedTo = .zero + from
        view.isFolded = false
    }

    /// Shows what a change would do, as ghosts; the session stays as it is.
    private mutating func attempt(_ text: String) {
        do throws(WrongChange) {
            var changed = session.measuredScenario
            var titles: [String] = []
            for change in try ChangeText(session.scenario).readAll(text) {
                titles.append(change.title(in: changed))
                changed = change.applied(to: changed)
            }
            tryCourse(of: changed, title: titles.joined(separator: ", "))
        } catch {
            warn(DisplayText.clean(error.message))
        }
    }

    private mutating func compare(with name: String?) {
        guard let name else {
            view.comparison = nil
            return
        }
        if comparable.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            view.comparison = name
        } else if Branch.takenNames.contains(name) {
            warn("no change was applied yet: there is nothing \(name) to compare with")
        } else if name.contains(".") {
            document.file.awaited[name] = .comparison
            outbox.append(.readFile(path: name))
        } else {
            warn("nothing called \(DisplayText.clean(name)) to compare with; a file's name has an ending")
        }
    }
}
