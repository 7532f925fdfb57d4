import SchedulerCore
import Text

/// A part of a report: sentences and a table; the same in every form that a report has.
public struct ReportPart: Hashable, Sendable {
    /// A column: its heading, and whether it holds numbers.
    public struct Column: Hashable, Sendable {
        /// The heading.
        public let name: String
        /// Whether it is aligned right.
        public let isNumber: Bool

        init(_ name: String, isNumber: Bool = true) { (self.name, self.isNumber) = (name, isNumber) }
    }

    /// The heading; empty for the first part.
    public let title: String
    /// Sentences before the table; not cleaned.
    public let notes: [String]
    /// The columns; none if there is no table.
    public let columns: [Column]
    /// The cells; not cleaned.
    public let rows: [[String]]

    init(_ title: String, notes: [String] = [], columns: [Column] = [], rows: [[String]] = []) {
        (self.title, self.notes, self.columns, self.rows) = (title, notes, columns, rows)
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

    private static func timeColumns(_ name: String) -> [ReportPart.Column] {
        [ReportPart.Column(name, isNumber: false)]
            + ["count", "p50", "p90", "p99", "max"].map { ReportPart.Column($0) }
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
            [ReportPart.Column("task", isNumber: false)]
            + ["before p50", "since p50", "change", "p"].map { ReportPart.Column($0) }
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
            columns: [ReportPart.Column("task", isNumber: false)]
                + ["critical", "in launches", "own p50", "own p90"].map { ReportPart.Column($0) },
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
            columns: [ReportPart.Column("launch"), ReportPart.Column("file", isNumber: false)]
                + (pages.isEmpty ? [] : [ReportPart.Column("page", isNumber: false)]),
            rows: slowest.enumerated().map { place, slow in
                [TimeText.text(slow.time), slow.path] + (pages.indices.contains(place) ? [pages[place]] : [])
            })
    }
}

extension ReportPart {
    /// The part in Markdown.
    public func markdown() -> String {
        var text = title.isEmpty ? "" : "\n## \(LaunchMarkdown.escaped(title))\n\n"
        text += notes.map { LaunchMarkdown.escaped($0) + "\n\n" }.joined()
        guard !columns.isEmpty else { return text }
        text += "| " + columns.map { $0.name }.joined(separator: " | ") + " |\n"
        text += "|" + columns.map { $0.isNumber ? "---:" : "---" }.joined(separator: "|") + "|\n"
        for row in rows {
            text += "| " + row.map { LaunchMarkdown.escaped($0) }.joined(separator: " | ") + " |\n"
        }
        return text
    }

    /// The part in HTML; the cells of a column `page` are links.
    func html() -> String {
        var text = title.isEmpty ? "" : "<h2>\(PageExport.escaped(title))</h2>\n"
        text += notes.map { "<p>\(PageExport.escaped($0))</p>\n" }.joined()
        guard !columns.isEmpty else { return text }
        func cell(_ kind: String, _ column: Int, _ inner: String) -> String {
            "<\(kind)\(columns[column].isNumber ? " class=\"number\"" : "")>\(inner)</\(kind)>"
        }
        let head = columns.enumerated().map { cell("th", $0.offset, PageExport.escaped($0.element.name)) }.joined()
        text += "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n"
        for row in rows {
            let cells = row.enumerated().map { column, value in
                let words = PageExport.escaped(value)
                let isLink = columns[column].name == "page"
                return cell("td", column, isLink ? "<a href=\"\(Self.address(value))\">\(words)</a>" : words)
            }
            text += "<tr>\(cells.joined())</tr>\n"
        }
        return text + "</tbody>\n</table>\n"
    }

    /// A path as a relative address: unusual characters are percent-encoded, so that it names no other scheme.
    private static func address(_ path: String) -> String {
        var result = path.hasPrefix("/") ? "" : "./"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                result += String(decoding: [byte], as: UTF8.self)
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }
}

extension LaunchReport {
    /// The report as one HTML file.
    public func html(title: String, pages: [String] = []) -> String {
        PageExport.document(
            title: title, policy: PageExport.stillPolicy,
            body: "<main>\n<h1>\(PageExport.escaped(title))</h1>\n"
                + parts(pages: pages).map { $0.html() }.joined() + "</main>\n")
    }

    /// The report in Markdown.
    public func markdown(title: String, pages: [String] = []) -> String {
        "# \(LaunchMarkdown.escaped(title))\n\n" + parts(pages: pages).map { $0.markdown() }.joined()
    }

    /// The report for tools: one JSON object on one line, times in whole nanoseconds.
    public func json() -> String {
        func quoted(_ text: String) -> String { JSONText.quote(text) }
        func times(_ times: Distribution) -> String {
            "\"count\":\(times.sorted.count)"
                + [50, 90, 99].map { ",\"p\($0)\":\(times.percentile($0).map { "\($0.count)" } ?? "null")" }.joined()
                + ",\"most\":\(times.sorted.last.map { "\($0.count)" } ?? "null")"
        }
        func groups(_ groups: [Group]) -> String {
            groups.map { "{\"name\":\(quoted($0.name)),\(times($0.times))}" }.joined(separator: ",")
        }
        func comparison(_ comparison: Comparison) -> String {
            let name = comparison.task.map { "\"task\":\(quoted($0))," } ?? ""
            return "{\(name)\"before\":{\(times(comparison.before))},\"since\":{\(times(comparison.since))},"
                + "\"p\":\(comparison.test.map { Self.decimal($0.p) } ?? "null")}"
        }
        let tasks = byCriticality.map { row in
            "{\"name\":\(quoted(row.name)),\"launches\":\(row.launches),\"critical\":\(row.critical),\"own\":{\(times(row.own))}}"
        }
        var text = "{\"launches\":\(count),\"failed\":\(failed),\"isCut\":\(isCut),\"time\":{\(times(self.times))}"
        text += ",\"builds\":[\(groups(byBuild))],\"days\":[\(groups(byDay))]"
        if let since {
            text += ",\"since\":{\"build\":\(quoted(since)),\"comparedTasks\":\(comparedTasks)"
            text += ",\"limit\":\(Self.decimal(limit)),\"launch\":\(launchComparison.map(comparison) ?? "null")"
            text += ",\"slower\":[\(regressions.map(comparison).joined(separator: ","))]}"
        }
        text += ",\"tasks\":[\(tasks.joined(separator: ","))]"
        let slow = slowest.map { "{\"file\":\(quoted($0.path)),\"launch\":\($0.time.count)}" }
        return text + ",\"slowest\":[\(slow.joined(separator: ","))]}\n"
    }

    /// A probability, with nine decimals.
    private static func decimal(_ value: Double) -> String {
        let billionths = Int64((value * 1_000_000_000).rounded())
        guard billionths < 1_000_000_000 else { return "1" }
        return "0." + String(String(1_000_000_000 + billionths).dropFirst())
    }
}
