import Foundation

/// Judges mutants by the tests and counts what they caught.
struct Verdict {
    private var suites: Suites
    private let run: SuiteRun
    private(set) var state: RunState
    private var survivors: [Mutant] = []
    private var counts: [String: (caught: Int, all: Int)] = [:]

    init(_ suites: Suites, run: SuiteRun, state: RunState) {
        (self.suites, self.run, self.state) = (suites, run, state)
        for (suite, files) in state.measures { self.suites.note(suite, files) }
    }

    /// Runs the files of a suite without a change, once. What fails even so judges nothing, and is told.
    private mutating func measure(_ suite: String) throws {
        if suites.isMeasured(suite) { return }
        let events = run.copy.folder.appendingPathComponent(".build/events")
        let files = try suites.testFiles(of: suite).compactMap { file -> Suites.Measure? in
            for attempt in 1...2 {
                let start = Date()
                let result = try run.run(Suites.stage(suite, file), mutant: 0, limit: 600, events: events)
                if result.outcome == .passed {
                    return Suites.Measure(
                        name: file, seconds: Date().timeIntervalSince(start), durations: try SuiteRun.durations(events),
                        reached: try run.copy.mutationSwitch.reached())
                }
                say("\(suite), \(file), without a change, attempt \(attempt): \(result.description)")
            }
            return nil
        }
        let seconds = files.reduce(0) { $0 + $1.seconds }
        say("\(suite) measured: \(files.count) files, \(Int(seconds)) s")
        suites.note(suite, files)
        state.measures[suite] = files
        try state.save(run.copy.folder)
    }

    /// Measures what judges these.
    mutating func prepare(_ mutants: some Collection<Mutant>) throws {
        for suite in Set(mutants.flatMap { suites.suites(of: $0.module) }).sorted() { try measure(suite) }
    }

    /// Runs the stages of its file until one notices it, unless the last run did.
    mutating func judge(_ mutant: Mutant) throws {
        let judgement = try state.judgements[mutant.number] ?? judgement(of: mutant)
        if state.judgements.updateValue(judgement, forKey: mutant.number) == nil {
            try state.save(run.copy.folder)
            say("\(mutant.number) \(judgement.text): \(mutant.description)")
        }
        counts[mutant.module, default: (0, 0)].all += 1
        if judgement.isCaught {
            counts[mutant.module, default: (0, 0)].caught += 1
        } else {
            survivors.append(mutant)
        }
    }

    private func judgement(of mutant: Mutant) throws -> RunState.Judgement {
        let stages = suites.stages(of: mutant)
        let start = Date()
        func judgement(_ isCaught: Bool, _ text: String) -> RunState.Judgement {
            RunState.Judgement(isCaught: isCaught, text: text + " (\(Int(Date().timeIntervalSince(start))) s)")
        }
        for stage in stages {
            let result = try run.run(stage, mutant: mutant.number, limit: suites.limit(of: stage))
            guard result.outcome != .passed else { continue }
            return judgement(true, "caught by \(stage.name), \(result.description)")
        }
        return judgement(false, stages.isEmpty ? "survived, no test comes by" : "survived")
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
