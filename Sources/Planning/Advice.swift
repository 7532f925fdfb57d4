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
        case .duration, .priority, .addEdge, .dropEdge, .events, .blocks, .order: return true
        case .registration(let changed): return tasks.isDisjoint(with: changed)
        }
    }
}
