import BenchmarkPeers
import BenchmarkSupport
import SchedulerCore
import SchedulerSimulation

/// Bytes that the core holds for each task of the layered graph: as registered, and with a run of each released.
struct MemoryBenchmark {
    private let count: Int

    init(count: Int) {
        self.count = count
    }

    func run() {
        guard allocated_bytes() >= 0 else { return print("only glibc counts what is allocated") }
        let scenario = LayeredGraph(count: count, seed: 3).scenario()
        let specs = scenario.tasks.map(\.spec)
        withExtendedLifetime((scenario, specs)) { measure(scenario.configuration, specs) }
    }

    private func measure(_ configuration: SchedulerConfiguration, _ specs: [TaskSpec]) {
        let before = allocated_bytes()
        do {
            var scheduler = try Scheduler(configuration: configuration, tasks: specs)
            report("registered", allocated_bytes() - before)
            scheduler.handle(.command(.action(.launch), CommandID(0)), at: .zero)
            while scheduler.nextDeadline <= .zero { scheduler.handle(.advance, at: .zero) }
            let records = scheduler.recordCount
            _ = scheduler.takeRecords()
            report("with a run of each released, \(records) records taken", allocated_bytes() - before)
        } catch {
            preconditionFailure("the graph has no cycle and no name twice: \(error)")
        }
    }

    private func report(_ what: String, _ bytes: Int64) {
        print("\(count) tasks \(what): \(bytes / Int64(count)) bytes a task")
    }
}
