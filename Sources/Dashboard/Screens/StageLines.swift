import Planning
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis

/// What a presentation has in place of status, rule and key line.
extension Screen {
    /// The title, the time and the app's state; below them the launch, and while time runs the speed, if it
    /// is not that of real time.
    mutating func drawStageTitle() {
        let isComplete = plan.firstFrame.map { $0 <= now } ?? false
        let hasBegun = !model.isAhead && plan.launchStart.map { $0 <= now } ?? false
        let isLaunching = hasBegun && !isComplete
        let state = isLaunching ? "launching" : TriggerText.state(context.scheduler.state)
        let right = "\(TimeText.text(now - .zero))  \(state) "
        let column = max(0, layout.columns - DisplayText.width(of: right))
        canvas.put(" " + DisplayText.clean(model.title), column: 0, row: 0, width: column, style: theme.strong)
        canvas.write(right, column: column, row: 0, limit: layout.columns, style: theme.strong)
        if let words = stageResult {
            canvas.put(
                " " + words, column: 0, row: 1, width: max(0, layout.columns - paceWidth), style: theme.criticalWait)
        }
        guard showsPace else { return }
        let pace = model.playback.rate < 1000 ? "slow motion" : "fast"
        let words = "\(pace) \(String(model.speedText.dropFirst())) "
        canvas.write(
            words, column: max(0, layout.columns - DisplayText.width(of: words)), row: 1, limit: layout.columns,
            style: theme.dim)
    }

    private var showsPace: Bool { model.playback.isRunning && model.playback.rate != 1000 }

    /// Columns that the speed takes beside the launch.
    private var paceWidth: Int { showsPace ? 20 : 1 }

    /// `launch 899ms planned, 399ms over the budget of 500ms`, `network 3 wide: launch 899ms -> 415ms if applied`,
    /// `launch 415ms, 484ms less than before the change (899ms)`; nil without a launch that has an end, unless something is tried
    /// or compared.
    private var stageResult: String? {
        func fitting(_ texts: [String]) -> String? {
            texts.first { DisplayText.width(of: $0) + 1 <= layout.columns - paceWidth } ?? texts.last
        }
        if model.tried == nil, let other = model.compared {
            return fitting(
                launchComparisonTexts(other) + comparisonTexts(other).map { CommandLanguage.trimmed($0) })
        }
        guard model.tried != nil || plan.launchLength != nil, !launchText.isEmpty else { return nil }
        // What is tried is named where there is room: two changes may have the same launch.
        let change = model.tried.map { DisplayText.clean($0.name) + ": " } ?? ""
        // Whether it keeps its budget is worth more than what the change is called.
        let (judged, plain) = (judgedLaunchTexts, plainLaunchTexts)
        return fitting(judged.map { change + $0 } + judged + plain.map { change + $0 } + plain)
    }

    /// The caption under a rule, centred on wide screens, and which stop it is.
    mutating func drawCaption() {
        guard let area = layout.caption else { return }
        canvas.fill(
            Rect(column: 1, row: area.row, columns: max(0, area.columns - 2), rows: 1), with: ScreenGlyph.rule,
            style: theme.dim)
        let hidden = rowsBrief
        if !hidden.isEmpty, area.columns > Layout.minimumColumns {
            let words = " \(hidden) "
            canvas.write(
                words, column: area.columns - DisplayText.width(of: words) - 2, row: area.row, limit: area.columns,
                style: theme.dim)
        }
        let caption = CaptionLines(model.caption, columns: area.columns)
        let lines = caption.lines(in: area.rows - 1)
        // Behind a stop and while a question is answered, the caption is of the stop before.
        let hasLeftStop = model.hasLeftStop
        for (place, line) in lines.enumerated() {
            let column = caption.column(of: line)
            canvas.put(
                line, column: column, row: area.row + 1 + place, width: area.columns - column,
                style: hasLeftStop ? theme.dim : theme.strong)
        }
    }

    /// `4 of 9  Space: next` at the right of the last row, and what the keys do while a question is answered.
    mutating func drawStop(row: Int) {
        let (number, count) = model.stop
        guard count > 0 else { return }
        let isPaused = !model.playback.isRunning && !model.session.simulation.isHeld && number > 0
        let next =
            model.playback.isRunning
            ? ""
            : !model.hasMoreToShow || model.onlyDirects
                ? "  the end: \(model.key(of: .quit)) ends"
                : isPaused ? "  paused: Space goes on" : "  Space: next"
        let words =
            model.showsAnswer
            ? "aside: Esc returns to stop \(number) of \(count)\(number < count ? ", Space plays on" : "") "
            : "\(number) of \(count)\(next) "
        let column = max(0, layout.columns - DisplayText.width(of: words))
        canvas.write(words, column: column, row: row, limit: layout.columns, style: theme.dim)
        // What a question from the audience changes is not what the script expects.
        let failed = model.isAside ? 0 : model.session.simulation.verdicts.count { !$0.holds }
        if failed > 0 {
            canvas.put(
                " \(Format.count(failed, "expectation")) failed", column: 0, row: row, width: column,
                style: theme.warning)
        }
    }
}

/// A caption in lines, on screens of so many columns.
struct CaptionLines {
    /// Blanks beside a caption, and its widest line on a screen that is wide enough to centre it.
    private static let (margin, maximumWidth) = (3, 90)

    private let text: String
    private let columns: Int
    private let width: Int

    init(_ caption: String?, columns: Int) {
        (text, self.columns) = (DisplayText.clean(caption ?? ""), columns)
        let room = columns - 2 * Self.margin
        width = max(1, columns >= 120 ? min(room, Self.maximumWidth) : room)
    }

    /// How many lines it has.
    var count: Int { lines(of: width).count }

    /// As narrow as so many lines can be: no word stands alone in the last one. If so many rows do not have them, as much as does
    /// fit.
    func lines(in rows: Int) -> [String] {
        let count = count
        guard count <= rows else {
            let lines = lines(of: width)
            guard rows > 0 else { return [] }
            return lines.prefix(rows - 1) + [(DisplayText.wrap(lines[rows - 1], to: width - 2).first ?? "") + " …"]
        }
        var narrow = width
        while narrow > max(1, width / 2), lines(of: narrow - 1).count == count { narrow -= 1 }
        return lines(of: narrow).map { String($0.drop { $0 == " " }) }
    }

    private func lines(of width: Int) -> [String] { DisplayText.wrap(text, to: width) }

    /// Where a line begins: in the middle of wide screens.
    func column(of line: String) -> Int {
        columns >= 120 ? (columns - DisplayText.width(of: line)) / 2 : Self.margin
    }
}
