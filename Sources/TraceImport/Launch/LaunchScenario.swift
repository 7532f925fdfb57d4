import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// The scenario that repeats a launch to the nanosecond.
///
/// Tasks are registered in the order in which they began, so that lanes give places in that order. What a run waited for is
/// an event, the runs that the source names, a lane that was full, or a run that it is assumed to have waited for. The rest
/// of a wait becomes a `gap` task behind the last of them, so that a run does not begin earlier in another schedule without
/// evidence.
struct LaunchScenario {
    /// The lane of the gaps.
    static let gapLane = "gaps"

    private let launch: RecordedLaunch
    private var names = UniqueNames()
    private var runNames: [String] = []
    private var tasks: [ScenarioTask] = []
    private(set) var comments = ScenarioComments()
    private var lanes: [LaneOccupancy] = []
    private var laneNumbers: [LaneID] = []
    /// How many ticks a replay counts at most.
    private static let mostTicks: Int64 = 100_000

    private var configuration = SchedulerConfiguration()
    private var gapLaneID = LaneID.main
    /// The gap that ends at an instant after an event or a run, so that runs which waited for the same moment share one.
    private var gaps: [Moment: String] = [:]
    private var assumptions = 0
    /// The runs that the end of the launch waited for; nil: all of them.
    private let awaited: Set<Int>?
    /// The runs for which neither the end of a boot waits, which is a target, nor a run.
    private let apart: Set<Int>
    private var recorded = RecordedRuns()
    /// For each lane, when a run of each event last began.
    private var lastStarts: [[Int64]]

    private struct Moment: Hashable {
        var event: Int
        var run: Int?
        var time: Int64
    }

    private init(_ launch: RecordedLaunch) {
        self.launch = launch
        awaited = launch.isEndStated ? launch.awaited : nil
        apart = launch.apart
        lastStarts = Array(repeating: [.min, .min, .min], count: launch.lanes.count)
    }

    /// The scenario of a launch whose runs are in the order in which they began, and its comments.
    static func make(_ launch: RecordedLaunch) -> (scenario: Scenario, comments: ScenarioComments, unknown: Unknown) {
        var builder = LaunchScenario(launch)
        builder.setUpLanes()
        for run in launch.runs { builder.runNames.append(builder.names.unique(run.name)) }
        for index in launch.runs.indices { builder.add(index) }
        builder.holdEvents()
        let queued = builder.tasks.count { $0.isQueue }
        let unknown = Unknown(
            gaps: builder.gaps.count - queued, queued: queued, assumptions: builder.assumptions)
        return (builder.scenario(), builder.comments, unknown)
    }

    /// How much of a launch its source does not say.
    struct Unknown {
        /// Waits that nothing explains.
        var gaps: Int
        /// Waits for a free place.
        var queued: Int
        /// Runs that probably waited for another one.
        var assumptions: Int
    }

    private func scenario() -> Scenario {
        var scenario = Scenario(name: UniqueNames.fit(launch.name))
        scenario.configuration = configuration
        if gaps.isEmpty {
            scenario.configuration.lanes.removeAll { $0.name == configuration.lanes[gapLaneID.offset].name }
        } else {
            scenario.configuration.lanes[gapLaneID.offset].width = min(LaneSpec.maximumWidth, gaps.count)
        }
        let slow = Nanoseconds(launch.length) * 2
        if slow > configuration.launchLimit { scenario.configuration.launchLimit = min(slow, .limit) }
        // No task of a recording waits for a tick: of a very long one a replay need not count every second.
        let seconds = launch.length / 1_000_000_000 / Self.mostTicks
        if seconds > 0 { scenario.configuration.tick = .seconds(seconds + 1) }
        scenario.tasks = tasks
        scenario.recorded = recorded
        return scenario
    }

    // MARK: Lanes

