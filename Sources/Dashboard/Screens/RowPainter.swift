import ScreenKit
import Planning
import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// Draws the row of one task.
struct RowPainter {
    let context: ScreenContext
    let task: TaskID
    let row: Int
    private let letter: StateLetter
    private let isCritical: Bool
    private let snapshot: TaskSnapshot
    private let run: Course.Run?
    private let tried: Branch?

    init(context: ScreenContext, task: TaskID, row: Int) {
        self.context = context
        self.task = task
        self.row = row
        letter = context.model.shownLetter(task, context.standing(of: task))
        // While a change is tried, the row shows what it would give.
        // Time goes on while it is tried: a task injected since then has no row there.
        let tried = context.model.tried.flatMap {
            task.offset < $0.session.simulation.scheduler.taskCount && task.offset < $0.plan.runs.count ? $0 : nil
        }
        let plan = tried?.plan ?? context.plan
        snapshot = tried?.session.simulation.scheduler.snapshot(of: task) ?? context.snapshot(of: task)
        isCritical = plan.isCritical(task)
        run = tried.map { $0.plan.shownRun(of: task, at: context.now) } ?? context.shownRun(of: task)
        self.tried = tried
    }

    /// What is drawn: what would be, else what is.
    private var plan: Course { tried?.plan ?? context.plan }

    private var theme: Theme { context.theme }

    func draw(rails: Rails.Line?, background: [TimelineCell], on canvas: inout Canvas) {
        let isChain = isChain
        for field in context.layout.fields {
            switch field.field {
            case .state: drawState(field, &canvas)
            case .rails: drawRails(rails, field, &canvas)
            case .timeline: drawTimeline(field, background, &canvas)
            case .name: drawName(field, &canvas)
            case .trigger, .priority, .lane:
                if !isChain { put(value(field.field), field, theme.standard, &canvas) }
            case .runs, .last, .next, .own, .wait:
                put(value(field.field), field, theme.standard, &canvas)
            case .slack where context.showsPresent: drawPresent(field, &canvas)
            case .slack: put(value(field.field), field, slackStyle, &canvas)
            }
        }
        drawChainReason(&canvas)
    }

    /// Whether only the chain is shown and the task is on it: on the one that is, or that a change would give.
    private var isChain: Bool {
        context.model.view.criticalOnly
            && (plan.chain + (tried == nil ? [] : context.plan.chain)).contains { $0.task == task }
    }

    /// Why the task began when it did, in the columns of trigger, priority and lane.
    private func drawChainReason(_ canvas: inout Canvas) {
        let columns = context.layout.fields.filter { [.trigger, .priority, .lane].contains($0.field) }
        guard isChain, let first = columns.first, let last = columns.last else { return }
        let width = last.column + last.width - first.column
        // While a change is tried, its bars are shown: so is what bounds them.
        let words =
            plan.chain.firstIndex { $0.task == task }
            .map { ChainText.why(plan.chainCauses[$0], context.text, columns: width - 1) } ?? "off the path"
        canvas.put(words, column: first.column, row: row, width: width - 1, style: theme.standard)
        canvas.put(" ", column: first.column + width - 1, row: row, width: 1)
    }

    /// The critical path stands out; against a compared course, a gain stands out too, and a loss looks like a warning.
    private var slackStyle: Style {
        guard context.model.showsDelta else { return isCritical ? theme.critical : theme.standard }
        let change = context.model.delta(of: task) ?? .zero
        return change < .zero ? theme.gain : change > .zero ? theme.strong : theme.standard
    }

    private func drawName(_ field: Layout.Column, _ canvas: inout Canvas) {
        var style = isCritical ? theme.strong : theme.standard
        let marked = context.model.stage.highlighted
        if !marked.isEmpty, marked.contains(context.scheduler.name(of: task)) { style = theme.criticalWait }
        put(context.text.name(task), field, style, &canvas)
    }

