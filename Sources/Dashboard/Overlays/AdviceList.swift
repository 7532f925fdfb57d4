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

    /// A line of the list.
    fileprivate enum Line: Hashable {
        case change(Int)
        /// What follows is correct only under a condition.
        case heading
        /// What follows are two changes each.
        case pairs
    }

    /// All lines: single changes, then pairs; of both, those with a condition come last.
    fileprivate static func lines(of headline: Headline) -> [Line] {
        let singles = headline.tries.count
        let pairs = lines(of: headline.pairs, from: singles)
        return lines(of: headline.tries, from: 0) + (pairs.isEmpty ? [] : [.pairs]) + pairs
    }

    private static func lines(of list: [Advice], from start: Int) -> [Line] {
        let free = list.prefix { $0.condition == nil }.count
        let changes = list.indices.map { Line.change(start + $0) }
        return free == list.count ? changes : changes[..<free] + [.heading] + changes[free...]
    }

    /// Rows that the list may take, its rule included: a third of the screen, 8 on a small one.
    private static func maximumRows(screenRows: Int) -> Int {
        max(8, screenRows / 3)
    }
}

extension AdviceList: OverlayKind {
    func formRows(_ model: DashboardModel) -> Int {
        min(1 + AdviceList.lines(of: model.outlook.headline).count, AdviceList.maximumRows(screenRows: model.rows))
    }

    func take(_ key: Key, in model: inout DashboardModel) -> [Request] {
        let count = model.outlook.headline.advised.count
        switch key {
        case .up, .character("k"): model.selectAdvice(max(0, selected - 1))
        case .down, .character("j"): model.selectAdvice(min(count - 1, selected + 1))
        case .home: model.selectAdvice(0)
        case .end: model.selectAdvice(max(0, count - 1))
        case .enter: model.takeAdvice(selected, keepsBranch: false)
        case .character("b"): model.takeAdvice(selected, keepsBranch: true)
        case .escape, .character("q"), .character("a"): model.closeTrial()
        case .character:
            model.say("this list: Enter applies a change, b applies it as a branch, Esc closes it")
        case .control, .left, .right, .pageUp, .pageDown, .tab, .backTab, .backspace, .delete, .insert,
            .function:
            break
        }
        return []
    }

    func draw(on screen: inout Screen) { screen.drawAdvice(self) }
}

extension DashboardModel {
    /// Opens the list of changes that would shorten the launch and tries the best one at once.
    mutating func openAdvice() {
        guard !outlook.headline.tries.isEmpty else {
            say(
                outlook.headline.advice.isEmpty ? "no advice for this launch" : outlook.headline.advice)
            outlook.opensAdvice = outlook.isSeeking
            return
        }
        selectAdvice(0)
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
        document.tried = nil
        if let scenario = scenario(with: place) { tryCourse(of: scenario) }
    }

    mutating func takeAdvice(_ place: Int, keepsBranch: Bool) {
        closeTrial()
        guard let scenario = scenario(with: place) else { return }
        restart(scenario, title: outlook.headline.advised[place].title, keepsBranch: keepsBranch || showsProcess)
    }
}

extension Screen {
    /// The changes that would shorten the launch in the bottom rows: first those that are correct whatever the tasks do, best
    /// first, then the others. The table shows the chosen one.
    fileprivate mutating func drawAdvice(_ list: AdviceList) {
        let headline = model.outlook.headline
        let advised = headline.advised
        guard let area = drawBottomForm(" \(title(of: headline.tries)) ") else { return }
        let room = max(0, area.rows - 1)
        let lines = AdviceList.lines(of: headline)
        let selected = lines.firstIndex(of: .change(list.selected)) ?? 0
        let top = max(0, min(selected - room / 2, lines.count - room))
        let shown = lines.dropFirst(top).prefix(room)
        for (place, line) in shown.enumerated() {
            draw(
                line, of: advised, isSelected: top + place == selected, row: area.row + 1 + place, columns: area.columns
            )
        }
        drawRange(of: shown, advised.count, area)
        let hints = [
            "Up Down choose  Enter apply  b apply as a branch  Esc cancel",
            "Enter apply  b as a branch  Esc cancel", "Enter b Esc",
        ]
        guard model.notice == nil else { return }
        canvas.put(
            " " + (hints.first { $0.utf8.count < layout.columns } ?? ""), column: 0, row: layout.rows - 1,
            width: layout.columns, style: theme.dim)
    }

    /// `13 changes would shorten it, launch 350ms now; 12 only on a condition`, as much of it as fits.
    private func title(of tries: [Advice]) -> String {
        let launch = plan.launchLength.map { ", launch \($0.text) now" } ?? ""
        let text = "\(Format.count(tries.count, "change")) would shorten it\(launch)"
        let bound = tries.count { $0.condition != nil }
        let whole = text + "; \(bound == tries.count ? "each" : "\(bound)") only on a condition"
        return bound > 0 && whole.utf8.count + 18 <= layout.columns ? whole : text
    }

    private mutating func draw(
        _ line: AdviceList.Line, of advised: [Advice], isSelected: Bool, row: Int, columns: Int
    ) {
        let (text, style) =
            switch line {
            case .heading: ("   correct only if what each names is true of the app:", theme.heading)
            case .pairs: ("   two changes together:", theme.heading)
            case .change(let place):
                ("\(isSelected ? ">" : " ") \(advised[place].text)", isSelected ? theme.bar : theme.standard)
            }
        canvas.put(text, column: 1, row: row, width: columns - 1, style: style)
    }

    /// Which of the changes are shown, in the rule; nothing if all are.
    private mutating func drawRange(of lines: ArraySlice<AdviceList.Line>, _ count: Int, _ area: Rect) {
        let places = lines.compactMap { line in if case .change(let place) = line { place } else { nil } }
        guard let first = places.first, let last = places.last, places.count < count else { return }
        let shown = " \(first + 1)-\(last + 1) of \(count) "
        canvas.write(
            shown, column: area.columns - shown.utf8.count - 1, row: area.row, limit: area.columns,
            style: theme.standard)
    }
}
