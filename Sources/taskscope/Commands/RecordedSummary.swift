import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceImport

/// What a reader of another program's trace asks first: what takes longest on the critical path, what of the path is known,
/// and how to go on.
struct RecordedSummary {
    private static let shown = 3

    /// How many of the longest tasks on the path a change is tried of.
    private static let tried = 8

    /// A change that gains less than one part in this many of the launch is not worth a try.
    private static let moment: Int64 = 500

    /// From one part in this many of the launch on, what is not recorded is worth recording.
    private static let large: Int64 = 8

    private let launch: LaunchMeasure
    private let arguments: LaunchArguments
    private let scenario: Scenario?
    private let format: ImportFormat?
    /// What bounds a build besides its longest tasks.
    private let cause: String

    init(_ launch: LaunchMeasure, of source: LaunchSource, _ arguments: LaunchArguments) {
        (self.launch, self.arguments) = (launch, arguments)
        if case .imported(let scenario, _, let imported) = source {
            (self.scenario, self.format) = (scenario, imported.format)
            cause = imported.cause.map { "\($0)\n" } ?? ""
        } else {
            (scenario, format, cause) = (nil, nil, "")
        }
    }

    /// A few lines; nothing for a launch of ours.
    func text() -> String {
        guard launch.isForeign else { return "" }
        let links = launch.path.links.enumerated().filter { $0.element.length > .zero && $0.element.task != nil }
        let longest = links.sorted { $0.element.length > $1.element.length }.prefix(Self.shown)
        guard !longest.isEmpty else { return known() }
        let list = longest.map { "\(name($0.offset)) \(TimeText.text($0.element.length))" }
        let sum = longest.reduce(Int64(0)) { $0 + $1.element.length.count }
        return "longest on the critical path: \(list.joined(separator: ", ")); "
            + "\(Format.percent(sum, of: launch.time.count)) of the \(launch.whole)\n" + cause + known() + advice()
    }

    /// What no slack of a recording knows; empty for one of ours.
    var slackText: String {
        guard let format, launch.isForeign, format == .cargo || !launch.assumed.isEmpty else { return "" }
        return format == .cargo
            ? "SLACK: an estimate, because cargo does not name all that waited for a unit, and jobs may take another order\n"
            : "SLACK: at most this, because the file does not state all that waited for a task\n"
    }

    /// What a link of the path is called: a wait by what came after it.
    private func name(_ place: Int) -> String {
        guard let task = launch.path.links[place].task else { return "-" }
        guard launch.isGap(task) else {
            let words = launch.spans.contains(task) ? " (\(launch.spanWords(task)))" : ""
            return BootUnit.short(launch.name(task)) + words
        }
        let what = launch.isQueue(task) ? "a wait for a job" : "a wait"
        guard place + 1 < launch.path.links.count, let next = launch.path.links[place + 1].task else { return what }
        return "\(what) before \(BootUnit.short(launch.name(next)))"
    }

