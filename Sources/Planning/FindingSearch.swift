import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// Finds what deserves a look in a planned launch and its scenario, and ranks it by cost: first what can be
/// fixed whatever the tasks do, then what can be fixed under a condition, then what costs nothing.
struct FindingSearch {
    /// How many findings of one kind are kept.
    static let limit = 1_000
    /// A task that occupies main for at least one part in this many of the launch is a hog.
    static let hogShare: Int64 = 10
    /// A chain with less slack than one part in this many of the launch is near-critical.
    static let nearShare: Int64 = 20

    /// Of this many failing tasks a launch without the failures is simulated.
    private static let triedFailures = 3

    let planned: PlannedLaunch
    /// How many launches come before the planned one.
    private let number: Int
    let scenario: Scenario
    /// The results of single changes, by change.
    private let tried: [ScenarioChange: Advice]
    private let tries: [Advice]
    /// The tasks whose every other priority was tried; one that is not among `tries` gains nothing.
    let reprioritized: Set<TaskID>

    init(_ planned: PlannedLaunch, number: Int = 0, _ tries: [Advice], reprioritized: Set<TaskID>) {
        (self.planned, self.number, scenario, self.tries) = (planned, number, planned.scenario, tries)
        self.reprioritized = reprioritized
        var tried: [ScenarioChange: Advice] = [:]
        for advice in tries { if let change = advice.changes.first { tried[change] = advice } }
        self.tried = tried
    }

    /// All findings, ranked; ties keep their order.
    func all() -> [Finding] {
        let found = launchFindings + scenarioFindings
        return found.enumerated().sorted { left, right in
            let (before, behind) = (Self.group(left.element), Self.group(right.element))
            if before != behind { return before < behind }
            return (right.element.cost, left.offset) < (left.element.cost, right.offset)
        }.map { $0.element }
    }

    private static func group(_ finding: Finding) -> Int {
        finding.cost == .zero ? 2 : finding.condition == nil ? 0 : 1
    }

    /// The findings of the launch, kind by kind.
    private var launchFindings: [Finding] {
        guard let path = planned.path else { return limits(nil) }
        return limits(path) + narrowLanes(path) + hogs(path) + failing(path) + waiting + costlyEdges + starved(path)
            + late + nearCritical(path)
    }

    /// A finding whose remedy was tried; one that gains nothing costs nothing.
    func finding(
        _ kind: Finding.Kind, _ subject: Finding.Subject, _ text: String, remedy: ScenarioChange? = nil
    ) -> Finding {
        guard let remedy else { return Finding(kind, subject, text) }
        let advice = tried[remedy]
        return Finding(
            kind, subject, text, remedy: remedy, title: remedy.title(in: scenario),
            launch: advice?.launch ?? planned.time, cost: advice?.gain ?? .zero, onlyIf: advice?.condition)
    }

    /// The best of the tried changes that fit.
    func best(_ isFit: (ScenarioChange) -> Bool) -> ScenarioChange? {
        tries.first { $0.changes.first.map(isFit) ?? false }?.changes.first
    }

    /// A share in whole percent.
    static func percent(_ part: Nanoseconds, of whole: Nanoseconds) -> String {
        "\(Format.used(part.count, of: whole.count) ?? 0)%"
    }

    /// Whether it is a recorded boot, which has no main thread.
    private var isBoot: Bool { scenario.words.whole == "boot" }

    func rawName(_ task: TaskID) -> String { planned.scheduler.name(of: task) }

    /// The runs of the critical path, in order.
    private func chain(_ path: CriticalPath) -> [RunSpan] {
        path.links.compactMap { $0.run.map { planned.timeline.runs[$0] } }
    }
}

// MARK: - What bounds the launch

