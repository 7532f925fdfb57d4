import BenchmarkSupport
import Dispatch
import SchedulerCore
import Synchronization
import TaskKit

/// Empty tasks over graphs on two threads, ours against what one would use otherwise, in turn in one run.
struct LiveBenchmark {
    let count: Int
    let pairs: Int

    func run() async {
        for graph in [LiveGraph.layers(count), .chain(count), .fan(count)] {
            print("\(graph.name), \(count) empty tasks, two threads, median of \(pairs) rounds, ns a task")
            var (ours, watched, dispatch, groups, operations) = (
                [Double](), [Double](), [Double](), [Double](), [Double]()
            )
            for _ in 0..<pairs {
                ours.append(await live(graph, observers: []) {})
                dispatch.append(LivePeers.dispatch(graph) {})
                watched.append(await live(graph, observers: [Watcher()]) {})
                groups.append(await LivePeers.group(graph) {})
                if count <= 10_000 { operations.append(LivePeers.operations(graph) {}) }
            }
            show("ours", ours, ours)
            show("ours, observed", watched, ours)
            show("libdispatch by hand", dispatch, ours)
            show("task group", groups, ours)
            if !operations.isEmpty { show("operation queue", operations, ours) }
        }
    }

    /// Ours alone, each launch the first of a scheduler; prints nanoseconds a task of the launches.
    func repeatFresh(_ rounds: Int, _ kind: String) async {
        let graph = LiveGraph.named(kind, count)
        var times: [Double] = []
        for _ in 0..<rounds { times.append(await live(graph, observers: []) {}) }
        print(
            "\(graph.name), \(count) empty tasks, ours, first launches: \(Int(median(times) / Double(count))) ns a task"
        )
    }

    /// Ours alone, launched again and again; prints nanoseconds a task of the launches.
    func repeatOurs(_ rounds: Int, _ kind: String) async {
        let graph = LiveGraph.named(kind, count)
        let countdown = Countdown(graph.count * rounds)
        do {
            let scheduler = try makeScheduler(graph, observers: []) { countdown.drop() }
            var times: [Double] = []
            for _ in 0..<rounds {
                let start = ContinuousClock.now
                try scheduler.launch()
                await scheduler.wait { $0.firstFrameAt != nil && $0.runningCount == 0 && !$0.hasWorkLeft }
                let elapsed = (ContinuousClock.now - start).components
                times.append(Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9)
                try scheduler.perform(.terminate)
                await scheduler.wait { $0.state == .notRunning }
            }
            print("\(graph.name), \(count) empty tasks, ours: \(Int(median(times) / Double(count))) ns a task")
            await scheduler.stop()
        } catch {
            preconditionFailure("the graph has no cycle and no name twice: \(error)")
        }
    }

    private func show(_ name: String, _ values: [Double], _ ours: [Double]) {
        let ratio = median(zip(values, ours).map { $0 / $1 })
        let perTask = Int((median(values) / Double(count)).rounded())
        print("  \(name): \(perTask) ns, \(Int(ratio * 100)) % of ours")
    }
}

/// Receives every input and does nothing with it.
struct Watcher: SchedulerObserver {}

/// Counts bodies down, as the peers do, so that no condition has to be looked at on the way.
private final class Countdown: Sendable {
    private let left: Atomic<Int>
    private let done = DispatchSemaphore(value: 0)

    init(_ count: Int) {
        left = Atomic(count)
    }

    func drop() {
        if left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { done.signal() }
    }

    func wait() {
        done.wait()
    }
}

/// A graph on a lane 256 wide with two threads.
private func makeScheduler(
    _ graph: LiveGraph, observers: [any SchedulerObserver], _ body: @escaping @Sendable () -> Void
) throws -> LiveScheduler {
    var configuration = LiveScheduler.Configuration()
    configuration.rules = SchedulerConfiguration(lanes: [LaneSpec(name: "pool", width: 256)])
    configuration.workers = 2
    configuration.observers = observers
    let lane = configuration.rules.lane(named: "pool")
    // One body for all, as the peers have: what each captures is the app's own.
    let empty = TaskBody.sync { _ in body() }
    let tasks = graph.predecessors.indices.map { task in
        LaunchTask(
            TaskSpec(
                name: "t\(task)", trigger: .events(EventSet(.didFinishLaunching)),
                after: graph.predecessors[task].map { "t\($0)" }, lane: lane),
            body: empty)
    }
    return try LiveScheduler(configuration, tasks: tasks)
}

/// Runs a graph on a lane 256 wide with two threads: nanoseconds from the launch to the last body.
func live(
    _ graph: LiveGraph, observers: [any SchedulerObserver], _ body: @escaping @Sendable () -> Void
) async -> Double {
    let countdown = Countdown(graph.count)
    do {
        let scheduler = try makeScheduler(graph, observers: observers) {
            body()
            countdown.drop()
        }
        var refusal: (any Error)?
        let elapsed = nanoseconds {
            do { try scheduler.launch() } catch { refusal = error }
            if refusal == nil { countdown.wait() }
        }
        await scheduler.wait { $0.runningCount == 0 && !$0.hasWorkLeft }
        let last = scheduler.snapshot { core in core.snapshot(of: TaskID(graph.count - 1)).lastResult }
        precondition(last == .success, "the graph ran to its end")
        await scheduler.stop()
        return elapsed
    } catch {
        preconditionFailure("the graph has no cycle and no name twice: \(error)")
    }
}

/// The smallest body with which two processors do useful work for half of the time.
struct GrainBenchmark {
    let count: Int
    /// `layers`, `chain` or `fan`.
    let kind: String

    func run() async {
        let graph = LiveGraph.named(kind, count)
        let steps = calibrate()
        print("\(graph.name), \(count) tasks, two threads: useful time of both processors, in percent")
        for length in [100, 150, 200, 250, 300, 400, 500, 700, 1_000, 2_000] {
            let turns = Int(Double(length) * steps)
            let body: @Sendable () -> Void = { spin(turns) }
            let rounds = 3
            var (ours, peers) = ([Double](), [Double]())
            for _ in 0..<rounds {
                ours.append(await live(graph, observers: [], body))
                peers.append(LivePeers.dispatch(graph, body))
            }
            let useful = Double(count * length) / 2 * 100
            print(
                "  \(length) ns: ours \(Int(useful / median(ours))), libdispatch by hand \(Int(useful / median(peers)))"
            )
        }
    }

    /// Turns of `spin` a nanosecond.
    private func calibrate() -> Double {
        let turns = 20_000_000
        let lengths = (0..<5).map { _ in nanoseconds { spin(turns) } }
        return Double(turns) / median(lengths)
    }
}

/// Work that no compiler removes.
@inline(never)
func spin(_ turns: Int) {
    var value: UInt64 = 1
    for _ in 0..<turns { value = hashed(value, 7) }
    if value == 0 { print("never") }
}
