import SchedulerCore

/// A scenario whose names are numbers: what its simulations begin with. A change costs what it touches; the rest is shared.
public struct CompiledScenario: Sendable {
    /// The scenario as it was read; what was changed since is not in it.
    private var source: Scenario
    /// The tasks that were changed since, by number.
    private var changed: [Int: ScenarioTask] = [:]
    private(set) var registration: Registration
    private(set) var behaviours: Behaviours
    let recordedRuns: RecordedRunIndex?
    let queue: JobQueue

    /// Throws if something cannot be registered. O(tasks + edges).
    public init(_ scenario: Scenario) throws(RegistrationError) {
        source = scenario
        registration = try Registration(
            scenario.tasks.map { Self.spec(of: $0, isRecorded: !scenario.recorded.isEmpty) }, scenario.sequences,
            scenario.configuration)
        behaviours = Behaviours(scenario)
        recordedRuns = RecordedRunIndex(scenario.recorded)
        queue = Simulation.queue(of: scenario)
        hasGaps = scenario.tasks.contains { $0.isGap }
    }

    /// The scenario with all changes. O(tasks) if there are any.
    public var scenario: Scenario {
        var scenario = source
        for (number, task) in changed { scenario.tasks[number] = task }
        return scenario
    }

    /// Clock, lanes and order.
    public var configuration: SchedulerConfiguration { source.configuration }
    var seed: UInt64 { source.seed }
    var launchBudget: Nanoseconds? { source.launchBudget }
    var jobs: JobsSpec { source.jobs }
    var missingClassTasks: [String] { source.missingClassTasks }
    /// Whether recorded runs take precedence over durations.
    public var isRecorded: Bool { recordedRuns != nil }
    /// Whether some of its tasks stand for waits that nothing explains.
    public let hasGaps: Bool
    /// How many tasks there are.
    public var count: Int { source.tasks.count }

    /// A task as it is now.
    public subscript(number: Int) -> ScenarioTask { changed[number] ?? source.tasks[number] }

    /// Replaces a task by another one with the same name. Throws if that cannot be registered.
    public mutating func replace(_ number: Int, with task: ScenarioTask) throws(RegistrationError) {
        changed[number] = task
        let spec = Self.spec(of: task, isRecorded: isRecorded)
        guard registration.replace(number, with: spec, configuration) else {
            self = try CompiledScenario(scenario)
            return
        }
        behaviours.set(Behaviour(task), of: number)
    }

    /// Gives a lane this many places.
    public mutating func setWidth(of lane: LaneID, _ width: Int) {
        source.configuration.lanes[lane.offset].width = width
    }

    /// Changes what comes first among ready runs. O(tasks + edges).
    public mutating func setOrder(_ order: SchedulerConfiguration.Order) {
        source.configuration.order = order
        switch order {
        case .priority: registration.rank(byPaths: nil)
        case .criticalPath: registration.rank(byPaths: (0..<count).map { self[$0].spec.expected })
        }
    }

    /// A task as the rules see it: whether the rules may go on before its attempts are asked for their ends.
    static func spec(of task: ScenarioTask, isRecorded: Bool) -> TaskSpec {
        var spec = task.spec
        spec.takesTime = !isRecorded && task.duration.takesTime
        return spec
    }
}
