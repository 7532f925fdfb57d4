/// What expectations ask for, counted from what was written.
struct Tally {
    var firstStarts: [String] = []
    var started = 0
    var endedRuns: [String: Set<Int>] = [:]
    /// How the last attempt of each run ended.
    var outcomes: [String: [Int: String]] = [:]
    var skipped: [String: Int] = [:]
    var missed: [String: Int] = [:]
    var launch: Int?
    /// The parked runs that it is complete without.
    var parked = 0

    mutating func start(_ name: String, attempt: Int) {
        if !firstStarts.contains(name) { firstStarts.append(name) }
        if attempt == 1 { started += 1 }
    }

    mutating func finish(_ name: String, run: Int, outcome: String) {
        endedRuns[name, default: []].insert(run)
        outcomes[name, default: [:]][run] = outcome
    }
}

extension Model {
    func judge(_ claim: Claim, line: Int) {
        let (isMet, actual) = verdict(claim)
        noteExpectation(line: line, isMet: isMet, text: claim.text, actual: actual)
    }

    func noteExpectation(line: Int, isMet: Bool, text: String, actual: String) {
        note("expect", "\"line\":\(line),\"ok\":\(isMet),\"text\":\"\(text)\",\"actual\":\"\(actual)\"")
    }

    private func verdict(_ claim: Claim) -> (Bool, String) {
        switch claim {
        case .order(let names):
            let started = tally.firstStarts.filter { names.contains($0) }
            let missing = names.filter { !tally.firstStarts.contains($0) }
            let actual = started.joined(separator: " < ") + missing.map { ", \($0) not run" }.joined()
            return (started == names, actual)
        case .ran(let name, let count):
            let ran = endedRuns(name).count
            return (ran == count, "\(name) ran \(ran)")
        case .notRun(let name):
            let hasRun = tally.firstStarts.contains(name)
            return (!hasRun, hasRun ? "\(name) ran \(endedRuns(name).count)" : "\(name) not run")
        case .failed(let name):
            let failed = endedRuns(name).count { ["fail", "critical", "timedOut"].contains(tally.outcomes[name]?[$0]) }
            return (failed > 0, "\(name) failed \(failed)")
        case .skipped(let name): return ((tally.skipped[name] ?? 0) > 0, "\(name) skipped \(tally.skipped[name] ?? 0)")
        case .missed(let name): return ((tally.missed[name] ?? 0) > 0, "\(name) missed \(tally.missed[name] ?? 0)")
        case .state(let wanted): return (state == wanted, "state \(state)")
        case .launch(let limit):
            guard let launch = tally.launch else { return (false, withoutLaunch) }
            return (tally.parked == 0 && launch <= limit * 1_000_000, launchText(launch))
        case .budget(let isKept):
            guard let budget = world.launchBudget else { return (false, "the scenario has no launch budget") }
            guard let launch = tally.launch else { return (false, withoutLaunch) }
            let isIn = launch <= budget * 1_000_000
            return (
                tally.parked == 0 && isIn == isKept, "\(launchText(launch)), budget \(decimal(budget * 1_000_000))"
            )
        case .queue(let count): return (jobs.rows.count == count, "queue \(jobs.rows.count)")
        case .queueIsRunning(let wanted):
            return (jobs.isStarted == wanted, jobs.isStarted ? "queue running" : "queue stopped")
        case .jobExists(let task, let wanted):
            let count = jobs.rows.count { $0.task == task }
            return ((count > 0) == wanted, "jobs of \(task) \(count)")
        case .jobIsActive(let task, let wanted):
            let isActive = jobs.running.contains { $0.row.task == task }
            return (isActive == wanted, isActive ? "a job of \(task) runs" : "no job of \(task) runs")
        case .nextJob(let task, let wanted):
            let next = jobs.rows.filter { $0.task == task }.min {
                ($0.isRunning ? 0 : 1, $0.rank.rawValue, $0.place) < ($1.isRunning ? 0 : 1, $1.rank.rawValue, $1.place)
            }
            return (next?.id == wanted, next.map { "next \(task) \($0.id)" } ?? "no job of \(task)")
        case .noWarnings: return (warnings == 0, "warnings \(warnings)")
        }
    }

    private var withoutLaunch: String {
        let isUnderWay = process != nil && process?.firstFrameAt == nil && hasWorkLeft(turnsBefore: .max)
        return isUnderWay ? "the launch was still under way; put \\\"wait until launched\\\" first" : "no first frame"
    }

    private func launchText(_ launch: Int) -> String {
        let tasks = tally.parked == 1 ? "task" : "tasks"
        return "launch \(decimal(launch))" + (tally.parked > 0 ? ", without \(tally.parked) parked \(tasks)" : "")
    }

    /// Runs that have ended: not those that continue with another attempt.
    private func endedRuns(_ name: String) -> [Int] {
        let unended = runs.filter { $0.task.name == name && $0.phase != .ended && $0.phase != .chain }.map(\.number)
        return (tally.endedRuns[name] ?? []).filter { !unended.contains($0) }
    }

    /// A length of time as scripts write it, all in milliseconds here.
    private func decimal(_ time: Int) -> String {
        let seconds = time % 60_000_000_000
        let minutes = time / 60_000_000_000
        var parts = [(minutes / 1440, "d"), (minutes / 60 % 24, "h"), (minutes % 60, "min")]
            .filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }
        if seconds % 1_000_000_000 == 0 || seconds < 1_000_000_000 {
            if seconds > 0 || parts.isEmpty { parts.append(length(seconds)) }
        } else {
            var decimals = String(1000 + seconds / 1_000_000 % 1000).dropFirst()
            while decimals.last == "0" { decimals.removeLast() }
            parts.append("\(seconds / 1_000_000_000).\(decimals)s")
        }
        return parts.joined(separator: " ")
    }
}