extension FindingSearch {
    private func limits(_ path: CriticalPath?) -> [Finding] {
        // What never begins keeps no limit.
        if planned.isUnlaunched { return [Finding(.watchdog, .launch, planned.missingFrame)] }
        var found: [Finding] = []
        let limit = scenario.configuration.launchLimit
        let text = path.map { "the launch takes \(TimeText.text($0.launchTime))" } ?? "the launch has no first frame"
        if path.map({ $0.launchTime > limit }) ?? true {
            let endless = path == nil ? planned.endlessRun : nil
            let remedy = endless.map { "\($0) never ends, so there is no first frame; give it a timeout" }
            found.append(
                Finding(.watchdog, .launch, remedy ?? "\(text); the watchdog allows \(TimeText.text(limit))"))
        } else if let abandoned = planned.abandonedText {
            found.append(Finding(.watchdog, .launch, "\(abandoned); give it a timeout"))
        }
        if let budget = scenario.launchBudget, let length = planned.length, length.keeps(budget) == nil {
            length.complaint(about: budget).map { found.append(Finding(.budget, .launch, $0)) }
        } else if let budget = scenario.launchBudget, path.map({ $0.launchTime > budget }) ?? true {
            found.append(Finding(.budget, .launch, "\(text); its budget is \(TimeText.text(budget))"))
        }
        return found
    }

    private func narrowLanes(_ path: CriticalPath) -> [Finding] {
        let runs = chain(path)
        return scenario.configuration.lanes.indices.dropFirst().compactMap { offset in
            let lane = LaneID(offset)
            let remedy = best { change in
                if case .width(lane, _) = change { true } else { false }
            }
            guard let remedy else { return nil }
            let width = scenario.configuration.lanes[offset].width
            let capacity = Nanoseconds(path.launchTime.count) * Int64(width)
            let share = Self.percent(planned.busyTime(of: lane), of: capacity)
            let count = runs.count { $0.lane == lane }
            // Tasks that wait for one another would come one after another in any lane.
            let isShared = runs.contains { $0.lane == lane && wait(of: $0) > .zero }
            let turns =
                count > 1 && isShared
                ? "\(count) tasks of the critical path have to share it"
                : "ready tasks wait; its width is \(width)"
            return finding(
                .narrowLane, .lane(scenario.configuration.lanes[offset].name),
                "lane \(planned.name(lane)) is \(share) busy; \(turns)", remedy: remedy)
        }
    }

    private func hogs(_ path: CriticalPath) -> [Finding] {
        let limit = Nanoseconds(path.launchTime.count / Self.hogShare)
        return chain(path).compactMap { span in
            guard span.lane == .main, let own = span.own, own >= limit, own > .zero, !isBoot,
                planned.task(span.task)?.isSpan != true
            else { return nil }
            let remedy = best { change in
                if case .lane(span.task, _) = change { true } else { false }
            }
            let share = Self.percent(own, of: path.launchTime)
            return finding(
                .mainHog, .task(rawName(span.task)),
                "\(planned.name(span.task)) occupies lane main for \(TimeText.text(own)), \(share) of the launch",
                remedy: remedy)
        }
    }

    private var waiting: [Finding] {
        var seen = Set<TaskID>()
        return tries.compactMap { advice in
            guard let change = advice.changes.first, let task = change.task else { return nil }
            let text: String
            switch change {
            case .startupClass(_, .afterLaunch):
                let name = planned.name(task)
                text =
                    boundsAnEvent(task)
                    ? "the launch waits for \(name), which no other task needs"
                    : "\(name), which no other task needs, takes a place in lane \(laneName(of: task)) before tasks "
                        + "that the launch waits for"
            case .blocks:
                let event = LaunchMoment.event(of: scenario.tasks[task.offset].spec.trigger) ?? "its event"
                text = "\(event) waits for \(planned.name(task))" + lastInRow(task)
            case .events where boundsAnEvent(task):
                text = "willFinishLaunching waits for \(planned.name(task)), which no other task of the event needs"
            case .events:
                text =
                    "\(planned.name(task)), which no other task of willFinishLaunching needs, takes a place in lane "
                    + "\(laneName(of: task)) before tasks that the event waits for"
            case .duration, .priority, .lane, .addEdge, .dropEdge, .success, .startupClass, .width, .order,
                .registration:
                return nil
            }
            guard seen.insert(task).inserted else { return nil }
            return finding(.couldWait, .task(rawName(task)), text, remedy: change)
        }
    }

    /// Whether the end of a task on the critical path lets an event continue, or is the first frame.
    private func boundsAnEvent(_ task: TaskID) -> Bool {
        guard let links = planned.path?.links else { return false }
        return links.indices.contains { index in
            guard links[index].run != nil, links[index].task == task else { return false }
            guard index + 1 < links.count else { return true }
            return if case .event = links[index + 1].why { true } else { false }
        }
    }