    private func put(_ text: String, _ field: Layout.Column, _ style: Style, _ canvas: inout Canvas) {
        let isNumber = Screen.isNumber(field.field)
        let gap = isNumber ? 0 : 1
        let column = canvas.put(
            text, column: field.column, row: row, width: field.width - gap, style: style,
            alignment: isNumber ? .trailing : .leading)
        if gap > 0 { canvas.put(" ", column: column, row: row, width: gap, style: style) }
    }

    /// What the row waits for now, after a blank, and the slack where that leaves room; a stage has only the former.
    private func drawPresent(_ field: Layout.Column, _ canvas: inout Canvas) {
        let words = " " + PresentText(context: context, task: task).brief(columns: field.width - 1)
        let style = letter == .laneWaiting || letter == .paused ? theme.warning : theme.standard
        canvas.put(words, column: field.column, row: row, width: field.width, style: style)
        guard !context.model.options.isPresenting else { return }
        let slack = value(.slack)
        let used = DisplayText.width(of: words) + 2
        guard !slack.isEmpty, used + slack.utf8.count <= field.width else { return }
        canvas.put(
            slack, column: field.column + used, row: row, width: field.width - used, style: slackStyle,
            alignment: .trailing)
    }

    /// The state; reversed if something happened to the task at the instant to which a step went.
    private func drawState(_ field: Layout.Column, _ canvas: inout Canvas) {
        let isMarked = context.model.happening?.tasks.contains(task) ?? false
        let style = isMarked ? theme.state(letter).adding(.reverse) : theme.state(letter)
        canvas.set(letter.rawValue, column: field.column, row: row, style: style)
        canvas.put(" ", column: field.column + 1, row: row, width: field.width - 1)
    }

    private func drawRails(_ line: Rails.Line?, _ field: Layout.Column, _ canvas: inout Canvas) {
        let node: Character = letter == .running || letter == .stuck ? "@" : isCritical ? "*" : "o"
        let nodeStyle = isCritical ? theme.critical : theme.strong
        guard let line else {
            canvas.set(node, column: field.column, row: row, style: nodeStyle)
            return
        }
        let width = field.width - 1
        for (place, glyph) in line.glyphs.prefix(width).enumerated() {
            let isNode = place == line.node
            let isCut = place == width - 1 && line.glyphs.count > width
            let shown = isCut ? ScreenGlyph.more : isNode ? node : glyph
            canvas.set(
                shown, column: field.column + place, row: row, style: isNode ? nodeStyle : theme.dim)
        }
    }

    private func drawTimeline(_ field: Layout.Column, _ background: [TimelineCell], _ canvas: inout Canvas) {
        guard let scale = context.scale, task.offset < context.plan.runs.count else { return }
        var cells = TimelineRow(scale: scale, now: context.now, background: background)
        cells.draw(
            runs: plan.runs[task.offset], marks: plan.marks(of: task),
            waits: context.drawnWaits(of: task, before: scale.end),
            criticalRun: plan.criticalRun(of: task))
        let ghosts = tried == nil ? context.model.compared?.plan : context.model.tried?.before ?? context.plan
        if let ghosts, task.offset < ghosts.runs.count { cells.drawGhosts(ghosts.runs[task.offset]) }
        let theme = context.theme
        for (place, cell) in cells.cells.enumerated() where cell != .blank {
            canvas.set(
                cell.drawn(isASCII: canvas.isASCII), column: field.column + place, row: row, style: cell.style(theme))
        }
    }

    private func value(_ field: Layout.Field) -> String {
        let now = context.now
        // What the launch began has its times to its end, also where that lies beyond the timeline.
        let horizon = max(now, context.scale.map(context.model.horizon) ?? now, context.model.launchWorkEnd)
        switch field {
        case .trigger: return TriggerText.short(snapshot.trigger)
        case .priority: return TriggerText.priority(snapshot.priority)
        case .lane: return context.text.name(snapshot.lane)
        case .runs: return "\(tried == nil ? Int(snapshot.runsEnded) : plan.endedRuns(of: task, by: now))"
        case .last: return lastEnd.map { TimeText.short($0 - .zero) } ?? "-"
        case .next: return next(snapshot, horizon)
        case .own where context.text.name(snapshot.lane) == LaneSpec.anchors: return "anchor"
        case .own: return run.map { own($0, horizon) } ?? ""
        case .wait: return wait(horizon)
        case .slack where context.model.showsDelta:
            return context.model.delta(of: task).map { TimeText.signed($0) } ?? ""
        case .slack:
            if isCritical { return "CP" }
            return plan.slack(of: task).map(TimeText.short) ?? (run.map(plan.isInLaunch) ?? false ? "free" : "")
        case .state, .rails, .name, .timeline: return ""
        }
    }

