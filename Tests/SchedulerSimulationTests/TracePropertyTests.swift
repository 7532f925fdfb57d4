import SchedulerCore
import TestSupport
import Testing

@testable import SchedulerSimulation

/// Random scenarios and commands against a model that knows only the trace.
@Suite struct TracePropertyTests {
    /// One random run: the commands, and the model folded up to what has happened.
    private struct Run {
        var simulation: Simulation
        var model: TraceModel
        private var cases: CaseGenerator
        private var commands: [String: ScriptCommand] = [:]
        private var folded = 0
        private var number = 0
        private let taskCount: Int

        init(seed: Int, round: Int) throws {
            cases = CaseGenerator(seed: UInt64(1_000_000 + seed * 1_000 + round))
            let scenario = cases.scenario(tasks: 12)
            simulation = try Simulation(scenario: scenario)
            model = TraceModel(scenario)
            taskCount = scenario.tasks.count
        }

        /// Carries out one random command, or lets a random time pass.
        mutating func step() {
            if cases.chance(60), simulation.nextInstant != .distantFuture {
                simulation.step(to: simulation.nextInstant)
            } else if cases.chance(20) {
                simulation.advance(to: simulation.now + .milliseconds(Int64(cases.number(0...900))))
            } else {
                number += 1
                let command = cases.command(tasks: taskCount)
                let text = "\(number) \(command)"
                commands[text] = command
                simulation.perform(ScriptLine(command: command, text: text))
            }
            fold()
        }

        private mutating func fold() {
            let scheduler = simulation.scheduler.copy()
            model.know((0..<scheduler.taskCount).map { scheduler.name(of: TaskID($0)) })
            for record in simulation.records[folded...] {
                if case .action(let id) = record.fact {
                    model.fold(record, commands[simulation.commandTexts[Int(id.index)]])
                } else {
                    model.fold(record, nil)
                }
            }
            folded = simulation.records.count
        }

        /// The same counts, from the scheduler's snapshots.
        var snapshotCounts: [TraceModel.Place: Int] {
            var counts: [TraceModel.Place: Int] = [:]
            for task in 0..<simulation.scheduler.taskCount {
                let snapshot = simulation.scheduler.snapshot(of: TaskID(task))
                if snapshot.exists { counts[Self.place(snapshot), default: 0] += 1 }
            }
            return counts
        }

        private static func place(_ snapshot: TaskSnapshot) -> TraceModel.Place {
            switch snapshot.state {
            case .waiting, .ready, .retrying: .waiting
            case .running, .stuck: .running
            case .idle:
                switch snapshot.lastResult {
                case .none: .idle
                case .success: .done
                case .failed, .critical, .timedOut: .failed
                case .cancelled: .cancelled
                case .skipped: .skipped
                case .missed: .missed
                }
            }
        }
    }

    @Test(
        "Every registered task is idle, waits, runs, or has ended in one way, and the trace says which",
        arguments: 0..<Campaign.count(25))
    func places(seed: Int) throws {
        for round in 0..<10 {
            var run = try Run(seed: seed, round: round)
            for step in 0..<120 {
                run.step()
                let (told, seen) = (run.model.counts, run.snapshotCounts)
                let registered = run.model.rows.filter(\.exists).count
                try #require(told == seen, "seed \(seed) round \(round) step \(step)")
                try #require(TraceModel.Place.allCases.reduce(0) { $0 + (seen[$1] ?? 0) } == registered)
            }
        }
    }

    @Test(
        "No run before its predecessors, no lane over its width, each launch task once per process",
        arguments: 0..<Campaign.count(25))
    func order(seed: Int) throws {
        for round in 20..<30 {
            var run = try Run(seed: seed, round: round)
            for step in 0..<120 {
                run.step()
                try #require(run.model.faults == [], "seed \(seed) round \(round) step \(step)")
            }
        }
    }

    @Test("The same seed gives the same records twice, another seed others", arguments: 0..<Campaign.count(25))
    func determinism(seed: Int) throws {
        var traces: [[TraceRecord]] = []
        for round in [50, 50, 51] {
            var run = try Run(seed: seed, round: round)
            for _ in 0..<300 { run.step() }
            traces.append(run.simulation.records)
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0] != traces[2])
        #expect(!traces[0].isEmpty)
    }

    @Test("The model finds what is planted")
    func planted() throws {
        var scenario = Scenario(name: "planted")
        let trigger = Trigger.events(EventSet(.didFinishLaunching))
        for name in ["A", "B"] {
            let spec = TaskSpec(name: name, trigger: trigger, after: name == "B" ? ["A"] : [])
            scenario.tasks.append(ScenarioTask(spec: spec))
        }
        var model = TraceModel(scenario)
        let (first, second) = (TaskID(0), TaskID(1))
        let facts: [TraceRecord.Fact] = [
            .event(.didFinishLaunching), .release(second, run: 1, lane: .main), .release(first, run: 1, lane: .main),
            .start(second, run: 1, attempt: 1, lane: .main), .start(first, run: 1, attempt: 1, lane: .main),
            .release(first, run: 2, lane: .main), .state(.notRunning),
        ]
        for fact in facts { model.fold(TraceRecord(.zero, fact), nil) }
        #expect(
            model.faults == [
                "B starts before A has ended in this process",
                "B starts while A, released with it, has not ended",
                "lane main is over its width",
                "A: 2 turns in one process",
                "A: a run outlives its process", "B: a run outlives its process",
                "a lane is not empty after the process",
            ])
    }
}
