import Planning
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// The selected task in full: what it is, and what its run waited for.
struct DetailsText {
    let context: ScreenContext
    let task: TaskID

    private var plan: Course { context.plan }
    private var text: FactText { context.text }
    private var scheduler: Scheduler { @inline(__always) _read { yield context.scheduler } }

    /// All lines.
    func lines() -> [String] {
        let snapshot = scheduler.snapshot(of: task)
        let letter = context.model.stateLetter(task, snapshot.standing)
        var lines = [
            "state       \(letter.rawValue) \(snapshot.state == .retrying ? "waits for its retry" : letter.word)"
                + (snapshot.isParked ? ", parked" : ""),
            "trigger     \(TriggerText.long(snapshot.trigger))",
            "priority    \(snapshot.priority)",
            "lane        \(text.name(snapshot.lane))\(isAnchor ? ", an anchor: a milestone without work" : "")",
            "runs ended  \(snapshot.runsEnded)",
        ]
        let tasks = context.model.session.scenario.tasks
        if tasks.indices.contains(task.offset), !snapshot.isSequence {
            let own = tasks[task.offset]
            lines.append("duration    \(CommandLanguage.written(own.duration))")
            if own.outcome != .success { lines.append("outcome     \(CommandLanguage.written(own.outcome))") }
            if own.spec.retry.limit > 0 { lines.append("retry       \(CommandLanguage.written(own.spec.retry))") }
        }
        if let words = holdText { lines.append("event       \(words)") }
        lines.append("next run    \(nextText)")
        lines.append("needs       \(needs)")
        lines.append("needed by   \(names(scheduler.successors(of: task)))")
        let selection = SelectionText(context: context, task: task)
        let queued = selection.delayed(by: task)
        if !queued.isEmpty {
            let word = selection.hasDelayed(queued) ? "delayed" : "delays "
            lines.append("\(word)     \(names(queued)) in lane \(text.name(snapshot.lane))")
        }
        if plan.isCritical(task) {
            lines.append("slack       none: on the critical path")
        } else if let slack = plan.slack(of: task) {
            lines.append("slack       \(TimeText.text(slack)), shared with what is on its chain")
        } else if plan.launchTime != nil {
            let isInLaunch = context.shownRun(of: task).map(plan.isInLaunch) ?? false
            lines.append("slack       \(isInLaunch ? "free: the launch does not wait for it" : "not in the launch")")
        }
        lines.append("")
        lines += sequenceLines() + waitLines()
        let marks = plan.marks(of: task).filter { $0.time <= context.now }
        for mark in marks.suffix(5) {
            let word = mark.kind.rawValue
            let turn = mark.reason == .overrun ? "another turn " : ""
            let reason = isOver(mark.reason) ? text.pastReason(mark.reason) : text.reason(mark.reason)
            lines.append("\(turn)\(word) at \(at(mark.time)): \(reason)")
        }
        return lines
    }

    /// Whether what parked a run is over at the instant shown.
    private func isOver(_ reason: Reason) -> Bool {
        if case .lanePaused(let lane) = reason { return !scheduler.snapshot(of: lane).isPaused }
        return !scheduler.snapshot(of: task).isParked
    }

    /// Whether its event waits for it; nil if nothing but the lane says that it does not.
    private var holdText: String? {
        let tasks = context.model.session.scenario.tasks
        guard tasks.indices.contains(task.offset) else { return nil }
        let stated = tasks[task.offset].spec.blocks.map { " (blocks: \($0))" } ?? ""
        if !context.blocksItsEvent(task) { return stated.isEmpty ? nil : "does not wait for it\(stated)" }
        let isParked = scheduler.snapshot(of: task).isParked
        return (isParked ? "does not wait for it while it is parked" : "waits until it has ended") + stated
    }

