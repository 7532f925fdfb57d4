import SchedulerCore

/// The scheduler core in virtual time: answers its starts with ends from durations, outcomes and the seed.
public struct Simulation: Sendable {
    /// The rules and their state.
    public private(set) var scheduler: Scheduler
    /// The current instant.
    public private(set) var now: Instant = .zero
    /// Everything that happened, in order.
    public private(set) var records: [TraceRecord] = []
    /// The texts of commands, by `CommandID`.
    public private(set) var commandTexts: [String] = []

    /// A simulation at t = 0, not running.
    public init(scenario: Scenario) throws(RegistrationError) {
        scheduler = try Scheduler(
            configuration: scenario.configuration, tasks: scenario.tasks.map(\.spec), sequences: scenario.sequences)
    }
}