    /// `, the last of 5 tasks in a row`, that bound the launch one after another; empty for what is no such end.
    private func lastInRow(_ task: TaskID) -> String {
        let tasks = planned.path?.links.filter { $0.run != nil } ?? []
        guard let place = tasks.lastIndex(where: { $0.task == task }), place > 0 else { return "" }
        return ", the last of \(place + 1) tasks in a row"
    }

    private func laneName(of task: TaskID) -> String {
        let spec = scenario.tasks[task.offset].spec
        return planned.name(scenario.configuration.lane(of: spec))
    }

    private var costlyEdges: [Finding] {
        tries.compactMap { advice in
            guard case .dropEdge(let task, let other)? = advice.changes.first else { return nil }
            return finding(
                .costlyEdge, .edge(rawName(task), after: other),
                "\(planned.name(task)) waits for \(DisplayText.clean(other)), which costs the "
                    + "\(scenario.words.whole) "
                    + TimeText.text(advice.gain),
                remedy: advice.changes.first)
        }
    }

    /// Critical runs that started after later released ones in their lane, if a higher priority shortens the launch: those
    /// with the longest waits, the longest first.
    private func starved(_ path: CriticalPath) -> [Finding] {
        let runs = planned.timeline.runs
        let critical = chain(path)
        let waits = critical.indices.filter { wait(of: critical[$0]) > .zero }
            .sorted { (wait(of: critical[$1]), $0) < (wait(of: critical[$0]), $1) }
        return waits.prefix(Self.triedWaits).compactMap { place in
            let span = critical[place]
            guard let ready = span.ready, let started = span.started else { return nil }
            let ahead = runs.filter { other in
                guard other.lane == span.lane, let begun = other.started else { return false }
                // What took no time held nothing up.
                return other.releaseOrder > span.releaseOrder && begun >= ready && other.startOrder < span.startOrder
                    && other.finished != begun
            }
            guard !ahead.isEmpty,
                let remedy = remedy(of: started - ready, for: span.task, behind: ahead.map { $0.task })
            else { return nil }
            let (wait, behind) = (started - ready, Self.covered(ahead, from: ready, to: started))
            let text =
                "\(planned.name(span.task)) waits \(TimeText.text(wait)) for lane \(planned.name(span.lane)): "
                + (behind < wait ? "\(TimeText.text(behind)) of it while " : "") + names(of: ahead)
                + (behind < wait ? (ahead.count == 1 ? " runs, which" : " run, which") : "")
                + (ahead.count == 1 ? " goes first by " : " go first by ")
                + (scenario.configuration.order == .priority ? "priority" : "path length")
            return finding(.starvation, .task(rawName(span.task)), text, remedy: remedy)
        }
    }

    /// How much of a stretch of time the attempts of runs cover together.
    private static func covered(_ runs: [RunSpan], from: Instant, to: Instant) -> Nanoseconds {
        var (covered, reached): (Nanoseconds, Instant) = (.zero, from)
        for run in runs.sorted(by: { $0.startOrder < $1.startOrder }) {
            guard let begun = run.started else { continue }
            let (start, end) = (max(begun, reached), min(run.finished ?? to, to))
            guard start < end else { continue }
            covered = covered + (end - start)
            reached = end
        }
        return covered
    }

    /// How long a run was ready before it started.
    private func wait(of span: RunSpan) -> Nanoseconds {
        guard let ready = span.ready, let started = span.started else { return .zero }
        return started - ready
    }

    /// Of how many runs it is asked who went before them.
    private static let triedWaits = 50

    /// The best of what lets a task start before others: a higher priority, a lower one for one of them, another order.
    private func remedy(of wait: Nanoseconds, for task: TaskID, behind others: [TaskID]) -> ScenarioChange? {
        best { change in
            switch change {
            case .priority(let other, let priority):
                let now = scenario.tasks[other.offset].spec.priority
                return other == task ? priority < now : others.contains(other) && priority > now
            // Another order that gains more than the wait helps against other ones.
            case .order: return tried[change].map { $0.gain <= wait } ?? false
            case .duration, .lane, .addEdge, .dropEdge, .events, .blocks, .success, .startupClass, .width,
                .registration:
                return false
            }
        }
    }

