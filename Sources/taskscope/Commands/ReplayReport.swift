import Text
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

/// A finished replay as text, JSON or trace, and whether it passes.
struct ReplayReport {
    private let scenario: Scenario
    private let simulation: Simulation
    private let scriptFile: String
    private let names: TraceNames

    init(_ scenario: Scenario, _ simulation: Simulation, scriptFile: String) {
        var simulation = simulation
        simulation.countRuns()
        self.scenario = scenario
        self.simulation = simulation
        self.scriptFile = scriptFile
        names = simulation.traceNames
    }

    /// The whole trace, one record per line, in portions for `write`: as text it is several times as long.
    func trace(includesTicks: Bool, write: (UnsafeRawBufferPointer) -> Void) {
        var writer = TraceWriter(header: scenario.traceHeader, names: names, includesTicks: includesTicks)
        let records = simulation.records
        for start in stride(from: 0, to: records.count, by: Self.portion) {
            writer.write(records[start..<min(records.count, start + Self.portion)])
            writer.drain(write)
        }
        writer.end(simulation.traceEnd)
        writer.drain(write)
    }

    /// How many records are written at once.
    private static let portion = 10_000

    /// Expectations, budget and, if strict, faults as test cases.
    func junit(isStrict: Bool) -> String {
        var checks: [JUnitReport.Check] = []
        if scenario.launchBudget != nil { checks.append(JUnitReport.Check("budget launch", failure: overBudget)) }
        if isStrict {
            let count = simulation.records.count(where: Self.isFault)
            let faults = "\(Format.count(count)) refusals, failed tasks, misses or warnings; none allowed"
            checks.append(JUnitReport.Check("strict", failure: count == 0 ? nil : faults))
        }
        return JUnitReport(summary, checks: checks).xml()
    }

    /// The summary for people and tools.
    var summary: Summary {
        Summary(
            header: scenario.traceHeader, names: names, timeline: Timeline(simulation.records), scriptFile: scriptFile,
            facts: LaunchFacts(of: simulation.scheduler, budget: scenario.launchBudget),
            unheard: simulation.unheardPosts.map { ($0.time, $0.key) })
    }

    /// Whether all expectations and budgets hold and, if strict, there are no refusals, failures, misses or warnings.
    func passes(isStrict: Bool) -> Bool {
        let isMet = simulation.verdicts.allSatisfy { $0.holds } && overBudget == nil
        guard isStrict, isMet else { return isMet }
        return !simulation.records.contains(where: Self.isFault)
    }

    /// One line about a launch over its budget; nil if there is no budget, the launch meets it, or the script expects that it
    /// does not.
    var overBudget: String? {
        guard let budget = scenario.launchBudget, !isExpectedOverBudget else { return nil }
        guard let time = simulation.launchTime else { return "budget: no launch reached its first frame" }
        let launch = LaunchLength(time, parked: simulation.parkedLaunchRuns)
        return launch.complaint(about: budget).map { launch.parked > 0 ? $0 : "budget: \($0)" }
    }

    private var isExpectedOverBudget: Bool {
        simulation.verdicts.contains { $0.holds && $0.claim.split(separator: " ") == ["over", "budget"] }
    }

    private static func isFault(_ record: TraceRecord) -> Bool {
        switch record.fact {
        case .refused, .miss, .warning, .job(_, _, .jobDidFail, _, _, _): true
        case .finish(_, _, _, let outcome, _, _): outcome != .success
        case .action, .event, .state, .firstFrame, .tick, .release, .start, .skip, .park, .job, .queue, .sequence,
            .expect:
            false
        }
    }
}
