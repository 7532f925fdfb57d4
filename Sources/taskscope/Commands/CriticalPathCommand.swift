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
        let measure = try launch.read().launch(number: launch.options.number)
        let near = fuzz.flatMap { DurationText.parse($0) }.map { self.near(measure, within: $0) } ?? []
        Output.write(output.json ? json(measure, near) + "\n" : text(measure, near))
    }

    /// Tasks that are almost on the path, least slack first.
    private func near(_ launch: LaunchMeasure, within limit: Nanoseconds) -> [Blame.Row] {
        Blame(launch).sorted(by: .slack).filter { row in
            !row.isCritical && row.slack.map { $0 <= limit } ?? false
        }
    }

    private func text(_ launch: LaunchMeasure, _ near: [Blame.Row]) -> String {
        let times = ShownTimes(launch.time)
        let bound = launch.path.boundWithUnlimitedLanes
        let words = LinkText(launch)
        var table = TextTable([
            ("FROM", .right), ("TO", .right), ("TOOK", .right), ("TASK", .left), ("WHY", .left),
        ])
        let shown = ShownParts(launch.path.links.map { $0.to - $0.from })
        var before: CriticalPath.Link?
        for link in launch.path.links {
            defer { before = link }
            table.add([
                shown.text(link.from - launch.launched), shown.text(link.to - launch.launched),
                shown.text(link.to - link.from),
                link.task.map { DisplayText.clean(launch.name($0)) } ?? "-", words.why(link, after: before),
            ])
        }
        var text = "launch \(times.text(launch.time)), \(times.text(bound)) with unlimited lanes\n" + table.text()
        if let fuzz {
            text += near.isEmpty ? "no other task within \(fuzz)\n" : "within \(fuzz) of the path:\n"
            for row in near {
                text += "  \(DisplayText.clean(row.name)): \(times.text(row.slack ?? .zero)) to spare\n"
            }
        }
        return text
    }

    private func json(_ launch: LaunchMeasure, _ near: [Blame.Row]) -> String {
        var line = JSONLine()
        line.add("name", launch.title)
        line.add("launch", launch.time)
        line.add("boundWithUnlimitedLanes", launch.path.boundWithUnlimitedLanes)
        line.add("links", launch.path.links.map { json($0, launch) })
        if fuzz != nil {
            line.add(
                "near",
                near.map { row in
                    var object = JSONLine()
                    object.add("task", row.name)
                    object.add("slack", row.slack)
                    return object
                })
        }
        return line.text
    }

    private func json(_ link: CriticalPath.Link, _ launch: LaunchMeasure) -> JSONLine {
        var object = JSONLine()
        object.add("task", link.task.map { launch.name($0) })
        object.add("from", link.from - launch.launched)
        object.add("to", link.to - launch.launched)
        switch link.why {
        case .dependency(let task): add("dependency", task: task, nil, to: &object)
        case .lane(let lane, let task): add("lane", task: task, lane, to: &object)
        case .event(let event):
            object.add("why", "event")
            object.add("event", event.description)
        case .release(let task): add("release", task: task, nil, to: &object)
        case .laneGap(let lane, let task): add("laneGap", task: task, lane, to: &object)
        case .clock: object.add("why", "clock")
        case .gap: object.add("why", "gap")
        }
        func add(_ why: String, task: TaskID, _ lane: LaneID?, to object: inout JSONLine) {
            object.add("why", why)
            object.add("by", launch.name(task))
            if let lane { object.add("lane", launch.name(lane)) }
        }
        return object
    }
}
