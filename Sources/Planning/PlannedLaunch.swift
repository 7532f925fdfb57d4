import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// A simulated launch of a scenario: everything up to its first frame, and its critical path.
public struct PlannedLaunch: Sendable {
    /// The launched scenario.
    public let scenario: Scenario
    /// What happened up to the first frame, or until it was certain that none comes.
    public let timeline: Timeline
    /// The process of the launch, an index into `timeline.processes`.
    public let process: Int
    /// What bounds the launch; nil without a first frame.
    public let path: CriticalPath?
    let simulation: Simulation
    /// The scheduler at the first frame.
    var scheduler: Scheduler { @inline(__always) _read { yield simulation.scheduler } }

    /// The launch time; nil if a replay never reaches the first frame.
    public var time: Nanoseconds? { path?.launchTime }
    /// The launch time, with what the launch is complete without; nil without a first frame.
    public var length: LaunchLength? { time.map { LaunchLength($0, parked: parked) } }
    /// How many parked runs it is complete without.
    public var parked: Int { path == nil ? 0 : timeline.processes[process].parked }

    /// Names on the critical path, from the launch to the first frame.
    public var criticalPath: [String] {
        path?.links.compactMap { $0.run == nil ? nil : $0.task.map { scheduler.name(of: $0) } } ?? []
    }

    /// The same for people: `A > B > [didFinishLaunching] C`, with the reason if one did not wait for the one before it.
    /// Of a long chain only its ends. Names are cleaned.
    public var chainText: String {
        var words: [String] = []
        for link in path?.links ?? [] {
            guard link.run != nil, let task = link.task else { continue }
            if isGap(task) { continue }
            if case .dependency(let gap) = link.why, isGap(gap) {
                words.append("[wait] \(name(task))")
                continue
            }
            let mark = LinkText.mark(link.why, lane: { scenario.configuration.lanes[$0.offset].name })
            words.append((words.isEmpty ? nil : mark).map { "\($0) \(name(task))" } ?? name(task))
        }
        // The ends of a long chain say what it is; recorded traces have hundreds of links.
        let shown = 8
        let more = words.count - 2 * shown
        if more > 1 {
            words.replaceSubrange(shown..<shown + more, with: ["… (\(Format.count(more)) more)"])
        }
        return words.joined(separator: " > ")
    }

    /// A task as the scenario states it; nil of one that its script registers.
    func task(_ task: TaskID) -> ScenarioTask? {
        scenario.tasks.indices.contains(task.offset) ? scenario.tasks[task.offset] : nil
    }

    /// Whether a task stands for a wait that nothing explains.
    func isGap(_ task: TaskID) -> Bool { self.task(task)?.isGap ?? false }

    /// The launch time and the critical path, without the launch itself.
    public struct Digest: Hashable, Sendable {
        /// How long it takes, with what it is complete without; nil without a first frame.
        public let length: LaunchLength?
        /// Names on the critical path, from the launch to the first frame.
        public let criticalPath: [String]
        /// The same for people, with reasons.
        public let chainText: String
    }

    /// The launch time and the critical path.
    public var digest: Digest { Digest(length: length, criticalPath: criticalPath, chainText: chainText) }

    /// Runs a scenario, its script included, up to the first frame of the launch after `number` others. Costs that
    /// simulation. Throws if the scenario cannot be registered.
    public init(of scenario: Scenario, number: Int = 0) throws(RegistrationError) {
        var run = LaunchRun(try Simulation(scenario: scenario), script: scenario.script, number: number)
        run.finish()
        self.scenario = scenario
        // Only what they tell is kept: of a large scenario they are many.
        timeline = Timeline(run.takeRecords())
        let simulation = run.simulation
        self.simulation = simulation
        process = max(0, run.processes - 1)
        path =
            run.length == nil
            ? nil
            : CriticalPath(
                of: timeline, process: process,
                facts: LaunchFacts(of: simulation.scheduler, budget: scenario.launchBudget))
    }

    /// The failed attempts of a run; nil if its first attempt was its last.
    func failedAttempts(of run: Int) -> FailedAttempts? {
        let lanes = scenario.configuration.lanes
        return timeline.failedAttempts(
            of: run, LaunchFacts(of: scheduler, budget: scenario.launchBudget), lane: { lanes[$0.offset].name })
    }
}

/// What is known of the launch of a recording beyond its scenario.
extension PlannedLaunch {
    /// The times of the launch as they are shown beside its parts: of a recording finer.
    public var shownTimes: ShownTimes {
        let isRecorded = scenario.source != nil || scenario.tasks.contains { $0.isGap || !$0.assumes.isEmpty }
        return isRecorded ? ShownTimes(fine: time ?? .zero) : ShownTimes(time ?? .zero)
    }

    /// What the units of a boot that only wait probably waited for.
    public var bootWaits: [BootWait] {
        let own = timeline.runs.filter { run in
            Int(run.process) == process && scenario.tasks.indices.contains(run.task.offset)
                && !scenario.tasks[run.task.offset].isGap
        }
        return BootWait.find(in: own) { scenario.tasks[$0.offset].spec.name }
    }

    /// The launch in which a unit that only waits is assumed to wait for the one of these tasks that ended just before it did,
    /// and to end so long after that as it did; nil if none of them is such a one, or if the launch would be another.
    public func awaiting(_ tasks: [TaskID], number: Int = 0) -> PlannedLaunch? {
        let waits = bootWaits.filter { wait in
            wait.unit.map { tasks.contains($0.task) } ?? false && !tasks.contains(wait.task)
        }
        guard !waits.isEmpty else { return nil }
        var changed = scenario
        for wait in waits {
            guard let unit = wait.unit else { continue }
            let name = scenario.tasks[unit.task.offset].spec.name
            changed.tasks[wait.task.offset].duration = .fixed(unit.rest)
            changed.tasks[wait.task.offset].spec.follows.append(name)
            changed.tasks[wait.task.offset].assumes.insert(name, at: 0)
        }
        guard let planned = try? PlannedLaunch(of: changed, number: number), planned.time == time else { return nil }
        return planned
    }
}
