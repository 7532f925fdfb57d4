import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// What a change gives, as far as the assumptions of a scenario decide it (`assumes`), and what absorbs it.
public struct AssumedGain: Sendable {
    private let planned: PlannedLaunch
    private let whole: String
    /// Of the scenario as it is.
    private let assumed: LaunchTrial
    /// Of the scenario in which the devices of a boot come no earlier than they did, whatever the units do; nil if no device is
    /// assumed to wait for one.
    private let withDevices: LaunchTrial?
    /// Of the scenario in which no task waits for what it is assumed to wait for, but begins no earlier than it did, and no
    /// job is free earlier; nil without assumptions and waits for a job.
    private let pinned: LaunchTrial?
    /// Of a boot that ends with a target, with nothing that holds its end but that target; nil of any other launch.
    private let upToTarget: LaunchTrial?
    /// Of a build whose units waited for a free job; nil of another launch.
    private let pool: JobPool?
    /// The units of a boot that only wait.
    private let waits: [BootWait]

    /// What can be said about changes to the scenario of a launch, which follows `number` others.
    public init(_ planned: PlannedLaunch, number: Int = 0, words: RecordedWords = .launch) {
        self.planned = planned
        waits = planned.bootWaits
        pool = JobPool(planned, number: number)
        whole = words.whole
        assumed = LaunchTrial(of: planned.scenario, number: number)
        pinned = Self.pinned(planned).map { LaunchTrial(of: $0, number: number) }
        upToTarget = Self.upToTarget(planned).map { LaunchTrial(of: $0, number: number) }
        let tasks = planned.scenario.tasks
        let hasDevices = tasks.contains { !$0.assumes.isEmpty && BootUnit.isDevice($0.spec.name) }
        let hardware = hasDevices ? Self.hardware(planned) : []
        withDevices =
            hasDevices
            ? Self.pinned(planned) { hardware.contains($0) }.map { LaunchTrial(of: $0, number: number) } : nil
    }

    /// The launch with these changes if none of the assumptions is true; nil without assumptions or a first frame. Of a build, the
    /// time in which only units ran that take none any more is saved all the same.
    public func timeWithout(_ changes: [ScenarioChange]) -> Nanoseconds? {
        guard let time = pinned?.time(with: changes) else { return nil }
        guard let pooled = pool?.time(with: changes), let launch = planned.time else { return time }
        return min(time, max(pooled, Nanoseconds(launch.count - timeAlone(of: changes).count)))
    }

    /// How long nothing ran, and nothing waited, but tasks that take no time with these changes.
    private func timeAlone(of changes: [ScenarioChange]) -> Nanoseconds {
        let gone = changes.compactMap { change -> TaskID? in
            guard case .duration(let task, .fixed(.zero)) = change else { return nil }
            return task
        }
        var events: [(time: Int64, isGone: Bool, change: Int)] = []
        for run in planned.timeline.runs where Int(run.process) == planned.process {
            guard let start = run.started?.nanoseconds, let end = run.finished?.nanoseconds, start < end else {
                continue
            }
            let isGone = gone.contains(run.task)
            events += [(start, isGone, 1), (end, isGone, -1)]
        }
        var (sum, since, own, others) = (Int64(0), Int64(0), 0, 0)
        for event in events.sorted(by: { $0.time < $1.time }) {
            if own > 0, others == 0 { sum += event.time - since }
            since = event.time
            if event.isGone { own += event.change } else { others += event.change }
        }
        return Nanoseconds(sum)
    }

    /// The launch with these changes if no device of a boot comes earlier for them, and with the jobs of a build as a pool.
    public func time(with changes: [ScenarioChange]) -> Nanoseconds? {
        pool?.time(with: changes) ?? (withDevices ?? assumed).time(with: changes)
    }

    /// The build with these changes and its jobs as a pool; nil of another launch.
    public func timeWithPool(_ changes: [ScenarioChange]) -> Nanoseconds? { pool?.time(with: changes) }

