import ScreenKit
import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

extension Screen {
    /// One row per lane: its width, how busy it was, and how many runs waited for it over time.
    mutating func drawLanes() {
        guard let area = layout.lanes else { return }
        for (place, lane) in model.visibleLanes(height: area.rows).enumerated() {
            drawLane(lane, row: area.row + place)
        }
    }

    /// How many lanes have no row in view.
    var hiddenLanes: Int {
        let count = model.facts.shownLanes.count
        if let area = layout.lanes { return count - area.rows }
        guard layout.showsLanesAsRows else { return 0 }
        let end = min(model.tableRowCount(in: layout), context.firstRow + layout.table.rows)
        return count - max(0, end - max(context.firstRow, model.order.rows.count))
    }

    /// `+2 lanes`; empty if none is hidden.
    var hiddenLanesText: String { hiddenLanes == 0 ? "" : "+\(Format.count(hiddenLanes, "lane"))" }

    /// The row of one lane.
    mutating func drawLane(_ lane: LaneID, row: Int) {
        let tried = model.tried
        let activity = LaneActivity(plan: tried?.plan ?? plan, lane: lane)
        let snapshot = context.scheduler.snapshot(of: lane)
        let isSelected = model.view.selected == .lane(lane)
        let timeline = layout.column(.timeline)
        let room = (timeline?.column ?? layout.columns) - 1
        let width = (tried?.session.scenario.configuration.lanes ?? model.laneSpecs)[lane.offset].width
        let share = activity.busyShare(width: width).map { "\($0)%" } ?? ""
        let mark = "\(snapshot.isPaused ? "P" : " ")\(isSelected ? ">" : " ") "
        let state = snapshot.isPaused ? "paused" : snapshot.isOpen ? "width \(width)" : "closed"
        let name = "lane " + pad(text.name(lane), to: model.facts.laneWidth + 1)
        let brief = snapshot.isPaused || !snapshot.isOpen ? state : "x\(width)"
        let choices = [
            mark + name + pad(state, to: 8) + Format.right(share, width: 4), mark + name + brief + " " + share,
            mark + name + (brief == state ? state : share),
        ]
        // The name is cut rather than the figure, and the word before it is left out first.
        let last = " " + (snapshot.isPaused ? state : share)
        let nameRoom = max(4, room - mark.utf8.count - last.utf8.count)
        let short = mark + DisplayText.cut(text.name(lane), to: nameRoom) + last
        let words = choices.first { DisplayText.width(of: $0) <= room } ?? short
        canvas.put(words, column: 0, row: row, width: room, style: theme.standard)
        if isSelected { canvas.emphasize(row: row, columns: 0..<room, with: .reverse) }
        guard let timeline, let scale else { return }
        let pauses = (context.tried ?? context).pauses(in: lane)
        for (cell, state) in activity.cells(on: scale, now: now, pauses: pauses).enumerated() {
            let (glyph, style) = glyph(state)
            canvas.set(glyph, column: timeline.column + cell, row: row, style: style)
        }
        drawFolds(timeline, row: row)
    }

    /// The clock's row: its ticks, and the number of turns due on each.
    mutating func drawClock() {
        guard let row = layout.clockRow else { return }
        let timeline = layout.column(.timeline)
        let room = (timeline?.column ?? layout.columns) - 1
        let interval = TimeText.exact(context.scheduler.configuration.tick)
        let more = layout.lanes == nil || hiddenLanes == 0 ? "" : "  " + hiddenLanesText
        let label = pad("clock", to: model.facts.laneWidth + 6)
        let brief = "   clock\(more.isEmpty ? " \(interval)" : more)"
        let choices = ["   \(label)tick \(interval)\(more)", "   clock \(interval)\(more)", brief]
        canvas.put(
            choices.first { DisplayText.width(of: $0) <= room } ?? brief, column: 0, row: row, width: room,
            style: theme.standard)
        guard let timeline, scale != nil else { return }
        for (cell, state) in context.parts.clock.cells.enumerated() {
            switch state {
            case .blank: continue
            case .tick: canvas.set(ScreenGlyph.tick, column: timeline.column + cell, row: row, style: theme.dim)
            case .due(let count):
                let digit: Character = count > 9 ? "+" : Character("\(count)")
                canvas.set(digit, column: timeline.column + cell, row: row, style: theme.strong)
            }
        }
        drawFolds(timeline, row: row)
    }

    private mutating func drawFolds(_ timeline: Layout.Column, row: Int) {
        for fold in scale?.folds ?? [] {
            canvas.set(ScreenGlyph.fold, column: timeline.column + fold.cell, row: row, style: theme.dim)
        }
    }

    private func glyph(_ state: LaneActivity.Cell) -> (Character, Style) {
        if state.queued > 0 {
            let digit: Character = state.queued > 9 ? "+" : Character("\(state.queued)")
            return (digit, state.isBusy ? theme.warning : theme.dim)
        }
        guard state.isBusy else { return (ScreenGlyph.dependencyWait, theme.dim) }
        return state.hasRun ? (ScreenGlyph.criticalRun, theme.run) : (ScreenGlyph.planned, theme.planned)
    }
}
