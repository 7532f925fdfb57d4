import Planning
import SchedulerCore
import TraceAnalysis

extension Screen {
    /// The form of `W` in the middle of the screen, and what its changes come to.
    mutating func drawWhatIf(_ form: WhatIfForm) {
        let width = min(layout.columns, 76)
        var lines = WhatIfForm.Field.allCases.map { field -> (String, Style) in
            let isHere = field == form.field
            let line = "\(isHere ? ">" : " ") \(pad(Screen.word(field), to: 12))\(value(of: field, in: form))"
            return (line, isHere ? theme.bar : theme.standard)
        }
        if let typed = form.typed {
            let label = form.field == .edge ? "task to wait for, or not: " : "duration: "
            lines.append((label + TextColumns.clean(typed.line) + "_", theme.keyName))
        } else {
            lines.append((form.problem ?? "", theme.alarm))
        }
        lines.append(contentsOf: outcome(of: form))
        lines = lines.flatMap { line in TextColumns.wrap(line.0, to: width - 4).map { ($0, line.1) } }
        let box = canvas.bounds.centred(columns: width, rows: lines.count + 2)
        canvas.box(box, title: "What if: \(text.name(form.task))", style: theme.dim)
        let inner = box.inner
        for (place, line) in lines.prefix(max(0, inner.rows)).enumerated() {
            canvas.put(
                line.0, column: inner.column + 1, row: inner.row + place, width: max(0, inner.columns - 2),
                style: line.1)
        }
        if box.rows > 1 {
            let keys = Self.keys(isTyping: form.typed != nil, columns: box.columns - 5)
            canvas.write(
                " \(keys) ", column: box.column + 2, row: box.endRow - 1, limit: box.endColumn - 1, style: theme.dim)
        }
    }

    /// What the keys do, in the longest words that fit.
    private static func keys(isTyping: Bool, columns: Int) -> String {
        let choices =
            isTyping
            ? ["Enter takes it, Esc not", "Enter, Esc"]
            : [
                "Left Right change, Enter types, a apply, b branch, r reset, Esc drops",
                "Enter types, a apply, b branch, r reset, Esc drops", "a apply, b branch, Esc drops", "a b r Esc",
            ]
        return choices.first { $0.utf8.count <= columns } ?? ""
    }

    private static func word(_ field: WhatIfForm.Field) -> String {
        switch field {
        case .duration: "duration"
        case .priority: "priority"
        case .lane: "lane"
        case .edge: "after"
        case .width: "lane width"
        }
    }

    private func value(of field: WhatIfForm.Field, in form: WhatIfForm) -> String {
        let (old, new) = (form.original.tasks[form.task.offset], form.changed)
        let lanes = form.scenario.configuration.lanes
        switch field {
        case .duration: return arrow(CommandLanguage.written(old.duration), CommandLanguage.written(new.duration))
        case .priority: return arrow("\(old.spec.priority)", "\(new.spec.priority)")
        case .lane:
            let before = old.spec.lane ?? form.original.configuration.defaultLane(for: old.spec.trigger)
            return arrow(TextColumns.clean(lanes[before.offset].name), TextColumns.clean(lanes[form.lane.offset].name))
        case .edge: return arrow(list(old.spec.after), list(new.spec.after))
        case .width:
            let before = form.original.configuration.lanes[form.lane.offset].width
            let name = TextColumns.clean(lanes[form.lane.offset].name)
            return "\(name): " + arrow("\(before)", "\(lanes[form.lane.offset].width)")
        }
    }

    private func arrow(_ old: String, _ new: String) -> String { old == new ? old : "\(old) → \(new)" }

    private func list(_ names: [String]) -> String {
        names.isEmpty ? "nothing" : names.map { TextColumns.clean($0) }.joined(separator: ", ")
    }

    private func outcome(of form: WhatIfForm) -> [(String, Style)] {
        guard let before = form.before, let after = form.after else { return [] }
        let old = before.time.map(TimeText.text) ?? "no end"
        let new = after.time.map(TimeText.text) ?? "no end"
        var line = "launch      \(arrow(old, new))"
        if let from = before.time, let to = after.time, from != to {
            line += "  (\(TimeText.signed(Nanoseconds(to.count - from.count))))"
        }
        let path = after.criticalPath.map { TextColumns.clean($0) }.joined(separator: " > ")
        return [(line, theme.strong), ("critical    \(path)", theme.standard)]
    }
}