    private mutating func setUpLanes() {
        var intervals = Array(repeating: [(start: Int64, end: Int64)](), count: launch.lanes.count)
        for run in launch.runs where !run.isAfterLaunch {
            if run.attempts.isEmpty { intervals[run.lane].append((run.start, run.end)) }
            for attempt in run.attempts { intervals[run.lane].append((attempt.start, attempt.end)) }
        }
        var specs: [LaneSpec] = []
        var laneNames = UniqueNames()
        for (number, lane) in launch.lanes.enumerated() {
            let ordered = intervals[number].enumerated().sorted {
                ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
            }
            lanes.append(LaneOccupancy(countingPlaces: ordered.map { $0.element }))
            let name = number == 0 ? "main" : lane.name
            // Runs of the main thread that overlap all the same follow one another in the scenario. systemd starts all units
            // that are ready: the most that were seen at once is no limit of it.
            let isUnlimited = launch.words.whole == "boot" && !lane.isThread
            let places = isUnlimited ? max(1, ordered.count) : lanes[number].width
            let width = number == 0 ? 1 : min(LaneSpec.maximumWidth, places)
            specs.append(LaneSpec(name: laneNames.unique(name), width: width))
        }
        specs.append(LaneSpec(name: laneNames.unique(Self.gapLane)))
        configuration = SchedulerConfiguration(lanes: specs)
        laneNumbers = specs.dropLast().map { configuration.lane(named: $0.name) ?? .main }
        gapLaneID = configuration.lane(named: specs[specs.count - 1].name) ?? .main
    }

    // MARK: Runs

    private func begin(of event: Int) -> Int64 {
        [0, launch.events.didFinish, launch.events.didBecomeActive, launch.length][event]
    }

    private static let events = [
        EventSet(.willFinishLaunching), EventSet(.didFinishLaunching), EventSet(.didBecomeActive),
    ]

    private mutating func add(_ index: Int) {
        let run = launch.runs[index]
        let known = run.after.filter { launch.runs[$0].outcome == .success }.map { runNames[$0] }
        var after = run.isInferred ? [] : known
        let follows = run.after.filter { launch.runs[$0].outcome != .success }.map { runNames[$0] }
        if let moment = unexplained(run) { after.append(gap(before: index, moment)) }
        let isFreed = run.isQueued && run.assumed != nil
        if run.wait != nil || isFreed { after.append(gap(behind: index)) }
        let before = (isFreed ? [] : run.assumed.map { [runNames[$0]] } ?? []) + (run.isInferred ? known : [])
        // What follows without a break on one thread could not begin earlier: nothing is assumed.
        let assumes = isNextOnThread(run) ? [] : before
        assumptions += assumes.count
        if !run.isAfterLaunch { occupy(run) }
        var spec = TaskSpec(
            name: runNames[index],
            trigger: run.isAfterLaunch ? .startup(.afterLaunch) : .events(Self.events[run.event]),
            priority: run.priority, after: after, follows: follows + before)
        if !run.isAfterLaunch {
            spec.lane = laneNumbers[run.lane]
            spec.blocks = holds(index)
            if laneNumbers[run.lane] == .main { spec.lane = nil }
        }
        var task = ScenarioTask(
            spec: spec, duration: Self.length(run), group: run.isSpan ? ScenarioTask.spanGroup : nil)
        task.assumes = assumes
        setOutcome(of: &task, run)
        if let note = run.note { comments.tasks[tasks.count] = [note] }
        tasks.append(task)
    }

    private func isNextOnThread(_ run: RecordedLaunch.Run) -> Bool {
        guard run.wait == nil, !run.isSpan, let before = run.assumed, lanes[run.lane].width == 1 else { return false }
        return launch.lanes[run.lane].isThread && launch.runs[before].lane == run.lane
    }

    private static func length(_ run: RecordedLaunch.Run) -> DurationModel {
        if run.end == .max { return .never }
        guard run.samples.isEmpty else { return .samples(run.samples.map { Nanoseconds($0) }) }
        return .fixed(Nanoseconds(run.end - run.start))
    }

