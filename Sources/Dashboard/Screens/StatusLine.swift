import ScreenKit
import Planning
import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

extension Screen {
    /// The first row: the title, the time and the clock, the app's state, the launch.
    mutating func drawStatus() {
        canvas.fill(Rect(column: 0, row: 0, columns: layout.columns, rows: 1), style: theme.bar)
        var column = 0
        for part in statusParts() {
            canvas.put(
                part.text, column: column, row: 0,
                width: min(DisplayText.width(of: part.text), layout.columns - column),
                style: part.style)
            column += DisplayText.width(of: part.text)
        }
    }

    /// One piece of the status line in several wordings, longest first; less important pieces are shortened, then
    /// left out, first.
    private struct Part {
        var texts: [String]
        var importance: Int
        var style: Style

        var text: String { texts.first ?? "" }
    }

    private func statusParts() -> [Part] {
        let bar = theme.bar
        let strong = theme.bar.adding(.bold)
        let title = DisplayText.clean(model.title)
        var parts = [
            Part(texts: [36, 24, 16].map { " \(DisplayText.cut(title, to: $0)) " }, importance: 7, style: strong)
        ]
        let clock = model.showsProcess ? model.processWord : model.playback.isRunning ? "PLAYING" : "PAUSED"
        let time = " \(clock) \(TimeText.text(now - .zero)) "
        parts.append(Part(texts: [time], importance: layout.isTiny ? 9 : 13, style: strong))
        if !model.showsProcess, model.playback.rate != 1000 {
            parts.append(Part(texts: [" \(model.speedText) "], importance: 9, style: bar))
        }
        parts.append(Part(texts: tickTexts, importance: 8, style: bar))
        if let script = scriptText { parts.append(Part(texts: [script], importance: 8, style: bar)) }
        let state = context.scheduler.state
        parts.append(Part(texts: [" \(TriggerText.state(state)) "], importance: 11, style: strong))
        if !context.scheduler.waitingActions.isEmpty {
            let words = context.scheduler.waitingActions.map(ReasonText.verb)
            let brief = words.prefix(1) + (words.count > 1 ? ["+\(words.count - 1)"] : [])
            parts.append(
                Part(
                    texts: [words.joined(separator: ", "), brief.joined(separator: " ")].map { " queued: \($0) " }
                        + [" \(words.count) queued "],
                    importance: 10, style: strong))
        }
        if let part = launchPart { parts.append(part) }
        if let other = model.compared {
            parts.append(Part(texts: comparisonTexts(other), importance: 11, style: strong))
        } else if !model.branches.isEmpty {
            parts.append(Part(texts: [" branch \(DisplayText.clean(model.branchName)) "], importance: 3, style: bar))
        }
        if !model.view.filter.isEmpty {
            let shown = DisplayText.cut(DisplayText.clean(model.view.filter.text), to: 16)
            let count = "\(model.order.tasks.count) of \(model.order.total)"
            parts.append(Part(texts: [" \(shown): \(count) "], importance: 10, style: bar))
        }
        if model.view.criticalOnly {
            parts.append(Part(texts: [" critical path only ", " only CP "], importance: 9, style: bar))
        }
        if model.view.sort != .graph || model.view.isInverted {
            let word = model.view.sort.word
            let orders = model.view.isInverted ? ["by \(word), reversed", "\(word) reversed"] : ["by \(word)"]
            parts.append(Part(texts: orders.map { " \($0) " }, importance: 8, style: bar))
        }
        if !model.findingsCount.isEmpty {
            parts.append(Part(texts: [" \(model.findingsCount) "], importance: 4, style: bar))
        }
        if layout.columns >= 100, let scale {
            parts.append(Part(texts: [" cell \(TimeText.text(scale.step)) "], importance: 2, style: bar))
        }
        return fitted(parts)
    }

