import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceImport

/// The longest wait on the critical path of another program's trace that nothing explains, or stretch of a thread in which nothing
/// is recorded: what ran in it, and how to learn more of it.
struct LongestWait {
    private static let shown = 3

    private let launch: LaunchMeasure
    private let wait: CriticalPath.Link
    private let task: TaskID
    /// What came after it, in full and as a line has room for it.
    private let next: String
    let shownNext: String
    var length: Nanoseconds { wait.length }

    /// Nil if nothing on the path waited without a reason.
    init?(of launch: LaunchMeasure) {
        let links = launch.path.links
        let waits = links.indices.dropLast().filter { place in
            links[place].task.map { launch.isGap($0) && !launch.isQueue($0) && !launch.isBuildStart($0) } ?? false
        }
        guard let place = waits.max(by: { links[$0].length < links[$1].length }), let task = links[place].task,
            let next = links[place + 1].task
        else { return nil }
        (self.launch, wait, self.task, self.next) = (launch, links[place], task, DisplayText.clean(launch.name(next)))
        shownNext = BootUnit.short(launch.name(next))
    }

    /// What one does to learn what it was.
    func howToSee(_ format: FormatAdvice?) -> String {
        if launch.isUnrecorded(task) { return "record what the thread does before \(shownNext)" }
        return format?.whatExplains(waitBefore: next, shownNext, among: names)
            ?? "see what the wait before \(shownNext) is"
    }

    private var names: some Sequence<String> {
        launch.launchRuns.lazy.map { launch.name(launch.timeline.runs[$0].task) }
    }

    /// Up to four lines, each with a line feed.
    func text(_ format: FormatAdvice?) -> String {
        let times = ShownTimes(fine: launch.time)
        let (kind, doubt) =
            launch.isUnrecorded(task)
            ? ("longest stretch of a thread with nothing recorded", "; the trace does not say if it ran or waited; ")
            : ("longest wait", "; ")
        var text =
            "\(kind): \(times.text(wait.from - .zero)) to \(times.text(wait.to - .zero)), before \(shownNext)\(doubt)\(whatRan())\(device)\(limit)\n"
        text += delayed
        if wait.from == launch.launched, let words = format?.beforeFirst { text += "  \(words)\n" }
        if let words = format?.whereToLookForNetwork(before: next, among: names) ?? format?.whereToLook(before: next) {
            text += "  to see more of it: \(words)\n"
        }
        return text
    }

    /// The device that came last in it: of a wait for the network one of the network, else of the hardware; empty if none did.
    private var device: String {
        guard launch.whole == "boot", !BootUnit.isDevice(next) else { return "" }
        let runs = launch.launchRuns.map { launch.timeline.runs[$0] }.filter { !launch.isGap($0.task) }
        let isNetwork = next.hasPrefix("network")
        let last = BootWait.lastDevice(in: runs, from: wait.from, to: wait.to, launch.name) { name in
            isNetwork ? BootUnit.isNetwork(name) : !BootUnit.isMade(name)
        }
        return last.map { device in
            let came = DurationText.rounded(nanoseconds: (wait.to - .zero).count - device.rest.count)
            return "; \(BootUnit.short(launch.name(device.task))) came only at \(came), "
                + "\(TimeText.text(device.rest)) before its end: what needs it could not begin before"
        } ?? ""
    }

    /// Of a boot in which only targets came after it: which, and since when all else had begun; else empty.
    private var delayed: String {
        guard launch.whole == "boot" else { return "" }
        let units = launch.launchRuns.compactMap { index -> (name: String, start: Instant)? in
            let span = launch.timeline.runs[index]
            let name = launch.name(span.task)
            guard !launch.isGap(span.task), !BootUnit.isDevice(name), let start = span.started else { return nil }
            return (name, start)
        }
        let later = units.filter { $0.start >= wait.to }
        let last = units.filter { $0.start < wait.to && !$0.name.hasSuffix(".target") }.map { $0.start }.max()
        guard let last, !later.isEmpty, later.allSatisfy({ $0.name.hasSuffix(".target") }) else { return "" }
        return "  it delayed only \(Format.list(later.map { BootUnit.short($0.name) })): "
            + "all other units had begun by \(DurationText.rounded(nanoseconds: (last - .zero).count))\n"
    }

