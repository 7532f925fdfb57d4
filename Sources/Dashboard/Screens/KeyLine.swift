import ScreenKit
import Text
import SchedulerCore
import TraceAnalysis

extension Screen {
    /// The bottom rows: a prompt or notice, else the most useful keys.
    mutating func drawKeyLine() {
        guard layout.keyRows > 0 else { return }
        let row = layout.rows - 1
        if case .prompt(let prompt) = model.overlay {
            draw(prompt, row: row)
        } else if let notice = model.notice {
            drawNotice(notice, row: row)
        } else if model.options.isPresenting {
            drawStop(row: row)
        } else {
            drawKeys(KeyHints(model: model).first, row: row)
        }
        if case .prompt(let prompt) = model.overlay, !prompt.offers.isEmpty {
            drawOffers(prompt, above: row)
        } else if layout.keyRows > 1, model.notice == nil, !model.hasOverlay {
            drawKeys(KeyHints(model: model).second, row: row - 1)
        } else if layout.keyRows > 1, let notice = model.notice, !model.hasOverlay,
            DisplayText.width(of: notice.text) <= layout.columns - 2
        {
            drawKeys(KeyHints(model: model).first, row: row - 1)
        }
    }

    /// A notice in as many rows as it needs, up to `noticeRows`.
    private mutating func drawNotice(_ notice: Notice, row: Int) {
        let width = layout.columns - 2
        var lines = DisplayText.wrap(notice.text, to: max(1, width))
        let limit = max(1, min(Screen.noticeRows, layout.rows / 5))
        if lines.count > limit { lines = lines.prefix(limit - 1) + [lines[(limit - 1)...].joined(separator: " ")] }
        for (place, line) in lines.enumerated() {
            canvas.put(
                " " + line, column: 0, row: row - lines.count + 1 + place, width: layout.columns,
                style: style(of: notice))
        }
    }

    /// The most rows that a notice can have.
    private static let noticeRows = 4

    /// As many hints as fit, those that are always shown first.
    private mutating func drawKeys(_ hints: [KeyHint], row: Int) {
        var column = 1
        var kept = hints.filter { $0.isKept }.reduce(0) { $0 + $1.columns + 2 }
        for hint in hints {
            if hint.isKept { kept -= hint.columns + 2 }
            guard column + hint.columns + kept <= layout.columns else { continue }
            let (key, does) = (hint.keys, hint.does)
            column = canvas.write(key, column: column, row: row, style: theme.keyName)
            column = canvas.write(" \(does)", column: column, row: row, style: theme.dim)
            column += 2
        }
    }
}
