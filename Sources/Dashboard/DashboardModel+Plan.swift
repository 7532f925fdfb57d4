import Text
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceFormat

/// Counts the commands among a session's records, also when records are taken back.
struct InputCount: Sendable {
    /// Where the commands stand among the records.
    private var places: [Int] = []
    private var scanned = 0
    /// The records before this number are those of the last plan.
    private(set) var unchanged = 0

    /// A plan of the records as they are was made.
    mutating func planned() { unchanged = .max }

    /// The records from this number on are about to be replaced.
    mutating func replaced(from count: Int) { unchanged = min(unchanged, count) }

    /// The number of commands.
    var count: Int { places.count }

    /// Takes in the records as they are now; they may only have been cut and continued since the last call.
    mutating func update(_ records: ArraySlice<TraceRecord>) {
        if records.count < scanned {
            scanned = records.count
            unchanged = min(unchanged, scanned)
            let kept = places.partitionPoint { $0 >= scanned }
            places.removeSubrange(kept...)
        }
        for place in scanned..<records.count {
            switch records[place].fact {
            case .action, .refused, .expect:
                places.append(place)
                unchanged = min(unchanged, place)
            case .event, .state, .firstFrame, .tick, .release, .start, .finish, .skip, .miss, .park, .job, .queue,
                .sequence, .warning:
                break
            }
        }
        scanned = records.count
    }
}

extension DashboardModel {
    /// Brings everything derived from the session up to date; called after each change of it.
    ///
    /// `isFirst`: the plan was just made, and nothing else yet.
    mutating func sessionChanged(isFirst: Bool = false) {
        inputs.update(session.records)
        let ahead = session.scenario.configuration.tick * DashboardModel.maximumPlannedTicks
        let shown = scale(cells: timelineCells)
        let span = shown.step * Int64(shown.cells)
        // With the launch at the left the window reaches less far than without, and the plan tells which one it is.
        let end = view.isFolded ? foldLimit + span : view.zoom == .launch ? max(shown.end, now + span) : shown.end
        let needed = min(end, foldLimit + ahead)
        let isShifted = forecast.assumesLaunch && now != plannedAt
        let isOtherPast =
            showsProcess ? isGuessOutdated : inputs.count != plannedInputs || session.givenCount != plannedGiven
        if !isOtherPast, !showsProcess { plan.happened(session.records.count) }
        let isOther =
            isOtherPast || isShifted || plan.runs.count < scheduler.taskCount || plan.lacksRecords(at: now)
        let isShort = plan.horizon < needed
        if isOther {
            makePlan(through: needed)
        } else if isShort {
            plan.extend(&boxedForecast.wrappedValue, through: needed)
        }
        idleGaps = view.isFolded ? plan.idleGaps(until: foldLimit, now: now, beside: compared?.plan) : []
        let isOtherLaunch = plan.showLaunch(
            at: now, past: session.knownRecords, scheduler: plannedScheduler, lanes: laneSpecs)
        if !showsProcess { plan.letGoOfForetold() }
        let isNew = isFirst || isOther || isOtherLaunch
        // The names first: the panes that follow the rows show them.
        if isNew || isShort { updateNames() }
        if isNew || view.filter.readsState {
            orderRows()
        } else if isShort {
            staleSummaries = .everything
        } else if staleSummaries == .nothing {
            staleSummaries = .states
        }
        if isNew || isShort {
            seekFindings()
        }
        jobHistory.update(session.records)
        followSelection()
    }

    /// Finds which lanes tasks use and which tasks the clock releases, once for each number of tasks.
    mutating func learnTasks() {
        let scheduler = scheduler
        guard learnedTasks != scheduler.taskCount else { return }
        learnedTasks = scheduler.taskCount
        var isUsed = [Bool](repeating: false, count: laneSpecs.count)
        if !isUsed.isEmpty { isUsed[0] = true }
        timers = []
        for offset in 0..<scheduler.taskCount {
            let task = TaskID(offset)
            let lane = scheduler.snapshot(of: task).lane.offset
            if lane < isUsed.count { isUsed[lane] = true }
            if case .timer = scheduler.trigger(of: task) { timers.append(task) }
        }
        shownLanes = isUsed.indices.filter { isUsed[$0] }.map { LaneID($0) }
        laneWidth = shownLanes.reduce(4) { max($0, TextColumns.width(of: TextColumns.clean(laneName($1)))) }
    }

    /// Runs a copy of the session ahead and takes down what will happen.
    mutating func makePlan(through needed: Instant) {
        forecast = Forecast(session: session)
        plan.renew(
            session: session,
            keeping: min(showsProcess ? plannedKnown : inputs.unchanged, session.records.count),
            forecast: &boxedForecast.wrappedValue, through: needed)
        notePlan()
    }

    /// Notes of what the plan is one.
    private mutating func notePlan() {
        plan.makeRoom(taskCount: scheduler.taskCount)
        inputs.planned()
        plannedInputs = inputs.count
        plannedGiven = showsProcess ? session.receivedCount : session.givenCount
        plannedKnown = forecast.knownCount
        plannedAt = now
    }

    /// Whether more is known of a process than when the plan was made, or something of the guess should have happened.
    private var isGuessOutdated: Bool {
        if plannedInputs < 0 || session.receivedCount != plannedGiven { return true }
        let guess = plannedKnown - plan.pastCount
        return plan.foretold.indices.contains(guess) && plan.foretold[guess].time <= now
    }

