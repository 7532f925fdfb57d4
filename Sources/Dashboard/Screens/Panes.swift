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
        let snapshot = model.scheduler.snapshot(of: lane)
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
        for cell in 0..<scale.cells {
            let (glyph, style) = glyph(activity.state(of: cell, scale: scale), at: cell, scale)
            canvas.set(glyph, column: timeline.column + cell, row: row, style: style)
        }
    }

    private func glyph(_ state: LaneActivity.CellState, at cell: Int, _ scale: TimeScale) -> (Character, Style) {
        let isPast = scale.instant(of: cell) < now
        if state.queued > 0 {
            let digit: Character = state.queued > 9 ? "+" : Character("\(state.queued)")
            return (digit, isPast ? theme.laneWait : theme.planned)
        }
        guard state.isBusy else { return (ScreenGlyph.dependencyWait, theme.dim) }
        return isPast ? (ScreenGlyph.criticalRun, theme.run) : (ScreenGlyph.planned, theme.planned)
    }

    /// What the selected task waits for and what waits for it.
    mutating func drawGraphPane() {
        guard let area = layout.graphPane, area.rows > 1 else { return }
        guard let task = model.view.selection else {
            paneTitle("graph", area)
            return
        }
        paneTitle("graph around \(text.name(task))", area)
        let before = model.scheduler.predecessors(of: task)
        let after = model.scheduler.successors(of: task)
        let room = area.rows - 1
        let width = (area.columns - 8) / 3
        let middle = area.row + 1 + min(room - 1, max(0, max(before.count, after.count, 1) - 1) / 2)
        let center = area.column + 1 + width + 3
        drawSide(before, in: area, column: area.column + 1, width: width, middle: middle, isLeft: true)
        let end = canvas.write(
            "[\(label(task))]", column: center, row: middle, limit: min(center + width, area.endColumn),
            style: theme.strong)
        drawSide(after, in: area, column: end + 4, width: area.endColumn - end - 5, middle: middle, isLeft: false)
        drawChain(area, from: area.row + 2 + min(room, max(before.count, after.count, 1)))
    }

    private func label(_ task: TaskID) -> String {
        text.name(task) + (plan.isCritical(task) ? "*" : "")
    }

    private mutating func drawSide(
        _ tasks: [TaskID], in area: Rect, column: Int, width: Int, middle: Int, isLeft: Bool
    ) {
        let room = area.rows - 1
        let shown = tasks.count > room ? room - 1 : tasks.count
        let first = max(area.row + 1, min(middle - shown / 2, area.endRow - shown))
        let rail = isLeft ? column + width + 1 : column - 2
        for place in 0..<max(0, shown) {
            let row = first + place
            let snapshot = model.scheduler.snapshot(of: tasks[place])
            let name = "\(model.stateLetter(tasks[place], snapshot).rawValue) \(label(tasks[place]))"
            canvas.put(name, column: column, row: row, width: width, alignment: isLeft ? .trailing : .leading)
            let corner = Screen.corner(place, of: shown, joins: row == middle, isLeft: isLeft)
            canvas.set(corner, column: rail, row: row, style: theme.dim)
            if row == middle { canvas.set("─", column: isLeft ? rail + 1 : rail - 1, row: row, style: theme.dim) }
        }
        if shown < tasks.count {
            canvas.put(
                "and \(tasks.count - shown) more", column: column, row: area.endRow - 1, width: width, style: theme.dim)
        }
    }

    /// The rail's glyph beside one of several names; `joins`: the line to the middle leaves here.
    private static func corner(_ place: Int, of count: Int, joins: Bool, isLeft: Bool) -> Character {
        if count == 1 { return "─" }
        if place == 0 { return joins ? "┬" : isLeft ? "╮" : "╭" }
        if place == count - 1 { return joins ? "┴" : isLeft ? "╯" : "╰" }
        return joins ? "┼" : isLeft ? "┤" : "├"
    }

    /// The critical chain, below the neighbourhood.
    private mutating func drawChain(_ area: Rect, from first: Int) {
        guard !plan.chain.isEmpty, first < area.endRow else { return }
        var row = first
        let length = plan.launchTime.map { " = \(TimeText.text($0))" } ?? ""
        canvas.put(
            " critical chain\(length)", column: area.column, row: row, width: area.columns - 1, style: theme.heading)
        row += 1
        var line = "  "
        for (place, run) in plan.chain.enumerated() {
            let own = run.ownTime(until: plan.horizon)
            let word = "\(text.name(run.task)) \(TimeText.text(own))" + (place + 1 < plan.chain.count ? " > " : "")
            if TextColumns.width(of: line + word) > area.columns - 2 {
                guard row < area.endRow else { return }
                canvas.put(line, column: area.column, row: row, width: area.columns - 1)
                row += 1
                line = "    "
            }
            line += word
        }
        if row < area.endRow { canvas.put(line, column: area.column, row: row, width: area.columns - 1) }
    }

    /// Why the selected run waited, and the lints.
    mutating func drawWhyPane() {
        guard let area = layout.whyPane, area.rows > 1 else { return }
        paneTitle("why, lints", area)
        var lines: [(String, Style)] = []
        if let task = model.view.selection {
            lines += DetailsText(context: context, task: task).waitLines().map { ($0, theme.standard) }
        }
        let lints = model.shownLints
        lines.append(("", theme.standard))
        lines.append((lints.isEmpty ? "no lints" : "lints \(lints.count)   { } jump", theme.heading))
        lines += lints.map { ("! \($0.text)", theme.alarm) }
        for (place, line) in lines.prefix(area.rows - 1).enumerated() {
            canvas.put(
                " " + line.0, column: area.column + 1, row: area.row + 1 + place, width: area.columns - 1, style: line.1
            )
        }
    }
}
