import SchedulerCore
import TraceAnalysis
import TraceFormat

extension Screen {
    /// The first row: what plays, where time stands, the app's state, the launch.
    mutating func drawStatus() {
        canvas.fill(Rect(column: 0, row: 0, columns: layout.columns, rows: 1), style: theme.bar)
        var column = 0
        for part in statusParts() {
            canvas.put(
                part.text, column: column, row: 0,
                width: min(TextColumns.width(of: part.text), layout.columns - column),
                style: part.style)
            column += TextColumns.width(of: part.text)
        }
    }

    /// One piece of the status line; the less important are left out first.
    private struct Part {
        var text: String
        var importance: Int
        var style: Style
    }

    private func statusParts() -> [Part] {
        let bar = theme.bar
        let strong = theme.bar.adding(.bold)
        let file = TextColumns.clean(
            model.process?.title ?? model.options.scenarioFile.map(lastComponent) ?? model.session.scenario.name)
        var parts = [
            Part(
                text: " " + TextColumns.cut(file, to: layout.columns < 100 ? 16 : 24) + " ", importance: 7,
                style: strong)
        ]
        if layout.columns >= 140 { parts.insert(Part(text: " taskscope", importance: 0, style: strong), at: 0) }
        if let script = model.options.scriptFile.map(lastComponent) {
            parts.append(Part(text: " script \(TextColumns.clean(script)) ", importance: 1, style: bar))
        }
        let clock = model.showsProcess ? model.processWord : model.isRunning ? "RUNNING" : "PAUSED"
        parts.append(Part(text: " \(clock) t=\(TimeText.text(now - .zero)) ", importance: 8, style: strong))
        if !model.showsProcess { parts.append(Part(text: "\(model.speedText) ", importance: 5, style: bar)) }
        let state = context.scheduler.state
        let shown = " \(TriggerText.state(state)) "
        parts.append(Part(text: shown, importance: 10, style: strong))
        if state == .notRunning {
            let isScripted = !model.session.simulation.script.isThrough
            let hint = isScripted ? "Space plays the script" : "\(key(of: .world(.act(.launch)))) launch"
            parts.append(Part(text: " \(hint) ", importance: 9, style: strong))
        }
        if !launchText.isEmpty { parts.append(Part(text: " \(launchText) ", importance: 6, style: bar)) }
        if let other = model.compared {
            let ours = plan.completeLaunch
            let difference = ours.flatMap { ours in
                other.launchTime.map { TimeText.signed(Nanoseconds(ours.count - $0.count)) }
            }
            let text =
                " \(TextColumns.clean(model.branchName)) vs \(TextColumns.clean(other.name)): \(difference ?? "-") "
            parts.append(Part(text: text, importance: 7, style: strong))
        } else if !model.branches.isEmpty {
            parts.append(Part(text: " branch \(TextColumns.clean(model.branchName)) ", importance: 3, style: bar))
        }
        if !layout.isLarge, !model.view.filter.isEmpty {
            let shown = TextColumns.cut(TextColumns.clean(model.view.filter.text), to: 16)
            let count = "\(model.order.tasks.count) of \(model.order.total)"
            parts.append(Part(text: " \(shown): \(count) ", importance: 7, style: bar))
        }
        let lints = model.shownLints.count
        if lints > 0 { parts.append(Part(text: " \(lints) lint\(lints == 1 ? "" : "s") ", importance: 4, style: bar)) }
        if layout.columns >= 100, let scale {
            parts.append(Part(text: " cell \(TimeText.text(scale.step)) ", importance: 2, style: bar))
        }
        return fitted(parts)
    }

    private func fitted(_ parts: [Part]) -> [Part] {
        var parts = parts
        while parts.reduce(0, { $0 + TextColumns.width(of: $1.text) }) > layout.columns, parts.count > 1 {
            guard let least = parts.indices.min(by: { parts[$0].importance < parts[$1].importance }) else { break }
            parts.remove(at: least)
        }
        return parts
    }

    /// How long the launch took, or what is planned.
    var launchText: String {
        let count = plan.chain.count
        let hasRoom = layout.columns >= 100 || context.scheduler.state != .notRunning
        let onPath = count > 0 && hasRoom ? " (\(count) on CP)" : ""
        if let start = plan.launchStart, let time = plan.launchTime, let frame = plan.firstFrame {
            if model.forecast.assumesLaunch { return "launch \(TimeText.text(time)) planned\(onPath)" }
            if frame > now, start <= now { return "launch \(TimeText.text(time)) planned\(onPath)" }
            return "launch \(TimeText.text(time))\(onPath)"
        }
        return plan.launchStart == nil ? "" : "launch without end"
    }

    /// The large layout's second row: the lifecycle and what each key does to it.
    mutating func drawLifecycle() {
        var column = 1
        let current = context.scheduler.state
        for state in LifecycleState.allCases {
            let word = state == current ? "[\(state)]" : "\(state)"
            column = canvas.write(
                word, column: column, row: 1, style: state == current ? theme.strong : theme.dim)
            column = canvas.write("  ", column: column, row: 1)
        }
        column += 2
        for action in [LifecycleAction.launch, .background, .foreground, .memoryWarning, .terminate] {
            guard let binding = model.options.keys.bindings.first(where: { $0.action == .world(.act(action)) }) else {
                continue
            }
            let isAllowed = action.isAllowed(in: current)
            column = canvas.write(
                binding.shown, column: column, row: 1, style: isAllowed ? theme.keyName : theme.dim)
            column = canvas.write(
                " \(ReasonText.verb(of: action))  ", column: column, row: 1,
                style: isAllowed ? theme.standard : theme.dim)
        }
    }

    /// The key of an action, as people write it.
    private func key(of action: KeyAction) -> String {
        model.options.keys.bindings.first { $0.action == action }?.shown ?? ":"
    }

    private func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
