import ScreenKit
import Planning
import Text
import SchedulerCore
import TraceAnalysis

/// Why the selected run waited, branches and findings.
enum WhyPane: PaneKind {
    static let word = "why"
    static let help = "why the run waited, branches, findings"
    /// More lines are not scrolled past.
    private static let maximumOffset = 1_000

    static func draw(in area: Rect, on screen: inout Screen) { screen.drawWhy(area) }

    static func move(_ movement: KeyAction.Movement, in model: inout DashboardModel) -> Bool {
        let distance = movement.distance(page: model.layout.table.rows)
        model.view.whyOffset = max(0, min(maximumOffset, model.view.whyOffset + distance))
        return true
    }
}

extension Screen {
    /// Why the selected run waited, the branches, and the findings; long lines continue in the next row.
    fileprivate mutating func drawWhy(_ area: Rect) {
        guard area.rows > 1 else { return }
        paneTitle("4 why, findings", area, hasFocus: model.view.pane == .why)
        let lines = whyLines().flatMap { line in
            DisplayText.wrap(line.0, to: area.columns - 3).map { ($0, line.1) }
        }
        let room = area.rows - 1
        let top = max(0, min(model.view.whyOffset, lines.count - room))
        for (place, line) in lines.dropFirst(top).prefix(room).enumerated() {
            canvas.put(
                line.0, column: area.column + 2, row: area.row + 1 + place, width: area.columns - 3, style: line.1)
        }
        let below = lines.count - top - room
        guard below > 0, room > 1 else { return }
        let key = model.options.keys.shown(of: model.view.isZoomed ? .move(.down) : .zoomPane) ?? ":"
        canvas.put(
            "\(ScreenGlyph.cut) \(Format.count(below + 1)) more lines: \(key)", column: area.column + 2,
            row: area.endRow - 1, width: area.columns - 3, style: theme.dim)
    }

    private func whyLines() -> [(String, Style)] {
        var lines: [(String, Style)] = []
        if let task = model.paneTask {
            let details = DetailsText(context: context, task: task)
            lines += (details.sequenceLines() + details.waitLines()).map { ($0, theme.standard) }
        }
        if !model.branches.isEmpty {
            lines.append(("", theme.standard))
            let others = model.branches.map { branch in
                "\(DisplayText.clean(branch.name)) \(branch.launchTime.map { TimeText.text($0) } ?? "-")"
            }
            lines.append(
                (
                    "branches: here \(DisplayText.clean(model.branchName)); \(others.joined(separator: ", "))   D compares",
                    theme.heading
                ))
        }
        lines.append(("", theme.standard))
        lines.append((model.findingsHeading, theme.heading))
        return lines
            + model.findings.enumerated().map { place, finding in
                ("\(place + 1) \(finding.sentence)", place == model.view.finding ? theme.strong : theme.standard)
            }
    }
}
