import Text
import SchedulerCore
import SchedulerSimulation

/// The names that a script may use: a scenario's, and those that earlier lines of the script add.
public struct ScriptNames: Sendable {
    /// Tasks, as registered; injected ones last.
    public private(set) var tasks: [String] = []
    /// Sequences.
    public private(set) var sequences: [String] = []
    /// Lanes and clock.
    public let configuration: SchedulerConfiguration
    /// Names of job handlers, for completion only: job names are free.
    public let jobs: [String]
    /// Keys of notification tasks, for completion only: keys are free.
    public let notifications: [String]
    /// The date of t = 0 in nanoseconds since 1970.
    public let epochStart: Int64
    /// For timers without a catchUp of their own.
    let catchUp: CatchUp
    private var known: Set<ByteName> = []
    private var knownSequences: Set<ByteName> = []

    /// The names of `scenario`. O(tasks).
    public init(scenario: Scenario) {
        configuration = scenario.configuration
        epochStart = scenario.epochStart
        catchUp = scenario.catchUp
        jobs = scenario.jobs.behaviours.map { $0.task }
        tasks = scenario.tasks.map { $0.spec.name }
        sequences = scenario.sequences.map { $0.name }
        var keys: [String] = []
        for task in scenario.tasks {
            if case .notification(let key) = task.spec.trigger, !keys.contains(key), keys.count < 1000 {
                keys.append(key)
            }
        }
        notifications = keys
        known = Set(tasks.map(ByteName.init))
        knownSequences = Set(sequences.map(ByteName.init))
    }

    /// Makes a task known, as `inject` and `schedule` do.
    public mutating func add(_ task: String) {
        if known.insert(ByteName(task)).inserted { tasks.append(task) }
    }

    /// Makes a sequence known, as `inject-sequence` does.
    public mutating func addSequence(_ sequence: String) {
        if knownSequences.insert(ByteName(sequence)).inserted { sequences.append(sequence) }
    }

    /// Whether a task or sequence has this name.
    public func contains(_ name: String) -> Bool {
        known.contains(ByteName(name)) || knownSequences.contains(ByteName(name))
    }

    func containsSequence(_ name: String) -> Bool { knownSequences.contains(ByteName(name)) }
}