    /// The build with a job for every unit that is ready; nil of another launch.
    public var timeWithJobs: Nanoseconds? {
        pool.flatMap { $0.time(with: [.width($0.lane, LaneSpec.maximumWidth)]) }
    }

    /// The launch with these changes in full, with the jobs of a build as a pool; nil if it cannot be registered.
    public func planned(with changes: [ScenarioChange]) -> PlannedLaunch? {
        var changed = pool?.scenario ?? planned.scenario
        ScenarioChange.apply(changes, to: &changed)
        return try? PlannedLaunch(of: changed)
    }

    /// The devices of a boot, without those that the kernel or a unit of the recording makes, under any name: that came in the
    /// same moment.
    private static func hardware(_ planned: PlannedLaunch) -> Set<Int> {
        let tasks = planned.scenario.tasks
        var made: Set<Int64> = []
        let devices = planned.timeline.runs.filter { run in
            guard Int(run.process) == planned.process, let spec = planned.task(run.task)?.spec else { return false }
            if isMade(spec), let end = run.finished { made.insert(end.nanoseconds / BootUnit.alias) }
            return BootUnit.isDevice(spec.name)
        }
        return Set(
            devices.filter { !isMade(tasks[$0.task.offset].spec) }
                .filter { run in
                    let end = (run.finished?.nanoseconds ?? .min) / BootUnit.alias
                    return !(-1...1).contains { made.contains(end + $0) }
                }.map { $0.task.offset })
    }

    private static func upToTarget(_ planned: PlannedLaunch) -> Scenario? {
        var scenario = planned.scenario
        guard scenario.words.whole == "boot", let end = scenario.words.end, BootUnit.isTarget(end),
            let target = planned.scheduler.task(named: end), scenario.tasks.indices.contains(target.offset)
        else { return nil }
        for index in scenario.tasks.indices { scenario.tasks[index].spec.blocks = index == target.offset }
        return scenario
    }

    private static func isMade(_ device: TaskSpec) -> Bool {
        BootUnit.isVirtual(device.name)
            || BootUnit.isMade(device.name) && (device.after + device.follows).contains { BootUnit.isMaker($0) }
    }

    private static func pinned(
        _ planned: PlannedLaunch, where isPinned: (Int) -> Bool = { _ in true }
    ) -> Scenario? {
        var scenario = planned.scenario
        let assuming = scenario.tasks.indices.filter { !scenario.tasks[$0].assumes.isEmpty && isPinned($0) }
        let queues = scenario.tasks.indices.filter { scenario.tasks[$0].isQueue && isPinned($0) }
        guard !assuming.isEmpty || !queues.isEmpty else { return nil }
        var runs: [TaskID: RunSpan] = [:]
        for run in planned.timeline.runs where Int(run.process) == planned.process && runs[run.task] == nil {
            runs[run.task] = run
        }
        var taken = Set(scenario.tasks.map { ByteName($0.spec.name) })
        let lane = LaneID(scenario.configuration.lanes.count)
        scenario.configuration.lanes.append(LaneSpec(name: "pinned", width: LaneSpec.maximumWidth))
        for index in queues {
            guard let run = runs[TaskID(index)], let finished = run.finished else { continue }
            scenario.tasks[index].spec.follows = []
            scenario.tasks[index].duration = .fixed(finished - run.released)
        }
        let isBoot = scenario.tasks.contains { BootUnit.isDevice($0.spec.name) }
        let kernel = scenario.tasks.firstIndex { isBoot && $0.spec.name == "kernel" }.flatMap { index in
            runs[TaskID(index)]?.finished.map { (name: scenario.tasks[index].spec.name, end: $0) }
        }
        var gaps: [ByteName: Int] = [:]
        for index in scenario.tasks.indices where scenario.tasks[index].isGap {
            gaps[ByteName(scenario.tasks[index].spec.name)] = index
        }
        for index in assuming {
            let task = TaskID(index)
            for name in scenario.tasks[index].assumes {
                scenario.tasks[index].drop(name)
                // A gap is a wait of the task behind it.
                for gap in scenario.tasks[index].spec.after.compactMap({ gaps[ByteName($0)] }) {
                    scenario.tasks[gap].drop(name)
                }
            }
            guard let run = runs[task], let started = run.started, started > run.released else { continue }
            var name = "gap before \(scenario.tasks[index].spec.name)"
            while !taken.insert(ByteName(name)).inserted { name += "'" }
            // In a boot it began so long after the kernel, else so long after its event.
            let kernel = kernel.flatMap { $0.end <= started ? $0 : nil }
            let spec = TaskSpec(
                name: name, trigger: scenario.tasks[index].spec.trigger, follows: kernel.map { [$0.name] } ?? [],
                lane: lane)
            scenario.tasks.append(
                ScenarioTask(
                    spec: spec, duration: .fixed(started - (kernel?.end ?? run.released)), group: ScenarioTask.gapGroup)
            )
            scenario.tasks[index].spec.after.append(name)
        }
        return scenario
    }

