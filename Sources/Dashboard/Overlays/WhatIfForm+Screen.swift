import ScreenKit
import Planning
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

extension WhatIfForm: OverlayKind {
    /// Its rule, the fields, the chosen one, the critical path; that in two rows where there is room.
    func formRows(_ model: DashboardModel) -> Int { model.rows >= 34 ? 5 : 4 }

    var takesText: Bool { typed != nil }

    func take(_ key: Key, in model: inout DashboardModel) -> [Request] {
        var form = self
        let result = form.take(key)
        switch result {
        case .editing:
            model.overlay = .whatIf(form)
            model.tryCourse(of: form)
        case .ask:
            model.overlay = .whatIf(form)
            model.say("Esc again drops the changes; a applies them, b keeps them as a branch")
        case .drop:
            model.closeTrial()
            if let begun = form.begun { model.tryCourse(of: begun.scenario, title: begun.title) }
        case .apply, .keep:
            guard form.hasChanges else {
                model.say("no change yet: Left and Right change a value, letters and digits type one")
                return []
            }
            model.showTrial(nil)
            model.restart(form.scenario, title: form.title, keepsBranch: result == .keep || model.showsProcess)
        case .useless:
            model.say("this form: arrows choose and change, letters and digits type a value, a applies, Esc closes it")
        }
        return []
    }

    func paste(_ line: String, in model: inout DashboardModel) {
        var form = self
        form.paste(line)
        model.overlay = .whatIf(form)
    }

    func draw(on screen: inout Screen) { screen.drawForm(self) }
}

extension Screen {
    /// The form of `W` in the bottom rows, so that the rows that it changes stay visible.
    fileprivate mutating func drawForm(_ form: WhatIfForm) {
        guard let area = drawBottomForm(" What if: \(text.name(form.task)) ") else { return }
        let (outcome, style) = outcome(of: form)
        let width = min(DisplayText.width(of: outcome), max(0, area.columns - 20))
        canvas.put(outcome, column: area.columns - width - 3, row: area.row, width: width, style: style)
        var lines = [choice(of: form)]
        if let offers = form.typed?.offers, !offers.isEmpty {
            lines.append((offers.joined(separator: "  "), theme.standard))
        } else if form.problem == nil, let path = path(of: form) {
            let rows = DisplayText.wrap("critical path  " + path, to: max(20, area.columns - 4))
            // Where there is no room, the last row is cut.
            let shown = max(1, area.rows - 3)
            let last = rows.dropFirst(shown - 1).map { CommandLanguage.trimmed($0) }.joined(separator: " ")
            lines += (rows.prefix(shown - 1) + [shown > 1 ? "    " + last : last]).map { ($0, theme.standard) }
        }
        drawFields(of: form, row: area.row + 1)
        for (place, line) in lines.prefix(max(0, area.rows - 2)).enumerated() {
            canvas.put(line.0, column: 3, row: area.row + 2 + place, width: max(0, area.columns - 3), style: line.1)
        }
        canvas.set(">", column: 1, row: min(area.row + 2, area.endRow - 1), style: theme.strong)
        let parking = form.parking.map { "\(text.name($0.parked)) is parked until \(text.name($0.until)) is released" }
        let waits = parking ?? model.changedWaitsText
        let (start, wide) = (area.columns - DisplayText.width(of: waits) - 1, DisplayText.width(of: lines[0].0) + 6)
        if area.rows > 2, form.problem == nil, start > wide {
            canvas.write(
                waits, column: start, row: area.row + 2, style: parking == nil ? theme.gain : theme.warning)
        }
        guard model.notice == nil else { return }
        canvas.put(
            " " + Self.keys(isTyping: form.typed != nil, columns: layout.columns - 2), column: 0, row: layout.rows - 1,
            width: layout.columns, style: theme.dim)
    }

    /// Everything that can be changed; the chosen field is reversed.
    private mutating func drawFields(of form: WhatIfForm, row: Int) {
        let fields = WhatIfForm.Field.allCases
        let values = fields.map { value(of: $0, in: form) }
        var shown = zip(fields, values).map { field, value in
            field == form.field ? Screen.word(field) : "\(Screen.word(field)) \(value)"
        }
        // If there is no room, the last ones lack their values, which are in the next row once they are chosen; those that
        // are changed keep them longest.
        let isChanged = fields.map { form.isChanged($0) }
        let places = fields.indices.reversed()
        for place in places.filter({ !isChanged[$0] }) + places.filter({ isChanged[$0] }) {
            guard shown.reduce(0, { $0 + DisplayText.width(of: $1) + 3 }) > layout.columns else { break }
            shown[place] = Screen.word(fields[place])
        }
        for place in fields.indices where fields[place] != form.field && shown[place] == Screen.word(fields[place]) {
            let width = shown.reduce(0) { $0 + DisplayText.width(of: $1) + 3 }
            if !values[place].isEmpty, width + 2 <= layout.columns { shown[place] += " …" }
        }
        var column = 3
        for (field, words) in zip(fields, shown) {
            guard column + 4 < layout.columns else { return }
            column = canvas.write(
                words, column: column, row: row, style: field == form.field ? theme.bar : theme.standard)
            column += 3
        }
    }