    /// The tasks as they are at the horizon; if nothing but ticks lies ahead, they are the session's.
    private var plannedScheduler: Scheduler { forecast.scheduler ?? scheduler }

    /// The session's records from this number on are about to be replaced.
    mutating func forgetPlan(from count: Int) {
        inputs.replaced(from: count)
        plan.rewind(to: count, past: session.knownRecords)
        plannedInputs = -1
    }

    /// Takes over the names that the plan needs; the list is the scheduler's own.
    mutating func updateNames() { taskNames = plannedScheduler.names }

    /// What the numbers in records stand for; the texts of commands stand with the simulation.
    var traceNames: TraceNames {
        TraceNames(
            tasks: taskNames, lanes: laneNames,
            messages: forecast.notices.map { DriverMessage($0.message, code: $0.code) })
    }

    /// Says why runs waited.
    var waits: WaitReader {
        WaitReader(
            course: plan, scheduler: plannedScheduler, configuration: session.scenario.configuration,
            names: traceNames, written: { CommandLanguage.written($0) })
    }

    /// Takes the length of the planned launch as the timeline's scale; called once for a session.
    mutating func fitLaunch() {
        inputs.update(session.records)
        plan = Course(taskCount: scheduler.taskCount, laneCount: laneSpecs.count)
        plan.renew(session: session, keeping: 0, forecast: &boxedForecast.wrappedValue, through: now + .seconds(1))
        notePlan()
        _ = plan.showLaunch(at: now, past: session.knownRecords, scheduler: plannedScheduler, lanes: laneSpecs)
        plannedLaunch = (plan.firstFrame ?? plan.lastEnd) - .zero
        if plannedLaunch <= .zero { plannedLaunch = plan.lastEnd - .zero }
        if plannedLaunch <= .zero { plannedLaunch = session.scenario.configuration.tick * 20 }
    }

    /// Sorts and filters the rows again.
    mutating func orderRows() {
        learnTasks()
        let grouping = grouping
        let isOpen = scheduler.taskCount <= Grouping.closedFrom
        if grouping == .prefix { prefixes.update(scheduler) }
        order.tree = SequenceTree(scheduler)
        let toggled = view.toggledGroups
        let showsAll = view.filter.isEmpty && !view.criticalOnly
        let groups = groups(by: grouping)
        order = RowOrder(
            scheduler: scheduler, plan: plan, tree: order.tree, sort: view.sort, isInverted: view.isInverted,
            group: groups.number, names: groups.names, isOpen: { toggled.contains($0) != isOpen },
            isShown: showsAll ? { _ in true } : isShown)
        followSelection()
        staleSummaries = .everything
    }

    private func isShown(_ task: TaskID) -> Bool {
        if view.criticalOnly, !plan.isCritical(task) { return false }
        if view.filter.isEmpty { return true }
        let snapshot = scheduler.snapshot(of: task)
        return view.filter.passes(
            snapshot, name: scheduler.name(of: task), lane: laneName(snapshot.lane), groups: filterGroups(of: task)
        ) { stateLetter(task, snapshot.standing) }
    }

    /// Keeps the selection on a row that is shown, and the row on the screen.
    mutating func followSelection() {
        if selectedRow == nil { view.selected = view.selection.flatMap(heading(of:)) ?? order.rows.first }
        view.top = firstRow(height: layout.table.rows)
        updatePanes()
    }

    /// The row under which a hidden task is folded away: its group, else the nearest sequence shown.
    private func heading(of task: TaskID) -> RowKey? {
        if let sequence = order.tree.ancestors(of: task).first(where: { order.row(of: $0) != nil }) {
            return .task(sequence)
        }
        return order.group(of: task).map { .group($0.name) }
    }

    /// The number of the selected row.
    var selectedRow: Int? {
        guard let key = view.selected else { return nil }
        return row(of: key)
    }

    /// The number of a row; those of lanes follow all others.
    func row(of key: RowKey) -> Int? {
        switch key {
        case .task(let task): order.row(of: task)
        case .group(let name): order.row(ofGroup: name)
        case .lane(let lane): shownLanes.firstIndex(of: lane).map { order.rows.count + $0 }
        }
    }

    /// All rows: tasks, groups, and below them the lanes.
    var rowCount: Int { order.rows.count + shownLanes.count }

    /// The lanes that have a row in an area of this height, so that the selected one is among them.
    func visibleLanes(height: Int) -> ArraySlice<LaneID> {
        let last = max(0, shownLanes.count - max(0, height))
        var top = 0
        if case .lane(let lane) = view.selected, let place = shownLanes.firstIndex(of: lane) {
            top = max(0, min(last, place - max(0, height - 1)))
        }
        return shownLanes[top..<min(shownLanes.count, top + max(0, height))]
    }

    /// What a row stands for.
    func rowKey(_ row: Int) -> RowKey {
        row < order.rows.count ? order.rows[row] : .lane(shownLanes[row - order.rows.count])
    }

    /// The first row of a table of this height that shows the selection.
    func firstRow(height: Int) -> Int {
        let isApart = layout.lanes != nil
        let last = max(0, (isApart ? order.rows.count : rowCount) - max(1, height))
        let top = max(0, min(view.top, last))
        guard let row = selectedRow else { return top }
        if isApart, row >= order.rows.count { return last }
        if row < top { return row }
        return row >= top + max(1, height) ? row - max(1, height) + 1 : top
    }
}
