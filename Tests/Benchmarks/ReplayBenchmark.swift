import BenchmarkPeers
import SchedulerCore
import SchedulerSimulation

/// Replaying a layered graph with trace records, beside a straightforward C program of the same model.
enum ReplayBenchmark {
    static func run(count: Int, rounds: Int) throws {
        let graph = LayeredGraph(count: count, seed: 1)
        let scenario = graph.scenario
        var ratios: [Double] = []
        var ours: [Double] = []
        var theirs: [Double] = []
        for _ in 0..<rounds {
            let (c, cSpan) = peer(graph)
            let (swift, swiftSpan) = try replay(scenario)
            guard cSpan == swiftSpan else { return print("DIFFERENT makespans: C \(cSpan), replay \(swiftSpan)") }
            ours.append(swift / Double(count))
            theirs.append(c / Double(count))
            ratios.append(swift / c)
        }
        print("replay \(count): C \(median(theirs)) ns/task, replay \(median(ours)) ns/task, ratio \(median(ratios))")
    }

    private static func peer(_ graph: LayeredGraph) -> (nanoseconds: Double, makespan: Int64) {
        var makespan: Int64 = 0
        let time = measure {
            let records = UnsafeMutablePointer<peer_record>.allocate(capacity: graph.count * 3)
            var written: Int64 = 0
            makespan = peer_replay(
                Int32(graph.count), graph.first, graph.predecessors, graph.durations, graph.priorities, 4, records,
                &written)
            records.deallocate()
        }
        return (time, makespan)
    }

    private static func replay(_ scenario: Scenario) throws -> (nanoseconds: Double, makespan: Int64) {
        var replay = try Replay(scenario)
        let time = measure { replay.run() }
        return (time, replay.simulation.now.nanoseconds)
    }
}
