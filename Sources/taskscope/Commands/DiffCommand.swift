import Text
import ArgumentParser
import ScenarioFormat
import SchedulerCore
import TraceAnalysis

/// `taskscope diff`
struct DiffCommand: ParsableCommand {
    /// The output format.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, markdown
    }

    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare two launches task by task: scenarios or recorded traces.",
        discussion: """
            --fail-if sets a threshold; exceeding it gives exit code 1, as in 'launch > +5%', 'launch > +20ms' or \
            'launch > 400ms'. So does a budget that the first launch keeps and the second exceeds; a trace has the budget of \
            the scenario that it is compared with. --runs N compares N launches of each, and --fail-if their medians; \
            of folders of traces it compares 200 by default.
            """)

    @Argument(help: "The scenario, trace or folder of traces to start from.", completion: .file()) var first: String
    @Argument(help: "The scenario, trace or folder of traces to compare with it.", completion: .file()) var second:
        String
    @Option(help: "text; json: an object; markdown: for pull requests.") var format = Format.text
    @Flag(help: "The same as --format json.") var json = false
    @Option(help: "Fail if this is true; may be repeated.") var failIf: [String] = []
    @Option(help: "Ignore differences up to this, such as 5ms; default: those too small to show.")
    var tolerance: String?
    @OptionGroup var options: LaunchSelection
    @OptionGroup var repetition: RunsOption

    func validate() throws {
        if first == "-", second == "-" { throw ValidationError("only one of the two can be standard input") }
        if let tolerance, let complaint = DurationText.complaint(about: tolerance) {
            throw ValidationError("--tolerance: \(complaint)")
        }
        for text in failIf where LaunchThreshold(text) == nil {
            throw ValidationError(
                "--fail-if: '\(text)' is not a threshold; \(LaunchThreshold.fault(in: text))write 'launch > +5%', "
                    + "'launch > +20ms' or 'launch > 1s'")
        }
    }

    func run() throws {
        let sources = try sources()
        let format = json ? .json : format
        let (files, changes) = ([first, second].map(Source.title), changes(between: sources))
        let isMany = [first, second].contains { TraceFolder.isFolder($0) }
        let count = isMany && repetition.runs == 1 ? 200 : repetition.runs
        if count > 1 {
            let runs = try sources.map {
                SeedRuns(try $0.scenario(for: "--runs"), count: count, number: options.number)
            }
            guard let before = runs[0].times.percentile(50), let after = runs[1].times.percentile(50) else {
                throw ExitStatus.badInput.saying("error: no launch reaches its first frame")
            }
            let head = ComparisonHead(files: files, changes: changes, thresholds: failIf)
            let report = RunsComparison(runs[0], runs[1], head: head)
            switch format {
            case .text: Output.write(report.text())
            case .json: Output.write(report.json())
            case .markdown: Output.write(report.markdown())
            }
            return try judge(before, after)
        }
        let launches = try sources.map { try $0.launch(number: options.number) }
        let longest = max(launches[0].time, launches[1].time)
        let limit = tolerance.flatMap { DurationText.parse($0) } ?? ShownTimes(longest).unseen
        let comparison = LaunchComparison(launches[0], launches[1], tolerance: limit)
        let budgets = JudgedBudgets(budgets(of: launches, from: sources), launches.map { $0.length })
        let report = ComparisonReport(
            comparison, head: ComparisonHead(files: files, changes: changes, thresholds: failIf, budgets: budgets),
            areForeign: launches.allSatisfy { $0.isForeign },
            whole: launches[0].whole == launches[1].whole ? launches[0].whole : RecordedWords.launch.whole)
        switch format {
        case .text: Output.write(report.text())
        case .json: Output.write(report.json())
        case .markdown: Output.write(report.markdown())
        }
        let parked = max(comparison.parkedBefore, comparison.parkedAfter)
        if parked > 0, !failIf.isEmpty {
            for text in failIf { Output.complain("\(text) \(LaunchText.notJudged(parked))") }
            throw ExitStatus.checkFailed
        }
        try judge(comparison.before, comparison.after)
        if budgets.isBroken { throw ExitStatus.checkFailed }
    }

    /// Both files. What is said of scenarios only, or of other programs' traces only, applies to the one that it fits.
    private func sources() throws -> [LaunchSource] {
        let files = try Source.readLaunches([first, second], choice: options.choice)
        let hasScenario = files.contains { $0.isScenario }
        return try zip(files, [first, second]).map { file, path in
            let isScripted = file.isScenario || !hasScenario
            return try LaunchSource.launch(
                in: file, file: Source.title(path), script: isScripted ? options.script : nil,
                seed: isScripted ? options.seed : nil)
        }
    }

    /// The budget of each launch: a recording has that of the scenario that it is compared with.
    private func budgets(of launches: [LaunchMeasure], from sources: [LaunchSource]) -> [Nanoseconds?] {
        zip(sources, launches).map { source, launch in
            if case .scenario = source {
                launch.budget
            } else {
                launch.budget ?? launches.lazy.compactMap { $0.budget }.first
            }
        }
    }

    /// What was changed between two scenarios; nothing if one of them is a trace.
    private func changes(between sources: [LaunchSource]) -> [String] {
        // Two recordings differ in what they measured, not in what someone changed.
        if case .imported(let old, _, _) = sources[0], case .imported(let new, _, _) = sources[1] {
            return MeasuredDifference(from: old, to: new).lines
        }
        guard case .scenario(let old, _, _) = sources[0], case .scenario(let new, _, _) = sources[1] else { return [] }
        return ScenarioDifference(from: old, to: new, number: options.number).lines
    }

    private func judge(_ before: Nanoseconds, _ after: Nanoseconds) throws {
        let broken = failIf.filter { LaunchThreshold($0)?.isPassed(before: before, after: after) ?? false }
        for text in broken { Output.complain("failed: \(text)") }
        if !broken.isEmpty { throw ExitStatus.checkFailed }
    }
}

