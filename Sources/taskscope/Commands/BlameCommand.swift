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
            OWN is the time a task ran. DEPENDENCY and LANE are how long it waited for predecessors and for its lane. \
            SLACK is how much later it could end without delaying the first frame; shared along a chain. CP marks the \
            critical path, free a task that the first frame does not wait for. With a task: why it waited, piece by \
            piece, and why what it waited for came so late.
            """)

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
            return Output.write(output.json ? report.json() + "\n" : report.text())
        }
        if repetition.runs > 1 {
            let scenario = try source.scenario(for: "--runs")
            let runs = SeedRuns(scenario, count: repetition.runs, number: launch.options.number)
            Output.write(output.json ? json(runs) + "\n" : text(runs))
            return
        }
        let measure = try source.launch(number: launch.options.number)
        let rows = Blame(measure).sorted(by: sort)
        Output.write(output.json ? json(rows, measure) + "\n" : text(rows, ShownTimes(measure.time)))
    }

    private func text(_ rows: [Blame.Row], _ times: ShownTimes) -> String {
        var table = TextTable([
            ("OWN", .right), ("DEPENDENCY", .right), ("LANE", .right), ("SLACK", .right), ("TASK", .left),
        ])
        for row in rows {
            let slack = row.isCritical ? "CP" : times.text(row.slack, none: "free")
            table.add([
                times.text(row.own), times.text(row.dependencyWait), times.text(row.laneWait), slack,
                DisplayText.clean(row.name),
            ])
        }
        return table.text()
    }

    private func json(_ rows: [Blame.Row], _ launch: LaunchMeasure) -> String {
        var line = JSONLine()
        line.add("name", launch.title)
        line.add("launch", launch.time)
        line.add(
            "tasks",
            rows.map { row in
                var object = JSONLine()
                object.add("name", row.name)
                object.add("own", row.own)
                object.add("dependencyWait", row.dependencyWait)
                object.add("laneWait", row.laneWait)
                object.add("slack", row.slack)
                object.add("critical", row.isCritical)
                return object
            })
        return line.text
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
        var table = TextTable([
            ("OWN p50", .right), ("p90", .right), ("p99", .right), ("WAIT p50", .right), ("p90", .right),
            ("p99", .right), ("CRITICAL", .right), ("TASK", .left),
        ])
        let count = runs.times.sorted.count
        for row in sorted(runs) {
            table.add(
                [50, 90, 99].map { times.text(row.own.percentile($0), none: "-") }
                    + [50, 90, 99].map { times.text(row.wait.percentile($0), none: "-") }
                    + ["\(count == 0 ? 0 : row.critical * 100 / count)%", DisplayText.clean(row.name)])
        }
        return "\(Format.count(count)) launches: \(runs.times.text(times))\n" + table.text()
    }

    private func json(_ runs: SeedRuns) -> String {
        var line = JSONLine()
        line.add("runs", runs.times.sorted.count + runs.failed)
        line.add("failed", runs.failed)
        line.add("launch", runs.times.json)
        line.add(
            "tasks",
            sorted(runs).map { row in
                var object = JSONLine()
                object.add("name", row.name)
                object.add("launches", row.launches)
                object.add("critical", row.critical)
                object.add("own", row.own.json)
                object.add("wait", row.wait.json)
                return object
            })
        return line.text
    }
}
