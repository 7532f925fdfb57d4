import SchedulerCore
import SchedulerSimulation
import Text
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
    /// Each of its attempts succeeds.
    case success(TaskID)
    /// It belongs to this startup class, and runs in that class's lane.
    case startupClass(TaskID, StartupClass)
    /// The lane has this many places; at least 1, and `main` always 1.
    case width(LaneID, Int)
    /// Ready runs start in this order.
    case order(SchedulerConfiguration.Order)
    /// These tasks are registered in this order and with one priority, in the positions that they now occupy.
    case registration([TaskID])

    /// How much it alters: of two changes that gain the same, the smaller one is advised. A step of priority is the
    /// smallest, another order of everything the largest.
    func size(in scenario: Scenario) -> Int {
        switch self {
        case .priority(let task, let priority):
            guard scenario.tasks.indices.contains(task.offset) else { return 1 }
            return abs(Int(priority.rawValue) - Int(scenario.tasks[task.offset].spec.priority.rawValue))
        case .width(let lane, let width):
            guard scenario.configuration.lanes.indices.contains(lane.offset) else { return 4 }
            return 3 + width - scenario.configuration.lanes[lane.offset].width
        case .addEdge, .success: return 4
        case .dropEdge: return 5
        case .duration, .lane: return 6
        case .events, .blocks: return 7
        case .startupClass: return 8
        case .order: return 12
        case .registration: return 20
        }
    }

    /// The scenario with this change.
    public func applied(to scenario: Scenario) -> Scenario {
        var scenario = scenario
        apply(to: &scenario)
        return scenario
    }

    /// Makes this change.
    public func apply(to scenario: inout Scenario) {
        switch self {
        case .width(let lane, let width):
            guard scenario.configuration.canWiden(lane) else { return }
            scenario.configuration.lanes[lane.offset].width = Self.allowed(width)
        case .order(let order): scenario.configuration.order = order
        case .registration(let tasks): Self.register(tasks, in: &scenario)
        case .duration, .priority, .lane, .addEdge, .dropEdge, .events, .blocks, .success, .startupClass:
            guard let number = task?.offset, scenario.tasks.indices.contains(number) else { return }
            let inherited = inherited(in: scenario)
            edit(&scenario.tasks[number], lanes: scenario.configuration.lanes.count)
            switch self {
            case .duration, .success:
                let name = scenario.tasks[number].spec.name
                scenario.recorded.tasks.removeAll { Self.isSame($0.name, name) }
            case .priority, .lane, .addEdge, .dropEdge, .events, .blocks, .startupClass, .width, .order, .registration:
                break
            }
            guard case .dropEdge(_, let name) = self else { return }
            scenario.tasks[number].spec.follows += inherited
            scenario.tasks[number].assumes += inherited
            // A gap is a wait of the task behind it.
            for gap in scenario.tasks[number].spec.after {
                for other in scenario.tasks.indices
                where scenario.tasks[other].isGap && Self.isSame(scenario.tasks[other].spec.name, gap) {
                    scenario.tasks[other].drop(name)
                    scenario.tasks[other].spec.follows += inherited
                }
            }
        }
    }

    /// What a unit of a boot that drops an assumption is assumed to wait for instead: what the other one waited for, which had ended
    /// as well. A boot states so little that it would have no order otherwise.
    private func inherited(in scenario: Scenario) -> [String] {
        guard case .dropEdge(let task, let name) = self, scenario.words.whole == "boot",
            scenario.tasks[task.offset].isAssumed(name),
            let other = scenario.tasks.first(where: { Self.isSame($0.spec.name, name) })
        else { return [] }
        let known = scenario.tasks[task.offset].spec.after + scenario.tasks[task.offset].spec.follows
        return (other.spec.after + other.spec.follows).filter { before in
            !Self.contains(known, before)
                && !scenario.tasks.contains { $0.isGap && Self.isSame($0.spec.name, before) }
        }
    }

    /// Makes this change. Throws if the scenario cannot be registered with it. Most changes cost what they touch.
    func apply(to plan: inout CompiledScenario) throws(RegistrationError) {
        switch self {
        case .width(let lane, let width):
            if plan.configuration.canWiden(lane) { plan.setWidth(of: lane, Self.allowed(width)) }
        case .order(let order): plan.setOrder(order)
        case .priority, .lane, .addEdge, .events, .blocks, .startupClass: try edit(&plan)
        case .duration where !plan.isRecorded, .success where !plan.isRecorded: try edit(&plan)
        case .dropEdge where !plan.hasGaps && plan.words.whole != "boot": try edit(&plan)
        case .duration, .success, .dropEdge, .registration: plan = try CompiledScenario(applied(to: plan.scenario))
        }
    }

    private func edit(_ plan: inout CompiledScenario) throws(RegistrationError) {
        guard let number = task?.offset, number < plan.count else { return }
        var changed = plan[number]
        edit(&changed, lanes: plan.configuration.lanes.count)
        try plan.replace(number, with: changed)
    }

    /// Makes this change to its task.
    private func edit(_ task: inout ScenarioTask, lanes: Int) {
        switch self {
        case .duration(_, let model):
            task.duration = model
            task.spec.expected = model.expected ?? task.spec.timeout ?? .zero
        case .priority(_, let priority): task.spec.priority = priority
        case .lane(_, let lane): if lane.offset < lanes { task.spec.lane = lane }
        case .addEdge(_, let name): if !Self.contains(task.spec.after, name) { task.spec.after.append(name) }
        case .dropEdge(_, let name): task.drop(name)
        case .events(_, let events): task.spec.trigger = .events(events)
        case .blocks(_, let blocks): task.spec.blocks = blocks
        case .success: task.outcome = .success
        case .startupClass(_, let startupClass):
            task.spec.trigger = .startup(startupClass)
            // An anchor stays where it needs no place.
            if !task.isAnchor { task.spec.lane = nil }
        case .width, .order, .registration: break
        }
    }

    private static func allowed(_ width: Int) -> Int { max(1, min(65_535, width)) }

    /// The task that is changed; nil if a lane, the order or several tasks are changed.
    public var task: TaskID? {
        switch self {
        case .duration(let task, _), .priority(let task, _), .lane(let task, _), .addEdge(let task, _),
            .dropEdge(let task, _), .events(let task, _), .blocks(let task, _), .success(let task),
            .startupClass(let task, _):
            task
        case .width, .order, .registration: nil
        }
    }
}

