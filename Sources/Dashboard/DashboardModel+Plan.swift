import Text
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceFormat

extension DashboardModel {
    /// Updates everything derived from the session; called after each change to it.
    ///
    /// `isFirst`: so far only the plan has been made.
    mutating func sessionChanged(isFirst: Bool = false) {
        let ahead = session.scenario.configuration.tick * DashboardModel.maximumPlannedTicks
        let shown = scale(cells: timelineCells)
        let span = shown.step * Int64(shown.cells)
        // A launch kept at the left shortens the window; whether one is kept depends on the plan.
        let end = view.isFolded ? foldLimit + span : view.zoom == .launch ? max(shown.end, now + span) : shown.end
        let change = document.updatePlan(through: min(end, foldLimit + ahead))
        idleGaps = view.isFolded ? plan.idleGaps(until: foldLimit, now: now, beside: compared?.plan) : []
        let isOtherLaunch = document.showLaunch()
        let isNew = isFirst || change == .renewed || isOtherLaunch
        // The names come first: panes that follow the rows show them.
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
