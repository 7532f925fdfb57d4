import ScreenKit
import Planning
import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

extension Screen {
    /// The rule: the selected row in a few words and, at the right end, how many rows are hidden.
    mutating func drawRule() {
        guard let row = layout.ruleRow else { return }
        canvas.fill(
            Rect(column: 0, row: row, columns: layout.columns, rows: 1), with: ScreenGlyph.rule, style: theme.dim)
        let title = SelectionText(context: context.tried ?? context).title
        let titleWidth = DisplayText.width(of: title)
        var tail = rowsText
        if titleWidth + DisplayText.width(of: tail) + 8 > layout.columns { tail = rowsBrief }
        if !tail.isEmpty { tail = " \(tail) " }
        let end = layout.columns - DisplayText.width(of: tail) - 1
        let width = min(titleWidth + 2, max(0, end - 3))
        canvas.put(" \(title) ", column: 1, row: row, width: width, style: theme.strong)
        canvas.write(tail, column: end, row: row, style: isFiltered ? theme.warning : theme.standard)
    }

    private var isFiltered: Bool { !model.view.filter.isEmpty || model.view.criticalOnly }

    /// `rows 1-12 of 18, 6 below`, with the filter and sort order; empty if all rows are shown in the usual order.
    private var rowsText: String {
        let (table, total) = (layout.table, model.order.rows.count)
        let top = context.firstRow
        let shown = max(0, min(total, top + table.rows) - top)
        var words: [String] = []
        if shown < total {
            words.append("rows \(top + 1)-\(top + shown) of \(total)")
            if top > 0 { words.append("\(top) above") }
            if top + shown < total { words.append("\(total - top - shown) below") }
        }
        // Below lanes in an area of their own, the clock's row says it.
        if layout.lanes == nil, hiddenLanes > 0 { words.append(hiddenLanesText) }
        if isFiltered {
            let count = "\(model.order.tasks.count) of \(Format.count(model.order.total, "task"))"
            words.append(model.view.criticalOnly ? "critical path: \(count)" : count)
        }
        if !model.order.groups.isEmpty { words.append(Format.count(model.order.groups.count, "group")) }
        if model.view.sort != .graph || model.view.isInverted {
            words.append("by \(model.view.sort.word)\(model.view.isInverted ? ", reversed" : "")")
        }
        return words.joined(separator: ", ")
    }

    /// A short form for narrow screens.
    var rowsBrief: String {
        let (table, total) = (layout.table, model.order.rows.count)
        let top = context.firstRow
        let shown = max(0, min(total, top + table.rows) - top)
        let lanes = layout.lanes == nil || layout.clockRow == nil ? hiddenLanesText : ""
        let isWhole = shown >= total && isFiltered
        let count = isWhole ? "\(model.order.tasks.count) of \(Format.count(model.order.total, "task"))" : ""
        let (above, below) = (top, total - top - shown)
        let rows = [above > 0 ? "\(above) above" : "", below > 0 ? "\(below) below" : ""]
        return ([count] + rows + [lanes]).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Why the selected task waited, which tasks it delayed, what it needs and what needs it.
    mutating func drawReasons() {
        guard let area = layout.reasons else { return }
        let selection = SelectionText(context: context.tried ?? context)
        let lines: [String]
        if layout.ruleRow != nil {
            lines = selection.lines(count: area.rows, columns: area.columns - 2)
        } else {
            // No rule names the selected row on a stage, and all of the area is for why it waited.
            let room = area.rows * (area.columns - 12) - DisplayText.width(of: selection.name)
            let reason = selection.lines(count: 1, columns: room).first ?? ""
            let choices = [selection.nameOfRun, selection.name].map { name in
                DisplayText.wrap("\(name): \(reason)", to: area.columns - 2)
            }
            lines = choices.first { $0.count <= area.rows } ?? choices[1]
        }
        for (place, line) in lines.prefix(area.rows).enumerated() {
            canvas.put(line, column: 1, row: area.row + place, width: area.columns - 1)
        }
    }
}

/// What the lines below the table say about the selected row.
struct SelectionText {
    let context: ScreenContext
    private let selected: RowKey?

    /// How many attempts after the selected one are examined to find those that waited for it.
    private static let maximumFollowers = 64

    /// Describes `task`, if one is given, instead of the selected row.
    init(context: ScreenContext, task: TaskID? = nil) {
        self.context = context
        selected = task.map { .task($0) } ?? context.model.view.selected
    }

