import SchedulerCore
import Text
import TraceAnalysis

/// The text, JSON and Markdown of `diff`.
struct ComparisonReport {
    private let comparison: LaunchComparison
    private let head: ComparisonHead
    private let times: ShownTimes

    init(_ comparison: LaunchComparison, head: ComparisonHead) {
        (self.comparison, self.head) = (comparison, head)
        times = ShownTimes(max(comparison.before, comparison.after))
    }

    /// The tasks, those with the largest effect first; of two with the same effect, the one whose own time changed more.
    private var rows: [LaunchComparison.Row] {
        let sizes = comparison.rows.map { row in
            let own = Self.size(row.before?.own, row.after?.own)
            let wait = Self.size(row.before.map { Self.wait($0) }, row.after.map { Self.wait($0) })
            return (max(own, wait, row.endShift?.count.magnitude ?? 0), own)
        }
        return sizes.indices.sorted { left, right in
            sizes[left] != sizes[right] ? sizes[left] > sizes[right] : left < right
        }.map { comparison.rows[$0] }
    }

    private static func size(_ before: Nanoseconds?, _ after: Nanoseconds?) -> UInt64 {
        ((after ?? .zero).count - (before ?? .zero).count).magnitude
    }

    private var headline: String {
        let (before, after) = (comparison.before, comparison.after)
        let share = before.count > 0 ? " (\(Self.share(before, after)))" : ""
        return "launch \(times.text(before)) -> \(times.text(after)), \(times.signed(from: before, to: after))\(share)"
    }

    /// The difference in tenths of a percent, rounded towards zero.
    static func share(_ before: Nanoseconds, _ after: Nanoseconds) -> String {
        let tenths = Int128(after.count - before.count) * 1000 / Int128(max(1, before.count))
        let size = tenths.magnitude
        return "\(tenths < 0 ? "-" : "+")\(size / 10).\(size % 10)%"
    }

    func text() -> String {
        let head = headline + "\n" + head.text()
        if comparison.rows.isEmpty { return head + "no task differs\n" }
        var table = TextTable([
            ("OWN", .right), ("WAIT", .right), ("END", .right), ("TASK", .left), ("WHAT", .left),
        ])
        for row in rows { table.add(cells(row, DisplayText.clean(row.name))) }
        return head + table.text()
    }

    func markdown() -> String {
        var text = "**\(headline)**\n\n" + head.markdown(comparison.before, comparison.after)
        guard !comparison.rows.isEmpty else { return text + "\nNo task differs.\n" }
        text += "\n| task | own | wait | end | what |\n|---|---:|---:|---:|---|\n"
        for row in rows {
            let cells = cells(row, DisplayText.clean(row.name))
            text += "| \(ComparisonHead.escaped(cells[3])) | \(cells[0]) | \(cells[1]) | \(cells[2]) | \(cells[4]) |\n"
        }
        return text
    }

    private func cells(_ row: LaunchComparison.Row, _ name: String) -> [String] {
        let before = (own: row.before?.own ?? .zero, wait: Self.wait(row.before))
        let after = (own: row.after?.own ?? .zero, wait: Self.wait(row.after))
        let end = row.endShift.map { times.signed(from: .zero, to: $0) } ?? ""
        return [
            difference(before.own, after.own), difference(before.wait, after.wait), end, name,
            row.changes.map { $0.rawValue }.joined(separator: ", "),
        ]
    }

    /// The exact difference, rounded once.
    private func difference(_ before: Nanoseconds, _ after: Nanoseconds) -> String {
        times.signed(from: .zero, to: Nanoseconds(after.count - before.count))
    }

    private static func wait(_ row: Blame.Row?) -> Nanoseconds {
        row.map { $0.dependencyWait + $0.laneWait } ?? .zero
    }

    func json() -> String {
        var line = JSONLine()
        line.add("before", comparison.before)
        line.add("after", comparison.after)
        line.add("difference", comparison.difference)
        line.add(
            "tasks",
            comparison.rows.map { row in
                var object = JSONLine()
                object.add("name", row.name)
                object.add("changes", row.changes.map { $0.rawValue })
                object.add("ownBefore", row.before?.own)
                object.add("ownAfter", row.after?.own)
                object.add("waitBefore", row.before.map { Self.wait($0) })
                object.add("waitAfter", row.after.map { Self.wait($0) })
                object.add("endShift", row.endShift)
                return object
            })
        return line.text
    }
}
