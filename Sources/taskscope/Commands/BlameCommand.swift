import Text
import ArgumentParser
import SchedulerCore
import TraceAnalysis

extension Blame.Order: ExpressibleByArgument {}

/// `taskscope blame`
struct BlameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame", abstract: "List how long each task of a launch took, and what it waited for.",
        discussion: """
            OWN is the time a task ran. DEPENDENCY and LANE are how long it waited for dependencies and for its lane. \
            SLACK is how much later it could end without delaying the first frame; shared along a path. CP marks the \
            critical path, free a task that the first frame does not wait for. Of another program's trace, BEGAN is when \
            a task began, WAITED how long after the last task that it waited for (on a thread, where it may have run, GAP), and OWN of a span that no thread ran, \
            what no task explains that ran meanwhile. With a task: why it waited, piece by piece, and why what it waited \
            for came so late.
            """)

    /// So many rows are all shown, and of another program's trace at most so many.
    private static let (fewRows, mostRows) = (24, 40)
    /// So many devices that a boot waited for are shown below them.
    private static let deviceRows = 3

    @OptionGroup var launch: LaunchArguments
    @Argument(help: "A task: why it waited. Without it, all tasks.")
    var task: String?
    @OptionGroup var output: JSONOption
    @OptionGroup var repetition: RunsOption
    @Option(help: "The column to sort by.")
    var sort = Blame.Order.own

    func validate() throws {
        if task != nil, repetition.runs > 1 {
            throw ValidationError("--runs shows all tasks: leave out '\(task ?? "")'")
        }
    }

    func run() throws {
        let source = try launch.read()
        if let task {
            let report = try WaitReport(source, task: task, number: launch.options.number)
            return output.write(json: report.json(), text: report.text())
        }
        if repetition.runs > 1 {
            let scenario = try source.scenario(for: "--runs")
            let runs = SeedRuns(scenario, count: repetition.runs, number: launch.options.number)
            output.write(json: json(runs), text: text(runs))
            return
        }
        let measure = try source.launch(number: launch.options.number)
        let blame = Blame(measure)
        let summary = RecordedSummary(measure, of: source, launch)
        guard !output.json else { return Output.write(json(blame.sorted(by: sort), measure)) }
        let rows = blame.joiningUnits(of: measure).sorted(by: sort)
        Output.write(
            summary.warning + text(rows, measure) + summary.workText(rows) + summary.gapText + summary.slackText
                + summary.insideText + summary.pointer)
    }

    /// Each time is rounded by its own length: a task of half a millisecond is not one of a whole.
    private func text(_ rows: [Blame.Row], _ launch: LaunchMeasure) -> String {
        let waits =
            launch.isForeign ? ["began", launch.threads.isEmpty ? "waited" : "gap"] : ["dependency", "lane"]
        var table = Table([.number("own")] + waits.map { .number($0) } + [.number("slack"), .words("task")])
        // Of another program's trace, many a slice is too short to matter.
        let moment = launch.isForeign && rows.count > Self.fewRows ? launch.time.count / 500 : 0
        // A device that came without a wait is none of what held the boot up, however late it came.
        let longest = rows.filter { $0.isWork || $0.span ?? .zero > .zero }.map { $0.wait }.max() ?? .zero
        var shown = rows.filter { row in
            (row.isWork ? row.own : row.span ?? .zero).count >= moment || row.isCritical && row.wait.count >= moment
                || row.wait == longest && longest > .zero
        }
        if launch.isForeign, shown.count > Self.mostRows {
            let devices = Set(
                shown.filter { !$0.isWork }.sorted { $0.span ?? .zero > $1.span ?? .zero }.prefix(Self.deviceRows)
                    .map { $0.task })
            shown = shown.enumerated().filter { place, row in
                place < Self.mostRows || row.wait == longest && longest > .zero || devices.contains(row.task)
            }.map { $1 }
        }
        for row in shown {
            let known = row.isSlackUnknown ? "-" : row.slack.map { TimeText.text($0) } ?? "free"
            let slack = row.isCritical ? "CP" : known
            let waited: [Nanoseconds?] =
                launch.isForeign
                ? [row.began ?? .zero, row.gapWait] : [row.dependencyWait, row.laneWait]
            table.add(([row.own] + waited).map { $0.map { TimeText.text($0) } ?? "" } + [slack, row.shownName])
        }
        let rest = rows.count - shown.count
        let head = launch.recorded.map { "\($0.whole) \(launch.length.text)\($0.headText)\n" } ?? ""
        guard !rows.isEmpty else { return "\(head)no task ran in this \(launch.whole)\n" }
        return head + table.text()
            + (rest > 0
                ? "and \(Format.count(rest, "more task")); --json lists them\n"
                : "")
            + (shown.contains { $0.isWork && $0.span != nil }
                ? "OWN of a span: the part of it in which no task of the list ran\n" : "")
            + (shown.contains { $0.isSlackUnknown }
                ? "SLACK - of a device: nothing says which units, such as its mount, waited for it\n" : "")
    }

    private func json(_ rows: [Blame.Row], _ launch: LaunchMeasure) -> JSONValue {
        let tasks = rows.map { row -> JSONValue in
            [
                "name": .string(row.name), "own": .time(row.own), "dependencyWait": .time(row.dependencyWait),
                "laneWait": .time(row.laneWait), "slack": .time(row.slack), "critical": .bool(row.isCritical),
                "span": row.span.map { .time($0) }, "began": launch.isForeign ? .time(row.began) : nil,
                "waited": launch.isForeign ? .time(row.gapWait) : nil,
            ]
        }
        return [
            "name": .string(launch.title), "launch": .time(launch.time), "tasks": .array(tasks),
        ]
    }

    private func sorted(_ runs: SeedRuns) -> [SeedRuns.Row] {
        let rows = runs.rows
        let keys = rows.map { row in
            switch sort {
            case .own: -(row.own.percentile(50)?.count ?? 0)
            case .dependency, .lane, .wait: -(row.wait.percentile(50)?.count ?? 0)
            case .slack, .end: -Int64(row.critical)
            case .name: Int64(0)
            }
        }
        return rows.indices.sorted { left, right in
            if sort == .name, rows[left].name != rows[right].name { return rows[left].name < rows[right].name }
            return (keys[left], left) < (keys[right], right)
        }.map { rows[$0] }
    }

    private func text(_ runs: SeedRuns) -> String {
        let times = ShownTimes(runs.times.sorted.last ?? .zero)
        var table = Table(
            ["own p50", "p90", "p99", "wait p50", "p90", "p99", "critical"].map { .number($0) } + [.words("task")])
        let count = runs.times.sorted.count
        for row in sorted(runs) {
            table.add(
                [50, 90, 99].map { times.text(row.own.percentile($0), none: "-") }
                    + [50, 90, 99].map { times.text(row.wait.percentile($0), none: "-") }
                    + [Format.percent(Int64(row.critical), of: Int64(count)), row.name])
        }
        return "\(Format.count(count)) launches: \(runs.times.text(times))\n" + table.text()
    }

    private func json(_ runs: SeedRuns) -> JSONValue {
        let tasks = sorted(runs).map { row -> JSONValue in
            [
                "name": .string(row.name), "launches": .number(row.launches), "critical": .number(row.critical),
                "own": row.own.json, "wait": row.wait.json,
            ]
        }
        return [
            "runs": .number(runs.times.sorted.count + runs.failed), "failed": .number(runs.failed),
            "launch": runs.times.json, "tasks": .array(tasks),
        ]
    }
}
