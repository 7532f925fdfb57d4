import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing
import TraceFormat

/// The table of rules, carried out by the live scheduler.
@Suite struct RuleTests {
    /// The rules that say what happens. The others are about texts that are refused before anything does, or repeat recorded
    /// attempts, which only a simulation does.
    private static let carriedOut = Rule.all.filter { text($0)?.scenario.recorded == RecordedRuns() }

    private static func text(_ rule: Rule) -> (scenario: Scenario, script: [ScriptLine]?)? {
        guard let scenario = ScenarioReader.read(text: rule.scenario, file: "s.yaml").scenario else { return nil }
        guard let script = rule.script else { return (scenario, nil) }
        let parsed = ScriptParser.parse(text: script, file: "s.scope", scenario: scenario)
        return Diagnostics(parsed.diagnostics).hasErrors ? nil : (scenario, parsed.lines)
    }

    @Test("Only rules about refused texts are left out")
    func allOfThem() {
        let refused = Rule.all.filter { Self.text($0) == nil }
        #expect(refused.allSatisfy { $0.expected.contains("error:") })
        #expect(Self.carriedOut.count >= 240 && refused.count <= 12)
    }

    @Test("Each rule holds live, on a manual clock", arguments: carriedOut)
    func schedule(rule: Rule) throws {
        let text = try #require(Self.text(rule))
        let replay = try LiveReplay(text.scenario, script: text.script)
        let records = replay.merged(try replay.run())
        let names = ScheduleText.names(of: replay.simulation)
        let drawn = ScheduleText.draw(records, names: names, step: rule.step)
        #expect(drawn == rule.expected, "\(rule.title)\n\(drawn)")
        #expect(records == replay.simulation.records)
    }

    /// The rules in which every run takes time: one that takes none ends on a thread a little later than in a simulation.
    private static let withLengths = carriedOut.filter { rule in
        guard let text = text(rule), var replay = try? Replay(text.scenario, script: text.script) else { return false }
        replay.run()
        var starts: [TaskID: Instant] = [:]
        for record in replay.simulation.records {
            switch record.fact {
            case .start(let task, _, _, _), .job(_, let task, .jobDidStart, _, _, _): starts[task] = record.time
            case .finish(let task, _, _, .success, _, _), .job(_, let task, .jobDidSucceed, _, _, _),
                .finish(let task, _, _, .fail, _, _), .finish(let task, _, _, .critical, _, _),
                .job(_, let task, .jobDidFail, _, _, _):
                if starts[task] == record.time { return false }
            default: continue
            }
        }
        return true
    }

    /// Starts by lane, in order: at what instant which run of which task.
    private static func starts(_ records: [TraceRecord]) -> [LaneID: [String]] {
        var starts: [LaneID: [String]] = [:]
        for record in records {
            guard case .start(let task, let run, let attempt, let lane) = record.fact else { continue }
            starts[lane, default: []].append(
                "\(record.time.nanoseconds) task \(task.index) run \(run) attempt \(attempt)")
        }
        return starts
    }

    @Test("Many rules are about runs that take time")
    func enoughWithLengths() {
        #expect(Self.withLengths.count >= 100)
    }

    @Test(
        "On real threads each lane starts the same runs at the same instants in the same order", arguments: withLengths)
    func threads(rule: Rule) throws {
        let text = try #require(Self.text(rule))
        let replay = try LiveReplay(text.scenario, script: text.script, on: .threads)
        let records = replay.merged(try replay.run())
        #expect(Self.starts(records) == Self.starts(replay.simulation.records), "\(rule.title)")
        replay.scheduler.halt()
    }
}
