import SchedulerCore

/// A simulated app that can be driven, watched and taken back in time.
///
/// The session keeps the log of its inputs and a keyframe every `keyframeDistance` records; going back replays from the
/// nearest keyframe, so its cost is bounded by that distance. A value: a copy is a branch.
public struct Session: Sendable {
    /// The scenario it was made from.
    public let scenario: Scenario
    /// The simulation at `now`: state, snapshot and records up to now.
    public private(set) var simulation: Simulation

    /// A session at t = 0, not running. Throws what the scheduler refuses to register.
    public init(scenario: Scenario) throws(RegistrationError) {
        self.scenario = scenario
        simulation = try Simulation(scenario: scenario)
    }

    /// The instant shown.
    public var now: Instant { simulation.now }

    /// Carries out one command at `now`. Inputs known after `now` are forgotten first: the past is changed.
    ///
    /// `text` is the command as in the script; it is what `action` records show.
    public mutating func perform(_ command: ScriptCommand, text: String) {
    }

    /// Runs on to `instant`, carrying out known inputs on the way; everything due at `instant` is done.
    public mutating func advance(to instant: Instant) {
    }

    /// Goes back to the state first shown at `instant`; inputs after it stay known and happen again on `advance`.
    public mutating func goBack(to instant: Instant) {
    }

    /// Loads a script: its lines happen on `advance` from `now` on.
    public mutating func play(_ lines: [ScriptLine]) {
    }

    /// The session as a script; replayed, it gives the same trace byte for byte.
    public func script() -> String {
        ""
    }
}