extension ScenarioChange {
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

extension SchedulerConfiguration {
    /// Whether there is such a lane, and it may have another width.
    fileprivate func canWiden(_ lane: LaneID) -> Bool { lane != .main && lanes.indices.contains(lane.offset) }
}

extension ScenarioChange {
    /// Makes all of these changes. They refer to tasks by number, and another order of registration renumbers the tasks:
    /// it comes last.
    public static func apply(_ changes: [ScenarioChange], to scenario: inout Scenario) {
        for change in changes where change.task != nil { change.apply(to: &scenario) }
        for change in changes where change.task == nil { change.apply(to: &scenario) }
    }
}

extension ScenarioChange {
    /// Why no scenario file can say this; nil if one can. One sentence without a full stop; names are cleaned.
    public func refusal(in scenario: Scenario) -> String? {
        switch self {
        case .duration(let task, _): return Self.isAnchor(task, scenario) ? Self.anchor(task, scenario) : nil
        case .lane(let task, let lane):
            if Self.isAnchor(task, scenario) { return Self.anchor(task, scenario) }
            return Self.holdsAnchors(lane, scenario) ? Self.anchors : nil
        case .width(let lane, _): return Self.holdsAnchors(lane, scenario) ? Self.anchors : nil
        case .priority, .addEdge, .dropEdge, .events, .blocks, .success, .startupClass, .order, .registration:
            return nil
        }
    }

    private static let anchors = "lane \(LaneSpec.anchors) is for anchors only: no file names it"

    private static func anchor(_ task: TaskID, _ scenario: Scenario) -> String {
        "\(name(task, scenario)) is an anchor: it does no work, so it has no duration and no lane"
    }

    private static func isAnchor(_ task: TaskID, _ scenario: Scenario) -> Bool {
        scenario.tasks.indices.contains(task.offset) && scenario.tasks[task.offset].isAnchor
    }

    /// Whether a lane exists only because the scenario has anchors.
    private static func holdsAnchors(_ lane: LaneID, _ scenario: Scenario) -> Bool {
        let lanes = scenario.configuration.lanes
        guard lanes.indices.contains(lane.offset) else { return false }
        return lanes[lane.offset].name == LaneSpec.anchors && lanes[lane.offset].width == LaneSpec.maximumWidth
    }
}

extension ScenarioTask {
    /// What the scenario says that it comes after: by `after`, `follows` and `prefers`, without what an import assumes.
    package var statedPredecessors: [String] { spec.after + statedFollows + spec.prefers }
}