    private var model: DashboardModel { @inline(__always) _read { yield context.model } }
    private var text: FactText { context.text }
    private var plan: Course { @inline(__always) _read { yield context.plan } }

    /// The name of the selected task or lane.
    var name: String {
        switch selected {
        case nil: ""
        case .group(let name): DisplayText.clean(name)
        case .lane(let lane): text.name(lane)
        case .task(let task): text.name(task)
        }
    }

    /// `Poll, run at 3s`, if it has had another turn, too, and does not wait now; else only the name.
    var nameOfRun: String {
        guard case .task(let task)? = selected, let run = context.shownRun(of: task), let start = run.start,
            context.tense(of: task, run) != .present,
            run.number > 1 || plan.marks(of: task).contains(where: { start < $0.time && $0.time <= context.now })
        else { return name }
        return "\(name), run at \(TimeText.text(start - .zero))"
    }

    /// The rule's title: `Cart (didFinish) waited 418ms, ran 158ms`.
    var title: String {
        switch selected {
        case nil: return "nothing is selected"
        case .group(let name): return "group \(DisplayText.clean(name))"
        case .lane(let lane): return laneTitle(lane)
        case .task(let task): return title(of: task)
        }
    }

    private func laneTitle(_ lane: LaneID) -> String {
        let key = model.options.keys.shown(of: .world(.pauseOrResume)) ?? ":pause"
        let isPaused = context.scheduler.snapshot(of: lane).isPaused
        return "lane \(text.name(lane))\(isPaused ? ", paused: \(key) resumes it" : ": \(key) pauses it")"
    }

    /// `97% busy during the launch; Cart runs, Offers +2 wait`, and which tasks it serves.
    private func laneLines(_ lane: LaneID, columns: Int) -> [String] {
        let width = model.laneSpecs[lane.offset].width
        let share = LaneActivity(plan: plan, lane: lane).busyShare(width: width)
        let busy = share.map { "\($0)% busy \(model.isAhead ? "in the plan of the launch" : "during the launch")" }
        let turns = lane.offset < plan.laneTurns.count ? plan.laneTurns[lane.offset] : []
        let begun = turns.partitionPoint { plan.start(of: $0) > context.now }
        let running = turns[..<begun].suffix(Self.maximumFollowers).filter { turn in
            plan.laneSpan(turn).end.map { $0 > context.now } ?? true
        }
        let waiting = turns[begun...].prefix(Self.maximumFollowers).filter { turn in
            plan.laneSpan(turn).ready.map { $0 <= context.now } ?? false
        }
        let held = waiting.map { $0.task } + stranded(in: lane).filter { task in !waiting.contains { $0.task == task } }
        var served: [TaskID] = []
        for turn in turns.prefix(Self.maximumFollowers) where !served.contains(turn.task) { served.append(turn.task) }
        func named(_ tasks: some Sequence<Course.LaneTurn>, _ limit: Int, _ one: String, _ many: String) -> String? {
            let tasks = tasks.map { $0.task }
            return tasks.isEmpty ? nil : "\(list(tasks, limit)) \(tasks.count == 1 ? one : many)"
        }
        let state = fitting(columns) { limit in
            let runs = named(running, limit, "runs", "run") ?? "nothing runs"
            let waits = held.isEmpty ? nil : "\(list(held, limit)) \(held.count == 1 ? "waits" : "wait")"
            let words = [runs, waits].compactMap { $0 }.joined(separator: ", ")
            return [busy, model.isAhead ? nil : words].compactMap { $0 }.joined(separator: "; ")
        }
        let unplanned = unplanned(in: lane)
        let order = fitting(columns) { limit in
            let starts = served.isEmpty ? nil : "serves in this order: " + list(served, limit)
            let others = unplanned.isEmpty ? nil : "not planned: " + list(unplanned, limit)
            let words = [starts, others].compactMap { $0 }.joined(separator: "; ")
            return words.isEmpty ? (isUsed(lane) ? "no run in it is planned" : "no task uses it") : words
        }
        return [state, order].filter { !$0.isEmpty }
    }

    /// Whether a task has this lane. O(tasks).
    private func isUsed(_ lane: LaneID) -> Bool {
        (0..<context.scheduler.taskCount).contains { context.scheduler.snapshot(of: TaskID($0)).lane == lane }
    }

