import Text
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceFormat

extension DashboardModel {
    /// Brings everything derived from the session up to date; called after each change of it.
    ///
    /// `isFirst`: the plan was just made, and nothing else yet.
    mutating func sessionChanged(isFirst: Bool = false) {
        let ahead = session.scenario.configuration.tick * DashboardModel.maximumPlannedTicks
        let shown = scale(cells: timelineCells)
        let span = shown.step * Int64(shown.cells)
        // With the launch at the left the window reaches less far than without, and the plan tells which one it is.
        let end = view.isFolded ? foldLimit + span : view.zoom == .launch ? max(shown.end, now + span) : shown.end
        let change = document.updatePlan(through: min(end, foldLimit + ahead))
        idleGaps = view.isFolded ? plan.idleGaps(until: foldLimit, now: now, beside: compared?.plan) : []
        let isOtherLaunch = document.showLaunch()
        let isNew = isFirst || change == .renewed || isOtherLaunch
        // The names first: the panes that follow the rows show them.
        if isNew || change == .longer { document.updateNames() }
        if isNew || view.filter.readsState {
            orderRows()
        } else if change == .longer {
            changes.rows += 1
        } else {
            changes.states += 1
        }
        if isNew || change == .longer { seekFindings() }
        jobHistory.update(session.records)
        followSelection()
    }
}
