import SchedulerCore
import SchedulerSimulation
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
    /// The scheduler at the first frame.
    let scheduler: Scheduler

    /// The launch time; nil if the first frame is never reached within `Forecast.maximumLaunch`.
    public var time: Nanoseconds? { path?.launchTime }

    /// Names on the critical path, from the launch to the first frame.
    public var criticalPath: [String] {
        path?.links.compactMap { $0.run == nil ? nil : $0.task.map(scheduler.name) } ?? []
    }

    /// The same for people: `A > B > [didFinishLaunching] C`, with the reason if one did not wait for the one before it.
    /// Names are cleaned.
    public var chainText: String {
        var words: [String] = []
        for link in path?.links ?? [] {
            guard link.run != nil, let task = link.task else { continue }
            let mark = LinkText.mark(link.why, lane: { scenario.configuration.lanes[$0.offset].name })
            words.append((words.isEmpty ? nil : mark).map { "\($0) \(name(task))" } ?? name(task))
        }
        return words.joined(separator: " > ")
    }

    /// The launch time and the critical path, without the launch itself.
    public struct Digest: Hashable, Sendable {
        /// The launch time; nil without a first frame.
        public let time: Nanoseconds?
        /// Names on the critical path, from the launch to the first frame.
        public let criticalPath: [String]
        /// The same for people, with reasons.
        public let chainText: String
    }

    /// The launch time and the critical path.
    public var digest: Digest { Digest(time: time, criticalPath: criticalPath, chainText: chainText) }

    /// Runs a scenario, its script included, up to the first frame of the launch after `number` others. Costs that
    /// simulation. Throws if the scenario cannot be registered.
    public init(of scenario: Scenario, number: Int = 0) throws(RegistrationError) {
        var run = LaunchRun(try Simulation(scenario: scenario), script: scenario.script, number: number)
        run.finish()
        self.scenario = scenario
        timeline = Timeline(run.simulation.records)
        let scheduler = run.simulation.scheduler
        self.scheduler = scheduler
        process = max(0, timeline.processes.count - 1)
        path =
            run.time == nil
            ? nil
            : CriticalPath(
                of: timeline, process: process, lanes: scenario.configuration.lanes,
                predecessors: { scheduler.predecessors(of: $0) },
                holds: { scenario.tasks.indices.contains($0.offset) ? scenario.tasks[$0.offset].spec.blocks : nil })
    }
}
