import Planning
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceImport

/// What a recorded launch would gain at most from each of the longest tasks on its critical path, if that took no time; and from
/// what a unit of a boot that only waits probably waited for.
struct RecordedCandidates {
    /// How many of the best are shown.
    static let shown = 3

    /// How many of the longest tasks on the path a change is tried of.
    private static let tried = 8

    /// A change that gains less than one part in this many of the launch is not worth a try.
    private static let moment: Int64 = 500

    /// A change to a task, or to units of a boot that go only together, and the launch with it.
    struct Candidate {
        fileprivate(set) var time: Nanoseconds
        let changes: [ScenarioChange]
        /// The first one is the task that it is about.
        let tasks: [TaskID]
        /// Whether nothing waits for them any more.
        let isGone: Bool
        let gain: AssumedGain
    }

    private let launch: LaunchMeasure
    private let scenario: Scenario
    /// Those that are worth a try, the best first.
    private(set) var best: [Candidate] = []
    /// Whether any change makes the launch shorter.
    private(set) var moves = false
    /// The build with a job for every unit that is ready; nil of another launch, or if its jobs did not hold it up.
    let withJobs: Nanoseconds?
    /// The launch as it is, with what changes to it give.
    private let assumed: AssumedGain

    init(_ launch: LaunchMeasure, _ planned: PlannedLaunch, waits: [BootWait], _ format: FormatAdvice?) {
        (self.launch, scenario) = (launch, planned.scenario)
        assumed = AssumedGain(planned, words: launch.recorded ?? .launch)
        withJobs = assumed.timeWithJobs.flatMap { $0 < launch.time ? $0 : nil }
        var found: [Candidate] = []
        let links = launch.path.links.filter { link in
            guard let task = link.task, link.length > .zero, planned.scenario.tasks.indices.contains(task.offset) else {
                return false
            }
            return !launch.isGap(task) && !launch.spans.contains(task)
                && !(launch.whole == "boot"
                    && (BootUnit.isDevice(launch.name(task)) || !BootUnit.isUnit(launch.name(task))))
                && !BuildUnits.hasFailed(launch.name(task))
        }
        for link in links.sorted(by: { $0.length > $1.length }).prefix(Self.tried) {
            guard let task = link.task else { continue }
            let isGone = format?.isSpared(launch.name(task)) ?? false
            let twin = isGone ? waits.first { $0.task == task }?.twin?.task : nil
            let tasks = [task] + (twin.map { [$0] } ?? [])
            if let all = scripts(beside: task, format, assumed) { found.append(all) }
            guard var candidate = candidate(tasks, isGone: isGone, assumed) else { continue }
            // What is certain decides its place among the others; what only waits can be gone, too.
            if let held = assumed.needing(candidate.changes), BootUnit.waits(launch.name(held.task)) == nil {
                candidate.time = held.time
            }
            found.append(candidate)
        }
        for unit in waits.compactMap({ $0.unit }) {
            guard let awaiting = planned.awaiting([unit.task]) else { continue }
            let gain = AssumedGain(awaiting, words: launch.recorded ?? .launch)
            if let candidate = candidate([unit.task], isGone: false, gain) { found.append(candidate) }
        }
        moves = !found.isEmpty
        let times = ShownTimes(launch.time)
        let worth = found.filter { candidate in
            launch.time.count - candidate.time.count > launch.time.count / Self.moment
                && times.text(candidate.time) != times.text(launch.time)
        }
        best = Array(worth.sorted { $0.time < $1.time }.prefix(Self.shown))
    }

    /// The build scripts that ran beside one of a build, with it: each alone gains little.
    private func scripts(beside task: TaskID, _ format: FormatAdvice?, _ gain: AssumedGain) -> Candidate? {
        let scripts = ([task] + launch.unitsBeside(task)).filter { BuildUnits.isScript(launch.name($0)) }
        guard scripts.count > 1, scripts[0] == task else { return nil }
        let isGone = scripts.allSatisfy { format?.isSpared(launch.name($0)) ?? false }
        return candidate(scripts, isGone: isGone, gain)
    }

    /// The launch without tasks; as it is if it would not be shorter.
    func time(without tasks: [TaskID]) -> Nanoseconds {
        let time = assumed.time(with: tasks.map { .duration($0, .fixed(.zero)) }) ?? launch.time
        return min(time, launch.time)
    }

    /// Tasks that take no time; nil if the launch is not shorter then.
    private func candidate(_ tasks: [TaskID], isGone: Bool, _ gain: AssumedGain) -> Candidate? {
        let changes = tasks.map { ScenarioChange.duration($0, .fixed(.zero)) }
        guard let time = gain.time(with: changes), time < launch.time else { return nil }
        return Candidate(time: time, changes: changes, tasks: tasks, isGone: isGone, gain: gain)
    }

    /// How much the launch gains.
    func gained(_ candidate: Candidate) -> Nanoseconds { Nanoseconds(launch.time.count - candidate.time.count) }

    /// One line: what is changed, what that gives, and what bounds the launch then.
    func text(_ candidate: Candidate, _ said: inout SaidConditions) -> String {
        let shown = Format.list(candidate.tasks.map { BootUnit.short(launch.name($0)) })
        return "\(candidate.isGone ? "without \(shown)" : shown): "
            + candidate.gain.text(of: candidate.changes, said: &said) + successor(of: candidate)
    }

    /// What bounds the launch instead, where a change gains much less than it takes away: `; then serde is on the critical path`.
    private func successor(of candidate: Candidate) -> String {
        guard case .duration(let task, .fixed(let length))? = candidate.changes.first,
            let before = launch.path.links.first(where: { $0.task == task })?.length,
            gained(candidate).count < (before.count - length.count) / 10 * 9
        else { return "" }
        let known = Set(launch.path.links.compactMap { $0.task })
        guard let path = candidate.gain.planned(with: candidate.changes)?.path else { return "" }
        // With the jobs as a pool, and with the waits for them as recorded, which is what what-if shows.
        var plain = scenario
        ScenarioChange.apply(candidate.changes, to: &plain)
        let shown = Set((try? PlannedLaunch(of: plain))?.path?.links.compactMap { $0.task } ?? [])
        let new = path.links.filter {
            $0.task.map { !known.contains($0) && !launch.isGap($0) && shown.contains($0) } ?? false
        }
        guard let longest = new.max(by: { $0.length < $1.length }), let other = longest.task else { return "" }
        return "; then \(DisplayText.clean(launch.name(other))) is on the critical path"
    }
}
