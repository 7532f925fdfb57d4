import ScreenKit
import Planning
import Text
import SchedulerCore
import SchedulerSimulation

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
