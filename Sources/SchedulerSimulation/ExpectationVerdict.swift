import SchedulerCore
import Text

/// One judged expectation.
public struct ExpectationVerdict: Hashable, Sendable {
    /// The line in the file that holds the script.
    public let line: Int
    /// The expectation as written.
    public let text: String
    /// Whether it holds.
    public let holds: Bool
    /// What happened, in words.
    public let actual: String

    /// The expectation without its keyword; a `wait` that gave up keeps its own.
    public var claim: String {
        text.hasPrefix("expect ") ? String(text.dropFirst(7)) : text
    }
}

extension Simulation {
    mutating func judge(_ expectation: Expectation, _ line: ScriptLine) {
        countRuns()
        let (holds, actual) = verdict(expectation)
        write(ExpectationVerdict(line: line.line, text: line.text, holds: holds, actual: actual))
    }

    mutating func write(_ verdict: ExpectationVerdict) {
        verdicts.append(verdict)
        scheduler.record(.expect(Int32(verdicts.count - 1)))
    }

    private func verdict(_ expectation: Expectation) -> (Bool, String) {
        switch expectation {
        case .order(let names): return order(names)
        case .ran(let name, let count):
            let ended = endedRuns(name)
            return (ended == count, "\(name) ran \(ended)")
        case .notRun(let name):
            let hasRun = counts(name).firstStart >= 0
            return (!hasRun, hasRun ? "\(name) ran \(endedRuns(name))" : "\(name) not run")
        case .failed(let name):
            let failed = failedRuns(name)
            return (failed > 0, "\(name) failed \(failed)")
        case .skipped(let name): return (counts(name).skipped > 0, "\(name) skipped \(counts(name).skipped)")
        case .missed(let name): return (counts(name).missed > 0, "\(name) missed \(counts(name).missed)")
        case .state(let state): return (scheduler.state == state, "state \(scheduler.state)")
        case .launch(let limit):
            guard let launch = tally.launch else { return (false, withoutLaunch) }
            let text = DurationText.rounded(nanoseconds: launch.count, against: limit.count)
            if tally.parked > 0 { return (false, "launch \(text), \(LaunchText.without(tally.parked))") }
            return (launch <= limit, "launch \(text)")
        case .budget(let wanted):
            guard let budget = plan.launchBudget else { return (false, "the scenario has no launch budget") }
            guard let launch = tally.launch else { return (false, withoutLaunch) }
            let text = DurationText.rounded(nanoseconds: launch.count, against: budget.count)
            let parked = tally.parked > 0 ? ", \(LaunchText.without(tally.parked))" : ""
            let actual = "launch \(text)\(parked), budget \(DurationText.exact(nanoseconds: budget.count))"
            return (tally.parked == 0 && (launch <= budget) == wanted, actual)
        case .queue(let count): return (scheduler.jobs.count == count, "queue \(scheduler.jobs.count)")
        case .queueIsRunning(let wanted):
            let isRunning = scheduler.jobs.isStarted
            return (isRunning == wanted, isRunning ? "queue running" : "queue stopped")
        case .jobExists(let task, let wanted):
            let count = scheduler.jobs.list.count { $0.spec.task.utf8.elementsEqual(task.utf8) }
            return ((count > 0) == wanted, "jobs of \(task) \(count)")
        case .jobIsActive(let task, let wanted):
            let isActive = scheduler.jobs.isActive(task)
            return (isActive == wanted, isActive ? "a job of \(task) runs" : "no job of \(task) runs")
        case .nextJob(let task, let wanted):
            let next = scheduler.jobs.next(task)?.id
            return (next == wanted, next.map { "next \(task) \($0.number)" } ?? "no job of \(task)")
        case .noWarnings: return (tally.warnings == 0, "warnings \(tally.warnings)")
        }
    }

    /// Why no launch can be judged.
    private var withoutLaunch: String {
        let isUnderWay = scheduler.launchedAt != nil && scheduler.firstFrameAt == nil && hasWorkLeft
        return isUnderWay ? "the launch was still under way; put \"wait until launched\" first" : "no first frame"
    }

    private func counts(_ name: String) -> RunTally.Counts {
        guard let task = scheduler.task(named: name) else { return RunTally.Counts() }
        return tally.counts[task.offset]
    }

    /// How many runs have ended; a run that is retried counts once, after its last attempt.
    private func endedRuns(_ name: String) -> Int {
        Int(counts(name).ended) - (isBetweenAttempts(name) ? 1 : 0)
    }

    private func failedRuns(_ name: String) -> Int {
        Int(counts(name).failed) + (counts(name).mayHaveFailed && !isBetweenAttempts(name) ? 1 : 0)
    }

    /// Whether the run whose attempt ended last will be retried.
    private func isBetweenAttempts(_ name: String) -> Bool {
        scheduler.task(named: name).map { scheduler.isRetrying($0) } ?? false
    }

    private func order(_ names: [String]) -> (Bool, String) {
        let started = names.filter { counts($0).firstStart >= 0 }
        let missing = names.filter { counts($0).firstStart < 0 }
        let sorted = started.sorted { counts($0).firstStart < counts($1).firstStart }
        let actual = sorted.joined(separator: " < ") + missing.map { ", \($0) not run" }.joined()
        let holds = missing.isEmpty && zip(sorted, names).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        return (holds, actual)
    }

    /// A duration as scripts write it, exact: a whole number of the largest unit that gives one, else decimals of
    /// the largest unit that it reaches.
    static func text(_ duration: Nanoseconds) -> String {
        let units: [(size: Int64, name: String)] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")]
        let whole = units.first { duration.count % $0.size == 0 }
        guard let unit = whole ?? units.first(where: { duration.count >= $0.size }) else {
            return "\(duration.count)ns"
        }
        return Format.decimal(duration.count, unit: unit.size) + unit.name
    }
}
