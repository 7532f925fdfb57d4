import Text
import ArgumentParser
import ScenarioFormat
import SchedulerCore
import TraceAnalysis

/// `taskscope critical-path`
struct CriticalPathCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "critical-path",
        abstract: "Show the chain of runs that bounds a launch, and why each one began when it did.",
        discussion: """
            The chain runs from the launch to the first frame without a gap, through dependencies and the order in the \
            lanes. Its links add up to the launch time.
            """)

    @OptionGroup var launch: LaunchArguments
    @OptionGroup var output: JSONOption
    @Option(help: "Also list tasks with at most this much slack, such as 20ms.")
    var fuzz: String?

    func validate() throws {
        if let fuzz, let complaint = DurationText.complaint(about: fuzz) {
            throw ValidationError("--fuzz: \(complaint)")
        }
    }

    func run() throws {
        let source = try launch.read()
        let measure = try source.launch(number: launch.options.number)
        let near = fuzz.flatMap { DurationText.parse($0) }.map { self.near(measure, within: $0) } ?? []
        guard !output.json else { return Output.write(json(measure, near)) }
        let summary = RecordedSummary(measure, of: source, self.launch)
        Output.write(summary.warning + text(measure, near, summary.slackDoubt) + summary.text())
    }

    /// Tasks that are almost on the path, least slack first.
    private func near(_ launch: LaunchMeasure, within limit: Nanoseconds) -> [Blame.Row] {
        Blame(launch).sorted(by: .slack).filter { row in
            !row.isCritical && row.slack.map { $0 <= limit } ?? false
        }
    }

    /// One row: a link, or many short ones in a row.
    private struct Part {
        var links: [CriticalPath.Link]
        /// The link before them.
        var before: CriticalPath.Link?
        /// A short wait before the first of them, which is not shown.
        var wait: CriticalPath.Link?
        /// How many links it stands for, with the waits that are not shown.
        var count: Int
        var from: Instant { links[0].from }
        var to: Instant { links[links.count - 1].to }
    }

    /// The rows of a launch: where the path of another program's trace goes through four or more links in a row that are
    /// shorter than a moment, they are one.
    private static func parts(_ launch: LaunchMeasure) -> [Part] {
        let (few, moment) = (3, launch.time.count / 500)
        var parts: [Part] = []
        var short: [Part] = []
        func flush() {
            if short.count > few {
                let count = short.reduce(0) { $0 + $1.count }
                parts.append(Part(links: short.flatMap { $0.links }, before: short[0].before, count: count))
            } else {
                parts += short
            }
            short = []
        }
        var before: CriticalPath.Link?
        for (link, wait) in launch.shownLinks {
            let part = Part(links: [link], before: before, wait: wait, count: wait == nil ? 1 : 2)
            before = link
            if launch.isForeign, link.length.count < moment {
                short.append(part)
            } else {
                flush()
                parts.append(part)
            }
        }
        flush()
        return parts
    }

    private func text(_ launch: LaunchMeasure, _ near: [Blame.Row], _ slackDoubt: String) -> String {
        let times = ShownTimes(launch.time)
        let bound = launch.path.boundWithUnlimitedLanes
        let words = LinkText(launch)
        var table = Table([
            .number("from"), .number("to"), .number("took"), .words("task"), .words("why"),
        ])
        let parts = Self.parts(launch)
        let shown = ShownParts(parts.map { $0.to - $0.from }, atMost: launch.isForeign ? 1 : 6)
        for part in parts {
            let task =
                part.links[0].task.map { launch.isGap($0) ? launch.gapName($0) : BootUnit.short(launch.name($0)) }
                ?? "-"
            table.add([
                shown.text(part.from - launch.launched), shown.text(part.to - launch.launched),
                shown.text(part.to - part.from), part.links.count > 1 ? "(\(part.count) short links)" : task,
                part.links.count > 1
                    ? "each less than 1/500 of the \(launch.whole); --json lists them"
                    : part.wait.map { words.why(part.links[0], past: $0) }
                        ?? words.why(part.links[0], after: part.before),
            ])
        }
        // What is assumed of a recorded trace leaves its lanes little to decide.
        let isBoundSaid = !launch.isForeign || bound < launch.time
        var text =
            "\(launch.whole) \(launch.length.text(times))\(launch.recorded?.headText ?? "")"
            + (isBoundSaid ? ", \(times.text(bound)) with unlimited lanes\n" : "\n") + table.text()
            + (launch.endingSkip.map { DisplayText.clean($0) + "\n" } ?? "")
        if let fuzz {
            text += near.isEmpty ? "no other task within \(fuzz)\n" : "within \(fuzz) of the path\(slackDoubt):\n"
            for row in near {
                text += "  \(DisplayText.clean(row.name)): \(times.text(row.slack ?? .zero)) to spare\n"
            }
        }
        return text
    }

    private func json(_ launch: LaunchMeasure, _ near: [Blame.Row]) -> JSONValue {
        let rows = near.map { row -> JSONValue in ["task": .string(row.name), "slack": .time(row.slack)] }
        return [
            "name": .string(launch.title), "launch": .time(launch.time),
            "parked": launch.parked > 0 ? .number(launch.parked) : nil,
            "boundWithUnlimitedLanes": .time(launch.path.boundWithUnlimitedLanes),
            "links": .array(launch.path.links.map { json($0, launch) }), "near": fuzz == nil ? nil : .array(rows),
        ]
    }

    private func json(_ link: CriticalPath.Link, _ launch: LaunchMeasure) -> JSONValue {
        let (why, task, lane): (String, TaskID?, LaneID?) =
            switch link.why {
            case .dependency(let task): ("dependency", task, nil)
            case .lane(let lane, let task): ("lane", task, lane)
            case .event: ("event", nil, nil)
            case .release(let task): ("release", task, nil)
            case .laneGap(let lane, let task): ("laneGap", task, lane)
            case .clock: ("clock", nil, nil)
            case .paused(let lane): ("pause", nil, lane)
            case .gap: ("gap", nil, nil)
            }
        let event = if case .event(let event) = link.why { event } else { nil as LifecycleEvent? }
        // Of a wait it is the task behind it that is assumed to have waited.
        let isWait = link.task.flatMap { waiting in task.map { launch.assumed[waiting]?.contains($0) ?? false } }
        let isAssumed = isWait ?? false || task.map { launch.isAssumed(link, after: $0) } ?? false
        let isSpan = link.task.map { launch.spans.contains($0) } ?? false
        return [
            "task": .text(link.task.map { launch.name($0) }), "from": .time(link.from - launch.launched),
            "to": .time(link.to - launch.launched), "why": .string(why),
            "event": event.map { .string($0.description) }, "by": task.map { .string(launch.name($0)) },
            "assumed": isAssumed ? .bool(true) : nil, "span": isSpan ? .bool(true) : nil,
            "lane": lane.map { .string(launch.name($0)) },
        ]
    }
}
