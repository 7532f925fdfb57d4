import BenchmarkPeers
import BenchmarkSupport
import SchedulerCore
import SchedulerSimulation

/// The same graph through the C program and through the simulation; both must give the same makespan.
struct ReplayBenchmark {
    private let graph: LayeredGraph
    private let count: Int

    init(count: Int) {
        self.count = count
        graph = LayeredGraph(count: count, seed: 3)
    }

    /// The replay alone, for a profiler.
    func repeatOurs(_ rounds: Int) {
        do {
            let loaded = try Replay(graph.scenario())
            for _ in 0..<rounds {
                var replay = loaded
                replay.run()
            }
        } catch {
            preconditionFailure("the graph has no cycle and no name twice: \(error)")
        }
    }

    func run() {
        let peer = graph.replayInC()
        print("\(count) tasks, makespan in C \(peer.makespan) ns, \(peer.records) records")
        let scenario = graph.scenario()
        let makespan = simulate(scenario).makespan
        precondition(makespan == peer.makespan, "simulation: makespan \(makespan), C: \(peer.makespan)")
        compare(
            "replay, simulation against C", phases: [("task", count)], pairs: count > 100_000 ? 5 : 25,
            ours: { [simulate(scenario).elapsed] },
            peer: { [nanoseconds { _ = graph.replayInC() }] })
    }
}

/// Launches `scenario` and runs it to its end: the time that took, loading left out, and when the last run ended.
private func simulate(_ scenario: Scenario) -> (elapsed: Double, makespan: Int64) {
    do {
        var replay = try Replay(scenario)
        let elapsed = nanoseconds { replay.run() }
        return (elapsed, replay.simulation.now.nanoseconds)
    } catch {
        preconditionFailure("the graph has no cycle and no name twice: \(error)")
    }
}