    /// `History`, `History and Feed`, `History, Feed, Art and 2 more`, in the order in which they ran.
    private func names(of runs: [RunSpan]) -> String {
        names(runs.sorted { $0.startOrder < $1.startOrder }.map { $0.task })
    }

    private func names(_ tasks: [TaskID]) -> String {
        let (shown, more) = (tasks.prefix(3).map { planned.name($0) }, tasks.count - 3)
        return Format.list(more > 0 ? shown + ["\(Format.count(more)) more"] : shown)
    }

    /// Runs of the critical path that failed and were retried: what the failures and the delays cost, by a launch in which
    /// each attempt succeeds.
    private func failing(_ path: CriticalPath) -> [Finding] {
        let retried = path.links.compactMap { $0.run }.filter { planned.timeline.runs[$0].attempts > 1 }
        return retried.prefix(Self.triedFailures).compactMap { index in
            let span = planned.timeline.runs[index]
            guard span.task.offset < scenario.tasks.count, let failed = planned.failedAttempts(of: index)
            else {
                return nil
            }
            let remedy = ScenarioChange.success(span.task)
            // What must be kept is not tried, but costs as much.
            let launch = tried[remedy]?.launch ?? LaunchTrial(of: remedy.applied(to: scenario), number: number).time()
            return Finding(
                .failing, .task(rawName(span.task)),
                "\(planned.name(span.task)) \(failed.isLastFailed ? "has" : "needs") \(failed.text)"
                    + (failed.isLastFailed ? skipped(because: span.task) : ""),
                remedy: remedy, title: "with a first attempt that succeeds",
                launch: launch,
                cost: launch.flatMap { launch in planned.time.map { Nanoseconds($0.count - launch.count) } } ?? .zero)
        }
    }

    /// `; Stations and Home are skipped`: what a failed task keeps from running.
    private func skipped(because task: TaskID) -> String {
        let marks = planned.timeline.marks.filter { mark in
            if mark.kind == .skip, case .predecessor(task, _) = mark.reason { true } else { false }
        }
        return marks.isEmpty
            ? "" : "; \(names(marks.map { $0.task })) \(marks.count == 1 ? "is" : "are") skipped"
    }

    /// Timers that began after their tick.
    private var late: [Finding] {
        var worst: [TaskID: (late: Nanoseconds, turns: Int, of: Int)] = [:]
        var order: [TaskID] = []
        for span in planned.timeline.runs where span.task.offset < scenario.tasks.count {
            guard case .timer = scenario.tasks[span.task.offset].spec.trigger, let started = span.started else {
                continue
            }
            if worst[span.task] == nil { order.append(span.task) }
            var known = worst[span.task] ?? (.zero, 0, 0)
            known.of += 1
            if started > span.released { known.turns += 1 }
            known.late = max(known.late, started - span.released)
            worst[span.task] = known
        }
        return order.compactMap { task in
            guard let known = worst[task], known.late > .zero else { return nil }
            return Finding(
                .timerDrift, .task(rawName(task)),
                "\(planned.name(task)) starts up to \(TimeText.text(known.late)) after its tick, "
                    + "in \(known.turns) of \(Format.count(known.of, "turn"))")
        }
    }

    /// Ends of chains that would bound the launch next.
    private func nearCritical(_ path: CriticalPath) -> [Finding] {
        let limit = Nanoseconds(path.launchTime.count / Self.nearShare)
        var found: [Finding] = []
        var seen = Set<TaskID>()
        let runs = planned.timeline.runs
        let near = runs.indices.filter { index in
            guard !path.isCritical(index), let slack = path.slack(ofRun: index),
                !planned.isGap(runs[index].task)
            else { return false }
            return slack <= limit && (runs[index].own ?? .zero) > .zero
        }
        for index in near.sorted(by: { runs[$0].finishOrder > runs[$1].finishOrder }).prefix(3) {
            guard let slack = path.slack(ofRun: index), seen.insert(runs[index].task).inserted else { continue }
            let task = runs[index].task
            let text =
                slack == .zero
                ? "\(planned.name(task)) has no time to spare, though it is not on the critical path"
                : "\(planned.name(task)) has only \(TimeText.text(slack)) to spare"
            found.append(Finding(.nearCritical, .task(rawName(task)), text))
        }
        return found
    }
}
