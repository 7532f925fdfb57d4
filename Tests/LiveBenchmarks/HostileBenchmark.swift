import BenchmarkSupport
import Foundation
import SchedulerCore
import Synchronization
import TaskKit
import TaskKitInspector

/// What hostile clients of the inspector cost a launch: the same one with and without a client, in turn.
struct HostileBenchmark {
    let pairs: Int
    let kinds: [HostileClient.Kind]

    func run() async throws {
        let body = LaunchBody()
        print("a launch of \(LaunchBody.count) tasks with and without a client, median of \(pairs) pairs")
        try await show("no client either", body, nil)
        for kind in kinds { try await show(kind.rawValue, body, kind) }
    }

    private func show(_ name: String, _ body: LaunchBody, _ kind: HostileClient.Kind?) async throws {
        var (alone, beset): ([Measured], [Measured]) = ([], [])
        for pair in 0..<pairs {
            // Which of the two comes first changes, as the second may find the machine another than the first.
            if pair % 2 == 0 { alone.append(try await launch(body, nil)) }
            beset.append(try await launch(body, kind))
            if pair % 2 == 1 { alone.append(try await launch(body, nil)) }
        }
        let ratio = median(zip(beset, alone).map { $0.launch / $1.launch })
        // On a machine that others use the fastest ones say more: these had it to themselves.
        let fastest = fastest(beset.map(\.launch)) / fastest(alone.map(\.launch))
        let (without, with) = (median(alone.map(\.launch)), median(beset.map(\.launch)))
        let (thread, client) = (median(beset.map(\.inspector)), median(beset.map(\.client)))
        let share = thread / with / Double(ProcessInfo.processInfo.activeProcessorCount)
        print(
            "  \(name): \(tenths(ratio * 100)) %, fastest quarter \(tenths(fastest * 100)) %",
            "(\(tenths(without / 1e6)) ms without, \(tenths(with / 1e6)) ms with);",
            "inspector's thread \(tenths(thread / 1e6)) ms, \(tenths(share * 100)) % of the processors;",
            "client \(tenths(client / 1e6)) ms, acted \(beset.map(\.acts).sorted()[pairs / 2]) times,",
            "\(beset.map(\.lines).sorted()[pairs / 2]) log lines")
    }

    /// The mean of the smallest quarter.
    private func fastest(_ values: [Double]) -> Double {
        let chosen = values.sorted().prefix(max(1, values.count / 4))
        return chosen.reduce(0, +) / Double(chosen.count)
    }

    private func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Nanoseconds, and the other results of a launch.
    private struct Measured {
        var launch = 0.0
        /// Processor time of the inspector's thread and of the client until the end of the launch.
        var inspector = 0.0
        var client = 0.0
        var lines = 0
        var acts = 0
    }

    private func launch(_ body: LaunchBody, _ kind: HostileClient.Kind?) async throws -> Measured {
        let folder = "/tmp/ts-\(UUID().uuidString.prefix(13))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let lines = Tally()
        var options = InspectorOptions()
        options.folder = folder
        options.log = { _ in lines.add() }
        let inspector = Inspector(options)
        let scheduler = try body.makeScheduler(observers: [inspector])
        let others = ProcessorTime.threads
        let path = try inspector.open(for: scheduler)
        let threads = ProcessorTime.threads.subtracting(others)
        let client = try kind.map { try ClientProcess($0, path) }
        var measured = Measured()
        let before = (inspector: ProcessorTime.of(threads), client: client?.processorTime ?? 0)
        client?.begin()
        measured.launch = try await body.launch(scheduler)
        measured.inspector = ProcessorTime.of(threads) - before.inspector
        measured.lines = lines.value
        if let client {
            measured.client = client.processorTime - before.client
            measured.acts = client.end()
        }
        scheduler.halt()
        return measured
    }
}

/// The tasks of the launch: eight hundred of 10 to 1,000 µs, a quarter of them on the main queue, a quarter waiting as if
/// for a disk, the others busy on two threads; each after one or two others. Two processors have no rest meanwhile.
struct LaunchBody {
    static let count = 800
    private let turnsPerMicrosecond: Double

    /// Measures how fast this machine is.
    init() {
        let turns = 20_000_000
        turnsPerMicrosecond = Double(turns) / median((0..<5).map { _ in nanoseconds { spin(turns) } }) * 1_000
    }

    func makeScheduler(observers: [any SchedulerObserver]) throws -> LiveScheduler {
        var configuration = LiveScheduler.Configuration()
        configuration.rules = SchedulerConfiguration(
            lanes: [LaneSpec(name: "cpu", width: 2), LaneSpec(name: "disk", width: 4)])
        configuration.observers = observers
        let tasks = (0..<Self.count).map { number in
            let length = 10 + Double(hashed(7, Int32(number)) % 991)
            let turns = Int(length * turnsPerMicrosecond)
            let lane = ["main", "cpu", "cpu", "disk"][number % 4]
            let after = number < 8 ? [] : Set([number / 2, number - 8]).sorted().map { "t\($0)" }
            // A task that waits for a disk needs no processor: these bodies sleep, the work itself is not what is measured.
            return LaunchTask(
                "t\(number)", on: .didFinishLaunching, after: TaskNames(after), lane: lane,
                body: .sync { _ in if lane == "disk" { usleep(UInt32(length)) } else { spin(turns) } })
        }
        return try LiveScheduler(configuration, tasks: tasks)
    }

    /// Nanoseconds from the order to the last end; the main queue is served meanwhile.
    func launch(_ scheduler: LiveScheduler) async throws -> Double {
        let start = ContinuousClock.now
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil && $0.runningCount == 0 && !$0.hasWorkLeft }
        let elapsed = (ContinuousClock.now - start).components
        return Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9
    }
}

/// A number that several threads count up.
private final class Tally: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add() {
        number.wrappingAdd(1, ordering: .relaxed)
    }
}
