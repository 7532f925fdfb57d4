import SchedulerCore
import Text

/// A whole run of a scenario in virtual time, from its script to the end (The rules, "Script").
public struct Replay: Sendable {
    /// A replay with this many records stops: one that lasts this long is assumed to have no end. They take 80 MB.
    public static let maximumRecords = 2_000_000

    /// The simulation, with everything that happened.
    public private(set) var simulation: Simulation
    private let until: Instant?
    private let maximumRecords: Int
    /// Why it stopped before its end; nil: it did not.
    public private(set) var stopReason: String?
    /// Whether it ended before everything that the script asked for had happened.
    public private(set) var isCutShort = false

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
        simulation.warnOfTheRest()
        if until == nil { isCutShort = simulation.warnOfWhatWasToCome() }
        simulation.judgeClosingExpectations()
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
            // Nearly always a run is executing; the other check is long.
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

    /// Warns of what is parked, paused or stuck.
    mutating func warnOfTheRest() {
        for warning in scheduler.unfinished() + scheduler.hungJobs() + scheduler.paused() {
            scheduler.record(.warning(warning))
        }
    }

    /// Warns of what the script asked for and what will not happen any more. Returns whether there is any.
    mutating func warnOfWhatWasToCome() -> Bool {
        var messages: [String] = []
        if let text = scheduler.actionInProgress.flatMap(text(of:)) { messages.append("\(text) was not over") }
        messages += scheduler.waitingCommands.compactMap(text(of:)).map { "\($0) was still to come" }
        // Where a replay without end is stopped says nothing about the runs that wait there.
        if !isFull { messages += scheduler.waitingTasks.map { "\(scheduler.name(of: $0)) was still waiting" } }
        if !script.isThrough {
            let lines = script.lines[script.next..<max(script.next, script.firstClosing)]
            messages += lines.prefix(1).map { "line \($0.line) of the script was still to come: \($0.text)" }
            if lines.count > 1 { messages.append("\(lines.count - 1) more lines of the script were still to come") }
        }
        for message in messages { warn("cutShort", message) }
        return !messages.isEmpty
    }

    /// Judges the expectations that close the script, as a replay does at its end.
    public mutating func judgeClosingExpectations() {
        for line in script.lines[max(script.next, script.firstClosing)...] {
            if case .expect(let expectation) = line.command { judge(expectation, line) }
        }
        script.next = script.lines.count
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
    /// How many parked runs that launch is complete without.
    public var parkedLaunchRuns: Int { counted.parked }
}
