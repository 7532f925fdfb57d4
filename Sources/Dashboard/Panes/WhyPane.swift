import ScreenKit
import Planning
import Text
import SchedulerCore
import TraceAnalysis

/// Why the selected run waited, branches and findings.
enum WhyPane: PaneKind {
    static let word = "why"
    static let help = "why the run waited, branches, findings"
    static func draw(in area: Rect, on screen: inout Screen) { screen.drawWhy(area) }

    static func move(_ movement: KeyAction.Movement, in model: inout DashboardModel) -> Bool {
        guard let area = model.layout.area(of: .why) else { return true }
        let lines = model.blankScreen.whyLines(area)
        model.view.whyScroll.move(movement, of: lines.task.count + lines.rest.count, in: area.rows - 1)
        return true
    }
}

extension Screen {
    /// Why the selected run waited, the branches, and the findings; long lines continue in the next row.
    fileprivate mutating func drawWhy(_ area: Rect) {
        guard area.rows > 1 else { return }
        paneTitle(.why, model.options.isPresenting ? "" : ", findings", area)
        let room = area.rows - 1
        let zoom = model.options.keys.shown(of: .zoomPane) ?? ":"
        let more =
            model.view.pane == .why
            ? "press \(zoom)" : "press \(model.options.keys.shown(of: .pane(Pane.why.rawValue)) ?? ":"), \(zoom)"
        var (task, rest) = whyLines(area)
        // The findings stay in sight: what does not fit is shortened until it is asked for.
        let limit = max(3, room / 2, room - rest.count)
        if !model.view.isZoomed, model.view.whyScroll.lines == 0, task.count > limit, task.count + rest.count > room {
            task = wrapped(briefLines(), area).prefix(limit - 1) + [("\(ScreenGlyph.cut) more: \(more)", theme.dim)]
        }
        let lines = task + rest
        let top = model.view.whyScroll.top(of: lines.count, in: room)
        for (place, line) in lines.dropFirst(top).prefix(room).enumerated() {
            canvas.put(
                line.0, column: area.column + 2, row: area.row + 1 + place, width: area.columns - 3, style: line.1)
        }
        let below = lines.count - top - room
        guard below > 0, room > 1 else { return }
        let key = model.view.isZoomed ? model.options.keys.shown(of: .move(.down)) ?? ":" : more
        canvas.put(
            "\(ScreenGlyph.cut) \(Format.count(below + 1)) more lines: \(key)", column: area.column + 2,
            row: area.endRow - 1, width: area.columns - 3, style: theme.dim)
    }

    /// Everything there is to say: about the selected run, and about the launch.
    fileprivate func whyLines(_ area: Rect) -> (task: [(String, Style)], rest: [(String, Style)]) {
        // To a room, the findings would tell the end of the story.
        (wrapped(taskLines(), area), model.options.isPresenting ? [] : wrapped(findingLines(), area))
    }

    private func wrapped(_ lines: [(String, Style)], _ area: Rect) -> [(String, Style)] {
        lines.flatMap { line in DisplayText.wrap(line.0, to: area.columns - 3).map { ($0, line.1) } }
    }

    /// Why the selected run waited.
    private func taskLines() -> [(String, Style)] {
        guard let task = model.paneTask else {
            guard case .lane? = model.paneRow else { return [] }
            return SelectionText(context: context).lines(count: 3, columns: .max).map { ($0, theme.standard) }
        }
        // As the bars in the table, those of the change that is tried.
        let details = DetailsText(context: context.tried ?? context, task: task)
        let tried = model.tried.map { [("tried: \(DisplayText.clean($0.name))", theme.heading)] } ?? []
        return tried + (details.sequenceLines() + details.waitLines()).map { ($0, theme.standard) }
    }

    /// The same in one line; how long it waited and ran is in the rule above.
    private func briefLines() -> [(String, Style)] {
        guard let task = model.paneTask else { return [] }
        return SelectionText(context: context.tried ?? context, task: task).lines(count: 1, columns: .max)
            .map { ("\(text.name(task)): \($0)", theme.standard) }
    }

    /// The branches, and the findings.
    private func findingLines() -> [(String, Style)] {
        var lines: [(String, Style)] = []
        if !model.branches.isEmpty {
            lines.append(("", theme.standard))
            let others = model.branches.map { branch in
                "\(DisplayText.clean(branch.name)) \(branch.launch.map { $0.text } ?? "-")"
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
            } + model.fileLints.map { ("file \(DisplayText.clean($0))", theme.standard) }
    }
}
