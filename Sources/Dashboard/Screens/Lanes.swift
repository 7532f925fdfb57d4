import SchedulerCore
import TraceAnalysis

extension Screen {
    /// One row a lane: how busy it was, and when how many runs queued for it.
    mutating func drawLanes() {
        guard let area = layout.lanes else { return }
        for place in 0..<min(area.rows, model.laneSpecs.count) { drawLane(LaneID(place), row: area.row + place) }
    }

    /// The row of one lane.
    mutating func drawLane(_ lane: LaneID, row: Int) {
        let activity = LaneActivity(plan: plan, lane: lane)
        let snapshot = context.scheduler.snapshot(of: lane)
        let isSelected = model.view.selected == .lane(lane)
        let timeline = layout.column(.timeline)
        let room = (timeline?.column ?? layout.columns) - 1
        var words = "\(snapshot.isPaused ? "P" : " ")\(isSelected ? ">" : " ")lane \(text.name(lane))"
        let width = model.laneSpecs[lane.offset].width
        if width > 1 { words += " x\(width)" }
        if let share = activity.busyShare(width: width) {
            words += room < 60 ? "  \(share)%" : "  busy \(share)% of launch"
        }
        if snapshot.isPaused { words += "  paused" }
        if !snapshot.isOpen { words += "  closed" }
        if room >= 60 { words += "  digits = queued runs" }
        canvas.put(words, column: 0, row: row, width: room, style: isSelected ? theme.standard : theme.dim)
        if isSelected { canvas.emphasize(row: row, columns: 0..<room, with: .reverse) }
        guard let timeline, let scale else { return }
        for (cell, state) in activity.cells(on: scale).enumerated() {
            let (glyph, style) = glyph(state, at: cell, scale)
            canvas.set(glyph, column: timeline.column + cell, row: row, style: style)
        }
        for fold in scale.folds {
            for cell in fold.cells {
                let isEdge = cell == fold.cells.lowerBound || cell == fold.cells.upperBound - 1
                canvas.set(isEdge ? ScreenGlyph.fold : " ", column: timeline.column + cell, row: row, style: theme.dim)
            }
        }
    }

    private func glyph(_ state: (isBusy: Bool, queued: Int), at cell: Int, _ scale: TimeScale) -> (Character, Style) {
        let isPast = scale.instant(of: cell) < now
        if state.queued > 0 {
            let digit: Character = state.queued > 9 ? "+" : Character("\(state.queued)")
            return (digit, isPast ? theme.laneWait : theme.planned)
        }
        guard state.isBusy else { return (ScreenGlyph.dependencyWait, theme.dim) }
        return isPast ? (ScreenGlyph.criticalRun, theme.run) : (ScreenGlyph.planned, theme.planned)
    }
}
