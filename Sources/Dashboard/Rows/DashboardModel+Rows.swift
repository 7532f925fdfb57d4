import ScreenKit
import Text
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceFormat

extension DashboardModel {
    /// Sorts and filters the rows again.
    mutating func orderRows() {
        facts.learn(from: scheduler, laneNames: laneNames)
        let grouping = grouping
        let isOpen = scheduler.taskCount <= Grouping.closedFrom
        if grouping == .prefix { facts.prefixes.update(scheduler) }
        order.tree = SequenceTree(scheduler)
        let toggled = view.toggledGroups
        let showsAll = view.filter.isEmpty && !view.criticalOnly && view.only == nil
        let groups = groups(by: grouping)
        order = RowOrder(
            scheduler: scheduler, plan: plan, tree: order.tree,
            sort: view.criticalOnly && view.sort == .graph ? .chain : view.sort, isInverted: view.isInverted,
            group: groups.number, names: groups.names, isOpen: { toggled.contains($0) != isOpen },
            isShown: showsAll ? { _ in true } : isShown)
        followSelection()
        changes.rows += 1
    }

    private func isShown(_ task: TaskID) -> Bool {
        if view.criticalOnly, !plan.isCritical(task), !(document.tried?.plan.isCritical(task) ?? false) { return false }
        if let only = view.only, !only.contains(task) { return false }
        if view.filter.isEmpty { return true }
        let snapshot = scheduler.snapshot(of: task)
        return view.filter.passes(
            snapshot, name: scheduler.name(of: task), lane: laneName(snapshot.lane), groups: filterGroups(of: task)
        ) { stateLetter(task, snapshot.standing) }
    }

    /// Selects the first task of the critical path that waits for another task and then for its lane, if there is one:
    /// with that a demonstration begins.
    public mutating func selectWaiting() {
        let found = order.tasks.first { task in
            guard plan.isCritical(task), let run = plan.shownRun(of: task, at: now) else { return false }
            return run.dependencyWait(until: plan.horizon) > .zero && run.laneWait(until: plan.horizon) > .zero
        }
        if let found { view.selected = .task(found) }
    }

    /// Selects a row far away: if it is out of view, it comes to the middle, so that its neighbours are seen, too.
    mutating func jump(to row: RowKey) {
        view.selected = row
        view.isChosen = true
        view.whyScroll = Scroll()
        centreSelection()
        followSelection()
    }

    /// Keeps the selection on a visible row, and that row on the screen.
    mutating func followSelection() {
        if selectedRow == nil { view.selected = view.selection.flatMap(heading(of:)) ?? order.rows.first }
        view.top = firstRow(height: layout.table.rows)
    }

    /// The row under which a task is folded: its group, else the nearest visible sequence.
    private func heading(of task: TaskID) -> RowKey? {
        if let sequence = order.tree.ancestors(of: task).first(where: { order.row(of: $0) != nil }) {
            return .task(sequence)
        }
        return order.group(of: task).map { .group($0.name) }
    }

    /// The selected row; nil on a stage on which none was chosen, where a mark would only puzzle the audience.
    var markedRow: RowKey? { options.isPresenting && !view.isChosen ? nil : view.selected }

    /// The number of the selected row.
    var selectedRow: Int? {
        guard let key = view.selected else { return nil }
        return row(of: key)
    }

    /// The number of a row; lanes come after all other rows.
    func row(of key: RowKey) -> Int? {
        switch key {
        case .task(let task): order.row(of: task)
        case .group(let name): order.row(ofGroup: name)
        case .lane(let lane): facts.shownLanes.firstIndex(of: lane).map { order.rows.count + $0 }
        }
    }

    /// All rows: tasks, groups, and below them the lanes.
    var rowCount: Int { order.rows.count + facts.shownLanes.count }

    /// The rows of the table, lanes that have no room of their own included.
    func tableRowCount(in layout: Layout) -> Int { layout.showsLanesAsRows ? rowCount : order.rows.count }

