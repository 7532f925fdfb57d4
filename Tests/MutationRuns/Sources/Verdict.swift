import Foundation

/// Judges mutants by the tests and counts what they caught.
struct Verdict {
    private let endToEnd: Bool
    private let run: SuiteRun
    /// How long each suite takes without a change, in seconds.
    private var durations: [String: TimeInterval] = [:]
    private var survivors: [Mutant] = []
    private var counts: [String: (caught: Int, all: Int)] = [:]

    init(endToEnd: Bool, run: SuiteRun) {
        (self.endToEnd, self.run) = (endToEnd, run)
    }

    /// Runs each suite without a change; false if one fails even so.
    mutating func measure(_ suites: [String]) throws -> Bool {
        for suite in suites {
            let start = Date()
            let outcome = try run.run(suite, mutant: 0, limit: 1200)
            durations[suite] = Date().timeIntervalSince(start)
            guard outcome == .passed else {
                say("\(suite) without a change: \(outcome.rawValue)")
                return false
            }
        }
        return true
    }

    /// Runs the suites of its module until one notices it.
    mutating func judge(_ mutant: Mutant) throws {
        var verdict = "survived"
        for suite in Suites.suites(of: mutant.module, endToEnd: endToEnd) {
            // Busy machines are slow ones.
            let outcome = try run.run(suite, mutant: mutant.number, limit: 30 + 5 * (durations[suite] ?? 0))
            guard outcome != .passed else { continue }
            verdict = "caught by \(suite), \(outcome.rawValue)"
            break
        }
        say("\(verdict): \(mutant.description)")
        counts[mutant.module, default: (0, 0)].all += 1
        if verdict == "survived" {
            survivors.append(mutant)
        } else {
            counts[mutant.module, default: (0, 0)].caught += 1
        }
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
