import SchedulerCore
import SchedulerSimulation

/// Simulates scenarios for the length of one launch only.
///
/// A scenario's own script is carried out as far as that launch goes; a scenario without one is launched at once.
public struct LaunchTrial: Hashable, Sendable {
    /// Which launch: how many launches reached their first frame before it.
    public let number: Int

    /// A trial of the launch after `number` others.
    public init(number: Int = 0) {
        self.number = number
    }

    /// The launch time; nil if the first frame is never reached within `Forecast.maximumLaunch` of the launch, or the
    /// scenario cannot be registered. Costs the simulation up to the first frame.
    public func time(of scenario: Scenario) -> Nanoseconds? {
        guard let simulation = try? Simulation(scenario: scenario) else { return nil }
        var run = LaunchRun(simulation, script: scenario.script, number: number)
        run.finish()
        return run.time
    }

    /// The launch time with a change.
    public func time(of scenario: Scenario, with change: ScenarioChange) -> Nanoseconds? {
        time(of: change.applied(to: scenario))
    }
}

/// A simulation that stops at the first frame of a launch.
struct LaunchRun {
    /// How long a script may run before the launch in question.
    private static let maximumPrelude = Nanoseconds.seconds(100_000)

    private(set) var simulation: Simulation
    /// The launch time, once there is one.
    private(set) var time: Nanoseconds?
    private var framesBefore: Int
    private var lastLaunch: Instant?

    init(_ simulation: Simulation, script: [ScriptLine]?, number: Int) {
        self.simulation = simulation
        framesBefore = number
        self.simulation.load(script ?? [ScriptLine(command: .order(.action(.launch)), text: "launch")])
    }

    /// Continues to the first frame, or until it is certain that none comes.
    mutating func finish() {
        simulation.advance(to: simulation.now)
        while !isOver() {
            let next = min(simulation.script.nextTime ?? .distantFuture, simulation.nextInstant)
            guard next != .distantFuture else { return }
            // What is still due at an instant after all its work is a limit, which is checked when time moves on.
            simulation.advance(to: max(next, simulation.now + Nanoseconds(1)))
        }
    }

    private mutating func isOver() -> Bool {
        guard let launched = simulation.scheduler.launchedAt else {
            return simulation.script.isThrough || simulation.now > .zero + Self.maximumPrelude
        }
        guard let frame = simulation.scheduler.firstFrameAt else {
            return simulation.now - launched > Forecast.maximumLaunch
        }
        guard lastLaunch != launched else { return simulation.script.isThrough }
        lastLaunch = launched
        if framesBefore == 0 { time = frame - launched }
        framesBefore -= 1
        return framesBefore < 0 || simulation.script.isThrough
    }
}