/// A threshold for the second launch: `launch > 400ms`, or on the difference from the first: `launch > +5%`.
struct LaunchThreshold: Hashable {
    private enum Limit: Hashable {
        case length(Nanoseconds)
        case more(Nanoseconds)
        /// In thousandths of a percent.
        case share(Int)
    }

    private let limit: Limit

    /// Nil if the text is not a threshold.
    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 3, words[0] == "launch", words[1] == ">" else { return nil }
        var value = words[2]
        let isMore = value.first == "+"
        if isMore { value = value.dropFirst() }
        if isMore, value.last == "%" {
            guard let share = NumberText.decimal(String(value.dropLast()), scale: 1000) else { return nil }
            limit = .share(share)
        } else {
            guard let length = DurationText.parse(String(value)) else { return nil }
            limit = isMore ? .more(length) : .length(length)
        }
    }

    /// A remark on a comparison that is none, for the error about a text that is not a threshold.
    static func fault(in text: String) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count > 1, words[0] == "launch", words[1] != ">" else { return "" }
        return "the only comparison is >: "
    }

    func isPassed(before: Nanoseconds, after: Nanoseconds) -> Bool {
        switch limit {
        case .length(let length): after > length
        case .more(let length): after.count - before.count > length.count
        case .share(let share): Int128(after.count - before.count) * 100_000 > Int128(before.count) * Int128(share)
        }
    }
}

/// The text, JSON and Markdown of `diff --runs`.
struct RunsComparison {
    private let before: SeedRuns
    private let after: SeedRuns

    private let head: ComparisonHead

    init(_ before: SeedRuns, _ after: SeedRuns, head: ComparisonHead) {
        (self.before, self.after, self.head) = (before, after, head)
    }

    func text() -> String { head.text() + table.text() + shares.map { DisplayText.clean($0) + "\n" }.joined() }

    func markdown() -> String {
        let text = head.markdown(before.times.percentile(50) ?? .zero, after.times.percentile(50) ?? .zero)
        let shares = shares.map { "- \(MarkupText.markdown($0))\n" }
        return text + "\n" + table.markdown() + (shares.isEmpty ? "" : "\n" + shares.joined())
    }

    private var table: Table {
        var table = Table([.words("launch"), .number("before"), .number("after"), .number("change")])
        let times = ShownTimes(max(before.times.sorted.last ?? .zero, after.times.sorted.last ?? .zero))
        for percent in [50, 90, 99] {
            let (left, right) = (before.times.percentile(percent) ?? .zero, after.times.percentile(percent) ?? .zero)
            table.add([
                "p\(percent)", times.text(left), times.text(right),
                "\(times.signed(from: left, to: right)) (\(ComparisonReport.share(left, right)))",
            ])
        }
        return table
    }

    /// The tasks that are on the critical path more or less often than before.
    private var shares: [String] {
        let known = Dictionary(before.rows.map { (ByteName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        return after.rows.compactMap { row in
            guard let old = known[ByteName(row.name)] else { return nil }
            let (was, now) = (Self.share(old, before), Self.share(row, after))
            guard was != now else { return nil }
            return "\(row.name): on the critical path in \(was)% -> \(now)% of the launches"
        }
    }

    private static func share(_ row: SeedRuns.Row, _ runs: SeedRuns) -> Int {
        runs.times.sorted.isEmpty ? 0 : row.critical * 100 / runs.times.sorted.count
    }

    func json() -> JSONValue {
        ["before": before.times.json, "after": after.times.json]
    }
}
