import SchedulerCore
import Text
import TraceFormat

/// A launch as a report in Markdown, for pull requests and tickets.
struct LaunchMarkdown {
    /// Rows of a table before it only counts.
    private static let rowLimit = 100

    private let recording: LaunchRecording
    private let timeline: Timeline
    private let launch: LaunchMeasure?

    init(_ recording: LaunchRecording) {
        self.recording = recording
        timeline = Timeline(recording.trace.records)
        launch = recording.launch(timeline)
    }

    /// The report; lines end with a line feed.
    func text() -> String {
        let time = launch.map { "\($0.whole) \($0.length.text)" } ?? "no launch reached its first frame"
        var text = "# \(MarkupText.markdown(recording.trace.header.name)): \(time)\n"
        if let budget = recording.facts.budget, let launch {
            let words = launch.length.keeps(budget).map { $0 ? ": met" : ": exceeded" }
            text += "\nBudget \(TimeText.text(budget))\(words ?? " " + LaunchText.notJudged(launch.parked)).\n"
        }
        if let outlook = recording.outlook {
            text += "\n**Why** \(MarkupText.markdown(outlook.why)).\n"
            for (number, line) in outlook.tries.enumerated() { text += "\n\(number + 1). \(MarkupText.markdown(line))" }
            if !outlook.tries.isEmpty { text += "\n" }
        }
        if let launch { text += body(launch) }
        let warnings = timeline.warnings.map { mark in
            "\(TimeText.text(mark.time)) \(MarkupText.markdown(ReasonText.text(mark.warning, names: recording.trace.names)))"
        }
        text +=
            list("Skipped or missed", (launch?.lostTurns ?? []).map { MarkupText.markdown($0) })
            + list("Warnings", warnings)
            + list("Findings", (recording.outlook?.findings ?? []).map { MarkupText.markdown($0) })
        return text
    }

    private func body(_ launch: LaunchMeasure) -> String {
        let bound = TimeText.text(launch.path.boundWithUnlimitedLanes)
        return "\n## Critical path\n\nWith unlimited lanes the \(launch.whole) would take \(bound).\n\n"
            + launch.chainTable.markdown(limit: Self.rowLimit)
            + (launch.endingSkip.map { "\n\(MarkupText.markdown($0))\n" } ?? "") + "\n## Tasks\n\n"
            + launch.taskTable.markdown(limit: Self.rowLimit)
    }

    private func list(_ title: String, _ lines: [String]) -> String {
        lines.isEmpty ? "" : "\n## \(title)\n\n" + lines.map { "- \($0)\n" }.joined()
    }
}

/// What a launch's report shows as tables, in Markdown and on the page.
extension LaunchMeasure {
    /// The critical chain, link by link.
    var chainTable: Table {
        var table = Table([.number("from"), .number("took"), .words("task"), .words("why")])
        let words = LinkText(self)
        var before: CriticalPath.Link?
        for link in path.links {
            table.add([
                TimeText.text(link.from - launched), TimeText.text(link.length),
                link.task.map { isGap($0) ? gapName($0) : name($0) } ?? "-",
                words.why(link, after: before),
            ])
            before = link
        }
        return table
    }

    /// How long each task took, and what it waited for.
    var taskTable: Table {
        let waits = isForeign ? ["began", "waited"] : ["waited for tasks", "waited for its lane"]
        var table = Table(
            [.words("task"), .number("own")] + waits.map { .number($0) } + [.number("slack"), .words("critical")])
        for row in Blame(self).rows {
            let times = isForeign ? [row.began ?? .zero, row.wait] : [row.dependencyWait, row.laneWait]
            table.add(
                [row.shownName, TimeText.text(row.own)] + times.map { TimeText.text($0) } + [
                    row.slack.map { TimeText.text($0) } ?? "", row.isCritical ? "yes" : "",
                ], isMarked: row.isCritical)
        }
        return table
    }
}