    /// When the last finished run ended.
    private var lastEnd: Instant? {
        guard task.offset < plan.runs.count else { return nil }
        let list = plan.runs[task.offset]
        let released = list.partitionPoint { $0.released > context.now }
        return list[..<released].reversed().lazy.compactMap { $0.end }.first { $0 <= context.now }
    }

    /// When it runs next: a timer's turn, a planned start, or `evt` if an event must come first (`launch`: the next one).
    private func next(_ snapshot: TaskSnapshot, _ horizon: Instant) -> String {
        if !snapshot.exists { return "-" }
        if tried == nil ? snapshot.state == .running : letter == .running { return "now" }
        let start = plan.nextStart(of: task, after: context.now)
        // Of a change that is tried, the course tells what comes.
        if tried == nil {
            // Nothing that is planned starts it.
            if snapshot.isParked, start == nil { return ".." }
            // A turn may wait for its lane.
            if let turn = snapshot.nextTurn { return TimeText.short((start ?? turn) - .zero) }
        }
        if let start, start <= horizon { return TimeText.short(start - .zero) }
        switch snapshot.trigger {
        case .events(let events):
            return events.events.allSatisfy { $0.isOncePerProcess } && snapshot.runsEnded > 0 ? "launch" : "evt"
        case .startup: return snapshot.runsEnded > 0 ? "launch" : "evt"
        case .notification: return "post"
        case .timer:
            // Its turns are planned further than the bars are drawn; without a process, a launch starts it.
            let rest = context.scheduler.state == .notRunning ? "launch" : "-"
            return plan.nextStart(of: task, after: context.now).map { TimeText.short($0 - .zero) } ?? rest
        case .none: return "-"
        }
    }

    /// Time in attempts; of a run of the launch that begins beyond what is planned, what the scenario says.
    private func own(_ run: Course.Run, _ horizon: Instant) -> String {
        guard let start = run.start, start <= horizon else {
            let tasks = context.model.session.scenario.tasks
            guard run.isUnplanned || (run.start ?? .zero) > horizon, tasks.indices.contains(task.offset),
                LaunchMoment.first(of: tasks[task.offset].spec.trigger) != nil
            else { return "" }
            return tasks[task.offset].duration.expected.map { TimeText.short($0) } ?? ""
        }
        if run.end != nil {
            // What was cancelled as it began has no time of its own.
            return run.didNothing ? "" : TimeText.short(run.ownTime)
        }
        return ".."
    }

    /// The whole wait, and what for: `d` dependencies, `l` the lane, `p` a pause; the longest first.
    private func wait(_ horizon: Instant) -> String {
        guard let run else { return "" }
        let isKnown = run.start.map { $0 <= horizon } ?? false
        let limit = isKnown ? horizon : context.now
        let dependency = run.dependencyWait(until: limit)
        let lane = run.laneWait(until: limit)
        let total = dependency + lane
        guard total > .zero else { return "" }
        let drawn = tried == nil ? context : context.tried ?? context
        let pauses = drawn.pauses(of: run, task, until: limit)
        let pause = pauses.reduce(.zero) { $0 + $1.length }
        let causes = [(dependency, "d"), (Nanoseconds(lane.count - pause.count), "l"), (pause, "p")].filter {
            $0.0 > .zero
        }
        let letters = causes.enumerated().sorted { ($1.element.0, $0.offset) < ($0.element.0, $1.offset) }
        return TimeText.short(total) + " " + letters.map { $0.element.1 }.joined()
    }
}
