import SchedulerCore
import TraceAnalysis

extension Screen {
    /// The rule with the selected task's run in one line.
    mutating func drawDetails() {
        guard let row = layout.detailsRow else { return }
        var column = canvas.write("─ ", column: 0, row: row, style: theme.dim)
        column = canvas.write(detailsText(), column: column, row: row, limit: layout.columns, style: theme.strong)
        if column < layout.columns { column = canvas.write(" ", column: column, row: row) }
        canvas.fill(
            Rect(column: column, row: row, columns: layout.columns - column, rows: 1), with: ScreenGlyph.rule,
            style: theme.dim)
    }

    private func detailsText() -> String {
        guard let task = model.view.selection else { return "no task selected" }
        let snapshot = context.scheduler.snapshot(of: task)
        if snapshot.isSequence, let words = SequenceText(task, model, text) {
            return "\(text.name(task))  sequence  \(words.sentence)"
        }
        var parts = [text.name(task)]
        parts.append(
            "\(TriggerText.short(snapshot.trigger)) \(TriggerText.initial(snapshot.priority)) "
                + text.name(snapshot.lane))
        guard let run = plan.shownRun(of: task, at: now) else {
            return parts.joined(separator: "  ") + "  not released"
        }
        var line = run.released > now || model.forecast.assumesLaunch ? "planned " : ""
        if snapshot.isPaused { line += "paused " }
        if snapshot.isParked { line += "parked " }
        if let ready = run.ready { line += "ready@\(TimeText.text(ready - .zero)) " }
        if let start = run.start {
            let end = run.end.map { TimeText.text($0 - .zero) } ?? ".."
            line += "run \(TimeText.text(start - .zero))-\(end)"
        }
        let waits = context.waits.brief(run, task, until: plan.horizon)
        return (parts + [line + (waits.isEmpty ? "" : " │ held \(waits)")]).joined(separator: "  ")
    }

    /// The log: plain lines, or a pane with a title in the large layout.
    mutating func drawLog() {
        guard var area = layout.log, area.rows > 0 else { return }
        let hasFocus = model.view.pane == .log
        if layout.logHasTitle {
            let kinds =
                model.view.logKinds.isEmpty ? "" : ", " + TextColumns.clean(model.view.logKinds.joined(separator: " "))
            let follow = model.view.logOffset == 0 ? "follow" : "\(model.view.logOffset) back"
            paneTitle("3 log (\(follow)\(kinds))", area, hasFocus: hasFocus)
            area = Rect(column: area.column + 1, row: area.row + 1, columns: area.columns - 2, rows: area.rows - 1)
        }
        let lines = logLines(count: area.rows, skipping: model.view.logOffset)
        let timeWidth = max(5, lines.map { TextColumns.width(of: TimeText.text($0.time - .zero)) }.max() ?? 0)
        for (place, line) in lines.enumerated() {
            draw(line, in: area, row: area.row + place, timeWidth: timeWidth)
        }
        if lines.isEmpty {
            let word =
                model.view.logKinds.isEmpty || model.session.records.isEmpty
                ? "nothing has happened yet" : "no line of these kinds; Esc shows all"
            canvas.put(" " + word, column: area.column, row: area.row, width: area.columns, style: theme.dim)
        }
        if hasFocus, !layout.logHasTitle, area.rows > 0 {
            canvas.set(">", column: area.column, row: area.row, style: theme.strong)
        }
    }

    /// A line that begins a pane.
    mutating func paneTitle(_ title: String, _ area: Rect, hasFocus: Bool = false) {
        canvas.fill(
            Rect(column: area.column, row: area.row, columns: area.columns, rows: 1), with: ScreenGlyph.rule,
            style: theme.dim)
        let style = hasFocus ? theme.bar.adding(.bold) : theme.heading
        canvas.write(" \(title) ", column: area.column + 2, row: area.row, limit: area.endColumn, style: style)
    }

    /// The last lines of the log, the newest last; those kept by the model where they are the ones wanted.
    private func logLines(count: Int, skipping: Int) -> [LogLine] {
        let key = model.logKey(count: count)
        return key == model.logCache.key ? model.logCache.lines : model.logLines(count: count, skipping: skipping)
    }