    /// The tasks that wait in a paused lane and that nothing planned starts.
    private func stranded(in lane: LaneID) -> [TaskID] {
        guard context.scheduler.snapshot(of: lane).isPaused else { return [] }
        return unplanned(in: lane).filter { context.shownRun(of: $0)?.ready.map { $0 <= context.now } ?? false }
    }

    /// The tasks of a lane with a run that nothing planned starts or ends: it is parked, or waits for what is.
    private func unplanned(in lane: LaneID) -> [TaskID] {
        (0..<min(context.scheduler.taskCount, Self.maximumStranded)).map { TaskID($0) }.filter { task in
            guard context.snapshot(of: task).lane == lane, let run = context.shownRun(of: task) else { return false }
            return run.isUnplanned
        }
    }

    /// The most tasks among which those without a planned start are looked for.
    private static let maximumStranded = 5_000

    /// A line with as many names as fit, at most eight of each kind.
    private func fitting(_ columns: Int, _ line: (_ limit: Int) -> String) -> String {
        let choices = (1...8).reversed().lazy.map(line)
        return choices.first { DisplayText.width(of: $0) <= columns } ?? line(1)
    }

    private func title(of task: TaskID) -> String {
        let snapshot = context.snapshot(of: task)
        let name = text.name(task)
        if snapshot.isSequence, let words = SequenceText(task, model, text) {
            return "\(name)  sequence  \(words.sentence)"
        }
        var title = name + " (" + TriggerText.short(snapshot.trigger) + ")"
        if snapshot.isPaused { title += " is paused," } else if snapshot.isParked { title += " is parked," }
        guard let run = context.shownRun(of: task) else {
            return title + (snapshot.exists ? " has not been released" : " is destroyed")
        }
        let skip = run.skipped.flatMap { time in
            plan.marks(of: task).last { $0.kind != .parked && $0.time == time }.map { text.reason($0.reason) }
        }
        // Of a task that ran before, by an event or as a step, it is said which run this is.
        if case .timer = snapshot.trigger {} else if run.number > 1 { title += " run \(run.number)" }
        let words = RunText(run: run, now: context.now, tense: context.tense(of: task, run), skip: skip)
        return title + " " + words.sentence
    }

    /// The lines below the rule, most informative first; of three, a long reason takes two.
    func lines(count: Int, columns: Int) -> [String] {
        if case .lane(let lane)? = selected { return laneLines(lane, columns: columns) }
        guard case .task(let task)? = selected else { return [] }
        // A word that begins a line may leave a rest of the one before it.
        let room = count > 2 ? 2 * columns - 16 : columns
        var lines: [String] = []
        if let present = PresentText(context: context, task: task).sentence(columns: room) {
            lines.append(present)
        } else if let run = context.shownRun(of: task) {
            let pieces = context.waits.pieces(of: run, task, until: plan.horizon)
            let tense = context.tense(of: task, run)
            let held = pieces.isEmpty ? plan.holder(before: run).map { HeldText.words($0, tense, text) } : nil
            // Of a run that nothing planned starts, no one knows how long its last wait is.
            let isOpen = tense == .future && run.isUnplanned
            let waits = RunText.waits(pieces, tense, isOpen: isOpen, text: text, names: context.waits.names)
            let isAhead = tense == .future && pieces.contains { !$0.isBeside }
            let due = DetailsText(context: context, task: task).dueText(run)
            let own = due + (isAhead ? Tense.future.waits + " " : "") + waits
            let hops =
                isOpen
                ? ["; its start is not planned"]
                : [
                    context.hops.sentence(behind: pieces),
                    context.hops.origin(behind: pieces, said: isAhead ? Tense.future.waits : ""),
                ].compactMap { words in words.map { "; \($0)" } }
            // Where not all fits, what began the waits says more than the tasks between.
            let fitting = hops.first { DisplayText.width(of: own + $0) <= room } ?? hops.last
            let line = held ?? own + (fitting ?? "")
            let retried = line + RunText.retryWaits(of: run, task, context)
            lines.append(DisplayText.width(of: retried) <= room ? retried : line)
        } else {
            lines.append(DetailsText(context: context, task: task).missingRelease)
        }
        if count > 2 { lines = Array(DisplayText.wrap(lines[0], to: columns).prefix(2)) }
        let lane = text.name(context.scheduler.snapshot(of: task).lane)
        let event = blockWord(of: task).map { word in
            "\(word) \(TriggerText.short(context.snapshot(of: task).trigger))"
        }
        let delayed = delayed(by: task)
        var parts = [
            Part(
                tasks: delayed, words: hasDelayed(delayed) ? "delayed" : "delays", tail: " in lane \(lane)",
                // What holds up all that its event releases does not delay nothing.
                none: event ?? "delays no task in lane \(lane)"),
            Part(tasks: needed(by: task), words: "needs ^", none: "needs no task"),
            Part(tasks: context.scheduler.successors(of: task), words: "needed by v", none: "needed by no task"),
        ]
        let preferred = context.scheduler.dependencies(of: task).filter { $0.kind == .prefers }.map { $0.task }
        if !preferred.isEmpty { parts.insert(Part(tasks: preferred, words: "prefers ^", none: ""), at: 2) }
        if let event, !parts[0].tasks.isEmpty { parts.append(Part(tasks: [], words: "", none: event)) }
        lines += fitted(parts, count: max(0, count - lines.count), columns: columns)
        return lines
    }