    /// `tick 16, next at 1.7s`: the last tick, when the next one comes, and the interval.
    private var tickTexts: [String] {
        let interval = TimeText.exact(context.scheduler.configuration.tick)
        let (last, next) = model.tickText
        guard let next else {
            return last > 0
                ? [" tick \(last), clock stopped ", " tick \(last), stopped "]
                : [" tick 0, every \(interval) ", " tick 0 "]
        }
        let time = TimeText.exact(next - .zero)
        let due = dueText(at: next).map { [" tick \(last), next at \(time): \($0) "] } ?? []
        return due + [
            " tick \(last), next at \(time), every \(interval) ", " tick \(last), next at \(time) ",
        ]
    }

    /// Whose turns are due on the next tick; nil if none is, or there are too many timers to look for them.
    private func dueText(at next: Instant) -> String? {
        let due = context.nextTurns.filter { $0.time == next }
        guard let first = due.first else { return nil }
        return text.name(first.task) + (due.count > 1 ? " +\(due.count - 1)" : "")
    }

    /// The progress of the script.
    private var scriptText: String? {
        let script = model.session.simulation.script
        guard !script.lines.isEmpty else { return nil }
        let file =
            model.options.scriptFile?.split(separator: "/").last.map { " \(DisplayText.clean(String($0)))" } ?? ""
        return " script\(layout.columns >= 100 ? file : "") "
            + (script.isThrough ? "done " : "\(script.next) of \(script.lines.count) ")
    }

    /// As many parts as fit: first each in its shortest wording, least important ones left out; then the remaining room
    /// goes to longer wordings, most important parts first.
    private func fitted(_ parts: [Part]) -> [Part] {
        func width(_ parts: [Part]) -> Int { parts.reduce(0) { $0 + DisplayText.width(of: $1.text) } }
        let long = parts
        var kept = Array(parts.indices)
        var parts = parts.map { Part(texts: $0.texts.suffix(1), importance: $0.importance, style: $0.style) }
        while width(kept.map { parts[$0] }) > layout.columns, kept.count > 1 {
            guard let least = kept.min(by: { parts[$0].importance < parts[$1].importance }) else { break }
            kept.removeAll { $0 == least }
        }
        for place in kept.sorted(by: { parts[$0].importance > parts[$1].importance }) {
            for text in long[place].texts {
                var tried = parts
                tried[place].texts = [text]
                if width(kept.map { tried[$0] }) <= layout.columns {
                    parts = tried
                    break
                }
            }
        }
        return kept.map { parts[$0] }
    }

    /// The launch and its budget; while a change is tried, the launch with it, too.
    private var launchPart: Part? {
        guard !launchText.isEmpty else { return nil }
        let plain = [launchText, briefLaunchText]
        let shown = model.tried.map { $0.plan.launchLength } ?? plan.launchLength
        guard let length = shown, let budget = model.session.scenario.launchBudget else {
            return Part(
                texts: (laterTexts.isEmpty ? launchTexts : laterTexts).map { " \($0) " },
                importance: isTrying ? 12 : 7, style: theme.bar)
        }
        guard length.keeps(budget) != nil else {
            return Part(
                texts: (["\(launchText), budget not judged"] + plain).map { " \($0) " }, importance: 12,
                style: theme.warning.adding(.reverse))
        }
        let isOver = length.time > budget
        return Part(
            texts: (laterTexts.isEmpty ? launchTexts : laterTexts).map { " \($0) " },
            importance: isOver || isTrying ? 12 : 9,
            style: isOver ? theme.alarm.adding(.reverse) : theme.bar)
    }

    /// The launch with a change and what it leaves for later, which is worth more than how far the budget is; none if it leaves
    /// nothing.
    private var laterTexts: [String] {
        guard let later = model.tried?.later, let words = later.words(), let brief = later.brief else { return [] }
        let both = budgetText.map { ["\(launchText), \($0.brief), \(words)", "\(launchText), \($0.brief), \(brief)"] }
        return (both ?? []) + ["\(launchText), \(words)", "\(launchText), \(brief)", "\(briefLaunchText), \(brief)"]
    }

