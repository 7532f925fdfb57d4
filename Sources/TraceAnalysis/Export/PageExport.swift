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
        let time = launch.map { "\($0.whole) \($0.length.text)" } ?? "no launch reached its first frame"
        let title = "\(recording.trace.header.name): \(time)"
        let summary =
            "<main id=\"summary\">\n<h1>\(MarkupText.html(title))</h1>\n\(outlook(recording))"
            + (launch.map { body($0) } ?? "") + list("Findings", recording.outlook?.findings ?? [])
            + (program == nil ? missing : "") + "</main>\n"
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
        <title>\(MarkupText.html(title))</title>
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

    private static func outlook(_ recording: LaunchRecording) -> String {
        guard let outlook = recording.outlook else { return "" }
        let tries = outlook.tries.map { "<li>\(MarkupText.html($0))</li>\n" }.joined()
        return "<p class=\"why\">WHY \(MarkupText.html(outlook.why))</p>\n"
            + (tries.isEmpty ? "" : "<p>TRY</p>\n<ol>\n\(tries)</ol>\n")
    }

    private static func body(_ launch: LaunchMeasure) -> String {
        let runs = launch.launchRuns.count
        let picture =
            runs <= pictureLimit
            ? "<figure role=\"img\" aria-label=\"The runs of the launch over time; the tables show the same data\">\n"
                + "\(LaunchPlot(launch).svg())</figure>\n"
            : "<p>There are too many runs for a picture: \(Format.count(runs)).</p>\n"
        let bound = TimeText.text(launch.path.boundWithUnlimitedLanes)
        return "<h2>Runs</h2>\n\(picture)<h2>Critical path</h2>\n"
            + "<p>With unlimited lanes the \(launch.whole) would take \(bound).</p>\n"
            + launch.chainTable.html(limit: rowLimit)
            + (launch.endingSkip.map { "<p>\(MarkupText.html($0))</p>\n" } ?? "")
            + "<h2>Tasks</h2>\n" + launch.taskTable.html(limit: rowLimit) + list("Skipped or missed", launch.lostTurns)
    }

    private static func list(_ title: String, _ lines: [String]) -> String {
        guard !lines.isEmpty else { return "" }
        return "<h2>\(title)</h2>\n<ul>\n" + lines.map { "<li>\(MarkupText.html($0))</li>\n" }.joined() + "</ul>\n"
    }
}

/// The dashboard that runs inside a page, and what it opens there.
public struct PageProgram: Hashable, Sendable {
    /// What the program opens.
    public struct Opening: Hashable, Sendable {
        /// The scenario's file name.
        public var file: String
        /// The scenario as in a file, its script included.
        public var scenario: String
        /// The time at which to open, as `goto` takes it; nil: the beginning.
        public var time: String?
        /// Whether the scenario's script is shown stop by stop, with its captions.
        public var isPresenting: Bool

        /// Creates an opening.
        public init(file: String, scenario: String, time: String? = nil, isPresenting: Bool = false) {
            (self.file, self.scenario, self.time, self.isPresenting) = (file, scenario, time, isPresenting)
        }

        /// As JSON that a script element of HTML can hold: no `<` ends it before its time.
        var json: String {
            var members = [("file", file), ("scenario", scenario)]
            if let time { members.append(("time", time)) }
            var text = members.map { "\(JSONText.quote($0.0)):\(JSONText.quote($0.1))" }.joined(separator: ",")
            if isPresenting { text += ",\"isPresenting\":true" }
            return "{" + text.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c") + "}"
        }
    }

    /// The policy under which the page runs: it names the program's script by its hash.
    let policy: String
    /// What is before the end of the body.
    let body: String

    /// The program from its file, whose first line is the policy and the rest of which is HTML; nil if it is not one.
    public init?(file: String, opening: Opening) {
        guard let end = file.firstIndex(of: "\n"), file.hasPrefix("default-src 'none'"), !file[..<end].contains("\"")
        else {
            return nil
        }
        policy = String(file[..<end])
        body =
            "<script type=\"application/json\" id=\"scenario\">\(opening.json)</script>\n"
            + file[file.index(after: end)...]
    }
}

extension PageProgram {
    /// A page that was written without a program, with this one added; nil if it is not such a page.
    public func completing(_ page: String) -> String? {
        var bytes = Array(page.utf8)
        // Names are escaped, so none of these can be part of a name.
        let places = [
            ("content=\"\(PageExport.stillPolicy)\"", "content=\"\(policy)\""), (PageExport.missing, ""),
            ("</body>", body + "</body>"),
        ]
        for (old, new) in places {
            guard let place = Self.place(of: Array(old.utf8), in: bytes) else { return nil }
            bytes.replaceSubrange(place, with: new.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func place(of text: [UInt8], in bytes: [UInt8]) -> Range<Int>? {
        guard let first = text.first, bytes.count >= text.count else { return nil }
        for start in 0...(bytes.count - text.count) where bytes[start] == first {
            if bytes[start..<start + text.count].elementsEqual(text) { return start..<start + text.count }
        }
        return nil
    }
}
