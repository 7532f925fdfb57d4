import ScreenKit
import SchedulerCore
import SchedulerSimulation
import Text

/// The help; typing searches it.
struct HelpList: Hashable, Sendable {
    var prompt = Prompt(.help)
    /// Lines scrolled past.
    var scroll = 0
}

extension HelpList: OverlayKind {
    var takesText: Bool { true }

    func take(_ key: Key, in model: inout DashboardModel) -> [Request] {
        model.overlay = after(key, in: model).map { .help($0) }
        return []
    }

    func paste(_ line: String, in model: inout DashboardModel) {
        var prompt = prompt
        prompt.insert(line)
        model.overlay = .help(HelpList(prompt: prompt))
    }

    func draw(on screen: inout Screen) { screen.drawHelp(prompt, scroll) }

    private func after(_ key: Key, in model: DashboardModel) -> HelpList? {
        var prompt = prompt
        let page = max(1, model.rows - 6)
        let last = max(0, model.helpLines(prompt).count - max(0, model.rows - 2))
        switch key {
        case .up: return HelpList(prompt: prompt, scroll: max(0, scroll - 1))
        case .down: return HelpList(prompt: prompt, scroll: min(last, scroll + 1))
        case .pageUp: return HelpList(prompt: prompt, scroll: max(0, scroll - page))
        case .pageDown: return HelpList(prompt: prompt, scroll: min(last, scroll + page))
        case .home: return HelpList(prompt: prompt, scroll: 0)
        case .end: return HelpList(prompt: prompt, scroll: last)
        case .character("?") where prompt.text.isEmpty: return nil
        case .character("q") where prompt.text.isEmpty: return nil
        case .character, .control, .left, .right, .enter, .escape, .tab, .backTab, .backspace, .delete, .insert,
            .function:
            break
        }
        switch prompt.take(key) {
        case .editing, .complete: return HelpList(prompt: prompt, scroll: 0)
        case .cancelled, .accepted: return nil
        }
    }
}

extension DashboardModel {
    /// The state letters of the rows on the screen.
    private var shownStates: [StateLetter] {
        let top = firstRow(height: layout.table.rows)
        var letters: [StateLetter] = []
        for row in top..<max(top, min(order.rows.count, top + layout.table.rows)) {
            guard let task = rowKey(row).task else { continue }
            let letter = stateLetter(task)
            if !letters.contains(letter) { letters.append(letter) }
        }
        return letters
    }

    /// The lines of the help that contain the search text.
    func helpLines(_ prompt: Prompt) -> [HelpText.Line] {
        HelpText(
            keys: options.keys, width: columns - 5, isASCII: options.isASCII,
            states: prompt.line.isEmpty ? shownStates : []
        ).lines(with: prompt.line)
    }
}

extension Screen {
    fileprivate mutating func drawHelp(_ prompt: Prompt, _ scroll: Int) {
        let lines = model.helpLines(prompt)
        let shown = lines.map { line in
            switch line {
            case .heading(let text): (text, theme.heading)
            case .entry(let text): (text, theme.standard)
            case .legend(let text): (text, theme.dim)
            case .nothing: ("nothing matches", theme.warning)
            }
        }
        let title = prompt.line.isEmpty ? "Help: type to search" : "Help: \(DisplayText.clean(prompt.line))"
        drawText(shown, title: title, scroll: scroll)
    }
}