    /// How far a launch is from its budget.
    private struct BudgetText {
        /// `25ms under`; empty if it is exactly as long.
        var distance: String
        var limit: String
        var isOver: Bool
        /// `25ms under 550ms`.
        var brief: String { distance.isEmpty ? "exactly the budget" : "\(distance) \(limit)" }
    }

    /// Of the launch, or that with a change while one is tried; nil without a budget, or if it is not judged.
    private var budgetText: BudgetText? {
        let shown = model.tried.map { $0.plan.launchLength } ?? plan.launchLength
        // A launch that lacks tasks does not keep its budget thanks to that.
        guard let length = shown, let budget = model.session.scenario.launchBudget, length.keeps(budget) != nil,
            isTrying || passedOver?.text == nil || length.time > budget
        else { return nil }
        let (times, isOver) = (ShownTimes(length.time), length.time > budget)
        let distance = isOver ? times.text(from: budget, to: length.time) : times.text(from: length.time, to: budget)
        return BudgetText(
            distance: length.time == budget ? "" : "\(distance) \(isOver ? "over" : "under")",
            limit: times.text(budget), isOver: isOver)
    }

    /// The launch beside its budget, the longest wording first.
    var launchTexts: [String] {
        // That of a change says rather that it is tried than how far the budget is.
        let isPlain = isTrying && budgetText.map { !$0.isOver && !$0.distance.isEmpty } ?? false
        return (isPlain ? Array(judgedLaunchTexts.dropLast()) : judgedLaunchTexts) + plainLaunchTexts
    }

    /// Those that say whether it keeps its budget, or what it leaves for later.
    var judgedLaunchTexts: [String] {
        guard let budget = budgetText else { return Array(laterTexts.prefix(1)) }
        let later = Array(laterTexts.prefix(2))
        let judged = [launchText, briefLaunchText].map { "\($0), \(budget.brief)" }
        if budget.distance.isEmpty { return later + judged }
        let texts = later + ["\(launchText), \(budget.distance) the budget of \(budget.limit)"] + judged
        return budget.isOver || isTrying ? texts : texts + ["\(briefLaunchText), \(budget.distance)"]
    }

    /// Those without: whether a launch keeps its budget is never left out, unless a change is tried that does not exceed it.
    var plainLaunchTexts: [String] {
        let isPlain = budgetText.map { $0.distance.isEmpty || isTrying && !$0.isOver } ?? true
        return isPlain ? [launchText, briefLaunchText] : []
    }

    /// Whether a change is being tried that has a course of its own.
    private var isTrying: Bool { model.tried != nil }

    /// How long the launch took, or what is planned, or what a change being tried would make of it.
    var launchText: String {
        if let tried = model.tried {
            let (before, after) = (Self.text(of: plan), Self.text(of: tried.plan))
            if before == after { return before.isEmpty ? "" : "launch \(before), the same if applied" }
            if plan.launchLength?.parked != tried.plan.launchLength?.parked {
                return "launch \(before) -> \(after) if applied, not comparable"
            }
            return "launch \(before) -> \(after) if applied"
        }
        guard plan.launchStart != nil else { return "" }
        guard let length = plan.launchLength else {
            let start = plan.launchStart ?? now
            let isOver = plan.states.contains { $0.time > start && $0.time <= now && $0.state == .notRunning }
            return isOver ? "no first frame" : "launch never ends"
        }
        return "launch \(length.text)" + (passedOver?.text.map { " \($0)" } ?? "") + (isLaunchAhead ? " planned" : "")
    }

    /// What a pause passed over: a launch without that is no faster one; one without parked tasks says that already.
    private var passedOver: Course.PassedOver? {
        plan.launchLength?.parked == 0 ? model.outlook.asked?.passedOver : nil
    }

    /// The same in few words.
    private var briefLaunchText: String {
        if let tried = model.tried {
            let (before, after) = (Self.text(of: plan), Self.text(of: tried.plan))
            return before.isEmpty ? after : "\(before) -> \(after)"
        }
        guard let length = plan.launchLength else { return launchText }
        let left = passedOver?.tasks.count ?? 0
        return (isLaunchAhead ? "planned " : "launch ") + length.briefText + (left > 0 ? ", \(left) missing" : "")
    }

