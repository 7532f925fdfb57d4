import ScreenKit
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// All changes that would shorten the launch. The table shows the chosen one, with the current runs as ghosts.
struct AdviceList: Hashable, Sendable {
    var selected = 0

    /// A row of the list: of a change, the whole text in as many rows as it needs.
    fileprivate struct Row: Hashable {
        enum Kind: Hashable {
            case change(Int)
            case heading
            /// A rule between single changes and pairs, with its words.
            case rule
        }
        var kind: Kind
        var text: String
    }

    /// All rows: single changes, then, under a rule of their own, pairs; of both, those with a condition come last.
    fileprivate func rows(_ model: DashboardModel, columns: Int) -> [Row] {
        let headline = model.outlook.headline
        let singles = rows(of: headline.tries, from: 0, model, columns: columns)
        guard !headline.pairs.isEmpty else { return singles }
        let count = Format.count(headline.pairs.count, "pair")
        let rule = Row(kind: .rule, text: " \(count): two changes together ")
        return singles + [rule] + rows(of: headline.pairs, from: headline.tries.count, model, columns: columns)
    }

    private func rows(of list: [Advice], from start: Int, _ model: DashboardModel, columns: Int) -> [Row] {
        let headline = model.outlook.headline
        var rows: [Row] = []
        for (place, change) in list.enumerated() {
            let isFirstWithCondition = change.condition != nil && (place == 0 || list[place - 1].condition == nil)
            if isFirstWithCondition {
                rows.append(
                    Row(kind: .heading, text: start + place == 0 ? Self.onlyConditional : Self.conditional))
            }
            let known = headline.later.indices.contains(start + place) ? headline.later[start + place] : nil
            // Of a large scenario, only of the chosen one.
            let later = known ?? (start + place == selected ? model.tried?.later?.words() : nil)
            let text = change.text + (later.map { ", \($0)" } ?? "")
            for (number, line) in DisplayText.wrap(text, to: max(12, columns - 6)).enumerated() {
                let indent = number == 0 ? "" : "    "
                rows.append(Row(kind: .change(start + place), text: indent + line.drop { $0 == " " }))
            }
        }
        return rows
    }

    private static let conditional = " each of these is right only if its condition is true of the app:"
    private static let onlyConditional = " no change is right whatever the app does; each needs its condition:"

    /// Rows that the list may take, its rule included: a third of the screen, 8 on a small one, and what the table leaves.
    private static func maximumRows(_ model: DashboardModel) -> Int {
        let (header, belowLanes, keys) = (4, 1, 1)
        let taken = header + model.order.rows.count + model.facts.shownLanes.count + belowLanes + keys
        return max(8, model.rows / 3, model.rows - taken)
    }
}

extension AdviceList: OverlayKind {
    func formRows(_ model: DashboardModel) -> Int {
        let count = rows(model, columns: model.columns).count
        return min(1 + count, AdviceList.maximumRows(model))
    }

    func take(_ key: Key, in model: inout DashboardModel) -> [Request] {
        let count = model.outlook.headline.advised.count
        switch key {
        case .up, .character("k"): model.selectAdvice(max(0, selected - 1))
        case .down, .character("j"): model.selectAdvice(min(count - 1, selected + 1))
        case .home: model.selectAdvice(0)
        case .end, .character("G"): model.selectAdvice(max(0, count - 1))
        case .pageUp: model.selectAdvice(max(0, selected - page(in: model)))
        case .pageDown: model.selectAdvice(max(0, min(count - 1, selected + page(in: model))))
        case .enter: model.takeAdvice(selected, keepsBranch: false)
        case .character("b"): model.takeAdvice(selected, keepsBranch: true)
        case .escape, .character("q"), .character("a"): model.closeTrial()
        case .character:
            model.say("this list: Enter applies a change, b applies it as a branch, Esc closes it")
        case .control, .left, .right, .tab, .backTab, .backspace, .delete, .insert,
            .function:
            break
        }
        return []
    }

    func draw(on screen: inout Screen) { screen.drawAdvice(self) }

    /// How many changes a page goes on: as many as begin in the rows that are shown.
    private func page(in model: DashboardModel) -> Int {
        let rows = rows(model, columns: model.columns)
        let first = rows.firstIndex { $0.kind == .change(selected) } ?? 0
        let shown = rows[first...].prefix(max(1, formRows(model) - 1))
        return max(1, Set(shown.map { $0.kind }.filter { $0 != .heading && $0 != .rule }).count - 1)
    }
}

extension DashboardModel {
    /// Opens the list of changes that would shorten the launch and tries the first that TRY shows at once.
    mutating func openAdvice() {
        guard !outlook.headline.tries.isEmpty else {
            let words = outlook.headline.advice.isEmpty ? "no advice for this launch" : outlook.headline.advice
            say(words + (outlook.isSeeking ? ": the list opens when they are found" : ""))
            outlook.opensAdvice = outlook.isSeeking
            return
        }
        selectAdvice(outlook.headline.causePlace ?? 0)
    }

    fileprivate mutating func selectAdvice(_ place: Int) {
        overlay = .advice(AdviceList(selected: place))
        tryAdvice(place)
    }

    /// The chosen change while the list is open.
    var chosenAdvice: Advice? {
        guard case .advice(let list) = overlay else { return nil }
        return outlook.headline.advised.indices.contains(list.selected) ? outlook.headline.advised[list.selected] : nil
    }

