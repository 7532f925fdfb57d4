import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// A change to a scenario and the launch with it, found by simulating the changed scenario.
public struct Advice: Hashable, Sendable {
    /// What to change: one change, or a pair that is better than either alone.
    public let changes: [ScenarioChange]
    /// The changes in a few words; names are cleaned.
    public let title: String
    /// The condition, unknown to the scenario, under which the change is correct: `Parse does not need Feed`; nil if
    /// there is none. Names are cleaned.
    public let condition: String?
    /// The launch with the changes.
    public let launch: Nanoseconds
    /// How much shorter that launch is.
    public let gain: Nanoseconds
    /// Whether the launch is over its budget now and keeps it with the changes.
    public let meetsBudget: Bool
    /// `gain` for people: the difference between the two launch times as shown, so that numbers side by side add up.
    public let shownGain: Nanoseconds

    init(
        _ changes: [ScenarioChange], launch: Nanoseconds, instead before: Nanoseconds, in scenario: Scenario,
        onlyIf condition: String? = nil
    ) {
        (self.changes, self.condition) = (changes, condition)
        title = changes.map { $0.title(in: scenario) }.joined(separator: " and ")
        self.launch = launch
        gain = Nanoseconds(before.count - launch.count)
        meetsBudget = scenario.launchBudget.map { before > $0 && launch <= $0 } ?? false
        shownGain = Self.shownGain(from: before, to: launch)
    }
}

extension Advice {
    /// The difference between two launch times as shown, to the precision of the first: whole milliseconds from 10 ms on.
    public static func shownGain(from before: Nanoseconds, to after: Nanoseconds) -> Nanoseconds {
        ShownTimes(before).length(from: after, to: before)
    }
}

/// What advice must not change.
public struct KeptParts: Hashable, Sendable {
    /// Tasks that nothing may change.
    public var tasks: Set<TaskID> = []
    /// Tasks that must stay in their lane.
    public var places: Set<TaskID> = []
    /// Lanes whose width must stay.
    public var lanes: Set<LaneID> = []

    /// Everything may change.
    public init() {}

    /// Whether a change leaves all kept parts alone.
    func allows(_ change: ScenarioChange) -> Bool {
        if let task = change.task, tasks.contains(task) { return false }
        switch change {
        case .lane(let task, _), .startupClass(let task, _): return !places.contains(task)
        case .width(let lane, _): return !lanes.contains(lane)
        case .duration, .priority, .addEdge, .dropEdge, .events, .blocks, .success, .order: return true
        case .registration(let changed): return tasks.isDisjoint(with: changed)
        }
    }
}

/// What must be true for a change to be correct, but no scenario states: that a task does not need what it waits for,
/// can run on another lane or can begin later, that the first frame does not need it, or that the tasks of a lane may run
/// at the same time. Only the order in the lanes and priorities change nothing that a task may rely on.
struct AdviceCondition: Sendable {
    /// What a second place in a lane demands of the lane's tasks, which never ran beside each other.
    static let mayOverlap = "its tasks may run at the same time"
    /// What further places demand: tasks that share more of the machine may take longer.
    static let lengthsStay = "durations stay as they are"

    private let scenario: Scenario
    private let trial: LaunchTrial
    /// By task: whether another one waits for it.
    private let hasSuccessors: [Bool]

    init(_ planned: PlannedLaunch, _ trial: LaunchTrial) {
        (scenario, self.trial) = (planned.scenario, trial)
        let tasks = planned.scenario.tasks.indices.map { TaskID($0) }
        hasSuccessors = tasks.map { !planned.scheduler.successors(of: $0).isEmpty }
    }

    /// The condition of a change with this launch time; nil if it needs none. Simulates at most one launch.
    func text(of change: ScenarioChange, launch: Nanoseconds, from budget: inout SearchBudget) -> String? {
        switch change {
        case .width(let lane, _):
            return scenario.configuration.lanes[lane.offset].width > 1 ? Self.lengthsStay : Self.mayOverlap
        case .dropEdge(let task, let other):
            let isPreferred = scenario.tasks[task.offset].spec.prefers.contains { ByteName($0) == ByteName(other) }
            return "\(name(task)) \(isPreferred ? "can start before" : "does not need") \(DisplayText.clean(other))"
        case .blocks(let task, false): return firstFrame(task)
        case .success(let task): return "the first attempt of \(name(task)) succeeds"
        case .events(let task, let events):
            if scenario.tasks[task.offset].spec.blocks == true, hasSuccessors[task.offset] {
                return "only its successors need \(name(task))"
            }
            let names = events.events.map { $0.description }.joined(separator: " or ")
            return "\(name(task)) can wait for \(names)"
        case .startupClass(let task, .afterLaunch):
            let spec = scenario.tasks[task.offset].spec
            let lane = scenario.configuration.lane(of: spec)
            // Its class moves it to lane afterLaunch.
            let own = DisplayText.clean(scenario.configuration.lanes[lane.offset].name)
            let leaves = lane == .main ? "" : " and \(name(task)) can leave lane \(own)"
            return firstFrame(task) + leaves
        // The lane of its class.
        case .lane(_, scenario.configuration.afterLaunchLane): return nil
        case .lane(let task, let lane):
            let lanes = scenario.configuration.lanes
            let place = "\(name(task)) can run on lane \(DisplayText.clean(lanes[lane.offset].name))"
            let isLate = leavesLaunch(change, among: [change], launch: launch, from: &budget)
            return isLate ? "\(place) and \(finish) does not need it" : place
        case .order(.criticalPath):
            let first = scenario.tasks.first?.spec.priority
            return scenario.tasks.contains { $0.spec.priority != first } ? "no task needs its priority" : nil
        case .duration, .priority, .addEdge, .blocks, .startupClass, .order, .registration:
            return nil
        }
    }

    /// Whether a task leaves lane main and, because no event waits for it there, ends after the launch that these changes
    /// give. Simulates at most one launch.
    func leavesLaunch(
        _ change: ScenarioChange, among changes: [ScenarioChange], launch: Nanoseconds, from budget: inout SearchBudget
    ) -> Bool {
        guard case .lane(let task, let lane) = change, lane != .main else { return false }
        let spec = scenario.tasks[task.offset].spec
        guard spec.blocks == nil, spec.holdsEvent(in: scenario.configuration.lane(of: spec)) else { return false }
        let longest = Nanoseconds(launch.count + 1)
        return trial.time(with: changes + [.blocks(task, true)], shorterThan: longest, from: &budget) != launch
    }

    /// That the launch does without a task.
    func firstFrame(_ task: TaskID) -> String { "\(finish) does not need \(name(task))" }
    private var finish: String { scenario.words.finish }
    private func name(_ task: TaskID) -> String { DisplayText.clean(scenario.tasks[task.offset].spec.name) }
}
