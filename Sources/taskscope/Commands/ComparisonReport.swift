import ScenarioFormat
import SchedulerCore
import Text
import TraceAnalysis

/// The text, JSON and Markdown of `diff`.
struct ComparisonReport {
    private let comparison: LaunchComparison
    private let head: ComparisonHead
    private let times: ShownTimes
    /// Of recordings of other programs, every task's time differs, and most only begin earlier or later.
    private let areForeign: Bool
    /// What both are called.
    private let whole: String

    /// The most tasks of two recordings that a text lists.
    private static let maximumRows = 20

    init(_ comparison: LaunchComparison, head: ComparisonHead, areForeign: Bool, whole: String) {
        (self.comparison, self.head, self.areForeign, self.whole) = (comparison, head, areForeign, whole)
        times = ShownTimes(max(comparison.before, comparison.after))
    }

    /// The tasks, causes before effects: first those that are new, gone, or took another time themselves. Of both, the
    /// largest effect first; of two with the same effect, the one whose own time changed more.
    private var rows: [LaunchComparison.Row] {
        let sizes = comparison.rows.map { row in
            let own = Self.size(row.before?.own, row.after?.own)
            let wait = Self.size(row.before.map { Self.wait($0) }, row.after.map { Self.wait($0) })
            return (max(own, wait, row.endShift?.count.magnitude ?? 0), own)
        }
        let isCause = comparison.rows.map { $0.changes.contains { Self.causes.contains($0) } }
        return sizes.indices.sorted { left, right in
            if isCause[left] != isCause[right] { return isCause[left] }
            if areForeign, sizes[left].1 != sizes[right].1 { return sizes[left].1 > sizes[right].1 }
            return sizes[left] != sizes[right] ? sizes[left] > sizes[right] : left < right
        }.map { comparison.rows[$0] }
    }

    private static let causes: [LaunchComparison.Change] = [.new, .gone, .slower, .faster]

    private static func size(_ before: Nanoseconds?, _ after: Nanoseconds?) -> UInt64 {
        ((after ?? .zero).count - (before ?? .zero).count).magnitude
    }

    private var headline: String {
        let (before, after) = (comparison.before, comparison.after)
        let share = before.count > 0 ? " (\(Self.share(before, after)))" : ""
        let lengths = [
            LaunchLength(before, parked: comparison.parkedBefore), LaunchLength(after, parked: comparison.parkedAfter),
        ].map { $0.text(times) }
        return "\(whole) \(lengths[0]) -> \(lengths[1]), \(times.signed(from: before, to: after))\(share)"
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
        return head + table(isNameFirst: false).text() + more.map { $0 + "\n" }.joined()
    }

    func markdown() -> String {
        let text = "**\(headline)**\n\n" + head.markdown(comparison.before, comparison.after) + "\n"
        return text + (comparison.rows.isEmpty ? "No task differs.\n" : table(isNameFirst: true).markdown())
            + more.map { "\n\($0)\n" }.joined()
    }

    /// What tables of two recordings leave out.
    private var more: [String] {
        let rest = areForeign ? comparison.rows.count - Self.maximumRows : 0
        return rest > 0 ? ["and \(Format.count(rest, "more task")); --format json lists them"] : []
    }

    /// In a text the numbers line up before the names, on a page names come first.
    private func table(isNameFirst: Bool) -> Table {
        let order = isNameFirst ? [3, 0, 1, 2, 4] : [0, 1, 2, 3, 4]
        let columns: [Table.Column] = [
            .number("own"), .number("wait"), .number("end"), .words("task"), .words("what"),
        ]
        var table = Table(order.map { columns[$0] })
        for row in areForeign ? Array(rows.prefix(Self.maximumRows)) : rows {
            let cells = cells(row)
            table.add(order.map { cells[$0] })
        }
        return table
    }

    private func cells(_ row: LaunchComparison.Row) -> [String] {
        let before = (own: row.before?.own ?? .zero, wait: Self.wait(row.before))
        let after = (own: row.after?.own ?? .zero, wait: Self.wait(row.after))
        let end = row.endShift.map { times.signed(from: .zero, to: $0) } ?? ""
        return [
            difference(before.own, after.own), difference(before.wait, after.wait), end, row.name,
            row.changes.map { $0.rawValue }.joined(separator: ", "),
        ]
    }

    /// The exact difference, rounded once.
    private func difference(_ before: Nanoseconds, _ after: Nanoseconds) -> String {
        times.signed(from: .zero, to: Nanoseconds(after.count - before.count))
    }

