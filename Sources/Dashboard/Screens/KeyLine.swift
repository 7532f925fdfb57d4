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
        } else if layout.keyRows > 1, captionLines.count < 2, model.notice == nil {
            drawKeys(KeyHints(model: model).second, row: row - 1)
        }
    }

    /// A notice in as many rows as it takes, up to `captionRows`.
    private mutating func drawNotice(_ notice: Notice, row: Int) {
        let width = layout.columns - 2
        var lines = TextColumns.wrap(notice.text, to: max(1, width))
        let limit = max(1, min(Screen.captionRows, layout.rows / 5))
        if lines.count > limit { lines = lines.prefix(limit - 1) + [lines[(limit - 1)...].joined(separator: " ")] }
        for (place, line) in lines.enumerated() {
            canvas.put(
                " " + line, column: 0, row: row - lines.count + 1 + place, width: layout.columns,
                style: style(of: notice))
        }
    }

    /// Presenting: the caption, how to continue, and the last key. A long caption takes further rows above.
    private mutating func drawCaption(row: Int) {
        let (hint, lines) = (captionHint, captionLines)
        let width = max(0, layout.columns - TextColumns.width(of: hint) - 1)
        let first = row - max(0, lines.count - 1)
        canvas.fill(Rect(column: 0, row: first, columns: layout.columns, rows: row - first + 1), style: theme.bar)
        for (place, line) in lines.enumerated() {
            canvas.put(" " + line, column: 0, row: first + place, width: width, style: theme.bar.adding(.bold))
        }
        if let before = model.captionBefore, layout.rows >= 16 {
            canvas.put(
                " " + TextColumns.clean(before), column: 0, row: first - 1, width: layout.columns, style: theme.dim)
        }
        canvas.put(hint + " ", column: width, row: row, width: layout.columns - width, style: theme.bar)
    }

    private var captionHint: String {
        let key = model.lastKey.map { "  key \(KeyTable.shown($0))" } ?? ""
        let space = model.options.keys.shown(of: .time(.runOrHold)) ?? ":"
        return model.isRunning ? key : "  \(space): continue\(key)"
    }

    /// The caption in the rows that it takes; none but while presenting. Of a very long one the beginning.
    private var captionLines: [String] {
        guard model.options.isPresenting, model.notice == nil else { return [] }
        if case .prompt = model.overlay { return [] }
        let width = max(12, layout.columns - TextColumns.width(of: captionHint) - 2)
        let lines = TextColumns.wrap(TextColumns.clean(model.caption ?? ""), to: width)
        let limit = max(1, min(Screen.captionRows, layout.rows / 3))
        guard lines.count > limit else { return lines }
        return lines.prefix(limit - 1) + [TextColumns.cut(lines[limit - 1] + " …", to: width)]
    }

    /// The most rows of a caption, and of completions.
    private static let captionRows = 4
    private static let offerRows = 6

    /// What Tab offers, in as many rows as it takes; if there is no room, how many more there are.
    private mutating func drawOffers(_ prompt: Prompt, above row: Int) {
        let offers = prompt.offers
        let limit = max(1, min(Screen.offerRows, row / 2))
        var lines = [""]
        for (place, offer) in offers.enumerated() {
            // The last row keeps room to say how many more there are.
            let rest = lines.count == limit && place < offers.count - 1 ? 14 : 0
            let used = TextColumns.width(of: lines[lines.count - 1])
            if used + TextColumns.width(of: offer) + 2 + rest > layout.columns {
                if lines.count == limit {
                    let count = offers.count - place
                    lines[lines.count - 1] += prompt.hasFurtherOffers ? " \(count) and more" : " \(count) more"
                    break
                }
                if used > 0 { lines.append("") }
            }
            lines[lines.count - 1] += " \(TextColumns.cut(offer, to: max(1, layout.columns - 16))) "
        }
        for (place, line) in lines.enumerated() where row - lines.count + place >= 0 {
            canvas.put(line, column: 0, row: row - lines.count + place, width: layout.columns, style: theme.bar)
        }
    }

    private mutating func drawKeys(_ keys: [(keys: String, does: String)], row: Int) {
        var column = 1
        for (key, does) in keys {
            let width = TextColumns.width(of: key) + TextColumns.width(of: does) + 1
            guard column + width <= layout.columns else { continue }
            column = canvas.write(key, column: column, row: row, style: theme.keyName)
            column = canvas.write(" \(does)", column: column, row: row, style: theme.dim)
            column += 2
        }
    }

    /// A prompt in one row; if it is longer than the row, its end around the cursor.
    mutating func draw(_ prompt: Prompt, row: Int) {
        let label: String
        switch prompt.purpose {
        case .command: label = ":"
        case .find, .help: label = "/"
        case .filter: label = "filter: "
        case .kinds: label = "kinds: "
        }
        let column = canvas.write(label, column: 0, row: row, style: theme.keyName)
        let room = max(1, layout.columns - column - 1)
        var before = prompt.text[..<prompt.cursor]
        while TextColumns.width(of: String(before)) > room, !before.isEmpty { before.removeFirst() }
        let visible = String(before) + String(prompt.text[prompt.cursor...])
        let cursor = column + TextColumns.width(of: String(before))
        canvas.put(visible, column: column, row: row, width: max(0, layout.columns - column))
        canvas.showCursor(column: cursor, row: row)
    }
}
