import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceImport

/// The longest wait on the critical path of another program's trace that nothing explains: what ran in it, what the launch
/// would be without it, and how to learn more of it.
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
            links[place].task.map { launch.isGap($0) && !launch.isQueue($0) } ?? false
        }
        guard let place = waits.max(by: { links[$0].length < links[$1].length }), let task = links[place].task,
            let next = links[place + 1].task
        else { return nil }
        (self.launch, wait, self.task, self.next) = (launch, links[place], task, DisplayText.clean(launch.name(next)))
        shownNext = BootUnit.short(launch.name(next))
    }

    /// Up to three lines, each with a line feed.
    func text(_ format: FormatAdvice?, in scenario: Scenario?, _ file: String) -> String {
        let times = ShownTimes(fine: launch.time)
        var text =
            "longest wait: \(times.text(wait.from - .zero)) to \(times.text(wait.to - .zero)), before \(shownNext); \(whatRan())\n"
        if wait.from == launch.launched, let words = format?.beforeFirst { text += "  \(words)\n" }
        if let gain = scenario.flatMap({ gain(in: $0, file) }) { text += "  without it: \(gain)\n" }
        let names = launch.launchRuns.lazy.map { launch.name(launch.timeline.runs[$0].task) }
        if let words = format?.whereToLookForNetwork(before: next, among: names) ?? format?.whereToLook(before: next) {
            text += "  to see more of it: \(words)\n"
        }
        return text
    }

    /// Who ran in it, longest first.
    private func whatRan() -> String {
        let ran = launch.launchRuns.compactMap { index -> (name: String, length: Int64, isSpan: Bool)? in
            let span = launch.timeline.runs[index]
            guard !launch.isGap(span.task), let started = span.started else { return nil }
            let length = min(span.finished ?? wait.to, wait.to).nanoseconds - max(started, wait.from).nanoseconds
            return length > 0 ? (launch.name(span.task), length, launch.spans.contains(span.task)) : nil
        }.sorted { $0.length > $1.length }
        guard !ran.isEmpty else { return "nothing ran then that is recorded" }
        let names = ran.prefix(Self.shown).map { BootUnit.short($0.name) }
        let more = ran.count - names.count
        let verb = ran.contains { $0.isSpan } ? ran.count == 1 ? "was under way" : "were under way" : "ran"
        return "\(names.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "") \(verb) then, "
            + "but the trace does not show that \(shownNext) waited for \(ran.count == 1 ? "it" : "them")"
    }

    /// How much shorter the launch would be without it, and how to see that; nil if it would not be.
    private func gain(in scenario: Scenario, _ file: String) -> String? {
        let changes = [ScenarioChange.duration(task, .fixed(.zero))]
        guard scenario.tasks.indices.contains(task.offset), let planned = try? PlannedLaunch(of: scenario) else {
            return nil
        }
        let assumed = AssumedGain(planned, words: launch.recorded ?? .launch)
        guard let time = assumed.time(with: changes), time < launch.time else { return nil }
        let gain = assumed.text(of: changes)
        return "\(gain): taskscope what-if \(file) \(ShellText.quoted(changes[0].text(in: scenario)))"
    }
}
