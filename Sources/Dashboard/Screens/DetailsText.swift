import SchedulerCore

/// The selected task in full: what it is, what its run waited for and for whom.
struct DetailsText {
    let screen: Screen
    let task: TaskID

    private var plan: Plan { screen.plan }
    private var text: FactText { screen.text }
    private var scheduler: Scheduler { screen.model.scheduler }

    /// All lines.
    func lines() -> [String] {
        let snapshot = scheduler.snapshot(of: task)
        let letter = screen.model.stateLetter(task, snapshot)
        var lines = [
            "state       \(letter.rawValue) \(letter.word)\(snapshot.isParked ? ", parked" : "")",
            "trigger     \(TriggerText.long(snapshot.trigger))",
            "priority    \(snapshot.priority)",
            "lane        \(text.name(snapshot.lane))",
            "runs ended  \(snapshot.runsEnded)",
        ]
        if let turn = snapshot.nextTurn { lines.append("next turn   \(at(turn))") }
        lines.append("waits for   \(names(scheduler.predecessors(of: task)))")
        lines.append("held up     \(names(scheduler.successors(of: task)))")
        if task.offset < plan.isCritical.count {
            if plan.isCritical[task.offset] {
                lines.append("slack       none: on the critical path")
            } else if let slack = plan.slack[task.offset] {
                lines.append("slack       \(TimeText.exact(slack))")
            }
        }
        lines.append("")
        lines += waitLines()
        let marks = task.offset < plan.marks.count ? plan.marks[task.offset].filter { $0.time <= screen.now } : []
        for mark in marks.suffix(5) {
            let word = mark.kind == .missed ? "missed" : "skipped"
            lines.append("\(word) at \(at(mark.time)): \(text.reason(mark.reason))")
        }
        return lines
    }

    /// The run shown, its waits and their causes.
    func waitLines() -> [String] {
        guard let run = plan.shownRun(of: task, at: screen.now) else {
            return ["\(text.name(task)) has not been released"]
        }
        let isPlanned = run.released > screen.now || screen.model.forecast.assumesLaunch
        let limit = plan.horizon
        var lines = [
            "\(text.name(task)) run \(run.number)\(isPlanned ? " (planned)" : "")",
            "released    \(at(run.released))",
        ]
        if let ready = run.ready { lines.append("ready       \(at(ready))") }
        for (place, attempt) in run.attempts.enumerated() {
            let name = run.attempts.count > 1 ? "attempt \(place + 1)   " : "ran         "
            let end = attempt.end.map(at) ?? "..."
            let outcome = attempt.outcome.map { $0 == .success ? "" : ", \(text.word($0))" } ?? ""
            lines.append("\(name)\(at(attempt.start)) to \(end)\(outcome)")
        }
        let waits = WaitText(text: text, plan: plan)
        let dependency = run.dependencyWait(until: limit)
        if dependency > .zero {
            lines.append("waited \(TimeText.exact(dependency)) for dependencies")
            let all = waits.predecessors(run, until: limit)
            let last = all.max { $0.to < $1.to }
            for (predecessor, to) in all {
                let mark = predecessor == last?.task ? "  the last" : ""
                lines.append("  \(at(run.released))-\(at(to))  \(text.name(predecessor))\(mark)")
            }
        }
        let lane = run.laneWait(until: limit)
        if lane > .zero {
            lines.append("waited \(TimeText.exact(lane)) for lane \(text.name(run.lane))")
            for holder in waits.laneHolders(run, until: limit) {
                lines.append("  \(at(holder.from))-\(at(holder.to))  \(text.name(holder.task))")
            }
        }
        if dependency <= .zero, lane <= .zero { lines.append("it did not wait") }
        return lines
    }

    private func at(_ instant: Instant) -> String { TimeText.exact(instant - .zero) }

    private func names(_ tasks: [TaskID]) -> String {
        if tasks.isEmpty { return "nothing" }
        let shown = tasks.prefix(8).map(text.name).joined(separator: ", ")
        return tasks.count > 8 ? "\(shown) and \(tasks.count - 8) more" : shown
    }
}