    /// What is close behind the path, and what the launch would gain if one of its longest tasks took half as long, or if
    /// nothing waited for a unit that only waits.
    private func advice() -> String {
        guard let scenario, let planned = try? PlannedLaunch(of: scenario) else { return "" }
        let assumed = AssumedGain(planned, words: launch.recorded ?? .launch)
        let links = launch.path.links.filter { link in
            guard let task = link.task, link.length > .zero, scenario.tasks.indices.contains(task.offset) else {
                return false
            }
            return !launch.isGap(task) && !launch.spans.contains(task)
                && !(isBoot && BootUnit.isHardware(launch.name(task)))
        }
        let waits = isBoot ? awaited(planned.bootWaits) : []
        var tried: [Trial] = []
        for link in links.sorted(by: { $0.length > $1.length }).prefix(Self.tried) {
            guard let task = link.task else { continue }
            let isGone = isBoot && BootUnit.waits(launch.name(task)) != nil
            // As the command writes it.
            let length = isGone ? .zero : TimeText.rounded(Nanoseconds(link.length.count / 2))
            guard var trial = trial(of: task, length, isGone: isGone, assumed) else { continue }
            // What is certain decides its place among the others; of two units that wait for the same both can go.
            if let held = assumed.needing(trial.change), BootUnit.waits(launch.name(held.task)) == nil {
                trial.time = held.time
            }
            tried.append(trial)
        }
        for unit in waits.compactMap({ $0.wait.unit }) {
            guard let awaiting = planned.awaiting([unit.task]) else { continue }
            let gain = AssumedGain(awaiting, words: launch.recorded ?? .launch)
            let length = TimeText.rounded(Nanoseconds(unit.ran.count / 2))
            _ = trial(of: unit.task, length, isGone: false, gain).map { tried.append($0) }
        }
        let near = waiting(waits) + almostCritical()
        let times = ShownTimes(launch.time)
        let worth = tried.filter { change in
            launch.time.count - change.time.count > launch.time.count / Self.moment
                && times.text(change.time) != times.text(launch.time)
        }.sorted { $0.time < $1.time }.prefix(Self.shown)
        guard let best = worth.first else {
            let verb = tried.isEmpty ? "not move" : "hardly move"
            let wait = LongestWait(of: launch).flatMap { $0.length.count > launch.time.count / Self.large ? $0 : nil }
            return near + "half of any of the longest would \(verb) the \(launch.whole)\n"
                + (wait.map { "next: see what the wait before \($0.shownNext) is\n" } ?? "")
        }
        let rows = worth.map { change in
            "  \(change.isGone ? "without " : "")\(BootUnit.short(launch.name(change.task)))\(change.isGone ? "" : " in half the time"): "
                + change.gain.text(of: change.change, to: change.task)
                + successor(of: change.change, saving: launch.time.count - change.time.count, in: scenario) + "\n"
        }
        return near + "what would shorten it:\n\(rows.joined())"
            + (format?.caveat.map { "  \($0)\n" } ?? "")
            + "to simulate the first: taskscope what-if \(file) \(ShellText.quoted(best.change.text(in: scenario)))\n"
            + next(for: best.task, gaining: Nanoseconds(launch.time.count - best.time.count))
    }

    /// A change to a task of a certain length, and the launch with it.
    private struct Trial {
        var time: Nanoseconds
        var change: ScenarioChange
        var task: TaskID
        /// Whether nothing waits for it any more.
        var isGone: Bool
        var gain: AssumedGain
    }

    /// A change that gives a task another length; nil if the launch is not shorter with it.
    private func trial(of task: TaskID, _ length: Nanoseconds, isGone: Bool, _ gain: AssumedGain) -> Trial? {
        let change = ScenarioChange.duration(task, .fixed(length))
        guard let time = gain.time(with: change), time < launch.time else { return nil }
        return Trial(time: time, change: change, task: task, isGone: isGone, gain: gain)
    }

    /// What to do first: about the task whose change gains most, or about a wait that is longer than that.
    private func next(for task: TaskID, gaining gain: Nanoseconds) -> String {
        let name = launch.name(task)
        if let wait = LongestWait(of: launch), wait.length > gain {
            return "next: see what the wait before \(wait.shownNext) is; it is longer than each of these gains\n"
        }
        return format?.remedy(for: name).map { "next: \(BootUnit.short(name)): \($0)\(beside(task))\n" } ?? ""
    }

