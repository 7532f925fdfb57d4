import SchedulerCore
import Text

/// A part of a report: sentences and a table; the same in every form that a report has.
public struct ReportPart: Hashable, Sendable {
    /// The heading; empty for the first part.
    public let title: String
    /// Sentences before the table; not cleaned.
    public let notes: [String]
    /// The table; nil if there is none.
    public let table: Table?

    init(_ title: String, notes: [String] = [], columns: [Table.Column] = [], rows: [[String]] = []) {
        (self.title, self.notes) = (title, notes)
        var table = Table(columns)
        for row in rows { table.add(row) }
        self.table = columns.isEmpty ? nil : table
    }
}

extension LaunchReport {
    /// The most rows of a table.
    private static let rowLimit = 40

    /// The report as parts; `pages` are the pages of the slowest launches, if they were written.
    public func parts(pages: [String] = []) -> [ReportPart] {
        var notes = ["\(Format.count(count, "launch", plural: "launches")), \(failed) without a first frame"]
        if isCut { notes.append("a limit was reached: some launches or tasks are left out") }
        let first = ReportPart("", notes: notes, columns: Self.timeColumns("launches"), rows: [row("all", times)])
        var parts = [first]
        let (builds, days) = (byBuild, byDay)
        if builds.count > 1 || builds.first?.name.isEmpty == false { parts.append(part("Builds", "build", builds)) }
        if !days.isEmpty { parts.append(part("Days", "day", days)) }
        if let since { parts.append(comparisonPart(since)) }
        parts.append(criticalPart)
        parts.append(slowestPart(pages))
        return parts
    }

    private static func timeColumns(_ name: String) -> [Table.Column] {
        [.words(name)]
            + ["count", "p50", "p90", "p99", "max"].map { .number($0) }
    }

    private func row(_ name: String, _ times: Distribution) -> [String] {
        [name.isEmpty ? "(none)" : name, Format.count(times.sorted.count)]
            + [50, 90, 99, 100].map { times.percentile($0).map { TimeText.text($0) } ?? "-" }
    }

    private func part(_ title: String, _ column: String, _ groups: [Group]) -> ReportPart {
        let left = groups.count - min(groups.count, Self.rowLimit)
        return ReportPart(
            title, notes: left > 0 ? ["the last \(Self.rowLimit) of \(Format.count(groups.count))"] : [],
            columns: Self.timeColumns(column), rows: groups.suffix(Self.rowLimit).map { row($0.name, $0.times) })
    }

    private func comparisonPart(_ since: String) -> ReportPart {
        guard let launch = launchComparison else {
            return ReportPart("Since \(since)", notes: ["nothing to compare: all launches are on one side"])
        }
        var notes = ["launch p50 \(Self.change(launch)): \(Self.words(launch.test))"]
        let regressions = regressions
        notes.append(
            regressions.isEmpty
                ? "no task became slower" : "\(Format.count(regressions.count, "task")) became slower")
        notes.append(
            "Mann-Whitney U, one-sided; a task counts if p is below 0.05 divided by the "
                + "\(Format.count(comparedTasks, "task")) compared")
        let columns =
            [Table.Column.words("task")]
            + ["before p50", "since p50", "change", "p"].map { .number($0) }
        let rows = regressions.prefix(Self.rowLimit).map { row in
            [
                row.task ?? "", TimeText.text(row.before.percentile(50) ?? .zero),
                TimeText.text(row.since.percentile(50) ?? .zero), TimeText.signed(row.shift),
                String((row.test?.text ?? "").dropFirst(2)),
            ]
        }
        return ReportPart(
            "Since \(since)", notes: notes, columns: regressions.isEmpty ? [] : columns, rows: Array(rows))
    }

    private static func change(_ comparison: Comparison) -> String {
        let (before, since) = (comparison.before.percentile(50) ?? .zero, comparison.since.percentile(50) ?? .zero)
        return "\(TimeText.text(before)) -> \(TimeText.text(since)) (\(TimeText.signed(comparison.shift)))"
    }

    private static func words(_ test: RankTest?) -> String {
        guard let test else { return "fewer than \(RankTest.fewest) launches on a side: no conclusion" }
        return "\(test.p < 0.05 ? "slower" : "not shown to be slower"), \(test.text)"
    }