    private mutating func setOutcome(of task: inout ScenarioTask, _ run: RecordedLaunch.Run) {
        if run.attempts.count > 1 {
            let attempts = run.attempts
            task.outcome = .attempts(attempts.map { .always($0.outcome == .timedOut ? .success : $0.outcome) })
            task.duration = .fixed(Nanoseconds(attempts[0].end - attempts[0].start))
            task.spec.retry = Self.retries(zip(attempts, attempts.dropFirst()).map { $1.start - $0.end })
            let courses = attempts.enumerated().map { number, attempt in
                RecordedRuns.Attempt(
                    run: 1, attempt: Int32(number + 1),
                    length: attempt.outcome == .timedOut ? nil : Nanoseconds(attempt.end - attempt.start),
                    outcome: attempt.outcome == .timedOut ? .success : attempt.outcome)
            }
            recorded.tasks.append(RecordedRuns.Course(name: task.spec.name, attempts: courses))
            if let timedOut = attempts.first(where: { $0.outcome == .timedOut }) {
                task.spec.timeout = Nanoseconds(timedOut.end - timedOut.start)
            }
            return
        }
        switch run.outcome {
        case .success, .cancelled: break
        case .fail, .critical: task.outcome = .attempts([.always(run.outcome)])
        case .timedOut:
            task.spec.timeout = Nanoseconds(run.end - run.start)
            task.duration = .never
        }
    }

    /// The policy whose pauses are the recorded ones. If there is none, some retries waited for their lane, too: the shortest
    /// pause is the policy's.
    private static func retries(_ pauses: [Int64]) -> RetryPolicy {
        let always = RetryPolicy(limit: pauses.count, delay: Nanoseconds(pauses.min() ?? 0))
        guard pauses.count > 1, pauses[0] > 0 else { return always }
        var growing = always
        growing.delay = Nanoseconds(pauses[0])
        growing.backoffThousandths = Int(
            clamping: pauses[1].multipliedReportingOverflow(by: 1000).partialValue / pauses[0])
        for maximum in [.limit, Nanoseconds(pauses.max() ?? 0)] {
            growing.maximumDelay = maximum
            let isGrowing = pauses.indices.allSatisfy { growing.delay(beforeAttempt: $0 + 2).count == pauses[$0] }
            if isGrowing, growing.backoffThousandths >= 1000 { return growing }
        }
        return always
    }

    // MARK: Waits

    /// The moment until which a run of an exact source waited without a known reason; nil if everything is explained.
    private func unexplained(_ run: RecordedLaunch.Run) -> Int64? {
        guard launch.isExact, !run.isAfterLaunch else { return nil }
        let released = run.after.reduce(begin(of: run.event)) { max($0, launch.runs[$1].end) }
        let full = lanes[run.lane].fullSince(run.start)
        let ready = max(run.ready ?? released, released)
        let isPassed = lastStarts[run.lane][(run.event + 1)...].contains { $0 >= ready }
        if run.start > ready, full.map({ $0 > ready }) ?? true || isPassed { return run.start }
        return ready > released ? ready : nil
    }

    private mutating func occupy(_ run: RecordedLaunch.Run) {
        lanes[run.lane].take(run.start, run.attempts.first?.end ?? run.end)
        lastStarts[run.lane][run.event] = max(lastStarts[run.lane][run.event], run.start)
    }

    /// The name of the gap from the run's event to a moment.
    private mutating func gap(before index: Int, _ time: Int64) -> String {
        let event = launch.runs[index].event
        return addGap(
            "gap before \(runNames[index])", event: event, until: time,
            "Nothing in the source says what \(runNames[index]) waited for.")
    }