    /// Of a build, which units of about the same length ran beside one: `; likewise zstd-sys …, which ran beside it`.
    private func beside(_ task: TaskID) -> String {
        let spans = launch.launchRuns.map { launch.timeline.runs[$0] }
        guard format == .cargo, let own = spans.first(where: { $0.task == task }), let from = own.started,
            let to = own.finished
        else { return "" }
        let length = (to - from).count
        let others = spans.filter { other in
            guard other.task != task, !launch.isGap(other.task), let start = other.started, let end = other.finished
            else {
                return false
            }
            return (end - start).count >= length / 4 * 3 && (min(end, to) - max(start, from)).count >= length / 2
        }
        let names = others.prefix(Self.shown).map { DisplayText.clean(launch.name($0.task)) }
        return names.isEmpty ? "" : "; likewise \(names.joined(separator: ", ")), which ran beside it"
    }

    /// The file as an argument, with its options.
    private var file: String {
        ShellText.argument(Source.title(arguments.source)) + arguments.options.stretch.words
    }

    private var isBoot: Bool { format == .systemd || format == .dot }

    /// The waits on the path that take more than a hundredth of it, longest first.
    private func awaited(_ waits: [BootWait]) -> [(wait: BootWait, length: Nanoseconds)] {
        let links = launch.path.links.filter { $0.length.count > launch.time.count / 100 }
        return links.sorted { $0.length > $1.length }.compactMap { link in
            waits.first { $0.task == link.task }.map { ($0, link.length) }
        }
    }

    /// Which of the longest on the path only wait, for what, and what ended just before they did.
    private func waiting(_ waits: [(wait: BootWait, length: Nanoseconds)]) -> String {
        guard !waits.isEmpty else { return "" }
        let sum = waits.reduce(Int64(0)) { $0 + $1.length.count }
        let rows = waits.map { wait, length in
            let name = launch.name(wait.task)
            return "  \(BootUnit.short(name)) \(TimeText.text(length)) \(BootUnit.waits(name) ?? "")"
                + "\(why(wait).map { "; \($0)" } ?? "")\n"
        }
        return "only wait, \(Format.percent(sum, of: launch.time.count)) of the boot:\n\(rows.joined())"
    }