    /// Of units of a boot that wait for the same, such as devices, if changes shorten their wait: the launch in which what comes
    /// after it needs what ended last during the wait, and what that is; nil of any other changes.
    public func needing(_ changes: [ScenarioChange]) -> (time: Nanoseconds, task: TaskID)? {
        let gone = changes.compactMap { $0.task }
        var last: TaskID?
        let held = changes.map { change in
            guard case .duration(let task, .fixed(let length)) = change,
                let wait = waits.first(where: { $0.task == task }), let cause = wait.last(without: gone),
                case .fixed(let whole) = planned.scenario.tasks[task.offset].duration,
                whole.count - cause.rest.count > length.count
            else { return change }
            last = last ?? cause.task
            return .duration(task, .fixed(Nanoseconds(whole.count - cause.rest.count)))
        }
        guard let last else { return nil }
        return assumed.time(with: held).map { ($0, last) }
    }

    /// What changes to a task, or to some that go together, give, with what that rests on: `-34.4s if openssl really waits for its
    /// build script, else 0s`; of a boot also what they would give if the devices came earlier, too, and what if what comes after
    /// a wait for devices needs the last of them.
    public func text(of changes: [ScenarioChange]) -> String {
        var said = SaidConditions()
        return text(of: changes, said: &said)
    }

    /// The same in an output that said some conditions before.
    public func text(of changes: [ScenarioChange], said: inout SaidConditions) -> String {
        let launch = planned.time ?? .zero
        let words = needing(changes).map { held in
            "\(planned.shownTimes.signed(from: launch, to: held.time)) if what comes after it needs "
                + "\(BootUnit.short(planned.name(held.task))); if not, "
        }
        return (words ?? "") + unheldText(of: changes, &said)
    }

    private func unheldText(of changes: [ScenarioChange], _ said: inout SaidConditions) -> String {
        let launch = planned.time ?? .zero
        let times = planned.shownTimes
        func gain(_ time: Nanoseconds) -> String { times.signed(from: launch, to: time) }
        if let pool, let time = pool.time(with: changes) {
            guard let other = timeWithout(changes), gain(other) != gain(time) else { return gain(time) }
            let ends = time > other ? [time, other] : [other, time]
            let doubt = AssumedLinks(planned, behind: changes.first?.task).first.map { " and on whether \($0)" } ?? ""
            let alone = timeAlone(of: changes)
            // What only these tasks took is sure.
            let sure = alone > .zero && other.count == launch.count - alone.count
            let why =
                sure
                ? "for \(TimeText.text(alone)) nothing else ran, the rest depends on when jobs are free"
                : "it depends on when jobs are free"
            // On processors that are busy, what begins earlier takes longer.
            let range =
                planned.scenario.source?.help == .crates
                ? "\(gain(ends[0])), or up to \(gain(ends[1])) if processors are free"
                : ends.map(gain).joined(separator: " to ")
            return "\(range): \(why)\(doubt)"
        }
        guard let most = assumed.time(with: changes) else { return "" }
        let time = self.time(with: changes) ?? most
        let bound = gain(time) == gain(most) ? "" : "; \(gain(most)) only if devices come earlier, too"
        // What ended before the target may hold the end of a boot, or not.
        let target = bound.isEmpty ? upToTarget?.time(with: changes) : nil
        let end = BootUnit.short(planned.scenario.words.end ?? "")
        let ends =
            target.flatMap { target -> String? in
                target < time && gain(target) != gain(time)
                    ? " (\(gain(target)) if \(end) waits for nothing else)" : nil
            } ?? ""
        guard let other = timeWithout(changes), gain(other) != gain(time) else { return gain(time) + ends + bound }
        let links = AssumedLinks(planned, behind: changes.first?.task)
        let condition = links.condition(&said)
        let rest = restWords(of: changes, launch.count - time.count, links) ?? gain(other)
        return condition.isEmpty ? gain(time) + bound : "\(gain(time))\(ends) if \(condition), else \(rest)\(bound)"
    }

