import Text
import SchedulerCore

extension Screen {
    /// Whatever is over the screen.
    mutating func drawOverlay() {
        switch model.overlay {
        case nil, .prompt: break
        case .help(let prompt, let scroll): drawHelp(prompt, scroll)
        case .events(let selected): drawEventList(selected)
        case .whatIf(let form): drawForm(form)
        case .advice(let selected): drawAdvice(selected)
        case .details(let scroll):
            guard let task = model.view.selection else { return }
            drawText(
                DetailsText(context: context, task: task).lines().map { ($0, theme.standard) }, title: text.name(task),
                scroll: scroll)
        }
    }

    /// Lines in a box in the middle, scrolled but never past the last one.
    private mutating func drawText(_ lines: [(String, Style)], title: String, scroll: Int) {
        let widest = lines.map { TextColumns.width(of: $0.0) }.max() ?? 0
        let box = canvas.bounds.centred(columns: max(40, widest + 4), rows: lines.count + 2)
        canvas.box(box, title: title, style: theme.dim)
        let inner = box.inner
        let top = max(0, min(scroll, lines.count - inner.rows))
        for (place, line) in lines.dropFirst(top).prefix(max(0, inner.rows)).enumerated() {
            canvas.put(
                line.0, column: inner.column + 1, row: inner.row + place, width: max(0, inner.columns - 1),
                style: line.1)
        }
        if lines.count > inner.rows, box.rows > 1 {
            let shown = "\(min(lines.count, top + inner.rows)) of \(lines.count), Up Down scroll, Esc close"
            canvas.write(
                " \(shown) ", column: box.column + 2, row: box.endRow - 1, limit: box.endColumn - 1, style: theme.dim)
        } else if box.rows > 1 {
            canvas.write(
                " Esc close ", column: box.column + 2, row: box.endRow - 1, limit: box.endColumn - 1, style: theme.dim)
        }
    }

    private mutating func drawHelp(_ prompt: Prompt, _ scroll: Int) {
        let lines = model.helpLines(prompt)
        let shown = lines.map { line in
            switch line {
            case .heading(let text): (text, theme.heading)
            case .entry(let text): (text, theme.standard)
            case .legend(let text): (text, theme.dim)
            case .nothing: ("nothing matches", theme.warning)
            }
        }
        let title = prompt.line.isEmpty ? "Help: type to search" : "Help: \(TextColumns.clean(prompt.line))"
        drawText(shown, title: title, scroll: scroll)
    }

    private mutating func drawEventList(_ selected: Int) {
        let events = model.fireable
        let box = canvas.bounds.centred(columns: 44, rows: events.count + 2)
        canvas.box(box, title: "Fire an event", style: theme.dim)
        let inner = box.inner
        let top = max(0, min(selected - inner.rows / 2, events.count - inner.rows))
        for (place, event) in events.dropFirst(top).prefix(max(0, inner.rows)).enumerated() {
            let isSelected = top + place == selected
            canvas.put(
                " \(Screen.word(event))", column: inner.column, row: inner.row + place,
                width: inner.columns, style: isSelected ? theme.bar : theme.standard)
        }
        if box.rows > 1 {
            canvas.write(
                " Enter fire, Esc close ", column: box.column + 2, row: box.endRow - 1, limit: box.endColumn - 1,
                style: theme.dim)
        }
    }

    private static func word(_ choice: DashboardModel.Fireable) -> String {
        switch choice {
        case .post(let key): "post \(TextColumns.clean(key))"
        case .tick: "tick"
        case .event(let event): "\(event)"
        }
    }

    func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - TextColumns.width(of: text)))
    }
}