    /// What of the recording may be why a wait ended; nil if nothing is.
    private func why(_ wait: BootWait) -> String? {
        var parts: [String] = []
        if let unit = wait.unit {
            let name = launch.name(unit.task)
            let what = BootUnit.waits(name).map { " (it waits \($0))" } ?? ""
            parts.append(
                "\(BootUnit.short(name))\(what) ran for \(TimeText.text(unit.ran)) of it, until \(TimeText.text(unit.rest)) before its end"
            )
        }
        if let device = wait.device {
            let name = BootUnit.short(launch.name(device.task))
            parts.append("the last device, \(name), came \(TimeText.text(device.rest)) before its end")
        }
        if let twin = wait.twin {
            let name = BootUnit.short(launch.name(twin.task))
            let rest = TimeText.text(twin.rest)
            parts.append("\(name) waits for the same and ended \(rest) earlier: only without both is it gone")
        }
        if let decider = wait.decider { parts.append("\(BootUnit.short(launch.name(decider))) decides when") }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// The longest tasks beside the path that would soon be on it.
    private func almostCritical() -> String {
        // The slacks of a boot rest on an order that is assumed.
        if isBoot, !launch.assumed.isEmpty { return "" }
        let hundredth = launch.time.count / 100
        let bound = launch.tasksBoundByJobs
        let rows = Blame(launch).rows.filter { row in
            !row.isCritical && row.own.count > hundredth && row.slack.map { $0.count < hundredth } ?? false
                && !bound.contains(row.task)
        }.sorted { $0.own > $1.own }
        guard !rows.isEmpty else { return "" }
        let list = rows.prefix(Self.shown).map {
            "\(DisplayText.clean($0.name)) (\(TimeText.text($0.slack ?? .zero)) of slack)"
        }
        return "almost critical: \(list.joined(separator: ", "))\n"
    }

    /// What bounds the launch instead, where a change gains much less than it takes away: `; then serde is on the critical path`.
    private func successor(of change: ScenarioChange, saving: Int64, in scenario: Scenario) -> String {
        guard case .duration(let task, .fixed(let length)) = change,
            let before = launch.path.links.first(where: { $0.task == task })?.length,
            saving < (before.count - length.count) / 10 * 9
        else { return "" }
        var changed = scenario
        change.apply(to: &changed)
        let known = Set(launch.path.links.compactMap { $0.task })
        guard let planned = try? PlannedLaunch(of: changed), let path = planned.path else { return "" }
        let new = path.links.filter { $0.task.map { !known.contains($0) && !launch.isGap($0) } ?? false }
        guard let longest = new.max(by: { $0.length < $1.length }), let task = longest.task else { return "" }
        return "; then \(DisplayText.clean(launch.name(task))) is on the critical path"
    }

    /// How much of the path the trace does not state: links that are there only because of an assumption, and waits.
    private func known() -> String {
        let (links, shown) = (launch.path.links, launch.shownLinks)
        let assumed = shown.count { link, wait in
            guard case .dependency(let other) = (wait ?? link).why, let task = link.task else { return false }
            return launch.assumed[task]?.contains(other) ?? false
        }
        let waits = links.filter { $0.task.map(launch.isGap) ?? false }
        let (queued, unknown) = waits.reduce((Int64(0), Int64(0))) { sums, link in
            let isQueue = link.task.map(launch.isQueue) ?? false
            return (sums.0 + (isQueue ? link.length.count : 0), sums.1 + (isQueue ? 0 : link.length.count))
        }
        var parts: [String] = []
        let tasks = links.count { $0.task.map { !launch.isGap($0) } ?? false }
        if assumed > 0 { parts.append("assumed: what \(assumed) of \(Format.count(tasks, "task")) on it waited for") }
        if queued > 0 {
            parts.append(
                "waiting for a free job, assumed to be the one that ended last: \(TimeText.text(Nanoseconds(queued))), "
                    + "\(Format.percent(queued, of: launch.time.count)) of the \(launch.whole)")
        }
        if unknown > 0 {
            let count = waits.count { !($0.task.map(launch.isQueue) ?? false) }
            parts.append(
                "unexplained: \(Format.count(count, "wait")), \(TimeText.text(Nanoseconds(unknown))), "
                    + "\(Format.percent(unknown, of: launch.time.count)) of the \(launch.whole)")
        }
        let longest =
            unknown > launch.time.count / Self.large
            ? LongestWait(of: launch)?.text(format, in: scenario, file) ?? "" : ""
        // In words once: the table only says probably.
        let guess =
            assumed == 0
            ? ""
            : "probably: the file states no order there; a task is taken to have waited for the one that ended just before it\n"
        let order = isBoot && assumed > 0 ? "the machine knows the order: \(ImportFormat.orderHint(for: file))\n" : ""
        return parts.isEmpty ? "" : parts.joined(separator: "; ") + "\n" + guess + order + longest
    }
}

extension LaunchMeasure {
    /// The links of the path of another program's trace as they are shown: without waits of less than a moment between two
    /// tasks, which stand beside the task behind them.
    var shownLinks: [(link: CriticalPath.Link, wait: CriticalPath.Link?)] {
        var shown: [(link: CriticalPath.Link, wait: CriticalPath.Link?)] = []
        var wait: CriticalPath.Link?
        for (index, link) in path.links.enumerated() {
            if isForeign, index + 1 < path.links.count, link.length.count < time.count / 500, let task = link.task,
                isGap(task), case .dependency = link.why
            {
                wait = link
                continue
            }
            shown.append((link, wait))
            wait = nil
        }
        return shown
    }
}

/// Text as one word of a shell.
enum ShellText {
    /// In quotes if it needs them.
    static func argument(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_./+@%:,=".contains($0) }
        return isPlain && !text.isEmpty ? text : quoted(text)
    }

    static func quoted(_ text: String) -> String {
        "'" + DisplayText.clean(text).replacing("'", with: "'\\''") + "'"
    }
}
