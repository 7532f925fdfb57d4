import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// One change to a scenario, to be tried before it is made. Everything that can be changed is listed here.
///
/// Tasks and lanes are identified by their numbers in the scenario; a change with unknown numbers has no effect.
public enum ScenarioChange: Hashable, Sendable {
    /// The task takes this long.
    case duration(TaskID, DurationModel)
    /// It has this priority.
    case priority(TaskID, Priority)
    /// It runs in this lane.
    case lane(TaskID, LaneID)
    /// It waits for the success of the task with this name.
    case addEdge(TaskID, after: String)
    /// It no longer waits for the task with this name, neither for its success nor for its end.
    case dropEdge(TaskID, after: String)
    /// These events release it.
    case events(TaskID, EventSet)
    /// Whether it holds its event; by default its lane decides.
    case blocks(TaskID, Bool)
    /// It belongs to this startup class, and runs in that class's lane.
    case startupClass(TaskID, StartupClass)
    /// The lane has this many places; at least 1, and `main` always 1.
    case width(LaneID, Int)
    /// Ready runs start in this order.
    case order(SchedulerConfiguration.Order)
    /// These tasks are registered in this order and with one priority, in the positions that they now occupy.
    case registration([TaskID])

    /// The scenario with this change.
    public func applied(to scenario: Scenario) -> Scenario {
        var scenario = scenario
        apply(to: &scenario)
        return scenario
    }

    /// Makes this change.
    public func apply(to scenario: inout Scenario) {
        switch self {
        case .duration(let task, let model): Self.setDuration(model, of: task, in: &scenario)
        case .priority(let task, let priority):
            guard scenario.tasks.indices.contains(task.offset) else { return }
            scenario.tasks[task.offset].spec.priority = priority
        case .lane(let task, let lane):
            guard scenario.tasks.indices.contains(task.offset),
                scenario.configuration.lanes.indices.contains(lane.offset)
            else { return }
            scenario.tasks[task.offset].spec.lane = lane
        case .addEdge(let task, let name):
            guard scenario.tasks.indices.contains(task.offset),
                !Self.contains(scenario.tasks[task.offset].spec.after, name)
            else { return }
            scenario.tasks[task.offset].spec.after.append(name)
        case .dropEdge(let task, let name):
            guard scenario.tasks.indices.contains(task.offset) else { return }
            scenario.tasks[task.offset].drop(name)
            // A gap is a wait of the task behind it.
            for gap in scenario.tasks[task.offset].spec.after {
                for other in scenario.tasks.indices
                where scenario.tasks[other].isGap && Self.isSame(scenario.tasks[other].spec.name, gap) {
                    scenario.tasks[other].drop(name)
                }
            }
        case .events(let task, let events):
            guard scenario.tasks.indices.contains(task.offset) else { return }
            scenario.tasks[task.offset].spec.trigger = .events(events)
        case .blocks(let task, let blocks):
            guard scenario.tasks.indices.contains(task.offset) else { return }
            scenario.tasks[task.offset].spec.blocks = blocks
        case .startupClass(let task, let startupClass):
            guard scenario.tasks.indices.contains(task.offset) else { return }
            scenario.tasks[task.offset].spec.trigger = .startup(startupClass)
            // An anchor stays where it needs no place.
            if !scenario.tasks[task.offset].isAnchor { scenario.tasks[task.offset].spec.lane = nil }
        case .width(let lane, let width):
            guard lane != .main, scenario.configuration.lanes.indices.contains(lane.offset) else { return }
            scenario.configuration.lanes[lane.offset].width = max(1, min(65_535, width))
        case .order(let order): scenario.configuration.order = order
        case .registration(let tasks): Self.register(tasks, in: &scenario)
        }
    }

    /// The task that is changed; nil if a lane, the order or several tasks are changed.
    public var task: TaskID? {
        switch self {
        case .duration(let task, _), .priority(let task, _), .lane(let task, _), .addEdge(let task, _),
            .dropEdge(let task, _), .events(let task, _), .blocks(let task, _), .startupClass(let task, _):
            task
        case .width, .order, .registration: nil
        }
    }
}

extension ScenarioChange {
    private static func setDuration(_ model: DurationModel, of task: TaskID, in scenario: inout Scenario) {
        guard scenario.tasks.indices.contains(task.offset) else { return }
        scenario.tasks[task.offset].duration = model
        let name = scenario.tasks[task.offset].spec.name
        scenario.recorded.tasks.removeAll { isSame($0.name, name) }
        let timeout = scenario.tasks[task.offset].spec.timeout
        scenario.tasks[task.offset].spec.expected = model.expected ?? timeout ?? .zero
    }

    private static func register(_ tasks: [TaskID], in scenario: inout Scenario) {
        var seen = Set<TaskID>()
        let known = tasks.filter { scenario.tasks.indices.contains($0.offset) && seen.insert($0).inserted }
        let places = known.sorted()
        let moved = known.map { scenario.tasks[$0.offset] }
        let priority = moved.map { $0.spec.priority }.min() ?? .default
        for (place, var task) in zip(places, moved) {
            task.spec.priority = priority
            scenario.tasks[place.offset] = task
        }
    }

    private static func contains(_ names: [String], _ name: String) -> Bool {
        names.contains { isSame($0, name) }
    }

    /// Names are compared byte by byte.
    private static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
