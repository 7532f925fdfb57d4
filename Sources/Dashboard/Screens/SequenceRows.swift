import ScreenKit
import Planning
import Text
import SchedulerCore
import TraceAnalysis

extension Screen {
    /// What rows of sequences and steps show in addition to a task's row: the fold, `k/n` with its step, the
    /// steps' bars in the heading, the indent.
    mutating func drawSequence(_ task: TaskID, row: Int, background: [TimelineCell]) {
        let tree = model.order.tree
        let indent = tree.depth(of: task) * SequenceTree.indent
        guard let name = layout.column(.name) else { return }
        if tree.isSequence(task), let words = SequenceText(task, model, text) {
            drawHeading(words, task, row: row, indent: indent)
            drawStepBars(of: task, row: row, background: background)
        } else if indent > 0 {
            let shown = String(repeating: " ", count: indent) + text.name(task)
            canvas.put(
                shown, column: name.column, row: row, width: name.width - 1,
                style: plan.isCritical(task) ? theme.strong : theme.standard)
        }
    }

    /// The name with its count, which stays if room is short, then the step, over the columns up to the timeline.
    private mutating func drawHeading(_ words: SequenceText, _ task: TaskID, row: Int, indent: Int) {
        guard let name = layout.column(.name) else { return }
        let tail = layout.column(.timeline) ?? layout.column(.own) ?? layout.column(.slack)
        let end = tail?.column ?? layout.columns
        let fold = model.order.tree.fold(of: task).map { $0 == .open ? "-" : "+" } ?? " "
        let count = " " + words.count
        let room = max(1, name.width - 1 - indent - 1 - DisplayText.width(of: count))
        let title = DisplayText.cut(text.name(task), to: room)
        var column = canvas.write(
            String(repeating: " ", count: indent) + fold, column: name.column, row: row, style: theme.heading)
        column = canvas.write(
            title, column: column, row: row, style: plan.isCritical(task) ? theme.strong : theme.heading)
        column = canvas.write(count, column: column, row: row, limit: end - 1, style: theme.strong)
        let letter = model.stateLetter(task)
        let width = max(0, end - 1 - column)
        let hasRoom = width >= Screen.shortestStep && !words.brief.isEmpty
        canvas.put(
            hasRoom ? " " + words.brief : "", column: column, row: row, width: width, style: theme.state(letter))
        // Its own run takes no time; the steps show their own times, and how much later they end.
        for field in [layout.column(.own), model.showsDelta ? layout.column(.slack) : nil] {
            if let field { canvas.put("", column: field.column, row: row, width: field.width) }
        }
    }

    /// The fewest columns that can identify a step.
    private static let shortestStep = 8

    /// The bars of all steps in the heading's timeline.
    private mutating func drawStepBars(of sequence: TaskID, row: Int, background: [TimelineCell]) {
        guard let field = layout.column(.timeline), let scale else { return }
        var cells = TimelineRow(scale: scale, now: now, background: background)
        let drawn = context.drawnPlan
        for task in context.scheduler.steps(of: sequence) where task.offset < drawn.runs.count {
            cells.draw(
                runs: drawn.runs[task.offset], marks: drawn.marks(of: task),
                waits: context.drawnWaits(of: task, before: scale.end), criticalRun: drawn.criticalRun(of: task))
        }
        for (place, cell) in cells.cells.enumerated() {
            canvas.set(
                cell.glyph(isASCII: canvas.isASCII), column: field.column + place, row: row, style: cell.style(theme))
        }
    }
}
