import Text
import ArgumentParser
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// `taskscope time`
struct TimeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "time", abstract: "Show where a launch spent its time.",
        discussion: """
            The launch event by event, how busy its lanes were, what its tasks waited for, and what came after it. \
            A launch over its budget gives exit code 1, and so does one whose budget cannot be judged, as tasks of it \
            are parked.
            """)

    @OptionGroup var launch: LaunchArguments
    @OptionGroup var output: JSONOption
    @OptionGroup var repetition: RunsOption

    func run() throws {
        let source = try launch.read()
        if repetition.runs > 1 { return try showRuns(source.scenario(for: "--runs")) }
        let measure = try source.launch(number: launch.options.number)
        let report = TimeReport(measure)
        output.write(json: report.json(), text: report.text())
        if let budget = measure.budget, measure.length.complaint(about: budget) != nil { throw ExitStatus.checkFailed }
    }

    private func showRuns(_ scenario: Scenario) throws {
        let runs = SeedRuns(scenario, count: repetition.runs, number: launch.options.number)
        let report = RunsReport(runs, seed: scenario.seed)
        output.write(json: report.json(), text: report.text())
        guard let budget = scenario.launchBudget, let worst = runs.times.sorted.last else { return }
        if worst > budget {
            throw ExitStatus.checkFailed.saying(
                "budget: \(runs.times.sorted.count { $0 > budget }) of \(repetition.runs) launches exceed it")
        }
    }
}

/// The text and JSON of `time`.
struct TimeReport {
    private let launch: LaunchMeasure
    private let parts: LaunchBreakdown
    private let times: ShownTimes

    init(_ launch: LaunchMeasure) {
        self.launch = launch
        parts = LaunchBreakdown(launch)
        times = ShownTimes(launch.time)
    }

    func text() -> String {
        let whole = launch.whole + (launch.whole.count < 6 ? "  " : " ")
        var lines = [DisplayText.clean(launch.title), whole + times.text(launch.time) + stages]
        if let reason = launch.parkedReason {
            lines.append("       complete \(LaunchText.without(launch.parked)): \(DisplayText.clean(reason))")
        }
        let bound = launch.path.boundWithUnlimitedLanes
        lines.append(
            "bound  \(times.text(bound)) with unlimited lanes, \(times.text(from: bound, to: launch.time)) less")
        for use in parts.lanes { lines.append(line(use)) }
        // No trace of another program says when a task could have begun.
        if !launch.isForeign {
            lines.append(
                "waits  \(times.text(parts.dependencyWait)) for dependencies, \(times.text(parts.laneWait)) for lanes, "
                    + "summed over the runs of the launch")
        }
        if parts.laterRuns > 0 {
            let runs = Format.count(parts.laterRuns, "run")
            lines.append("after  \(runs) ended after the first frame, the last \(times.text(parts.after)) later")
        }
        if let budget = launch.budget { lines.append("budget \(budgetText(budget))") }
        return lines.map { $0 + "\n" }.joined()
    }

    /// ` = ` and the stages, whose shown lengths add up to the launch time; empty without any.
    private var stages: String {
        var begin = Nanoseconds.zero
        let texts = parts.stages.map { stage in
            let end = begin + stage.length
            defer { begin = end }
            return "\(times.text(from: begin, to: end)) \(stage.event.description)"
        }
        return texts.isEmpty ? "" : " = " + texts.joined(separator: " + ")
    }

    private func line(_ use: LaunchBreakdown.LaneUse) -> String {
        let capacity = launch.time * Int64(max(1, use.width))
        let share = Format.used(use.busy.count, of: capacity.count).map { "\($0)%" } ?? "-"
        let width = use.width > 1 ? ", width \(use.width)" : ""
        let waits =
            use.waited > 0 ? ", \(Format.count(use.waited, "run")) waited \(times.text(use.wait)) for it" : ""
        return "lane   \(DisplayText.clean(launch.name(use.lane))): busy \(times.text(use.busy)), \(share) of the "
            + "\(launch.whole)\(width); \(Format.count(use.runs, "run"))\(waits)"
    }

    private func budgetText(_ budget: Nanoseconds) -> String {
        if launch.parked > 0 { return "\(times.text(budget)) \(LaunchText.notJudged(launch.parked))" }
        return launch.time > budget
            ? "\(times.text(budget)), exceeded by \(times.text(from: budget, to: launch.time))"
            : "\(times.text(budget)), \(times.text(from: launch.time, to: budget)) to spare"
    }

    func json() -> JSONValue {
        let stages = parts.stages.map { stage -> JSONValue in
            ["event": .string(stage.event.description), "length": .time(stage.length)]
        }
        let lanes = parts.lanes.map { use -> JSONValue in
            [
                "lane": .string(launch.name(use.lane)), "width": .number(use.width), "busy": .time(use.busy),
                "runs": .number(use.runs), "wait": .time(use.wait), "waited": .number(use.waited),
            ]
        }
        return [
            "name": .string(launch.title), "launch": .time(launch.time),
            "parked": launch.parked > 0 ? .number(launch.parked) : nil,
            "boundWithUnlimitedLanes": .time(launch.path.boundWithUnlimitedLanes), "stages": .array(stages),
            "lanes": .array(lanes), "dependencyWait": .time(parts.dependencyWait), "laneWait": .time(parts.laneWait),
            "runsAfter": .number(parts.laterRuns), "after": .time(parts.after), "budget": .time(launch.budget),
        ]
    }
}

/// The text and JSON of `time --runs`.
struct RunsReport {
    private let runs: SeedRuns
    private let seed: UInt64

    init(_ runs: SeedRuns, seed: UInt64) {
        (self.runs, self.seed) = (runs, seed)
    }

    func text() -> String {
        guard let last = runs.times.sorted.last else { return "none of \(runs.failed) launches has a first frame\n" }
        let times = ShownTimes(last)
        let count = runs.times.sorted.count == 1 ? "1 launch" : Format.count(runs.times.sorted.count) + " launches"
        var lines = ["\(count), seeds from \(seed): \(runs.times.text(times))"]
        if runs.failed > 0 { lines.append("\(Format.count(runs.failed)) without a first frame") }
        let bins = runs.times.histogram()
        let most = max(1, bins.map { $0.count }.max() ?? 1)
        let labels = bins.map { "\(times.text($0.from)) to \(times.text($0.to))" }
        let width = labels.map { $0.utf8.count }.max() ?? 0
        for (bin, label) in zip(bins, labels) {
            let bar = String(repeating: "#", count: (bin.count * 40 + most - 1) / most)
            lines.append(
                "  " + Format.right(label, width: width) + "  " + Format.right("\(bin.count)", width: 7) + " " + bar)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    func json() -> JSONValue {
        let bins = runs.times.histogram().map { bin -> JSONValue in
            ["from": .time(bin.from), "to": .time(bin.to), "count": .number(bin.count)]
        }
        return [
            "runs": .number(runs.times.sorted.count + runs.failed), "failed": .number(runs.failed),
            "launch": runs.times.json, "histogram": .array(bins),
        ]
    }
}