    private static func wait(_ row: Blame.Row?) -> Nanoseconds {
        row?.wait ?? .zero
    }

    func json() -> JSONValue {
        let tasks = comparison.rows.map { row -> JSONValue in
            [
                "name": .string(row.name), "changes": .texts(row.changes.map { $0.rawValue }),
                "ownBefore": .time(row.before?.own), "ownAfter": .time(row.after?.own),
                "waitBefore": .time(row.before.map { Self.wait($0) }),
                "waitAfter": .time(row.after.map { Self.wait($0) }), "endShift": .time(row.endShift),
            ]
        }
        return [
            "before": .time(comparison.before), "after": .time(comparison.after),
            "difference": .time(comparison.difference),
            "parkedBefore": comparison.parkedBefore > 0 ? .number(comparison.parkedBefore) : nil,
            "parkedAfter": comparison.parkedAfter > 0 ? .number(comparison.parkedAfter) : nil, "tasks": .array(tasks),
        ]
    }
}

/// The budgets of two launches, and whether each keeps its own.
struct JudgedBudgets {
    private let budgets: [Nanoseconds?]
    private let launches: [LaunchLength]

    init(_ budgets: [Nanoseconds?], _ launches: [LaunchLength]) { (self.budgets, self.launches) = (budgets, launches) }

    /// Whether the second launch does not keep a budget that the first one keeps.
    var isBroken: Bool {
        guard let budget = budgets[1] else { return false }
        return launches[1].keeps(budget) != true && launches[0].keeps(budgets[0] ?? budget) == true
    }

    /// `budget 900ms: kept by app.yaml, exceeded by new.yaml (901ms)`; nil without a budget.
    func text(_ files: [String]) -> String? {
        guard budgets.contains(where: { $0 != nil }) else { return nil }
        let words = budgets.map { $0.map { DurationText.format($0) } ?? "none" }
        let judged = zip(zip(budgets, launches), files).compactMap { pair, file -> String? in
            guard let budget = pair.0 else { return nil }
            guard let isKept = pair.1.keeps(budget) else {
                return "not judged for \(file) (\(LaunchText.parked(pair.1.parked)))"
            }
            return isKept
                ? "kept by \(file)" : "exceeded by \(file) (\(TimeText.text(pair.1.time, against: budget)))"
        }
        return "budget \(words[0] == words[1] ? words[0] : words.joined(separator: " -> ")): "
            + judged.joined(separator: ", ")
    }
}

/// What `diff` says before its table: the names of the two files, their budgets, what was changed between two scenarios, the
/// thresholds.
struct ComparisonHead {
    /// Without their folders where that tells them apart.
    private let files: [String]
    private let changes: [String]
    private let thresholds: [String]
    private let budgets: JudgedBudgets?

    /// The head of a comparison of two files.
    ///
    /// - Parameters:
    ///   - changes: what was changed, in a few words each; names are cleaned.
    ///   - thresholds: what must not be true of the second launch.
    init(files: [String], changes: [String], thresholds: [String], budgets: JudgedBudgets? = nil) {
        let names = files.map { $0.split(separator: "/").last.map { String($0) } ?? $0 }
        self.files = (Set(names).count == files.count ? names : files).map { DisplayText.clean($0) }
        (self.changes, self.thresholds, self.budgets) = (changes, thresholds, budgets)
    }

    func text() -> String {
        let lines = [files.joined(separator: " -> "), budgets?.text(files)].compactMap { $0 }
        return (lines + changes.map { "  " + $0 }).map { $0 + "\n" }.joined()
    }

    /// The same, and whether a launch that took `after` instead of `before` keeps the thresholds.
    func markdown(_ before: Nanoseconds, _ after: Nanoseconds) -> String {
        var text = files.map { MarkupText.markdown($0) }.joined(separator: " -> ") + "\n"
        if let budgets = budgets?.text(files) { text += "\n\(MarkupText.markdown(budgets))\n" }
        if !thresholds.isEmpty {
            text += "\n"
            for threshold in thresholds {
                let isPassed = LaunchThreshold(threshold)?.isPassed(before: before, after: after) ?? false
                text += "- threshold `\(threshold)`: \(isPassed ? "**exceeded**" : "kept")\n"
            }
        }
        guard !changes.isEmpty else { return text }
        return text + "\nChanged in the scenario:\n\n" + changes.map { "- \(MarkupText.markdown($0))\n" }.joined()
    }
}
