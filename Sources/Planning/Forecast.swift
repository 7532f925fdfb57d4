import SchedulerCore
import SchedulerSimulation

/// What will happen in a session unless a command comes: a copy of its simulation, with its script, run ahead.
///
/// Known commands given by hand that lie in the future are left out, so that the forecast at an instant is the same
/// whether time reached it forward or back. For a session without commands yet that no script will
/// launch, it forecasts a launch now. For a session that follows a process, it is what the process is known to have
/// done after the instant shown, and a guess of what comes next.
public struct Forecast: Sendable {
    /// The most records that are simulated ahead; beyond them, the horizon falls short of the requested instant.
    public static let maximumRecords = 2_000_000
    /// How far ahead an unfinished launch is followed.
    public static let maximumLaunch = Nanoseconds.seconds(3_600)

    /// What happens after this instant is unknown.
    public private(set) var horizon: Instant
    /// The simulation at the horizon, without the ticks of a rest; nil once it was discarded: the session's has the
    /// same tasks then.
    public private(set) var simulation: Simulation?
    /// The simulation's own warnings, by the numbers in the records.
    public private(set) var notices: ChunkedLog<Simulation.Notice>
    /// Whether the forecast assumes a launch that no command requested.
    public let assumesLaunch: Bool
    /// The number of known records of the session, whatever its view: what follows them is a forecast.
    public let knownCount: Int
    /// How many tasks the session knows; nil if its view may lag behind what is known.
    private let taskCount: Int?
    private var recordCount = 0
    /// The ticks that continue when nothing else does; nil while something does.
    private var rest: Scheduler.Ticks?
    /// What a followed process is known to have done after the instant shown; returned first.
    private var known: [TraceRecord] = []

    /// A forecast whose horizon is the session's current instant; `extend` moves it on.
    /// If `launches` is true, always assumes a launch.
    public init(session: Session, launches: Bool = false) {
        var simulation = session.simulation
        if session.isFollowing {
            let front = session.front
            simulation = front.simulation.goingOnAlone()
            known = front.ahead
        }
        simulation.goOnPastCaptions()
        taskCount = session.isFollowing ? nil : simulation.scheduler.taskCount
        knownCount = session.records.count + known.count
        assumesLaunch = launches || Forecast.isUntouched(session)
        if assumesLaunch {
            simulation.perform(ScriptLine(command: .order(.action(.launch)), text: "launch"))
        }
        horizon = simulation.now
        notices = simulation.notices
        self.simulation = simulation
    }

    /// Whether a session's app was never launched and no script has lines left. What was refused, noted or paused before
    /// a launch does not count. O(records before the first event).
    public static func isUntouched(_ session: Session) -> Bool {
        guard session.simulation.script.isThrough, session.simulation.scheduler.state == .notRunning,
            !session.simulation.scheduler.isDelivering
        else { return false }
        return !session.records.contains { record in
            switch record.fact {
            case .event, .state: true
            case .action, .refused, .firstFrame, .tick, .release, .start, .finish, .skip, .miss, .park, .job, .queue,
                .sequence, .expect, .warning:
                false
            }
        }
    }

    /// Moves the horizon at least to `instant`, and to the end of a launch under way.
    ///
    /// - Returns: the records since the previous horizon, in order. Costs the simulation of that time.
    public mutating func extend(through instant: Instant) -> [TraceRecord] {
        var fresh = rest == nil ? run(through: instant) : []
        if rest != nil { tick(through: instant, &fresh) }
        recordCount += fresh.count
        return fresh
    }

    /// Discards the scheduler if only ticks will follow and the session knows all its tasks:
    /// with many tasks it is large.
    public mutating func letGoAtRest() {
        if rest != nil, simulation?.scheduler.taskCount == taskCount { simulation = nil }
    }

    /// The ticks of a rest.
    private mutating func tick(through instant: Instant, _ fresh: inout [TraceRecord]) {
        while recordCount + fresh.count < Forecast.maximumRecords {
            guard let time = rest?.next, time <= instant, let record = rest?.take() else {
                horizon = max(horizon, instant)
                return
            }
            fresh.append(record)
            horizon = time
        }
    }

    private mutating func run(through instant: Instant) -> [TraceRecord] {
        // Moved out, so that nothing else references its tables while they are modified.
        guard var simulation = simulation.take() else { return [] }
        defer {
            notices = simulation.notices
            self.simulation = simulation
        }
        var fresh = known + simulation.takeRecords()
        known = []
        let launchLimit = min(instant, horizon) + Forecast.maximumLaunch
        while recordCount + fresh.count < Forecast.maximumRecords {
            if simulation.hasOnlyTicksAhead {
                rest = simulation.scheduler.ticks
                break
            }
            let isShort = horizon < instant
            guard isShort || (Forecast.isLaunching(simulation.scheduler) && horizon < launchLimit) else { break }
            let goal = isShort ? instant : launchLimit
            let next = simulation.script.nextTime.map { min($0, simulation.nextInstant) } ?? simulation.nextInstant
            let tick = simulation.scheduler.configuration.tick
            let stride = isShort ? max(tick, Nanoseconds((goal - horizon).count / 64)) : tick
            simulation.advance(to: min(goal, max(next, horizon + stride)))
            fresh += simulation.takeRecords()
            horizon = simulation.now
        }
        return fresh
    }

    private static func isLaunching(_ scheduler: borrowing Scheduler) -> Bool {
        scheduler.launchedAt != nil && scheduler.firstFrameAt == nil && scheduler.isDelivering
    }
}
