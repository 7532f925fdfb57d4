import Planning
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// What the course, the rows and the findings are made from: a session at an instant, seen through a window.
struct ObservedSession: Hashable, Sendable {
    private let basis: Document.Basis
    private let now: Instant
    private let recordCount: Int
    private let givenCount: Int
    private let receivedCount: Int
    private let cells: Int
    private let rows: Int
    /// How far the plan has to reach; what it holds may move this.
    fileprivate let end: Instant
    private let zoom: ViewState.Zoom
    private let isFolded: Bool
    private let pannedTo: Instant?
    private let comparison: String?

    fileprivate init(_ document: Document, _ view: ViewState, cells: Int, rows: Int, end: Instant) {
        basis = document.basis
        (now, recordCount, givenCount, receivedCount) = document.readSession {
            ($0.now, $0.records.count, $0.givenCount, $0.receivedCount)
        }
        (self.cells, self.rows, self.end) = (cells, rows, end)
        (zoom, isFolded, pannedTo, comparison) = (view.zoom, view.isFolded, view.pannedTo, view.comparison)
    }
}

extension DashboardModel {
    /// The one place that follows the session: plans again, orders the rows and asks for findings if it or the window on
    /// it has changed since the last call. Every message ends here.
    mutating func observeSession() {
        followDirections()
        let isFirst = observed == nil
        let seen = seen
        guard observed != seen else { return }
        let change = document.updatePlan(through: seen.end)
        idleGaps = view.isFolded ? plan.idleGaps(until: foldLimit, now: now, beside: compared?.plan) : []
        let isOtherLaunch = document.showLaunch()
        let isNew = isFirst || change == .renewed || isOtherLaunch
        if isNew || change == .longer, let frame = plan.firstFrame {
            launchWorkEnd = plan.end(ofRunsReleasedBy: frame)
            // The window may be another one now.
            _ = document.updatePlan(through: planEnd)
        }
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
        noteLaterTasks()
        jobHistory.update(session.records)
        followSelection()
        observed = seen
    }

    /// What is shown now. O(1), without a copy of the model or its session.
    private var seen: ObservedSession {
        ObservedSession(document, view, cells: timelineCells, rows: rows, end: planEnd)
    }

    /// How far the plan has to reach: to the end of the window, within limits.
    private var planEnd: Instant {
        let ahead = session.scenario.configuration.tick * DashboardModel.maximumPlannedTicks
        let shown = scale(cells: timelineCells)
        let span = shown.step * Int64(shown.cells)
        // A launch kept at the left shortens the window; whether one is kept depends on the plan.
        var end = view.isFolded ? foldLimit + span : view.zoom == .launch ? max(shown.end, now + span) : shown.end
        // What the first frame opens has its lengths at every width.
        if let frame = plan.firstFrame { end = max(end, frame + document.plannedLaunch * 2) }
        // What is said of the present needs the plan from there on, wherever the window is.
        end = max(end, now + document.plannedLaunch)
        return min(end, foldLimit + ahead)
    }
}