    private mutating func draw(_ line: LogLine, in area: Rect, row: Int, timeWidth: Int) {
        let style = line.isAlarm ? theme.alarm : theme.standard
        var column = area.column + 1
        let end = area.endColumn
        column = canvas.put(
            TimeText.text(line.time - .zero), column: column, row: row, width: min(timeWidth, end - column),
            style: theme.dim, alignment: .trailing)
        column = canvas.write(line.isAlarm ? " ! " : "   ", column: column, row: row, limit: end, style: style)
        column = canvas.put(line.kind, column: column, row: row, width: min(8, max(0, end - column)), style: style)
        let body = line.detail.isEmpty ? line.subject : line.subject + "  " + line.detail
        canvas.put(body, column: column, row: row, width: max(0, end - column), style: style)
    }

    /// The bottom rows: a prompt or notice, else the most useful keys.
    mutating func drawKeyLine() {
        guard layout.keyRows > 0 else { return }
        let row = layout.rows - 1
        if case .prompt(let prompt) = model.overlay {
            draw(prompt, row: row)
        } else if let notice = model.notice {
            canvas.put(" " + notice.text, column: 0, row: row, width: layout.columns, style: style(of: notice))
        } else if model.options.isPresenting {
            drawCaption(row: row)
        } else {
            drawKeys(Screen.keyLine, row: row)
        }
        if case .prompt(let prompt) = model.overlay, !prompt.offers.isEmpty {
            drawOffers(prompt, above: row)
        } else if layout.keyRows > 1, captionLines.count < 2 {
            drawKeys(Screen.secondKeyLine, row: row - 1)
        }
    }

    /// Presenting: what is told, what goes on, and the last key. A long caption takes further rows above.
    private mutating func drawCaption(row: Int) {
        let (hint, lines) = (captionHint, captionLines)
        let width = max(0, layout.columns - TextColumns.width(of: hint) - 1)
        let first = row - max(0, lines.count - 1)
        canvas.fill(Rect(column: 0, row: first, columns: layout.columns, rows: row - first + 1), style: theme.bar)
        for (place, line) in lines.enumerated() {
            canvas.put(" " + line, column: 0, row: first + place, width: width, style: theme.bar.adding(.bold))
        }
        canvas.put(hint + " ", column: width, row: row, width: layout.columns - width, style: theme.bar)
    }

    private var captionHint: String {
        let key = model.lastKey.map { "  key \(KeyTable.shown($0))" } ?? ""
        return model.isRunning ? key : "  Space goes on\(key)"
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

    /// What Tab offers, in as many rows as it takes; where there is no room, how many more there are.
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

    private static let keyLine: [(String, String)] = [
        ("LBFMT", "fire"), ("Space", "run"), (".,", "step"), ("][", "event"), ("?", "help"), ("q", "quit"),
        ("/", "find"), ("0", "fit"), (":", "cmd"), ("Enter", "details"), ("Tab", "pane"), ("z", "zoom pane"),
        ("+ -", "zoom"),
        ("c", "critical"),
    ]
    private static let secondKeyLine: [(String, String)] = [
        ("W", "what if"), ("D", "compare"), ("x", "export"), ("n N", "next match"), ("f", "filter"), ("s S", "sort"),
        ("p", "pause task"), ("X", "destroy"),
        ("E", "event list"),
        ("u d", "up/downstream"), ("{ }", "lints"), ("=", "launch"), ("< >", "speed"), ("h l", "earlier/later"),
    ]

    private mutating func drawKeys(_ keys: [(String, String)], row: Int) {
        var column = 1
        for (key, does) in keys {
            let width = TextColumns.width(of: key) + TextColumns.width(of: does) + 1
            guard column + width <= layout.columns else { continue }
            column = canvas.write(key, column: column, row: row, style: theme.keyName)
            column = canvas.write(" \(does)", column: column, row: row, style: theme.dim)
            column += 2
        }
    }

    /// A prompt in one row; where it is longer than the row, its end around the cursor.
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
