import SchedulerCore
import Text

/// A whole run of a scenario in virtual time, from its script to the end (The rules, "Script").
public struct Replay: Sendable {
    /// A replay with this many records stops: one that lasts this long is assumed to have no end.
    public static let maximumRecords = 5_000_000

    /// The simulation, with everything that happened.
    public private(set) var simulation: Simulation
    private let until: Instant?
    private let maximumRecords: Int
    /// Why it stopped before its end; nil: it did not.
    public private(set) var stopReason: String?

    /// Prepares a replay: `script`, else the scenario's own, else a single `launch`; `until` ends it early or late;
    /// `jobs` is what a job store holds; `maximumRecords` is where it stops.
    public init(
        _ scenario: Scenario, script: [ScriptLine]? = nil, until: Nanoseconds? = nil,
        jobs: StoredJobs? = nil, maximumRecords: Int = Replay.maximumRecords
    ) throws(RegistrationError) {
        simulation = try Simulation(scenario: scenario, jobs: jobs)
        self.maximumRecords = maximumRecords
        simulation.recordLimit = maximumRecords
        self.until = until.map { Instant.zero + $0 }
        let launch = ScriptLine(command: .order(.action(.launch)), text: "launch")
        simulation.load(script ?? scenario.script ?? [launch])
    }

    /// Runs to the end: the script is done and only ticks, idle, suspension or runs that never end remain.
    public mutating func run() {
        let limit = until ?? .distantFuture
        simulation.runScript(until: limit)
        if let until {
            if !simulation.isFull { simulation.pass(to: until) }
            if simulation.scheduler.nextLimit <= simulation.now { simulation.judgeLimits() }
        } else {
            simulation.runOut()
        }
        if simulation.isFull { stop() }
        simulation.close()
    }

    /// Stops the replay, and warns why.
    private mutating func stop() {
        let time = DurationText.rounded(nanoseconds: simulation.now.nanoseconds)
        let reason =
            "the replay stopped at \(time): it has reached the limit of \(maximumRecords) records, ticks included"
        stopReason = reason
        simulation.warn("endless", reason)
    }
}

extension Simulation {
    /// Lets time pass until only ticks, idle, suspension or runs that never end remain.
    mutating func runOut() {
        settle()
        let first = scheduler.nextRelease
        while !isFull {
            let next = nextInstant
            // Nearly always a run is executing; the other check copies the scheduler.
            guard next != .distantFuture,
                scheduler.hasWorkUnderWay || scheduler.hasWorkLeft(turnsBefore: first)
            else { return }
            if scheduler.nextLimit <= now {
                judgeLimits()
            } else {
                now = max(now, next)
                settle()
            }
        }
    }

    /// Warns of what is parked, paused or stuck, then judges the closing expectations.
    mutating func close() {
        for warning in scheduler.unfinished() + scheduler.hungJobs() + scheduler.paused() {
            scheduler.record(.warning(warning))
        }
        for line in script.lines[max(script.next, script.firstClosing)...] {
            if case .expect(let expectation) = line.command { judge(expectation, line) }
        }
        script.next = script.lines.count
    }

    /// Counts the runs up to now, so that asking for several totals reads the records once. O(new records).
    public mutating func countRuns() {
        tally.fold(scheduler)
    }

    private var counted: RunTally {
        var tally = tally
        tally.fold(scheduler)
        return tally
    }

    /// Started runs of the whole replay, retries not counted.
    public var startedRuns: Int { counted.started }
    /// Warnings of the whole replay.
    public var warningCount: Int { counted.warnings }
    /// The launch time of the last process that showed a first frame.
    public var launchTime: Nanoseconds? { counted.launch }
}
