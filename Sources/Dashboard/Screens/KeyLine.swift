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
            drawCaption(row: row)
        } else {
            drawKeys(KeyHints(model: model).first, row: row)
        }
        if case .prompt(let prompt) = model.overlay, !prompt.offers.isEmpty {
            drawOffers(prompt, above: row)
        } else if layout.keyRows > 1, captionLines.count < 2, model.notice == nil, !model.hasOverlay {
            drawKeys(KeyHints(model: model).second, row: row - 1)
        } else if layout.keyRows > 1, let notice = model.notice, !model.hasOverlay,
            DisplayText.width(of: notice.text) <= layout.columns - 2
        {
            drawKeys(KeyHints(model: model).first, row: row - 1)
        }
    }

    /// A notice in as many rows as it needs, up to `captionRows`.
    private mutating func drawNotice(_ notice: Notice, row: Int) {
        let width = layout.columns - 2
        var lines = DisplayText.wrap(notice.text, to: max(1, width))
        let limit = max(1, min(Screen.captionRows, layout.rows / 5))
        if lines.count > limit { lines = lines.prefix(limit - 1) + [lines[(limit - 1)...].joined(separator: " ")] }
        for (place, line) in lines.enumerated() {
            canvas.put(
                " " + line, column: 0, row: row - lines.count + 1 + place, width: layout.columns,
                style: style(of: notice))
        }
    }

    /// Presenting: the caption, how to continue, and the last key. A long caption extends upwards.
    private mutating func drawCaption(row: Int) {
        let (hint, lines) = (captionHint, captionLines)
        let width = max(0, layout.columns - DisplayText.width(of: hint) - 1)
        let first = row - max(0, lines.count - 1)
        canvas.fill(Rect(column: 0, row: first, columns: layout.columns, rows: row - first + 1), style: theme.bar)
        for (place, line) in lines.enumerated() {
            canvas.put(" " + line, column: 0, row: first + place, width: width, style: theme.bar.adding(.bold))
        }
        if let before = model.captionBefore, layout.rows >= 16 {
            canvas.put(
                " " + DisplayText.clean(before), column: 0, row: first - 1, width: layout.columns, style: theme.dim)
        }
        canvas.put(hint + " ", column: width, row: row, width: layout.columns - width, style: theme.bar)
    }

    private var captionHint: String {
        let key = model.lastKey.map { "  key \(KeyTable.shown($0))" } ?? ""
        let space = model.options.keys.shown(of: .time(.runOrHold)) ?? ":"
        return model.playback.isRunning ? key : "  \(space): continue\(key)"
    }

    /// The caption in the rows that it needs; empty unless presenting. A very long caption is cut.
    private var captionLines: [String] {
        guard model.options.isPresenting, model.notice == nil else { return [] }
        if case .prompt = model.overlay { return [] }
        let width = max(12, layout.columns - DisplayText.width(of: captionHint) - 2)
        let lines = DisplayText.wrap(DisplayText.clean(model.caption ?? ""), to: width)
        let limit = max(1, min(Screen.captionRows, layout.rows / 3))
        guard lines.count > limit else { return lines }
        return lines.prefix(limit - 1) + [DisplayText.cut(lines[limit - 1] + " …", to: width)]
    }

    /// The most rows that a caption can have.
    private static let captionRows = 4

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