    /// When it runs next, or what must come first.
    var nextText: String {
        let snapshot = scheduler.snapshot(of: task)
        if !snapshot.exists { return "none: it is destroyed" }
        if let attempts = context.shownRun(of: task)?.attempts,
            let place = attempts.firstIndex(where: { $0.start > context.now }), place > 0
        {
            return "at \(at(attempts[place].start)): attempt \(place + 1), as planned"
        }
        let shown = context.shownRun(of: task).flatMap { context.tense(of: task, $0) == .future ? $0.start : nil }
        let start = shown ?? plan.nextStart(of: task, after: context.now)
        if let start, start != snapshot.nextTurn { return "at \(at(start)), as planned" }
        if let turn = snapshot.nextTurn { return "at \(at(turn)), its turn" }
        if snapshot.isPaused { return "none while it is paused" }
        if snapshot.isParked { return "when what parks it is over" }
        switch snapshot.trigger {
        case .events(let events) where events.events.allSatisfy({ $0.isOncePerProcess }) && snapshot.runsEnded > 0:
            return "at the next launch"
        case .events(let events):
            return "when \(events.events.map(TriggerText.event).joined(separator: " or ")) comes"
        case .notification(let key): return "when \(DisplayText.clean(key)) is posted"
        case .none: return "as a step of a sequence"
        case .timer: return "none: it has no further turn"
        case .startup: return "in the next process"
        }
    }
    /// Whether it is a milestone: it takes no time and runs in the lane of anchors.
    private var isAnchor: Bool {
        text.name(scheduler.snapshot(of: task).lane) == LaneSpec.anchors
    }

    /// The progress of the sequence, or of the one that the task is a step of; empty for other tasks.
    func sequenceLines() -> [String] {
        if context.scheduler.snapshot(of: task).isSequence, let words = SequenceText(task, context.model, text) {
            return [words.sentence] + words.steps + [""]
        }
        guard let sequence = context.model.order.tree.ancestors(of: task).first,
            let words = SequenceText(sequence, context.model, text)
        else { return [] }
        return ["step of \(text.name(sequence)): \(words.sentence)", ""]
    }

    /// The run shown, its waits and their causes.
    func waitLines() -> [String] {
        guard let run = context.shownRun(of: task) else {
            let state = scheduler.snapshot(of: task).exists ? "not released" : "destroyed"
            return ["\(text.name(task)) is \(state): \(missingRelease)"]
        }
        let tense = context.tense(of: task, run)
        // What waits now has waited so far: what follows is a plan.
        let limit = tense == .present ? context.now : plan.horizon
        let words = WaitText(names: context.waits.names)
        var lines = [
            "\(text.name(task)) run \(run.number)\(tense == .future ? " (planned)" : "")",
            "released    \(at(run.released))",
        ]
        if let ready = run.ready { lines.append("ready       \(at(ready))") }
        for (place, attempt) in run.attempts.enumerated() {
            lines.append(line(of: attempt, name: run.attempts.count > 1 ? "attempt \(place + 1)   " : nil))
            guard place + 1 < run.attempts.count else { continue }
            let between = context.waits.pieces(
                of: run, task, afterAttempt: place, until: run.attempts[place + 1].start)
            lines += between.map { "  \(at($0.from))-\(at($0.to))  \(words.sentence($0))" }
        }
        let pieces = context.waits.pieces(of: run, task, until: limit)
        let own = pieces.filter { !$0.isBeside }
        let present = PresentText(context: context, task: task).sentence
        guard let first = own.first, let last = own.last else {
            if let present { return lines + [present] }
            let isRetried = run.attempts.count > 1
            return lines + [
                plan.holder(before: run).map { HeldText.words($0, tense, text) }
                    ?? dueText(run) + tense.waitsNot + (isRetried ? " before its first attempt" : "")
            ]
        }
        let shown = ShownParts(own.map { $0.length })
        let isOpen = tense == .future && run.isUnplanned
        let length = isOpen ? "" : " " + shown.text(last.to - first.from)
        lines.append(present ?? dueText(run) + tense.waits + length + (isOpen ? "; its start is not planned" : ""))
        for piece in pieces {
            if isOpen, piece.to >= limit {
                lines.append("  \(at(piece.from))-  \(words.reason(piece))")
            } else {
                lines.append("  \(at(piece.from))-\(at(piece.to))  \(shown.text(piece.length)) \(words.reason(piece))")
            }
        }
        if present == nil, !isOpen, let hops = context.hops.sentence(behind: pieces) { lines.append("  \(hops)") }
        return lines
    }

