import BenchmarkSupport
import Dashboard
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceFormat

/// Fixed work whose instructions `Tests/instructions` counts, any number of rounds of it.
enum CountedWork: String, CaseIterable {
    /// A replay of 2,000 tasks in four lanes.
    case core
    /// The trace of that replay, as bytes.
    case trace
    /// A key and the frame after it, at 160x48.
    case frame
    /// Twenty changes of a launch of 20 tasks, planned again.
    case planning

    /// Does the work `rounds` times; what it prepares first is the same for any number.
    func run(rounds: Int) throws {
        switch self {
        case .core: ReplayBenchmark(count: 2_000).repeatOurs(rounds)
        case .trace: try Self.write(rounds)
        case .frame: FrameBenchmark(keys: rounds).press()
        case .planning: try Self.plan(rounds)
        }
    }

    private static func write(_ rounds: Int) throws {
        var replay = try Replay(LayeredGraph(count: 2_000, seed: 3).scenario())
        replay.run()
        let simulation = replay.simulation
        let trace = Trace(
            header: TraceHeader(name: "counted", seed: 1), names: simulation.traceNames,
            records: Array(simulation.records), end: TraceEnd(of: simulation.records, at: simulation.now))
        for _ in 0..<rounds { precondition(!TraceWriter.bytes(of: trace).isEmpty) }
    }

    private static func plan(_ rounds: Int) throws {
        let scenario = LayeredGraph(count: 20, seed: 1).scenario()
        let trial = LaunchTrial(of: scenario)
        for _ in 0..<rounds {
            for task in 0..<20 {
                let priority: Priority = task % 2 == 0 ? .critical : .low
                precondition(trial.time(with: [.priority(TaskID(task), priority)]) != nil)
            }
        }
    }
}