    private static func text(of plan: Course) -> String {
        guard plan.launchStart != nil else { return "" }
        return plan.launchLength?.briefText ?? "no end"
    }

    /// The launch beside the one that it is compared with: the one before a change, or a branch's.
    func comparisonTexts(_ other: Branch) -> [String] {
        let ours = plan.completeLaunch
        let difference = ours.flatMap { ours in
            other.launch.map { ShownTimes($0.time).signed(from: $0.time, to: ours.time) }
        }
        // A launch without some of its tasks is no faster one.
        let isComparable = ours == nil || other.launch == nil || ours?.parked == other.launch?.parked
        let words = isComparable ? difference ?? "-" : "not comparable"
        let launch = other.launch.map { " \($0.text)" } ?? ""
        switch other.name {
        case Branch.beforeName: return [" before the change\(launch), now \(words) ", " vs before: \(words) "]
        case Branch.undoneName: return [" with the undone change\(launch), now \(words) ", " vs undone: \(words) "]
        default:
            let name = DisplayText.clean(other.name)
            guard model.document.fromFile?.name == other.name else {
                return [" \(DisplayText.clean(model.branchName)) vs \(name): \(words) "]
            }
            let theirs = other.launch.map { ", which takes \($0.text)" } ?? ""
            return [" launch \(words) against \(name)\(theirs) ", " \(words) vs \(name) "]
        }
    }

    /// `launch 565ms, 380ms less than garden.yaml (945ms), 235ms under the budget of 800ms`, the longest wording first; none
    /// if the two cannot be compared.
    func launchComparisonTexts(_ other: Branch) -> [String] {
        guard let ours = plan.launchLength, ours == plan.completeLaunch, let theirs = other.launch,
            ours.parked == theirs.parked
        else { return [] }
        let (times, isLess) = (ShownTimes(theirs.time), ours.time < theirs.time)
        let distance =
            isLess ? times.text(from: ours.time, to: theirs.time) : times.text(from: theirs.time, to: ours.time)
        let name =
            switch other.name {
            case Branch.beforeName: "before the change"
            case Branch.undoneName: "with the undone change"
            default: DisplayText.clean(other.name)
            }
        let words =
            ours.time == theirs.time
            ? "\(launchText), the same as \(name)"
            : "\(launchText), \(distance) \(isLess ? "less" : "more") than \(name)"
        let both = ours.time == theirs.time ? words : "\(words) (\(times.text(theirs.time)))"
        guard let budget = budgetText else { return [both, words] }
        let whole = budget.distance.isEmpty ? [] : ["\(both), \(budget.distance) the budget of \(budget.limit)"]
        return whole + ["\(both), \(budget.brief)", "\(words), \(budget.brief)", both, words]
    }

    /// Whether the first frame of the launch shown is still to come.
    private var isLaunchAhead: Bool {
        guard let frame = plan.firstFrame else { return false }
        return model.forecast.assumesLaunch || frame > now
    }
}

extension DashboardModel {
    /// The title of the screen: the process, else the name of the scenario.
    var title: String {
        if let process { return process.title }
        let name = session.scenario.name
        if !name.isEmpty { return name }
        return options.scenarioFile?.split(separator: "/").last.map(String.init) ?? "scenario"
    }

    /// Whether a loaded script has lines left.
    var hasPlayingScript: Bool { !session.simulation.script.isThrough }
}

extension ScreenContext {
    /// This many timers are looked through for those due next.
    private static let maximumTimers = 64

    /// When each timer is due next; none if there are too many to look through.
    var nextTurns: [(time: Instant, task: TaskID)] {
        let timers = model.facts.timers
        guard timers.count <= Self.maximumTimers else { return [] }
        return timers.compactMap { task in scheduler.snapshot(of: task).nextTurn.map { ($0, task) } }
    }
}
