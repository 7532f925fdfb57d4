import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// One change to a scenario, tried before it is made.
public enum ScenarioChange: Hashable, Sendable {
    /// The task with this number takes so long.
    case duration(TaskID, DurationModel)
    /// It has this priority.
    case priority(TaskID, Priority)
    /// It runs in this lane.
    case lane(TaskID, LaneID)
    /// It waits for the task of this name, or no longer does.
    case edge(TaskID, after: String)
    /// The lane has so many places; at least 1, and `main` always 1.
    case width(LaneID, Int)

    /// The scenario with this change; one that means nothing there changes nothing.
    public func applied(to scenario: Scenario) -> Scenario {
        var scenario = scenario
        switch self {
        case .duration(let task, let model):
            guard scenario.tasks.indices.contains(task.offset) else { break }
            scenario.tasks[task.offset].duration = model
            let name = scenario.tasks[task.offset].spec.name
            scenario.recorded.tasks.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
            let timeout = scenario.tasks[task.offset].spec.timeout
            scenario.tasks[task.offset].spec.expected = model.expected ?? timeout ?? .zero
        case .priority(let task, let priority):
            guard scenario.tasks.indices.contains(task.offset) else { break }
            scenario.tasks[task.offset].spec.priority = priority
        case .lane(let task, let lane):
            guard scenario.tasks.indices.contains(task.offset) else { break }
            scenario.tasks[task.offset].spec.lane = lane
        case .edge(let task, let name):
            guard scenario.tasks.indices.contains(task.offset) else { break }
            let known = scenario.tasks[task.offset].spec.after
            scenario.tasks[task.offset].spec.after =
                known.contains(name) ? known.filter { $0 != name } : known + [name]
        case .width(let lane, let width):
            guard lane != .main, scenario.configuration.lanes.indices.contains(lane.offset) else { break }
            scenario.configuration.lanes[lane.offset].width = max(1, min(65_535, width))
        }
        return scenario
    }
}

/// A launch of a scenario as it would be: its time and what it hangs on.
public struct LaunchOutlook: Hashable, Sendable {
    /// The launch time; nil where the first frame does not come within `Forecast.maximumLaunch`.
    public let time: Nanoseconds?
    /// Names on the critical path, from the launch to the first frame.
    public let criticalPath: [String]

    /// Simulates one launch. Costs that simulation. Throws what cannot be registered.
    public init(of scenario: Scenario) throws(RegistrationError) {
        let session = try Session(scenario: scenario)
        var forecast = Forecast(session: session, launches: true)
        var timeline = Timeline()
        for record in forecast.extend(through: Instant(nanoseconds: 1)) { timeline.append(record) }
        let scheduler = forecast.scheduler ?? session.simulation.scheduler
        guard
            let path = CriticalPath(
                of: timeline, process: 0, lanes: scenario.configuration.lanes, predecessors: scheduler.predecessors)
        else {
            (time, criticalPath) = (nil, [])
            return
        }
        time = path.launchTime
        criticalPath = path.links.compactMap { $0.run == nil ? nil : $0.task.map(scheduler.name) }
    }
}