    /// `its first turn is due at 1s: `, of a run of a timer that is to come; empty for other runs.
    func dueText(_ run: Course.Run) -> String {
        guard case .timer = scheduler.snapshot(of: task).trigger, context.tense(of: task, run) == .future else {
            return ""
        }
        return "its \(run.number == 1 ? "first" : "next") turn is due at \(at(run.released)): "
    }

    /// What must happen before the task has a run at all.
    var missingRelease: String {
        let snapshot = scheduler.snapshot(of: task)
        if !snapshot.exists {
            let process = scheduler.state == .notRunning ? "the process after the next launch" : "the next process"
            return "\(process) has it again, unless it was injected"
        }
        switch snapshot.trigger {
        case .none: return "it runs only as a step of a sequence"
        case .events(let events):
            let words = events.events.map(TriggerText.event).joined(separator: " or ")
            guard hasMissed(events) else { return "no \(words) has been delivered" }
            // Only a pause lets an event pass over a task that was there.
            let scenario = context.model.session.scenario
            return task.offset < scenario.tasks.count + scenario.sequences.count
                ? "it was paused when \(words) came" : "no \(words) since the task was injected"
        case .timer:
            if let turn = snapshot.nextTurn { return "its turn comes at \(at(turn))" }
            return scheduler.state == .notRunning ? "its timer begins with the launch" : "no further turn"
        case .notification(let key): return "\(DisplayText.clean(key)) has not been posted"
        case .startup(let kind): return "class \(kind) has not been released"
        }
    }

    /// Whether this process delivered one of the events, though no run was released: the task was paused, or not there yet.
    private func hasMissed(_ events: EventSet) -> Bool {
        guard let start = plan.launchStart, scheduler.state != .notRunning else { return false }
        return plan.events.contains { $0.time >= start && $0.time <= context.now && events.contains($0.event) }
    }

    private func line(of attempt: Course.Attempt, name: String?) -> String {
        let now = context.now
        let end = attempt.end.map(at) ?? "..."
        guard context.hasBegun(task, attempt.start), !context.model.isAhead else {
            return (name ?? "will run    ") + "\(at(attempt.start)) to \(end)"
        }
        guard let over = attempt.end, over <= now else {
            return (name ?? "runs since  ") + "\(at(attempt.start)), until \(end) planned"
        }
        let outcome = attempt.outcome.map { $0 == .success ? "" : ", \(text.word($0))\(error(at: over))" } ?? ""
        return (name ?? "ran         ") + "\(at(attempt.start)) to \(end)\(outcome)"
    }

    /// The error text of the attempt that failed at this instant; empty if there are two, as either may be meant.
    private func error(at instant: Instant) -> String {
        let texts = context.model.session.errorTexts(at: instant)
        return texts.count == 1 ? ": \(DisplayText.clean(texts[0]))" : ""
    }

    private func at(_ instant: Instant) -> String { TimeText.text(instant - .zero) }

    /// What it waits for; of a preferred one only the end counts, if that is to come.
    private var needs: String {
        let dependencies = scheduler.dependencies(of: task)
        let names = dependencies.map { text.name($0.task) + ($0.kind == .prefers ? " (preferred)" : "") }
        return names.isEmpty ? "no task" : Format.list(names, limit: 8)
    }

    private func names(_ tasks: [TaskID]) -> String {
        tasks.isEmpty ? "no task" : Format.list(tasks.map(text.name), limit: 8)
    }
}
