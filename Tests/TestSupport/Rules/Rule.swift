/// One rule as a scenario, a script and the schedule that follows.
public struct Rule: CustomStringConvertible, Sendable {
    /// The rule in a sentence.
    public let title: String
    /// YAML.
    public let scenario: String
    /// A script; nil: the scenario's own, or a launch.
    public let script: String?
    /// Milliseconds a cell.
    public let step: Int64
    /// The drawing, as `ScheduleText` explains it.
    public let expected: String

    init(_ title: String, _ scenario: String, script: String? = nil, step: Int64 = 10, expected: String) {
        self.title = title
        self.scenario = scenario
        self.script = script
        self.step = step
        self.expected = expected
    }

    /// The title, for the names of tests.
    public var description: String { title }

    /// The groups, each in a file of its own.
    static let groups: [[Rule]] = [
        lifecycle, events, process, parking, limits, idle,
        order, predecessors, failures,
        timers, clock, classes, kinds, notifications, sequences, steps, runtime, commands,
        corners, script, holding, stretches,
        jobs, jobOptions, jobCommands, sequenceCommands, preferences, returns, comparison, secondComparison,
    ]

    /// Every rule.
    public static let all = groups.flatMap(\.self)
}
