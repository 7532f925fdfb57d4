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
    /// All changes are listed; else those that TRY shows, as a digit asked for one of them.
    var isWhole = false

    /// A line of the list.
    fileprivate enum Line: Hashable {
        case change(Int)
        /// What follows is correct only under a condition.
        case heading
    }

    /// All lines; `tries` has the changes with a condition last.
    fileprivate static func lines(of tries: [Headline.Try]) -> [Line] {
        let free = tries.prefix { $0.condition == nil }.count
        let changes = tries.indices.map { Line.change($0) }
        return free == tries.count ? changes : changes[..<free] + [.heading] + changes[free...]
    }

    /// Rows that the list may take, its rule included: a third of the screen, 8 on a small one.
    private static func maximumRows(screenRows: Int) -> Int {
        max(8, screenRows / 3)
    }
}

extension AdviceList: OverlayKind {
    func formRows(_ model: DashboardModel) -> Int {
        let tries = model.outlook.headline.tries
        guard isWhole else { return 1 + min(tries.count, Headline.shownTries) }
        return min(1 + AdviceList.lines(of: tries).count, AdviceList.maximumRows(screenRows: model.rows))
    }

    func take(_ key: Key, in model: inout DashboardModel) -> [Request] {
        let count = model.outlook.headline.tries.count
        switch key {
        case .up, .character("k"): model.selectAdvice(max(0, selected - 1), isWhole: isWhole)
        case .down, .character("j"): model.selectAdvice(min(count - 1, selected + 1), isWhole: isWhole)
        case .home: model.selectAdvice(0, isWhole: isWhole)
        case .end: model.selectAdvice(max(0, count - 1), isWhole: isWhole)
        case .character("1"), .character("2"), .character("3"):
            if case .character(let digit) = key, let place = digit.wholeNumberValue, place <= count {
                model.selectAdvice(place - 1, isWhole: isWhole)
            }
        case .enter: model.takeAdvice(selected, keepsBranch: false)
        case .character("b"): model.takeAdvice(selected, keepsBranch: true)
        case .character("a") where !isWhole: model.selectAdvice(selected, isWhole: true)
        case .escape, .character("q"), .character("a"): model.closeTrial()
        case .character:
            model.notice = Notice(text: "this list: Enter applies a change, b applies it as a branch, Esc closes it")
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
    mutating func openAdvice() { openAdvice(at: 0, isWhole: true) }

    /// The list with the change of this place; of all changes, or of those that TRY shows.
    mutating func openAdvice(at place: Int, isWhole: Bool = false) {
        guard !outlook.headline.tries.isEmpty else {
            notice = Notice(
                text: outlook.headline.advice.isEmpty ? "no advice for this launch" : outlook.headline.advice)
            outlook.opensAdvice = outlook.isSeeking
            return
        }
        selectAdvice(min(place, outlook.headline.tries.count - 1), isWhole: isWhole)
    }

    fileprivate mutating func selectAdvice(_ place: Int, isWhole: Bool) {
        overlay = .advice(AdviceList(selected: place, isWhole: isWhole))
        tryAdvice(place)
    }

    /// The chosen change while the list is open.
    var chosenAdvice: Headline.Try? {
        guard case .advice(let list) = overlay else { return nil }
        return outlook.headline.tries.indices.contains(list.selected) ? outlook.headline.tries[list.selected] : nil
    }

    /// Chooses the same change again after the list changed; the first one if it is gone.
    mutating func selectAgain(_ change: Headline.Try) {
        let tries = outlook.headline.tries
        guard !tries.isEmpty, case .advice(var list) = overlay else { return closeTrial() }
        list.selected = tries.firstIndex { $0.changes == change.changes } ?? 0
        overlay = .advice(list)
    }

    /// The scenario with a change from the list.
    private func scenario(with place: Int) -> Scenario? {
        guard outlook.headline.tries.indices.contains(place) else { return nil }
        var scenario = session.measuredScenario
        for change in outlook.headline.tries[place].changes { change.apply(to: &scenario) }
        return scenario
    }

    private mutating func tryAdvice(_ place: Int) {
        document.tried = nil
        if let scenario = scenario(with: place) { tryCourse(of: scenario) }
    }

    mutating func takeAdvice(_ place: Int, keepsBranch: Bool) {
        closeTrial()
        guard let scenario = scenario(with: place) else { return }
        restart(scenario, title: outlook.headline.tries[place].title, keepsBranch: keepsBranch || showsProcess)
    }
}

extension Screen {
    /// The changes that would shorten the launch in the bottom rows: first those that are correct whatever the tasks do, best
    /// first, then the others. The table shows the chosen one.
    fileprivate mutating func drawAdvice(_ list: AdviceList) {
        let tries = model.outlook.headline.tries
        guard let area = drawBottomForm(" \(title(of: tries, isWhole: list.isWhole)) ") else { return }
        let room = max(0, area.rows - 1)
        let lines = list.isWhole ? AdviceList.lines(of: tries) : tries.indices.map { AdviceList.Line.change($0) }
        let selected = lines.firstIndex(of: .change(list.selected)) ?? 0
        let top = max(0, min(selected - room / 2, lines.count - room))
        let shown = lines.dropFirst(top).prefix(room)
        for (place, line) in shown.enumerated() {
            draw(line, of: tries, isSelected: top + place == selected, row: area.row + 1 + place, columns: area.columns)
        }
        drawRange(of: shown, tries.count, area)
        let all = list.isWhole ? "" : "a all  "
        let hints = [
            "Up Down choose  \(all)Enter apply  b apply as a branch  Esc cancel",
            "\(all)Enter apply  b as a branch  Esc cancel", "Enter b Esc",
        ]
        guard model.notice == nil else { return }
        canvas.put(
            " " + (hints.first { $0.utf8.count < layout.columns } ?? ""), column: 0, row: layout.rows - 1,
            width: layout.columns, style: theme.dim)
    }

    /// `13 changes would shorten it, launch 350ms now; 12 only on a condition`, as much of it as fits.
    private func title(of tries: [Headline.Try], isWhole: Bool) -> String {
        let launch = plan.launchTime.map { ", launch \(TimeText.text($0)) now" } ?? ""
        let text = "\(Format.count(tries.count, "change")) would shorten it\(launch)"
        let bound = tries.count { $0.condition != nil }
        let whole = text + "; \(bound == tries.count ? "each" : "\(bound)") only on a condition"
        return isWhole && bound > 0 && whole.utf8.count + 18 <= layout.columns ? whole : text
    }

    private mutating func draw(
        _ line: AdviceList.Line, of tries: [Headline.Try], isSelected: Bool, row: Int, columns: Int
    ) {
        let (text, style) =
            switch line {
            case .heading: ("   correct only if what each names is true of the app:", theme.heading)
            case .change(let place):
                ("\(isSelected ? ">" : " ") \(place + 1) \(tries[place].text)", isSelected ? theme.bar : theme.standard)
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
