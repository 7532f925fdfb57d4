import ScreenKit
import SchedulerCore
import Text

/// The selected run in full, scrolled.
struct DetailsBox: Hashable, Sendable {
    var scroll = Scroll()
}

extension DetailsBox: OverlayKind {
    /// It takes what scrolls and closes it; the app can be launched and changed while it is open.
    func passes(_ key: Key) -> Bool {
        switch key {
        case .enter, .escape, .up, .down, .pageUp, .pageDown, .home, .end, .character("q"), .character("k"),
            .character("j"):
            false
        case .character, .control, .left, .right, .tab, .backTab, .backspace, .delete, .insert, .function: true
        }
    }

    func take(_ key: Key, in model: inout DashboardModel) -> [Request] {
        switch key {
        case .enter, .escape, .character("q"): model.overlay = nil
        case .character, .control, .up, .down, .pageUp, .pageDown, .left, .right, .home, .end, .tab, .backTab,
            .backspace, .delete, .insert, .function:
            let arrows: [Key: Key] = [.character("k"): .up, .character("j"): .down]
            guard let movement = KeyAction.Movement(ofText: arrows[key] ?? key) else { return [] }
            var moved = self
            moved.scroll.move(movement, of: lines(on: model.blankScreen).count, in: model.rows - 2)
            model.overlay = .details(moved)
        }
        return []
    }

    func draw(on screen: inout Screen) {
        guard let task = screen.model.view.selection else { return }
        let style = screen.theme.standard
        screen.drawText(lines(on: screen).map { ($0, style) }, title: screen.text.name(task), scroll: scroll)
    }

    private func lines(on screen: Screen) -> [String] {
        guard let task = screen.model.view.selection else { return [] }
        return DetailsText(context: screen.context, task: task).lines()
            .flatMap { DisplayText.wrap($0, to: screen.canvas.bounds.columns - 3) }
    }
}
