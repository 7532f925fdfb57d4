import Text
import SchedulerCore
import TraceFormat

extension Summary {
    /// The summary for people: title, chart, counts, warnings, expectations; lines end with a line feed.
    ///
    /// The chart fits into `width` columns (at least 40 are used); sentences do not break and may be longer.
    /// If the session is much longer than its launch, the launch fills the chart and a line counts what lies outside
    /// it, unless `isWhole`. `isPlan`: nothing of it has happened yet.
    public func text(
        width: Int = 80, glyphs: Glyphs = .unicode, isWhole: Bool = false, isPlan: Bool = false
    ) -> String {
        let window = isWhole ? nil : launchWindow
        var lines = [title(glyphs, isPlan: isPlan)] + chart(width: max(40, width), glyphs, window)
        lines += turns(glyphs) + jobs(glyphs)
        return (lines + warnings(glyphs) + expectations(glyphs)).map { $0 + "\n" }.joined()
    }

    private func title(_ glyphs: Glyphs, isPlan: Bool) -> String {
        let launch = launch.map { (isPlan ? "planned launch " : "launch ") + $0.text } ?? "no launch"
        return "\(DisplayText.clean(header.name, glyphs: glyphs))  seed \(header.seed)  \(launch)"
            + "  \(timeline.state.word)"
    }

    private func name(_ task: TaskID, _ glyphs: Glyphs) -> String {
        DisplayText.clean(names.name(of: task), glyphs: glyphs)
    }

    private func clean(_ text: String, _ glyphs: Glyphs) -> String {
        DisplayText.clean(text, glyphs: glyphs)
    }
}

// MARK: - Chart

extension Summary {
    /// Columns of the numbers on the right: a space, OWN, a space, WAIT.
    private static let numberColumns = 14

    /// From the first launch that reached its first frame to a little after it, if the whole would leave it only a
    /// corner; otherwise nil.
    private var launchWindow: Range<Instant>? {
        for process in timeline.processes {
            guard let length = process.launchTime, length > .zero else { continue }
            let end = process.launched + length + Nanoseconds(length.count / 3)
            let shown = (end - process.launched).count
            return (timeline.lastTime - .zero).count / 2 > shown ? process.launched..<end : nil
        }
        return nil
    }

    private func chart(width: Int, _ glyphs: Glyphs, _ window: Range<Instant>?) -> [String] {
        let rows = rows.filter { row in
            row.started > 0 && row.runs.contains { isIn(window, timeline.runs[$0]) }
        }
        guard !rows.isEmpty || !timeline.events.isEmpty else { return [] }
        let longest = rows.map { DisplayText.width(of: name($0.task, glyphs)) }.max() ?? 0
        let nameColumns = min(max(longest, 4), width / 3)
        let gantt = TextGantt(
            timeline, cells: width - nameColumns - 1 - Self.numberColumns, glyphs: glyphs,
            from: window?.lowerBound ?? .zero, end: window?.upperBound)
        let blanks = String(repeating: " ", count: nameColumns + 1)
        var lines = [(blanks + gantt.eventRow()).trimmingBlanks, blanks + gantt.ruler() + "    OWN   WAIT"]
        let attempts = Dictionary(grouping: timeline.earlierAttempts) { timeline.runs[$0.run].task }
        let marks = Dictionary(grouping: timeline.marks, by: { $0.task })
        let waits = Dictionary(grouping: retryWaits) { timeline.runs[$0.run].task }
        for row in rows {
            let cells = gantt.row(
                of: row.runs, attempts: attempts[row.task] ?? [], marks: marks[row.task] ?? [],
                retryWaits: (waits[row.task] ?? []).map { ($0.from, $0.to) }
            ) {
                paths[Int(timeline.runs[$0].process)]?.isCritical($0) ?? false
            }
            let name = DisplayText.pad(name(row.task, glyphs), to: nameColumns, glyphs: glyphs)
            let own = isAnchor(row) ? "anchor" : number(row.own)
            lines.append("\(name) \(cells) \(own) \(number(row.dependencyWait + row.laneWait))")
        }
        if let window { lines.append(folded(window)) }
        return lines
    }

    private func isIn(_ window: Range<Instant>?, _ span: RunSpan) -> Bool {
        guard let window else { return true }
        return span.released < window.upperBound && span.finished ?? timeline.lastTime >= window.lowerBound
    }

