import SchedulerCore
import ScreenKit
import Text

extension Screen {
    /// Lines in a centered box, scrolled at most to the last line.
    mutating func drawText(_ lines: [(String, Style)], title: String, scroll: Scroll) {
        let widest = lines.map { DisplayText.width(of: $0.0) }.max() ?? 0
        var wanted = max(40, widest + 4)
        // A strip of what is below would be cut words beside the box.
        if canvas.bounds.columns - wanted < Screen.narrowestStrip * 2 { wanted = canvas.bounds.columns }
        let box = canvas.bounds.centred(columns: wanted, rows: lines.count + 2)
        canvas.fill(
            Rect(column: box.column - 1, row: box.row, columns: box.columns + 2, rows: box.rows))
        canvas.box(box, title: title, style: theme.dim)
        let inner = box.inner
        let top = scroll.top(of: lines.count, in: inner.rows)
        for (place, line) in lines.dropFirst(top).prefix(max(0, inner.rows)).enumerated() {
            canvas.put(
                line.0, column: inner.column + 1, row: inner.row + place, width: max(0, inner.columns - 1),
                style: line.1)
        }
        if lines.count > inner.rows, box.rows > 1 {
            let place = "\(min(lines.count, top + inner.rows)) of \(lines.count)"
            let whole = "\(place), Up Down scroll, Esc close"
            let shown = whole.utf8.count + 5 <= box.columns ? whole : "\(place), Esc close"
            canvas.write(
                " \(shown) ", column: box.column + 2, row: box.endRow - 1, limit: box.endColumn - 1, style: theme.dim)
        } else if box.rows > 1 {
            canvas.write(
                " Esc close ", column: box.column + 2, row: box.endRow - 1, limit: box.endColumn - 1, style: theme.dim)
        }
    }

    /// The fewest columns of the screen below that are left on either side of a box.
    private static var narrowestStrip: Int { 12 }

    func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - DisplayText.width(of: text)))
    }
}

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
