import Planning
import SchedulerCore
import SchedulerSimulation

extension DashboardModel {
    /// The timeline's scale for this many cells.
    func scale(cells: Int) -> TimeScale {
        let cells = max(1, cells)
        let step: Nanoseconds
        switch view.zoom {
        case .launch:
            if let scale = keptLaunch(cells: cells) { return scale }
            step = launchStep(cells: cells)
        case .everything:
            let gaps = IdleGap.folded(idleGaps, showing: foldLimit - .zero)
            return TimeScale.fitting(through: foldLimit, cells: cells, folding: gaps)
        case .step(let chosen): step = chosen
        case .length(let length): step = TimeScale.step(closeTo: length, cells: cells)
        }
        let start = view.pannedTo ?? TimeScale.following(now, step: step, cells: cells)
        let scale = TimeScale(start: start, step: step, cells: cells)
        return scale.folding(IdleGap.folded(idleGaps, showing: scale.end - start))
    }

    /// The scale that keeps a finished launch in view after time has moved past it; nil while the timeline is zoomed or
    /// panned, or if there is no room for both.
    func keptLaunch(cells: Int) -> TimeScale? {
        guard view.zoom == .launch, view.pannedTo == nil, let start = plan.launchStart, let frame = plan.firstFrame,
            frame > start, frame <= now
        else { return nil }
        let step = launchStep(cells: cells)
        guard var scale = TimeScale.keeping(start, through: frame, before: now, step: step, cells: cells) else {
            return nil
        }
        // What the launch began and the first frame did not wait for stays in view, too, if the launch hardly shrinks for it.
        if launchWorkEnd > frame,
            let whole = TimeScale.keeping(start, through: launchWorkEnd, before: now, step: step, cells: cells),
            whole.step.count / 5 * 4 <= scale.step.count
        {
            scale = whole
        }
        return foldsGhosts(scale) ? TimeScale.fitting(through: foldLimit, cells: cells, folding: []) : scale
    }

    /// How far ahead rows show the plan: to the end of the timeline; if the launch takes part of it, as far as it
    /// would reach without the launch.
    func horizon(of scale: TimeScale) -> Instant {
        let isKept = view.zoom == .launch && !scale.folds.isEmpty
        return isKept ? max(scale.end, now + scale.step * Int64(scale.cells)) : scale.end
    }

    /// The latest instant that is certain: gaps end there at the latest, and a view of everything ends there.
    var foldLimit: Instant { max(.zero + document.plannedLaunch, now) }

    /// The step at which the launch fits. The column of differences takes a cell of the timeline, and must not make all
    /// others longer.
    private func launchStep(cells: Int) -> Nanoseconds {
        let taken = showsDelta && layout.column(.slack) != nil && !layout.hasPresent ? 1 : 0
        return TimeScale.step(fitting: document.plannedLaunch, cells: cells + taken)
    }

    /// Cells of the timeline at the terminal's size; 40 if the screen has no timeline.
    var timelineCells: Int {
        let width = layout.timelineWidth
        return width > 0 ? width : 40
    }
}
