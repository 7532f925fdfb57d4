import ScreenKit
import SchedulerCore
import Text

/// The selected run in full, scrolled.
struct DetailsBox: Hashable, Sendable {
    /// Lines scrolled past.
    var scroll = 0
}

extension DetailsBox: OverlayKind {
    func take(_ key: Key, in model: inout DashboardModel) -> [Request] {
        model.overlay = after(key, page: model.rows).map { .details($0) }
        return []
    }

    func draw(on screen: inout Screen) {
        guard let task = screen.model.view.selection else { return }
        let style = screen.theme.standard
        let width = screen.canvas.bounds.columns - 3
        let lines = DetailsText(context: screen.context, task: task).lines()
            .flatMap { DisplayText.wrap($0, to: width) }.map { ($0, style) }
        screen.drawText(lines, title: screen.text.name(task), scroll: scroll)
    }

    private func after(_ key: Key, page: Int) -> DetailsBox? {
        switch key {
        case .up, .character("k"): DetailsBox(scroll: max(0, scroll - 1))
        case .down, .character("j"): DetailsBox(scroll: scroll + 1)
        case .pageUp: DetailsBox(scroll: max(0, scroll - page))
        case .pageDown: DetailsBox(scroll: scroll + page)
        case .enter, .escape, .character("q"): nil
        case .character, .control, .left, .right, .home, .end, .tab, .backTab, .backspace, .delete, .insert, .function:
            self
        }
    }
}
