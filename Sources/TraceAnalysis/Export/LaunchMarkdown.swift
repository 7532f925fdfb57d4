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
        let time = launch.map { "launch \(TimeText.text($0.time))" } ?? "no launch reached its first frame"
        var text = "# \(Self.escaped(recording.trace.header.name)): \(time)\n"
        if let budget = recording.budget, let launch {
            let isMet = launch.time <= budget
            text += "\nBudget \(TimeText.text(budget)): \(isMet ? "met" : "exceeded").\n"
        }
        if let outlook = recording.outlook {
            text += "\n**Why** \(Self.escaped(outlook.why)).\n"
            for (number, line) in outlook.tries.enumerated() { text += "\n\(number + 1). \(Self.escaped(line))" }
            if !outlook.tries.isEmpty { text += "\n" }
        }
        if let launch { text += chain(launch) + tasks(launch) }
        let warnings = timeline.warnings.map { mark in
            "\(TimeText.text(mark.time)) \(Self.escaped(ReasonText.text(mark.warning, names: recording.trace.names)))"
        }
        text += list("Warnings", warnings) + list("Lints", (recording.outlook?.lints ?? []).map(Self.escaped))
        return text
    }

    private func chain(_ launch: LaunchMeasure) -> String {
        let words = LinkText(launch)
        let rows = launch.path.links.map { link in
            [
                TimeText.text(link.from - launch.launched), TimeText.text(link.length),
                link.task.map { Self.escaped(launch.name($0)) } ?? "-", Self.escaped(words.why(link)),
            ]
        }
        let bound = TimeText.text(launch.path.boundWithUnlimitedLanes)
        return "\n## Critical chain\n\nWith unlimited lanes the launch would take \(bound).\n\n"
            + Self.table(["from", "took", "task", "why"], aligned: "rrll", rows)
    }

    private func tasks(_ launch: LaunchMeasure) -> String {
        let rows = Blame(launch).rows.map { row in
            [
                Self.escaped(row.name), TimeText.text(row.own), TimeText.text(row.dependencyWait),
                TimeText.text(row.laneWait), row.slack.map { TimeText.text($0) } ?? "", row.isCritical ? "yes" : "",
            ]
        }
        return "\n## Tasks\n\n"
            + Self.table(
                ["task", "own", "waited for tasks", "waited for its lane", "slack", "critical"], aligned: "lrrrrl", rows
            )
    }

    private func list(_ title: String, _ lines: [String]) -> String {
        lines.isEmpty ? "" : "\n## \(title)\n\n" + lines.map { "- \($0)\n" }.joined()
    }

    private static func table(_ heads: [String], aligned: String, _ rows: [[String]]) -> String {
        let marks = aligned.map { $0 == "r" ? "---:" : "---" }
        var lines = ["| " + heads.joined(separator: " | ") + " |", "|" + marks.joined(separator: "|") + "|"]
        lines += rows.prefix(rowLimit).map { "| " + $0.joined(separator: " | ") + " |" }
        let more = rows.count - rowLimit
        return lines.map { $0 + "\n" }.joined() + (more > 0 ? "\nand \(Format.count(more)) more\n" : "")
    }

    /// A text in which nothing acts as Markdown or HTML.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in DisplayText.clean(text) {
            switch character {
            case "\\", "|", "`", "*", "_", "[", "]", "#", "~", "!":
                result.append("\\")
                result.append(character)
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            default: result.append(character)
            }
        }
        return result
    }
}
