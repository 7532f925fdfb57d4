import ScreenKit
import SchedulerCore
import SchedulerSimulation
import Text

/// The help; typing searches it.
struct HelpList: Hashable, Sendable {
    var prompt = Prompt(.help)
    var scroll = Scroll()
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
        if let movement = KeyAction.Movement(ofText: key) {
            var moved = self
            moved.scroll.move(movement, of: model.helpLines(prompt).count, in: max(0, model.rows - 2))
            return moved
        }
        switch prompt.take(key) {
        case .editing, .complete: return HelpList(prompt: prompt)
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
            keys: options.keys, width: columns - 5, isASCII: options.isASCII, isPresenting: options.isPresenting,
            states: prompt.line.isEmpty ? shownStates : []
        ).lines(with: prompt.line)
    }
}

extension Screen {
    fileprivate mutating func drawHelp(_ prompt: Prompt, _ scroll: Scroll) {
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