    /// Whether all of some tasks that a run delays have begun.
    func hasDelayed(_ tasks: [TaskID]) -> Bool {
        tasks.allSatisfy { (context.shownRun(of: $0)?.start ?? .distantFuture) <= context.now }
    }

    /// Whether its event waits, or waited, for the run shown: not for one that was parked when the next event came.
    private func blockWord(of task: TaskID) -> String? {
        guard context.blocksItsEvent(task) else { return nil }
        guard let run = context.shownRun(of: task) else { return "blocks" }
        let next = plan.events.dropFirst(plan.events.partitionPoint { $0.time <= run.released }).first?.time
        if let end = run.end, end <= context.now { return next.map { end <= $0 } ?? true ? "blocked" : nil }
        return (next ?? .distantFuture) <= context.now ? nil : "blocks"
    }

    /// The predecessors, the one that ended last first: for that one it waited longest.
    private func needed(by task: TaskID) -> [TaskID] {
        let others = context.scheduler.dependencies(of: task).filter { $0.kind != .prefers }
        let ends = others.map { (task: $0.task, end: context.shownRun(of: $0.task)?.end ?? .zero) }
        return ends.sorted { ($1.end, $0.task) < ($0.end, $1.task) }.map { $0.task }
    }

    /// Tasks related to the selected one, the relation, and the text if there are none.
    private struct Part {
        var tasks: [TaskID]
        var words: String
        var tail = ""
        var none: String
    }

    /// The lists in one line, shortened to counts if they do not fit; with enough rows, one list per line.
    private func fitted(_ parts: [Part], count: Int, columns: Int) -> [String] {
        func line(_ parts: ArraySlice<Part>, _ limit: Int) -> String {
            parts.map { $0.tasks.isEmpty ? $0.none : "\($0.words) \(list($0.tasks, limit))\($0.tail)" }.joined(
                separator: "   ")
        }
        if count == 0 { return [] }
        if count == 1 {
            // What it blocks stands last, where there is room.
            let hasMore = parts.count > 3 && parts.last?.words == ""
            let kept = hasMore ? [parts[...], parts.dropLast()] : [parts[...]]
            for (parts, limit) in kept.flatMap({ parts in [8, 4, 3, 2, 1].map { (parts, $0) } }) {
                let line = line(parts, limit)
                if DisplayText.width(of: line) <= columns { return [line] }
            }
            return [line(kept[kept.count - 1], 1)]
        }
        return [line(parts[..<1], 8), line(parts[1...], 4)]
    }

    private func list(_ tasks: [TaskID], _ limit: Int) -> String {
        let names = tasks.prefix(limit).map(text.name).joined(separator: ", ")
        return tasks.count > limit ? "\(names) +\(tasks.count - limit)" : names
    }

    /// The tasks that waited for the lane while the selected task's run occupied a place in it, critical ones first.
    func delayed(by task: TaskID) -> [TaskID] {
        guard let run = context.shownRun(of: task), let start = run.start,
            run.lane.offset < plan.laneTurns.count
        else { return [] }
        let end = run.end ?? plan.horizon
        let turns = plan.laneTurns[run.lane.offset]
        let first = turns.partitionPoint { plan.start(of: $0) >= start }
        var found: [TaskID] = []
        for turn in turns[first...].prefix(SelectionText.maximumFollowers) where turn.task != task {
            let span = plan.laneSpan(turn)
            guard let ready = span.ready, ready < end, span.start > start, !found.contains(turn.task) else { continue }
            found.append(turn.task)
        }
        return found.filter(plan.isCritical) + found.filter { !plan.isCritical($0) }
    }
}