    /// The chosen field with its value, the line being typed, or what is wrong.
    private func choice(of form: WhatIfForm) -> (String, Style) {
        if let typed = form.typed {
            let label = form.field == .edge ? "add or remove a dependency" : Screen.word(form.field)
            return ("\(label): " + DisplayText.clean(typed.line) + "_", theme.keyName)
        }
        if let problem = form.problem { return (problem, theme.alarm) }
        return ("\(Screen.word(form.field))  \(value(of: form.field, in: form))", theme.strong)
    }

    /// What the keys do, in the longest wording that fits.
    private static func keys(isTyping: Bool, columns: Int) -> String {
        let choices =
            isTyping
            ? ["Enter accept  Tab complete  Esc cancel", "Enter, Esc"]
            : [
                "Up Down choose  Left Right change  letters type  a apply  b as a branch  r reset  Esc cancel",
                "Up Down field  Left Right value  letters type  a apply  b branch  r reset  Esc",
                "arrows  letters type  a apply  b branch  Esc cancel", "a b r Esc",
            ]
        return choices.first { $0.utf8.count <= columns } ?? ""
    }

    private static func word(_ field: WhatIfForm.Field) -> String {
        switch field {
        case .duration: "duration"
        case .priority: "priority"
        case .lane: "lane"
        case .edge: "after"
        case .event: "on"
        case .blocks: "blocks"
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
            let before = form.original.configuration.lane(of: old.spec)
            return arrow(DisplayText.clean(lanes[before.offset].name), DisplayText.clean(lanes[form.lane.offset].name))
        case .edge: return arrow(list(old.statedPredecessors), list(new.statedPredecessors))
        case .event: return arrow(TriggerText.short(old.spec.trigger), TriggerText.short(new.spec.trigger))
        case .blocks:
            let before = form.original.configuration.lane(of: old.spec)
            return arrow("\(old.spec.holdsEvent(in: before))", "\(form.blocks)")
        case .width:
            let before = form.original.configuration.lanes[form.lane.offset].width
            let name = DisplayText.clean(lanes[form.lane.offset].name)
            return "\(name) " + arrow("\(before)", "\(lanes[form.lane.offset].width)")
        }
    }

    private func arrow(_ old: String, _ new: String) -> String { old == new ? old : "\(old) -> \(new)" }

    private func list(_ names: [String]) -> String {
        names.isEmpty ? "nothing" : names.map { DisplayText.clean($0) }.joined(separator: ", ")
    }

    /// The tasks of the critical path: of the launch alone, or of the course that is drawn if commands make that another one.
    private func path(of form: WhatIfForm) -> String? {
        let plan = model.tried?.plan ?? plan
        guard let after = form.after, after.length != plan.launchLength, !plan.chain.isEmpty else {
            return form.after?.chainText
        }
        return plan.chain.enumerated().map { place, link in
            let mark =
                place == 0
                ? nil
                : LinkText.mark(
                    plan.chainCauses[place], lane: { model.laneSpecs[$0.offset].name }, event: TriggerText.event)
            return (mark.map { $0 + " " } ?? "") + text.name(link.task)
        }.joined(separator: " > ")
    }

    /// `launch 899ms -> 478ms (-421ms)`: what the first row compares, after the same commands; where no course is drawn, the
    /// launch alone.
    private func outcome(of form: WhatIfForm) -> (String, Style) {
        let before = model.tried == nil && form.hasChanges ? form.before?.length : plan.launchLength
        let after = model.tried.map { $0.plan.launchLength } ?? form.after?.length
        guard form.before != nil || before != nil else { return ("", theme.standard) }
        let (old, new) = (before?.briefText ?? "no end", (form.hasChanges ? after : before)?.briefText ?? "no end")
        var line = " launch \(arrow(old, new)) "
        guard form.hasChanges, let from = before?.time, let to = after?.time, from != to,
            before?.parked == after?.parked
        else { return (line, theme.strong) }
        line += "(\(to > from ? "+" : "-")\(TimeText.text(Nanoseconds(abs(to.count - from.count))))) "
        return (line, to < from ? theme.criticalWait : theme.warning)
    }
}
