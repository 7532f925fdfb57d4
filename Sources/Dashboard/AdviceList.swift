import Planning
import SchedulerCore
import SchedulerSimulation

extension DashboardModel {
    /// Rows of the list of advice, its rule included.
    static let maximumAdviceRows = 8

    /// Opens the list of all that would shorten the launch, the best change tried at once.
    mutating func openAdvice() { openAdvice(at: 0) }

    /// The same with the change of this place.
    mutating func openAdvice(at place: Int) {
        guard !headline.tries.isEmpty else {
            notice = Notice(text: headline.advice.isEmpty ? "no advice on this launch" : headline.advice)
            opensAdvice = isSeekingAdvice
            return
        }
        selectAdvice(min(place, headline.tries.count - 1))
    }

    /// Takes a key while the list is open: the chosen change is drawn in the table, with what is as ghosts.
    mutating func chooseAdvice(_ key: Key, _ selected: Int) {
        let count = headline.tries.count
        switch key {
        case .up, .character("k"): selectAdvice(max(0, selected - 1))
        case .down, .character("j"): selectAdvice(min(count - 1, selected + 1))
        case .home: selectAdvice(0)
        case .end: selectAdvice(max(0, count - 1))
        case .character("1"), .character("2"), .character("3"):
            if case .character(let digit) = key, let place = digit.wholeNumberValue, place <= count {
                selectAdvice(place - 1)
            }
        case .enter: takeAdvice(selected, keepsBranch: false)
        case .character("b"): takeAdvice(selected, keepsBranch: true)
        case .escape, .character("q"), .character("a"):
            overlay = nil
            boxedTried = nil
        case .character, .control, .left, .right, .pageUp, .pageDown, .tab, .backTab, .backspace, .delete, .insert,
            .function:
            break
        }
    }

    private mutating func selectAdvice(_ place: Int) {
        overlay = .advice(selected: place)
        tryAdvice(place)
    }

    /// The scenario with a change of the list.
    private func scenario(with place: Int) -> Scenario? {
        guard headline.tries.indices.contains(place) else { return nil }
        var scenario = session.scenario
        for change in headline.tries[place].changes { change.apply(to: &scenario) }
        return scenario
    }

    private mutating func tryAdvice(_ place: Int) {
        boxedTried = nil
        if let scenario = scenario(with: place) { tryCourse(of: scenario) }
    }

    mutating func takeAdvice(_ place: Int, keepsBranch: Bool) {
        overlay = nil
        boxedTried = nil
        if let scenario = scenario(with: place) { restart(scenario, keepsBranch: keepsBranch) }
    }
}
