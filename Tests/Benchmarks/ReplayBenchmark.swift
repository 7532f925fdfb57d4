import BenchmarkPeers
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

    func run() {
        let peer = graph.replayInC()
        print("\(count) tasks, makespan in C \(peer.makespan) ns, \(peer.records) records")
        let scenario = graph.scenario()
        guard let makespan = simulatedMakespan(of: scenario) else {
            let elapsed = median((0..<5).map { _ in nanoseconds { _ = graph.replayInC() } })
            print("  C: \(Int(elapsed / Double(count))) ns a task; simulation: not wired")
            return
        }
        precondition(makespan == peer.makespan, "simulation: makespan \(makespan), C: \(peer.makespan)")
        compare(
            "replay, simulation against C", phases: [("task", count)],
            ours: { [nanoseconds { _ = simulatedMakespan(of: scenario) }] },
            peer: { [nanoseconds { _ = graph.replayInC() }] })
    }
}

/// WIRE HERE: launch `scenario` in the simulation, run to the end and return the time of the last finish.
///
/// The simulation can only be made so far, so there is nothing to measure: nil.
private func simulatedMakespan(of scenario: Scenario) -> Int64? {
    nil
}
