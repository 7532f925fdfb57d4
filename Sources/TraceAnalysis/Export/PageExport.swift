import SchedulerCore
import Text
import TraceFormat

/// A launch as one HTML file that needs nothing else: no network, no script of its own, names as text and never as markup.
///
/// This is the summary that a reader sees until the page's program has started, or if there is none.
public enum PageExport {
    /// Rows of a table before it only counts.
    private static let rowLimit = 500
    /// The most runs for which the picture is drawn.
    private static let pictureLimit = 2_000

    /// The page of a recording; without a program it says that none is installed.
    public static func html(_ recording: LaunchRecording, program: PageProgram? = nil) -> String {
        let timeline = Timeline(recording.trace.records)
        let launch = recording.launch(timeline)
        let time = launch.map { "launch \(TimeText.text($0.time))" } ?? "no launch reached its first frame"
        let title = "\(recording.trace.header.name): \(time)"
        let summary =
            "<main id=\"summary\">\n<h1>\(escaped(title))</h1>\n\(outlook(recording))"
            + (launch.map { body($0) } ?? "") + lints(recording) + (program == nil ? missing : "") + "</main>\n"
        return document(title: title, policy: program?.policy ?? stillPolicy, body: summary + (program?.body ?? ""))
    }

    /// What a page without a program says.
    static let missing =
        "<p class=\"note\">This page is only a summary: the dashboard for exported pages is not installed.</p>\n"

    /// The security policy of a page without a program: nothing is loaded, nothing runs.
    static let stillPolicy = "default-src 'none'; style-src 'unsafe-inline'"

    /// A whole file around a body that is markup already.
    static func document(title: String, policy: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta http-equiv="Content-Security-Policy" content="\(policy)"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>\(escaped(title))</title>
        <style>
        \(style)</style>
        </head>
        <body>
        \(body)</body>
        </html>

        """
    }

    private static let style = """
        :root { color-scheme: light dark; }
        body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 1040px; padding: 0 1em; }
        table { border-collapse: collapse; margin: 1em 0; }
        th, td { text-align: left; padding: 2px 12px 2px 0; vertical-align: top; }
        td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        tr.critical td:first-child { font-weight: bold; }
        figure { margin: 1em 0; overflow-x: auto; }
        .why { font-weight: bold; }
        .note { opacity: 0.8; }
        @media (prefers-color-scheme: dark) { figure svg { filter: invert(1) hue-rotate(180deg); } }

        """

    /// A text in which nothing acts as markup; control and bidi characters are shown by their escapes.
    public static func escaped(_ text: String) -> String { SVGText.escaped(DisplayText.clean(text)) }

    private static func outlook(_ recording: LaunchRecording) -> String {
        guard let outlook = recording.outlook else { return "" }
        let tries = outlook.tries.map { "<li>\(escaped($0))</li>\n" }.joined()
        return "<p class=\"why\">WHY \(escaped(outlook.why))</p>\n"
            + (tries.isEmpty ? "" : "<p>TRY</p>\n<ol>\n\(tries)</ol>\n")
    }

    private static func body(_ launch: LaunchMeasure) -> String {
        let runs = launch.launchRuns.count
        let picture =
            runs <= pictureLimit
            ? "<figure role=\"img\" aria-label=\"The runs of the launch over time; the tables show the same data\">\n"
                + "\(LaunchPlot(launch).svg())</figure>\n"
            : "<p>There are too many runs for a picture: \(Format.count(runs)).</p>\n"
        let words = LinkText(launch)
        let links = launch.path.links.map { link in
            (
                cells: [
                    TimeText.text(link.from - launch.launched), TimeText.text(link.length),
                    link.task.map { launch.name($0) } ?? "-", words.why(link),
                ], isCritical: false
            )
        }
        let rows = Blame(launch).rows.map { row in
            (
                cells: [
                    row.name, TimeText.text(row.own), TimeText.text(row.dependencyWait), TimeText.text(row.laneWait),
                    row.slack.map { TimeText.text($0) } ?? "",
                ], isCritical: row.isCritical
            )
        }
        let bound = TimeText.text(launch.path.boundWithUnlimitedLanes)
        return "<h2>Runs</h2>\n\(picture)<h2>Critical chain</h2>\n"
            + "<p>With unlimited lanes the launch would take \(bound).</p>\n"
            + table(["from", "took", "task", "why"], numbers: [0, 1], links)
            + "<h2>Tasks</h2>\n"
            + table(
                ["task", "own", "waited for tasks", "waited for its lane", "slack"], numbers: [1, 2, 3, 4], rows)
    }

    /// A table of cells that are not escaped yet; the columns in `numbers` are aligned right.
    static func table(_ heads: [String], numbers: [Int], _ rows: [(cells: [String], isCritical: Bool)]) -> String {
        func cell(_ kind: String, _ column: Int, _ text: String) -> String {
            "<\(kind)\(numbers.contains(column) ? " class=\"number\"" : "")>\(escaped(text))</\(kind)>"
        }
        let head = heads.enumerated().map { cell("th", $0.offset, $0.element) }.joined()
        let body = rows.prefix(rowLimit).map { row in
            let cells = row.cells.enumerated().map { cell("td", $0.offset, $0.element) }.joined()
            return "<tr\(row.isCritical ? " class=\"critical\"" : "")>\(cells)</tr>\n"
        }
        let more = rows.count - rowLimit
        return "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(body.joined())</tbody>\n</table>\n"
            + (more > 0 ? "<p>and \(Format.count(more)) more</p>\n" : "")
    }

    private static func lints(_ recording: LaunchRecording) -> String {
        let lints = recording.outlook?.lints ?? []
        guard !lints.isEmpty else { return "" }
        return "<h2>Lints</h2>\n<ul>\n" + lints.map { "<li>\(escaped($0))</li>\n" }.joined() + "</ul>\n"
    }
}