    private var criticalPart: ReportPart {
        let rows = byCriticality
        let shown = rows.prefix(Self.rowLimit)
        let left = rows.count - shown.count
        return ReportPart(
            "Critical tasks",
            notes: left > 0 ? ["\(Format.count(left, "task")) that are critical less often are left out"] : [],
            columns: [.words("task")]
                + ["critical", "in launches", "own p50", "own p90"].map { .number($0) },
            rows: shown.map { row in
                [
                    row.name, Format.percent(Int64(row.critical), of: Int64(max(1, row.launches))),
                    Format.count(row.launches),
                ] + [50, 90].map { row.own.percentile($0).map { TimeText.text($0) } ?? "-" }
            })
    }

    private func slowestPart(_ pages: [String]) -> ReportPart {
        let hint = pages.isEmpty ? ["see one with: taskscope export FILE -o page.html, or all with --pages FOLDER"] : []
        return ReportPart(
            "Slowest launches", notes: slowest.isEmpty ? [] : hint,
            columns: [.number("launch"), .words("file")]
                + (pages.isEmpty ? [] : [.link("page")]),
            rows: slowest.enumerated().map { place, slow in
                [TimeText.text(slow.time), slow.path] + (pages.indices.contains(place) ? [pages[place]] : [])
            })
    }
}

extension ReportPart {
    /// The part as text.
    public func text() -> String {
        (title.isEmpty ? "" : "\n\(DisplayText.clean(title))\n")
            + notes.map { DisplayText.clean($0) + "\n" }.joined() + (table?.text(indent: "  ") ?? "")
    }

    /// The part in Markdown.
    func markdown() -> String {
        (title.isEmpty ? "" : "\n## \(MarkupText.markdown(title))\n\n")
            + notes.map { MarkupText.markdown($0) + "\n\n" }.joined() + (table?.markdown() ?? "")
    }

    /// The part in HTML.
    func html() -> String {
        (title.isEmpty ? "" : "<h2>\(MarkupText.html(title))</h2>\n")
            + notes.map { "<p>\(MarkupText.html($0))</p>\n" }.joined() + (table?.html() ?? "")
    }
}

extension LaunchReport {
    /// The report as one HTML file.
    public func html(title: String, pages: [String] = []) -> String {
        PageExport.document(
            title: title, policy: PageExport.stillPolicy,
            body: "<main>\n<h1>\(MarkupText.html(title))</h1>\n"
                + parts(pages: pages).map { $0.html() }.joined() + "</main>\n")
    }

    /// The report in Markdown.
    public func markdown(title: String, pages: [String] = []) -> String {
        "# \(MarkupText.markdown(title))\n\n" + parts(pages: pages).map { $0.markdown() }.joined()
    }

    /// The report for tools: one JSON object on one line, times in whole nanoseconds.
    public func json() -> String {
        let comparison = since.map { since -> JSONValue in
            [
                "build": .string(since), "comparedTasks": .number(comparedTasks), "limit": Self.decimal(limit),
                "launch": launchComparison.map { Self.json($0) } ?? .null,
                "slower": .array(regressions.map { Self.json($0) }),
            ]
        }
        let tasks = byCriticality.map { row -> JSONValue in
            [
                "name": .string(row.name), "launches": .number(row.launches), "critical": .number(row.critical),
                "own": Self.json(row.own),
            ]
        }
        let slow = slowest.map { slow -> JSONValue in ["file": .string(slow.path), "launch": .time(slow.time)] }
        let report: JSONValue = [
            "launches": .number(count), "failed": .number(failed), "isCut": .bool(isCut), "time": Self.json(times),
            "builds": Self.json(byBuild), "days": Self.json(byDay), "since": comparison, "tasks": .array(tasks),
            "slowest": .array(slow),
        ]
        return report.text + "\n"
    }

    private static func json(_ times: Distribution, name: String? = nil) -> JSONValue {
        [
            "name": name.map { .string($0) }, "count": .number(times.sorted.count), "p50": .time(times.percentile(50)),
            "p90": .time(times.percentile(90)), "p99": .time(times.percentile(99)), "most": .time(times.sorted.last),
        ]
    }

    private static func json(_ groups: [Group]) -> JSONValue { .array(groups.map { json($0.times, name: $0.name) }) }

    private static func json(_ comparison: Comparison) -> JSONValue {
        [
            "task": comparison.task.map { .string($0) }, "before": json(comparison.before),
            "since": json(comparison.since), "p": comparison.test.map { decimal($0.p) } ?? .null,
        ]
    }

    /// A probability, with nine decimals.
    private static func decimal(_ value: Double) -> JSONValue {
        let billionths = Int64((value * 1_000_000_000).rounded())
        guard billionths < 1_000_000_000 else { return .number(1) }
        return .number("0." + String(String(1_000_000_000 + billionths).dropFirst()))
    }
}