    /// What changes to lengths give if what they rest on is not so: of a wait that nothing explains, what ended it is unknown; of
    /// a boot, whose order is all assumed, less than they take away from its units, or up to that, and on a thread, where waits
    /// may grow, less. Nil of any other changes.
    private func restWords(of changes: [ScenarioChange], _ gain: Int64, _ links: AssumedLinks) -> String? {
        var removed: Int64 = 0
        for change in changes {
            guard case .duration(let task, .fixed(let new)) = change,
                case .fixed(let old) = planned.scenario.tasks[task.offset].duration, old > new
            else { return nil }
            if planned.scenario.tasks[task.offset].isGap { return "unknown" }
            removed += old.count - new.count
        }
        guard whole == "boot" || links.hasWaits else { return nil }
        guard removed > gain else { return "less" }
        let launch = planned.time ?? .zero
        return
            "0s to \(planned.shownTimes.signed(from: launch, to: Nanoseconds(launch.count - min(removed, launch.count))))"
    }

    /// The assumptions on the critical path behind a task: `openssl really waits for its build script`. Names are cleaned;
    /// empty if none is there.
    public func condition(behind task: TaskID?) -> String { AssumedLinks(planned, behind: task).condition }

    private var links: [CriticalPath.Link] { planned.path?.links ?? [] }

    /// Why a change to a task does not move the launch, in one sentence without a full stop; nil if its task did not run.
    /// `pathStays`: the critical path with the change is the same.
    public func absorber(of task: TaskID, pathStays: Bool = false) -> String? {
        guard let path = planned.path, let spec = planned.task(task)?.spec,
            let index = planned.timeline.runs.firstIndex(where: {
                Int($0.process) == planned.process && $0.task == task && $0.startOrder >= 0
            })
        else { return nil }
        let name = DisplayText.clean(spec.name)
        let run = planned.timeline.runs[index]
        guard !path.isCritical(index) else {
            return pathStays
                ? "\(name) is on the critical path, but this change moves nothing on it"
                : "\(name) is on the critical path, but something else then holds the \(whole) as long"
        }
        guard let slack = path.slack(ofRun: index) else { return "the \(whole) does not wait for \(name)" }
        let (start, end) = (run.started ?? run.released, run.finished ?? run.released)
        let beside = links.max { overlap($0, start, end) < overlap($1, start, end) }
        let shown = TimeText.text(slack)
        let most = planned.scenario.source?.couldEnd(shown)
        let text = "\(name) \(most ?? "could end \(shown) later, and more in another order")"
        guard let beside, let other = beside.task, overlap(beside, start, end) > 0 else { return text }
        guard slack > .zero else {
            return "\(name) has no time to spare, and the critical path beside it has none either"
        }
        guard planned.isGap(other) else {
            return text + ": meanwhile \(DisplayText.clean(planned.name(other))) bounds the \(whole)"
        }
        let isQueue = planned.scenario.tasks[other.offset].isQueue
        return text + ": meanwhile the \(whole) waits for "
            + (isQueue ? "a free job" : "something that the trace does not show")
    }

    private func overlap(_ link: CriticalPath.Link, _ start: Instant, _ end: Instant) -> Int64 {
        max(0, (min(link.to, end) - max(link.from, start)).count)
    }
}
