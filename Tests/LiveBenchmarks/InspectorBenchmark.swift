import BenchmarkSupport
import Foundation
import SchedulerCore
import TaskKit
import TaskKitInspector

/// What it costs a run to be watched: its end and two passes noted by the inspector, with and without a reader that
/// reads all it is sent. More than some 85,000 runs at once are more than the inspector keeps for a reader that lags.
struct InspectorBenchmark {
    let runs: Int

    func run() throws {
        try watch("nobody watches", isRead: false)
        try watch("a reader reads", isRead: true)
    }

    /// Another inspector each time: a reader that comes late is refused.
    private func watch(_ title: String, isRead: Bool) throws {
        let folder = "/tmp/ts-\(UUID().uuidString.prefix(13))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = InspectorOptions()
        options.folder = folder
        options.log = { print("log: \($0)") }
        let inspector = Inspector(options)
        var configuration = LiveScheduler.Configuration()
        configuration.observers = [inspector]
        let scheduler = try LiveScheduler(configuration, tasks: [])
        let path = try inspector.open(for: scheduler)
        let reader = isRead ? try Reader(path) : nil
        print("\(title): \(nanoseconds(inspector)) ns a run")
        scheduler.halt()
        if let reader { print("the reader took \(reader.bytes() >> 10) KiB") }
    }

    /// The median of five rounds.
    private func nanoseconds(_ inspector: Inspector) -> Int {
        let clock = ContinuousClock()
        var rounds: [Int] = []
        for round in 0..<5 {
            let start = clock.now
            for number in 0..<runs / 5 {
                let time = Instant(nanoseconds: Int64(round * runs + number))
                let run = RunID(slot: 1, sequence: Int64(number))
                inspector.note(.runFinished(run, .success), at: time, text: nil)
                inspector.note(.advance, at: time, text: nil)
                inspector.note(.advance, at: time, text: nil)
            }
            let (seconds, attoseconds) = start.duration(to: clock.now).components
            let passed = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
            rounds.append(Int(passed) / max(1, runs / 5))
        }
        return rounds.sorted()[2]
    }

    /// Reads everything on a thread of its own and counts it.
    ///
    /// `@unchecked Sendable`: the count is only read after the thread has signalled its end.
    private final class Reader: @unchecked Sendable {
        private var count = 0
        private let isDone = DispatchSemaphore(value: 0)

        init(_ path: String) throws {
            guard let descriptor = HostileClient.connection(path) else { throw POSIXError(.ECONNREFUSED) }
            let greeting = Array("{\"kind\":\"attach\",\"schema\":1}\n".utf8)
            _ = write(descriptor, greeting, greeting.count)
            Thread.detachNewThread { [self] in
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                while case let size = read(descriptor, &buffer, buffer.count), size > 0 { count += size }
                isDone.signal()
            }
        }

        func bytes() -> Int {
            isDone.wait()
            return count
        }
    }
}
