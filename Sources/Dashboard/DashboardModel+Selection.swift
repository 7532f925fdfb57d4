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
        var target = max(0, min(rowCount - 1, from + movement.distance(page: layout.table.rows)))
        if from <= last, target > last, last >= 0 {
            // The lanes are rows, too, but holding a key does not lead to them.
            if from < last || !asksForLanes { target = last }
            if from == last, !asksForLanes {
                notice = Notice(text: "the last task; \(key(of: .move(.down))) again goes to the lanes")
                asksForLanes = true
            }
        }
        select(row: target)
        changes.movedSelection = true
    }

    /// Selects a row; the number is clamped to the table.
    mutating func select(row: Int) {
        guard rowCount > 0 else { return }
        view.selected = rowKey(max(0, min(rowCount - 1, row)))
        view.whyOffset = 0
        followSelection()
    }

    /// Selects a task if it is shown.
    mutating func select(_ task: TaskID) {
        reveal(task)
        guard order.row(of: task) != nil else {
            notice = Notice(text: "\(factText.name(task)) is hidden by the filter")
            return
        }
        jump(to: .task(task))
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
        let run = plan.shownRun(of: task, at: now)
        let last = run.flatMap { waits.lastPredecessor($0, task, until: plan.horizon) }
        guard let target = last ?? scheduler.predecessors(of: task).first else {
            notice = Notice(text: "the selected task has no predecessor")
            return
        }
        select(target)
    }

    private mutating func jumpDownstream() {
        guard let task = view.selection else { return }
        let successors = scheduler.successors(of: task)
        let critical = successors.first(where: plan.isCritical)
        guard let target = critical ?? successors.first else {
            notice = Notice(text: "the selected task has no successor")
            return
        }
        select(target)
    }

    /// Selects the next row whose name contains the search text; wraps around.
    mutating func find(forward: Bool, fromNext: Bool) {
        let needle = view.search.lowercased()
        let count = order.tasks.count
        guard !needle.isEmpty, count > 0 else {
            notice = Notice(text: needle.isEmpty ? "no search yet: / starts one" : "no rows")
            return
        }
        let here = order.tasks.firstIndex { $0 == view.selection } ?? (forward ? -1 : count)
        let start = here + (fromNext ? (forward ? 1 : -1) : 0)
        for offset in 0..<count {
            let place = (((start + (forward ? offset : -offset)) % count) + count) % count
            if scheduler.name(of: order.tasks[place]).holds(needle) {
                select(order.tasks[place])
                return
            }
        }
        notice = Notice(text: "no task name contains \"\(DisplayText.clean(view.search))\"", isAlarm: true)
    }

    /// A mouse event: click selects, wheel scrolls, double click opens, drag on the ruler moves through time.
    mutating func handle(_ event: MouseEvent) {
        notice = nil
        if let overlay {
            handle(event, in: overlay)
            return
        }
        switch event.kind {
        case .scrollUp: move(.up, inLog: isInLog(event))
        case .scrollDown: move(.down, inLog: isInLog(event))
        case .press: press(event)
        case .doublePress:
            press(event)
            if tableRow(event) != nil { open() }
        case .drag: scrub(event)
        case .release: break
        }
    }

    private mutating func move(_ movement: KeyAction.Movement, inLog: Bool) {
        let pane = view.pane
        view.pane = inLog ? .log : .tasks
        for _ in 0..<3 { move(movement) }
        view.pane = pane
    }

    private func isInLog(_ event: MouseEvent) -> Bool { pane(at: event) == .log }

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
        let row = view.top + event.row - table.row
        return row < (layout.lanes == nil ? rowCount : order.rows.count) ? row : nil
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
