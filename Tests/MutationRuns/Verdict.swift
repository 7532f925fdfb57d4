import Foundation

/// Judges mutants by the tests and counts what they caught.
struct Verdict {
    private var suites: Suites
    private let run: SuiteRun
    private var survivors: [Mutant] = []
    private var counts: [String: (caught: Int, all: Int)] = [:]

    init(_ suites: Suites, run: SuiteRun) { (self.suites, self.run) = (suites, run) }

    /// Runs a suite without a change, once; false if it fails even so.
    private mutating func measure(_ suite: String) throws -> Bool {
        if suites.isMeasured(suite) { return true }
        let events = run.folder.appendingPathComponent(".build/\(suite).events")
        let start = Date()
        let outcome = try run.run(Suites.whole(suite), mutant: 0, limit: 1200, events: events)
        guard outcome == .passed else {
            say("\(suite) without a change: \(outcome.rawValue)")
            return false
        }
        suites.note(suite, Date().timeIntervalSince(start), try SuiteRun.durations(events))
        return true
    }

    /// Runs the stages of its file until one notices it; false if a suite fails without a change.
    mutating func judge(_ mutant: Mutant) throws -> Bool {
        for suite in suites.suites(of: mutant.module) { guard try measure(suite) else { return false } }
        var verdict = "survived"
        let start = Date()
        for stage in suites.stages(of: mutant) {
            let outcome = try run.run(stage, mutant: mutant.number, limit: suites.limit(of: stage))
            guard outcome != .passed else { continue }
            verdict = "caught by \(stage.name), \(outcome.rawValue)"
            break
        }
        verdict += " (\(Int(Date().timeIntervalSince(start))) s)"
        let isCaught = !verdict.hasPrefix("survived")
        say("\(verdict): \(mutant.description)")
        counts[mutant.module, default: (0, 0)].all += 1
        if isCaught {
            counts[mutant.module, default: (0, 0)].caught += 1
        } else {
            survivors.append(mutant)
        }
        return true
    }

    /// Prints the counts and the survivors; false if fewer than `percent` of a hundred were caught.
    func conclude(atLeast percent: Int) -> Bool {
        say("")
        for (module, count) in counts.sorted(by: { $0.key < $1.key }) {
            say("\(module): \(count.caught) of \(count.all) caught")
        }
        if !survivors.isEmpty { say("\nSurvivors:") }
        for mutant in survivors { say(mutant.description) }
        let all = counts.values.reduce(0) { $0 + $1.all }
        let caught = all - survivors.count
        say("\n\(caught) of \(all) caught, \(all == 0 ? 0 : caught * 1000 / all / 10) %, \(percent) % wanted")
        return all > 0 && caught * 100 >= percent * all
    }
}

/// Prints a line at once, also into a file: runs take long.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
