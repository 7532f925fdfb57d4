import ScreenKit
import Planning
import Text
import SchedulerCore
import SchedulerSimulation

extension DashboardModel {
    /// Moves the selection, or scrolls the pane with the focus.
    mutating func move(_ movement: KeyAction.Movement) {
        if view.pane.part.move(movement, &self) { return }
        let shown = paneTask
        if options.delaysPanes, layout.area(of: .why) != nil { resting = (shown, .zero) }
        let (from, last) = (selectedRow ?? 0, order.rows.count - 1)
        let distance = movement.distance(page: layout.table.rows)
        var target = max(0, min(rowCount - 1, from + distance))
        if from <= last, target > last, last >= 0 {
            // The lanes are rows, too: from the last task, a step leads to them and the last key to the last one.
            if from < last || distance > 1 && movement != .last { target = last }
        }
        select(row: target)
        changes.movedSelection = true
    }

    /// Selects a row; the number is clamped to the table.
    mutating func select(row: Int) {
        guard rowCount > 0 else { return }
        view.selected = rowKey(max(0, min(rowCount - 1, row)))
        view.isChosen = true
        view.whyScroll = Scroll()
        followSelection()
    }

    /// Selects a task if it is shown.
    mutating func select(_ task: TaskID) {
        reveal(task)
        guard order.row(of: task) != nil else {
            let find = key(of: .search(.find))
            return say("\(factText.name(task)) is not among the tasks shown: \(find) finds it and shows all")
        }
        jump(to: .task(task))
    }

    /// Selects a task that was asked for by name; if it is hidden, all rows are shown again.
    mutating func selectShowing(_ task: TaskID) {
        reveal(task)
        if order.row(of: task) == nil {
            (view.filter, view.criticalOnly, view.only) = (RowFilter(""), false, nil)
            orderRows()
            say("\(factText.name(task)) was hidden: all rows are shown again")
        }
        jump(to: .task(task))
        centreGraph()
    }

    /// The graph in which one moves is drawn around what was found; else it follows the selection anyway.
    mutating func centreGraph() {
        if view.pane == .graph { view.graphCentre = view.selection }
    }

    /// Jumps along the graph or the findings.
    mutating func jump(_ target: KeyAction.Jump) {
        switch target {
        case .upstream: jumpUpstream()
        case .downstream: jumpDownstream()
        case .nextFinding: jumpToFinding(forward: true)
        case .previousFinding: jumpToFinding(forward: false)
        }
    }

    private mutating func jumpUpstream() {
        guard let task = view.selection else { return }
        let waits = waits
        let run = document.shownRun(of: task)
        let last = run.flatMap { waits.lastPredecessor($0, task, until: plan.horizon) }
        guard let target = last ?? scheduler.predecessors(of: task).first else {
            return say("the selected task has no predecessor")
        }
        select(target)
    }

    private mutating func jumpDownstream() {
        guard let task = view.selection else { return }
        let successors = scheduler.successors(of: task)
        let critical = successors.first(where: plan.isCritical)
        guard let target = critical ?? successors.first else {
            return say("the selected task has no successor")
        }
        select(target)
    }

    /// Selects the next row whose name contains the search text; wraps around.
    mutating func find(forward: Bool, fromNext: Bool) {
        let needle = view.search.lowercased()
        let count = order.tasks.count
        guard !needle.isEmpty else { return say("no search yet: / starts one") }
        let here = order.tasks.firstIndex { $0 == view.selection } ?? (forward ? -1 : count)
        let start = here + (fromNext ? (forward ? 1 : -1) : 0)
        for offset in 0..<count {
            let place = (((start + (forward ? offset : -offset)) % count) + count) % count
            if scheduler.name(of: order.tasks[place]).holds(needle) {
                select(order.tasks[place])
                centreGraph()
                return
            }
        }
        let all = (0..<scheduler.taskCount).lazy.map { TaskID($0) }
        if let hidden = all.first(where: { scheduler.isTask($0) && scheduler.name(of: $0).holds(needle) }) {
            return selectShowing(hidden)
        }
        warn("no task name contains \"\(DisplayText.clean(view.search))\"")
    }

    /// A mouse event: click selects, wheel scrolls, double click opens, drag on the ruler moves through time.
    mutating func handle(_ event: MouseEvent) {
        notice = nil
        if let overlay {
            handle(event, in: overlay)
            return
        }
        switch event.kind {
        case .scrollUp: scroll(.up, under: event)
        case .scrollDown: scroll(.down, under: event)
        case .press: press(event)
        case .doublePress:
            press(event)
            if tableRow(event) != nil { open() }
        case .drag: scrub(event)
        case .release: break
        }
    }

    /// The wheel: three rows of the list under the pointer, else of the tasks; it leads from neither to another.
    private mutating func scroll(_ movement: KeyAction.Movement, under event: MouseEvent) {
        switch pane(at: event) {
        case .log?, .why?, .jobs?:
            guard let part = pane(at: event)?.part else { return }
            for _ in 0..<3 { _ = part.move(movement, &self) }
        case .tasks?, .graph?, nil:
            let row = (selectedRow ?? 0) + 3 * movement.distance(page: 1)
            if !order.rows.isEmpty { select(row: max(0, min(order.rows.count - 1, row))) }
        }
    }

    /// The pane under the pointer, apart from the table.
    private func pane(at event: MouseEvent) -> Pane? {
        let layout = layout
        return Pane.allCases.first { pane in
            pane != .tasks && layout.area(of: pane)?.holds(column: event.column, row: event.row) ?? false
        }
    }

    private func tableRow(_ event: MouseEvent) -> Int? {
        if let lanes = layout.lanes, event.row >= lanes.row, event.row < lanes.endRow, event.column < lanes.endColumn {
            let shown = visibleLanes(height: lanes.rows)
            let place = shown.startIndex + event.row - lanes.row
            return place < shown.endIndex ? order.rows.count + place : nil
        }
        let table = layout.table
        guard event.row >= table.row, event.row < table.endRow, event.column < table.endColumn else { return nil }
        // As it is drawn: the table may have become lower since the first row was chosen.
        let row = firstRow(height: table.rows) + event.row - table.row
        return row < tableRowCount(in: layout) ? row : nil
    }

    private mutating func press(_ event: MouseEvent) {
        if let row = tableRow(event) {
            view.pane = .tasks
            view.graphCentre = nil
            select(row: row)
        } else if let pane = pane(at: event) {
            focus(pane)
        } else {
            scrub(event)
        }
    }

    /// On the ruler: pauses time and goes to the instant under the pointer.
    private mutating func scrub(_ event: MouseEvent) {
        let layout = layout
        guard event.row == layout.headingRow || event.row == layout.clockRow, let field = layout.column(.timeline),
            event.column >= field.column, event.column < field.column + field.width
        else { return }
        playback.isRunning = false
        let target = scale(cells: field.width).instant(of: event.column - field.column)
        move(to: target)
    }
}