    /// What the chart of a launch leaves out: `and 35 runs until 16s; --whole shows all`.
    private func folded(_ window: Range<Instant>) -> String {
        let outside = timeline.runs.count { $0.started != nil && !isIn(window, $0) }
        return "the chart shows the launch; outside it \(Format.count(outside, "run")), "
            + "up to \(TimeText.exact(timeline.lastTime - .zero)); --whole shows all"
    }

    /// Whether a task is a milestone, which takes no time: its runs are on the lane of anchors.
    private func isAnchor(_ row: Row) -> Bool {
        guard let run = row.runs.first, row.own == .zero else { return false }
        return names.name(of: timeline.runs[run].lane) == LaneSpec.anchors
    }

    private func number(_ duration: Nanoseconds) -> String {
        DisplayText.pad(TimeText.short(duration), to: 6, alignment: .right)
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

// MARK: - What went wrong

extension Summary {
    private func turns(_ glyphs: Glyphs) -> [String] {
        let counts = timeline.counts
        let unfinished = counts.started - Outcome.allCases.reduce(0) { $0 + counts.ended[$1] }
        var first = Format.count(counts.started, "run") + ": "
        first += "\(counts.ended[.success]) succeeded, \(counts.failed) failed, \(counts.ended[.cancelled]) cancelled"
        if unfinished > 0 { first += ", \(unfinished) unfinished" }
        first += "; \(counts.skipped) skipped, \(counts.missed) missed, \(counts.parked) parked"
        if counts.retried > 0 { first += ", \(counts.retried) retried" }
        if counts.refused > 0 { first += "; \(counts.refused) refused" }
        return [first] + list(failures(glyphs)) + list(marks(.skip, glyphs))
            + list(marks(.miss, glyphs)) + list(marks(.park, glyphs)) + list(refusals(glyphs))
            + unheardPosts(glyphs)
    }

    func list(_ lines: [String]) -> [String] {
        guard lines.count > Self.listLimit else { return lines }
        return lines.prefix(Self.listLimit) + ["  and \(Format.count(lines.count - Self.listLimit)) more"]
    }

    private func failures(_ glyphs: Glyphs) -> [String] {
        timeline.runs.compactMap { span in
            guard let finished = span.finished, let what = span.outcome?.failure else { return nil }
            let attempt = span.attempts > 1 ? ", attempt \(span.attempts)" : ""
            return "  \(TimeText.text(finished))  \(name(span.task, glyphs)) run \(span.run) \(what)\(attempt)"
        }
    }

    private func marks(_ kind: TurnMark.Kind, _ glyphs: Glyphs) -> [String] {
        timeline.marks.filter { $0.kind == kind }.map { mark in
            let reason = clean(ReasonText.text(mark.reason, names: names), glyphs)
            return "  \(TimeText.text(mark.time))  \(name(mark.task, glyphs)) \(kind.word): \(reason)"
        }
    }

    private func refusals(_ glyphs: Glyphs) -> [String] {
        timeline.commands.compactMap { mark in
            guard let refusal = mark.refusal else { return nil }
            let command = names.text(of: mark.command)
            let reason = ReasonText.sentence(
                refusal, command: command, cycle: names.cycles[mark.command], names: names)
            return "  \(TimeText.text(mark.time))  refused: \(clean(command, glyphs)): \(clean(reason, glyphs))"
        }
    }

    private func warnings(_ glyphs: Glyphs) -> [String] {
        let lines = timeline.warnings.map { mark in
            "  \(TimeText.text(mark.time))  \(clean(ReasonText.text(mark.warning, names: names), glyphs))"
        }
        return (lines.isEmpty ? [] : [Format.count(lines.count, "warning")]) + list(lines)
    }

    /// Failed expectations are all shown.
    private func expectations(_ glyphs: Glyphs) -> [String] {
        let judged = timeline.expectations.map { names.expectation($0.number) }
        guard !judged.isEmpty else { return [] }
        let failed = judged.filter { !$0.isMet }
        let count = "\(Format.count(judged.count, "expectation")), \(failed.count) failed"
        return [count]
            + failed.map { "\(clean(scriptFile, glyphs)):\($0.line): \(clean($0.sentence, glyphs))" }
    }
}

extension Outcome {
    /// The verb for a run that ended this way; nil if nothing went wrong.
    fileprivate var failure: String? {
        switch self {
        case .success, .cancelled: nil
        case .fail: "failed"
        case .critical: "failed for good"
        case .timedOut: "timed out"
        }
    }
}