    /// When a unit would have begun whose usual limit ended a long wait; empty if that is not in the boot, or behind the wait.
    private var limit: String {
        let limit = Nanoseconds.seconds(BootUnit.startLimit)
        let began = (wait.to - .zero).count - limit.count
        guard launch.whole == "boot", wait.length.count * 2 >= limit.count, began > 0,
            began <= (wait.from - .zero).count
        else { return "" }
        return "\(device.isEmpty ? "; if" : "; or if") a start limit of \(BootUnit.startLimit)s "
            + "(DefaultTimeoutStartSec) ended it, its unit began at " + DurationText.rounded(nanoseconds: began)
    }

    /// Who ran in it, longest first.
    private func whatRan() -> String {
        let ran = launch.launchRuns.compactMap { index -> (name: String, length: Int64, isSpan: Bool)? in
            let span = launch.timeline.runs[index]
            guard !launch.isGap(span.task), !BootUnit.isDevice(launch.name(span.task)), let started = span.started
            else { return nil }
            let length = min(span.finished ?? wait.to, wait.to).nanoseconds - max(started, wait.from).nanoseconds
            return length > 0 ? (launch.name(span.task), length, launch.spans.contains(span.task)) : nil
        }.sorted { $0.length > $1.length }
        guard !ran.isEmpty else { return "nothing else of the \(launch.whole) is recorded then" }
        let names = Format.list(ran.map { BootUnit.short($0.name) }, limit: Self.shown)
        let verb = ran.contains { $0.isSpan } ? ran.count == 1 ? "was under way" : "were under way" : "ran"
        return "\(names) \(verb) then, "
            + "but the trace does not show that \(shownNext) waited for \(ran.count == 1 ? "it" : "them")"
    }
}

/// The units of a boot on its critical path that only wait, with what may be why a wait ended.
struct RecordedWaits {
    private let launch: LaunchMeasure
    private let rows: [(wait: BootWait, length: Nanoseconds)]
    /// The longest first; those that take more than a hundredth of the boot.
    var waits: [BootWait] { rows.map { $0.wait } }

    init(_ launch: LaunchMeasure, _ planned: PlannedLaunch) {
        self.launch = launch
        let waits = planned.bootWaits
        let links = launch.path.links.filter { $0.length.count > launch.time.count / 100 }
        rows = links.sorted { $0.length > $1.length }.compactMap { link in
            waits.first { $0.task == link.task }.map { ($0, link.length) }
        }
    }

    /// Which wait, for what, and what ended just before they did; empty if none waits.
    var text: String {
        guard !rows.isEmpty else { return "" }
        let sum = rows.reduce(Int64(0)) { $0 + $1.length.count }
        let lines = rows.map { wait, length in
            let name = launch.name(wait.task)
            return "  \(BootUnit.short(name)) \(TimeText.text(length)) \(BootUnit.waits(name) ?? "")"
                + "\(why(wait).map { "; \($0)" } ?? "")\n"
        }
        return "only wait, \(Format.percent(sum, of: launch.time.count)) of the boot:\n\(lines.joined())"
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
        if let link = wait.link {
            parts.append(BootUnit.came(launch.name(link.task), link.rest))
        }
        if let twin = wait.twin {
            let name = BootUnit.short(launch.name(twin.task))
            let rest = TimeText.text(twin.rest)
            parts.append("\(name) waits for the same and ended \(rest) earlier: only without both is it gone")
        }
        if let decider = wait.decider { parts.append("\(BootUnit.short(launch.name(decider))) decides when") }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