    /// The name of the gap between a run and the last one that it waited for.
    private mutating func gap(behind index: Int) -> String {
        let run = launch.runs[index]
        let last = run.assumed ?? run.after.max { (launch.runs[$0].end, $0) < (launch.runs[$1].end, $1) }
        let moment = Moment(event: run.event, run: last, time: run.start)
        if let known = gaps[moment] { return known }
        let name = names.unique((run.isQueued ? ScenarioTask.queuePrefix : "gap before ") + runNames[index])
        gaps[moment] = name
        let spec = TaskSpec(
            name: name, trigger: .events(Self.events[run.event]), follows: last.map { [runNames[$0]] } ?? [],
            lane: gapLaneID)
        let length = run.wait ?? 0
        let model =
            run.waits.isEmpty ? DurationModel.fixed(Nanoseconds(length)) : .samples(run.waits.map { Nanoseconds($0) })
        comments.tasks[tasks.count] = [
            run.isQueued
                ? "\(runNames[index]) was ready, and waited for a free job."
                : "Nothing in the source says what \(runNames[index]) waited for."
        ]
        tasks.append(ScenarioTask(spec: spec, duration: model, group: ScenarioTask.gapGroup))
        return name
    }

    private mutating func addGap(_ name: String, event: Int, until time: Int64, _ comment: String) -> String {
        let moment = Moment(event: event, time: time)
        if let known = gaps[moment] { return known }
        let name = names.unique(name)
        gaps[moment] = name
        let spec = TaskSpec(name: name, trigger: .events(Self.events[event]), lane: gapLaneID)
        comments.tasks[tasks.count] = [comment]
        tasks.append(
            ScenarioTask(
                spec: spec, duration: .fixed(Nanoseconds(time - begin(of: event))), group: ScenarioTask.gapGroup))
        return name
    }

    // MARK: Events

    /// Whether a run holds its event, if that differs from its lane's default.
    private func holds(_ index: Int) -> Bool? {
        let run = launch.runs[index]
        let isInTime =
            run.end <= begin(of: run.event + 1) && !run.isCut && awaited?.contains(index) ?? true
            && !apart.contains(index)
        if laneNumbers[run.lane] == .main { return isInTime ? nil : false }
        // No boot waits for what a user's session starts.
        return isInTime && !launch.isExact && !BootUnit.isSession(run.name) ? true : nil
    }

    /// Makes each event of the launch end when it ended.
    private mutating func holdEvents() {
        for event in 0..<3 {
            let (start, end) = (begin(of: event), begin(of: event + 1))
            guard end > start else { continue }
            let ending = launch.runs.indices.filter {
                let run = launch.runs[$0]
                return run.event == event && run.end == end && !run.isAfterLaunch && !run.isCut
            }
            if ending.contains(where: { laneNumbers[launch.runs[$0].lane] == .main }) { continue }
            if ending.count == 1 || !launch.isExact && !ending.isEmpty {
                for index in ending { hold(runNames[index]) }
            } else {
                let what = event == 2 ? "the first frame" : event == 1 ? "didBecomeActive" : "didFinishLaunching"
                hold(
                    addGap(
                        "gap until \(what)", event: event, until: end,
                        "Nothing in the source says what blocked \(what)."))
            }
        }
    }

    private mutating func hold(_ name: String) {
        for index in tasks.indices where tasks[index].spec.name == name { tasks[index].spec.blocks = true }
    }
}

extension RecordedLaunch {
    /// Of a boot that ends with a target, the mounts, devices and sockets of no length that no run came after: nothing says that
    /// the boot waited for them.
    fileprivate var apart: Set<Int> {
        guard words.whole == "boot", let end = words.end, BootUnit.isTarget(end) else { return [] }
        let needed = Set(runs.flatMap { $0.after + ($0.assumed.map { [$0] } ?? []) })
        return Set(
            runs.indices.filter { runs[$0].isInstant && BootUnit.isPassive(runs[$0].name) && !needed.contains($0) })
    }
}