    /// The lanes shown in an area of this height, the selected one included.
    func visibleLanes(height: Int) -> ArraySlice<LaneID> {
        let last = max(0, facts.shownLanes.count - max(0, height))
        var top = 0
        if let lane = wantedLane, let place = facts.shownLanes.firstIndex(of: lane) {
            top = max(0, min(last, place - max(0, height - 1)))
        }
        return facts.shownLanes[top..<min(facts.shownLanes.count, top + max(0, height))]
    }

    /// The lane that a change being tried is about, else the selected one.
    private var wantedLane: LaneID? {
        if case .whatIf(let form) = overlay { return form.lane }
        for change in chosenAdvice?.changes ?? [] {
            switch change {
            case .width(let lane, _), .lane(_, let lane): return lane
            case .duration, .priority, .addEdge, .dropEdge, .events, .blocks, .success, .startupClass, .order,
                .registration:
                break
            }
        }
        if case .lane(let lane) = view.selected { return lane }
        return nil
    }

    /// What a row stands for.
    func rowKey(_ row: Int) -> RowKey {
        row < order.rows.count ? order.rows[row] : .lane(facts.shownLanes[row - order.rows.count])
    }

    /// How far below the first row of the table the selected one is; nil if it is not in the table.
    var selectedPlace: Int? {
        guard let row = selectedRow, row < order.rows.count else { return nil }
        return row - firstRow(height: layout.table.rows)
    }

    /// Sorts and filters the rows again; the selected one stays at this place on the screen.
    mutating func orderRows(keeping place: Int?) {
        orderRows()
        guard let place, let row = selectedRow, row < order.rows.count else { return }
        view.top = row - max(0, min(place, layout.table.rows - 1))
        followSelection()
    }

    /// Shows only the critical path, or again all rows, those that were in view before if the selected one is among them.
    mutating func showCriticalPath(only: Bool) {
        let (place, top) = (selectedPlace, view.topOfAll)
        view.topOfAll = only ? view.top : nil
        view.criticalOnly = only
        orderRows(keeping: place)
        let height = layout.table.rows
        guard !only, let top, let row = selectedRow, (top..<top + height).contains(row) else { return }
        view.top = top
        followSelection()
    }

    /// Puts the selected row into the middle of the table if it is out of view.
    private mutating func centreSelection() {
        let (height, row) = (layout.table.rows, selectedRow ?? 0)
        guard height > 0, row < order.rows.count, !(view.top..<view.top + height).contains(row) else { return }
        view.top = row - height / 2
    }

    /// The last row of a task that runs: on a stage where no row is chosen, what happens stays in view.
    private func lastRunningRow(of height: Int) -> Int? {
        guard !view.isChosen, tried == nil, view.triedRow == nil, height > 0, height < order.rows.count, !isAhead
        else { return nil }
        return plan.laneTurns.compactMap { turns -> Int? in
            let begun = turns.partitionPoint { plan.start(of: $0) > now }
            guard begun > 0 else { return nil }
            let span = plan.laneSpan(turns[begun - 1])
            return span.end.map { $0 > now } ?? true ? order.row(of: span.task) : nil
        }.max()
    }

    /// The first row of a table of this height that shows the selection; a table that is not shown stays where it is.
    func firstRow(height: Int) -> Int {
        let layout = layout
        let last = max(0, tableRowCount(in: layout) - max(1, height))
        let top = max(0, min(view.top, last))
        if options.isPresenting, let row = lastRunningRow(of: height) {
            return max(0, min(last, row - height + 1))
        }
        guard let row = view.triedRow ?? selectedRow, height > 0 else { return top }
        if !layout.showsLanesAsRows, row >= order.rows.count { return last }
        if row < top { return row }
        return row >= top + max(1, height) ? row - max(1, height) + 1 : top
    }
}
