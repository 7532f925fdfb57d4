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

    /// Rows that the list may take, its rule included: a third of the screen, 8 on a small one.
    private static func maximumRows(screenRows: Int) -> Int {
        max(8, screenRows / 3)
    }
}

extension AdviceList: OverlayKind {
    func formRows(_ model: DashboardModel) -> Int {
        let count = model.outlook.headline.tries.count
        let limit = isWhole ? AdviceList.maximumRows(screenRows: model.rows) : 1 + Headline.shownTries
        return min(1 + count, limit)
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
            model.notice = Notice(text: "this list: Enter applies a change, b keeps both courses, Esc closes it")
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
        let tries = outlook.headline.tries
        let title = tries.indices.contains(place) ? tries[place].title : "changed"
        restart(scenario, title: title, keepsBranch: keepsBranch || showsProcess)
    }
}

extension Screen {
    /// The changes that would shorten the launch, best first, in the bottom rows; the table shows the chosen one.
    fileprivate mutating func drawAdvice(_ list: AdviceList) {
        let selected = list.selected
        let tries = model.outlook.headline.tries
        let launch = plan.launchTime.map { ", launch \(TimeText.text($0)) now" } ?? ""
        guard let area = drawBottomForm(" \(Format.count(tries.count, "change")) would shorten it\(launch) ") else {
            return
        }
        let room = area.rows - 1
        let top = max(0, min(selected - room / 2, tries.count - room))
        for (place, change) in tries.dropFirst(top).prefix(max(0, room)).enumerated() {
            let isSelected = top + place == selected
            canvas.put(
                "\(isSelected ? ">" : " ") \(top + place + 1) \(change.text)", column: 1, row: area.row + 1 + place,
                width: area.columns - 1, style: isSelected ? theme.bar : theme.standard)
        }
        if room > 0, room < tries.count {
            let shown = " \(top + 1)-\(top + room) of \(tries.count) "
            let column = area.columns - shown.utf8.count - 1
            canvas.write(shown, column: column, row: area.row, limit: area.columns, style: theme.standard)
        }
        let all = list.isWhole ? "" : "a all  "
        let hints = [
            "Up Down choose  \(all)Enter apply  b keep both  Esc cancel", "\(all)Enter apply  b keep  Esc cancel",
            "Enter b Esc",
        ]
        canvas.put(
            " " + (hints.first { $0.utf8.count < layout.columns } ?? ""), column: 0, row: layout.rows - 1,
            width: layout.columns, style: theme.dim)
    }
}