    /// Chooses the same change again after the list changed; the first one if it is gone.
    mutating func selectAgain(_ change: Advice) {
        let tries = outlook.headline.advised
        guard !tries.isEmpty, case .advice(var list) = overlay else { return closeTrial() }
        list.selected = tries.firstIndex { $0.changes == change.changes } ?? 0
        overlay = .advice(list)
    }

    /// The scenario with a change from the list.
    private func scenario(with place: Int) -> Scenario? {
        guard outlook.headline.advised.indices.contains(place) else { return nil }
        var scenario = session.measuredScenario
        for change in outlook.headline.advised[place].changes { change.apply(to: &scenario) }
        return scenario
    }

    private mutating func tryAdvice(_ place: Int) {
        showTrial(nil)
        if let scenario = scenario(with: place) {
            tryCourse(of: scenario, title: outlook.headline.advised[place].title)
        }
        view.triedRow = firstMovedTask.flatMap(order.row(of:))
        followSelection()
    }

    /// The first task in the table whose run the change that is tried moves.
    private var firstMovedTask: TaskID? {
        guard tried != nil else { return nil }
        return order.tasks.first { delta(of: $0).map { $0 != .zero } ?? false }
    }

    mutating func takeAdvice(_ place: Int, keepsBranch: Bool) {
        guard let scenario = scenario(with: place) else { return closeTrial() }
        showTrial(nil)
        let advice = outlook.headline.advised[place]
        restart(
            scenario, title: advice.title, condition: advice.condition, keepsBranch: keepsBranch || showsProcess)
    }
}

extension Screen {
    /// The changes that would shorten the launch in the bottom rows: first those that are correct whatever the tasks do, best
    /// first, then the others. The table shows the chosen one.
    fileprivate mutating func drawAdvice(_ list: AdviceList) {
        let headline = model.outlook.headline
        guard let area = drawBottomForm(" \(title(of: headline)) ") else { return }
        let room = max(0, area.rows - 1)
        let rows = list.rows(model, columns: area.columns)
        let own = rows.indices.filter { rows[$0].kind == .change(list.selected) }
        let middle = (own.first ?? 0) + own.count / 2
        // All of the chosen change is in view, in the middle where there is room.
        let wanted = min(own.first ?? 0, max((own.last ?? 0) - room + 1, middle - room / 2))
        let top = max(0, min(wanted, rows.count - room))
        let shown = rows.dropFirst(top).prefix(room)
        for (place, line) in shown.enumerated() {
            let isMarked = top + place == own.first
            draw(
                line, isSelected: line.kind == .change(list.selected), isMarked: isMarked, row: area.row + 1 + place,
                columns: area.columns)
        }
        drawRange(of: shown, headline.advised.count, area)
        let hints = [
            "Up Down PgUp PgDn Home End choose  Enter apply  b apply as a branch  Esc cancel",
            "Up Down choose  Enter apply  b apply as a branch  Esc cancel",
            "Enter apply  b as a branch  Esc cancel", "Enter b Esc",
        ]
        guard model.notice == nil else { return }
        canvas.put(
            " " + (hints.first { $0.utf8.count < layout.columns } ?? ""), column: 0, row: layout.rows - 1,
            width: layout.columns, style: theme.dim)
    }

    /// `13 changes and the best 20 of 24 pairs tried would shorten it, launch 350ms now; the best pair found 190ms; 12 only on a
    /// condition`, as much of it as fits.
    private func title(of headline: Headline) -> String {
        let tries = headline.tries
        let launch = plan.launchLength.map { ", launch \($0.text) now" } ?? ""
        let (shown, all) = (headline.pairs.count, max(headline.pairs.count, headline.pairCount))
        let count = Format.count(all, "pair")
        let pairs = shown == 0 ? "" : shown < all ? " and the best \(shown) of \(count) tried" : " and \(count)"
        let base = "\(Format.count(tries.count, "change"))\(pairs) would shorten it"
        var parts = [base + launch]
        if let pair = headline.bestPair { parts.append("the best pair found \(pair.launchOnCondition)") }
        let bound = tries.count { $0.condition != nil }
        if bound > 0 { parts.append("\(bound == tries.count ? "each" : "\(bound)") only on a condition") }
        func fits(_ line: String) -> Bool { line.utf8.count + 18 <= layout.columns }
        while parts.count > 1, !fits(parts.joined(separator: "; ")) { parts.removeLast() }
        let line = parts.joined(separator: "; ")
        return fits(line) ? line : base
    }

    private mutating func draw(_ line: AdviceList.Row, isSelected: Bool, isMarked: Bool, row: Int, columns: Int) {
        let style =
            switch line.kind {
            case .heading, .rule: theme.heading
            case .change: isSelected ? theme.bar : theme.standard
            }
        if line.kind == .rule {
            canvas.fill(Rect(column: 0, row: row, columns: columns, rows: 1), with: ScreenGlyph.rule, style: theme.dim)
            canvas.write(line.text, column: 3, row: row, limit: columns, style: style)
        } else {
            canvas.put((isMarked ? "> " : "  ") + line.text, column: 1, row: row, width: columns - 1, style: style)
        }
    }

    /// Which of the changes are shown, in the rule; nothing if all are.
    private mutating func drawRange(of rows: ArraySlice<AdviceList.Row>, _ count: Int, _ area: Rect) {
        let places = rows.compactMap { row in if case .change(let place) = row.kind { place } else { nil } }
        guard let first = places.first, let last = places.last, last - first + 1 < count else { return }
        let shown = " \(first + 1)-\(last + 1) of \(count) "
        canvas.write(
            shown, column: area.columns - shown.utf8.count - 1, row: area.row, limit: area.columns,
            style: theme.standard)
    }
}
