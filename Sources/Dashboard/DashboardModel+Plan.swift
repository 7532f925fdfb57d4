import Planning
import SchedulerCore
import SchedulerSimulation

/// Counts the commands among a session's records, also when records are taken back.
struct InputCount: Sendable {
    /// Where the commands stand among the records.
    private var places: [Int] = []
    private var scanned = 0

    /// The number of commands.
    var count: Int { places.count }

    /// Takes in the records as they are now; they may only have been cut and continued since the last call.
    mutating func update(_ records: ArraySlice<TraceRecord>) {
        if records.count < scanned {
            scanned = records.count
            while let last = places.last, last >= scanned { places.removeLast() }
        }
        for place in scanned..<records.count {
            switch records[place].fact {
            case .action: places.append(place)
            case .refused, .event, .state, .firstFrame, .tick, .release, .start, .finish, .skip, .miss, .park, .job,
                .queue, .sequence, .expect, .warning:
                break
            }
        }
        scanned = records.count
    }
}

extension DashboardModel {
    /// Brings everything derived from the session up to date; called after each change of it.
    mutating func sessionChanged() {
        inputs.update(session.records)
        let needed = scale(cells: timelineCells).end
        let isShifted = forecast.assumesLaunch && now != plannedAt
        if inputs.count != plannedInputs || isShifted || plan.runs.count < scheduler.taskCount {
            makePlan(through: needed)
            orderRows()
        } else if plan.horizon < needed {
            plan.extend(&forecast, through: needed)
            lints = Lint.all(plan: plan, text: FactText(scheduler: forecast.scheduler, lanes: laneSpecs))
        }
        if view.filter.readsState { orderRows() }
        followSelection()
    }

    /// Runs a copy of the session ahead and takes down what will happen.
    mutating func makePlan(through needed: Instant) {
        forecast = Forecast(session: session)
        plan = Plan(session: session, forecast: &forecast, through: needed, laneCount: laneSpecs.count)
        plannedInputs = inputs.count
        plannedAt = now
        lints = Lint.all(plan: plan, text: FactText(scheduler: forecast.scheduler, lanes: laneSpecs))
    }

    /// Takes the length of the planned launch as the timeline's scale; called once for a session.
    mutating func fitLaunch() {
        forecast = Forecast(session: session)
        plan = Plan(session: session, forecast: &forecast, through: now + .seconds(1), laneCount: laneSpecs.count)
        plannedLaunch = (plan.firstFrame ?? plan.lastEnd) - .zero
        if plannedLaunch <= .zero { plannedLaunch = plan.lastEnd - .zero }
        if plannedLaunch <= .zero { plannedLaunch = session.scenario.configuration.tick * 20 }
    }

    /// Sorts and filters the rows anew.
    mutating func orderRows() {
        let scheduler = scheduler
        let plan = plan
        let view = view
        let lanes = laneSpecs
        order = RowOrder(scheduler: scheduler, plan: plan, sort: view.sort, isInverted: view.isInverted) { task in
            if view.criticalOnly, !(task.offset < plan.isCritical.count && plan.isCritical[task.offset]) {
                return false
            }
            return view.filter.passes(task, scheduler: scheduler, lanes: lanes)
        }
        followSelection()
    }

    /// Keeps the selection on a shown task and the task on the screen.
    mutating func followSelection() {
        if view.selection.flatMap(order.row) == nil { view.selection = order.tasks.first }
        view.top = firstRow(height: layout.table.rows)
    }

    /// The first row of a table of this height that shows the selection.
    func firstRow(height: Int) -> Int {
        let last = max(0, order.tasks.count - max(1, height))
        let top = max(0, min(view.top, last))
        guard let row = view.selection.flatMap(order.row) else { return top }
        if row < top { return row }
        return row >= top + max(1, height) ? row - max(1, height) + 1 : top
    }
}
