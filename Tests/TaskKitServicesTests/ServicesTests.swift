import Foundation
import InMemoryLogging
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import SchedulerCore
import ServiceLifecycle
import ServiceLifecycleTestKit
import TaskKit
import Testing
import Tracing

@testable import TaskKitServices

/// Log, metrics, spans and lifecycle, each with a backend in memory.
@Suite(.timeLimit(.minutes(5))) struct ServicesTests {
    struct Broken: Error {}

    /// A scheduler with a lane `io` whose tasks are released by didFinishLaunching.
    private func scheduler(
        _ tasks: [LaunchTask], jobs: [JobWorker] = [], observers: [any SchedulerObserver] = []
    ) throws -> LiveScheduler {
        var configuration = LiveScheduler.Configuration()
        configuration.rules = SchedulerConfiguration(lanes: [LaneSpec(name: "io", width: 4)])
        configuration.observers = observers
        return try LiveScheduler(configuration, tasks: tasks, jobs: jobs)
    }

    private func rest(_ scheduler: LiveScheduler) async {
        await scheduler.wait { $0.firstFrameAt != nil && $0.runningCount == 0 && !$0.hasWorkLeft }
    }

    @Test func `each end is one line with its run's facts`() async throws {
        let backend = InMemoryLogHandler()
        var logger = Logger(label: "test") { _ in backend }
        logger.logLevel = .debug
        let reporter = RunReporter(logger: logger, successLevel: .debug)
        let scheduler = try scheduler(
            [
                LaunchTask("Good", on: .didFinishLaunching, lane: "io", body: .sync { _ in }),
                LaunchTask(
                    "Bad", on: .didFinishLaunching, lane: "io", TaskOptions(retry: .further(1)),
                    body: .async { _ in throw Broken() }
                ),
            ], observers: [reporter])
        try scheduler.launch()
        await rest(scheduler)
        await scheduler.stop()
        reporter.flush()
        let entries = backend.entries
        #expect(entries.map { "\($0.message)" }.sorted() == ["Bad: fail", "Bad: fail", "Good: success"])
        #expect(entries.count { $0.level == .error } == 2)
        for entry in entries {
            #expect(entry.metadata["lane"] == "io")
            #expect(entry.metadata["run"] == "1")
            #expect(entry.metadata["wait_ms"] != nil && entry.metadata["duration_ms"] != nil)
        }
        let attempts = entries.compactMap { $0.metadata["attempt"].map { "\($0)" } }.sorted()
        #expect(attempts == ["1", "1", "2"])
    }

    @Test func `runs, failures, durations and waits are counted by task`() async throws {
        let metrics = TestMetrics()
        let reporter = RunReporter(metrics: metrics)
        let scheduler = try scheduler(
            [
                LaunchTask("Good", on: [.didFinishLaunching, .didBecomeActive], lane: "io", body: .sync { _ in }),
                LaunchTask(
                    "Bad", on: .didFinishLaunching, lane: "io", body: .sync { _ in throw CriticalFailure("no") }),
            ], observers: [reporter])
        try scheduler.launch()
        await rest(scheduler)
        await scheduler.stop()
        reporter.flush()
        #expect(try metrics.expectCounter("taskkit_runs", [("task", "Good"), ("outcome", "success")]).totalValue == 2)
        #expect(try metrics.expectCounter("taskkit_runs", [("task", "Bad"), ("outcome", "critical")]).totalValue == 1)
        #expect(try metrics.expectCounter("taskkit_failures", [("task", "Bad")]).totalValue == 1)
        #expect(try metrics.expectTimer("taskkit_run_duration", [("task", "Good")]).values.count == 2)
        #expect(try metrics.expectTimer("taskkit_run_wait", [("task", "Good")]).values.count == 2)
    }

    @Test(arguments: ["sync", "async", "completion", "main"])
    func `each attempt is a span, the parent of those made in its body`(kind: String) async throws {
        let tracer = InMemoryTracer()
        let inner: @Sendable () -> Void = { tracer.withSpan("inner") { _ in } }
        let body: TaskBody =
            switch kind {
            case "sync": .sync { _ in inner() }
            case "async": .async { _ in inner() }
            case "main": .main { _ in inner() }
            case _:
                .completion { _, completion in
                    inner()
                    DispatchQueue.global().async { completion.completed() }
                }
            }
        let lane = kind == "main" ? "main" : "io"
        let task = LaunchTask("Traced", on: .didFinishLaunching, lane: lane, body: body)
        let scheduler = try scheduler([task.traced(by: tracer)])
        try scheduler.launch()
        await rest(scheduler)
        await scheduler.stop()
        let spans = tracer.finishedSpans
        let outer = try #require(spans.first { $0.operationName == "Traced" })
        let child = try #require(spans.first { $0.operationName == "inner" })
        #expect(child.parentSpanID == outer.spanID)
        #expect(outer.attributes.get("taskkit.lane") == SpanAttribute.string(lane))
        #expect(outer.attributes.get("taskkit.attempt") == SpanAttribute.int64(1))
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func `a throw is the span's error, a job's run has its job`() async throws {
        let tracer = InMemoryTracer()
        let job = JobWorker("cat", body: .async { _ in throw CriticalFailure("no cat") })
        let scheduler = try scheduler([], jobs: [job.traced(by: tracer)])
        try scheduler.launch()
        let id = try await scheduler.enqueue(JobSpec(task: "cat"))
        await scheduler.wait { $0.jobs.deadLetters.count == 1 }
        await scheduler.stop()
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.operationName == "cat")
        #expect(span.errors.count == 1)
        #expect(span.attributes.get("taskkit.job") == SpanAttribute.int64(id.number))
    }

    @Test func `a service launches, and terminates in reverse order on graceful shutdown`() async throws {
        let diary = Diary()
        let scheduler = try scheduler([
            LaunchTask("Up", on: .didFinishLaunching, lane: "io", body: .sync { _ in diary.note("launched") }),
            LaunchTask("Down", on: .willTerminate, lane: "main", body: .main { _ in diary.note("willTerminate") }),
        ])
        let database = Earlier(diary: diary)
        try await testGracefulShutdown { trigger in
            let group = ServiceGroup(
                services: [database, TaskKitService(scheduler)], logger: Logger(label: "group"))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                // The launch does not wait for Up: its body may begin after the first frame.
                await scheduler.wait { $0.firstFrameAt != nil && $0.runningCount == 0 && !$0.hasWorkLeft }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                _ = trigger
            }
        }
        #expect(diary.lines == ["launched", "willTerminate", "database closed"])
        #expect(scheduler.snapshot { $0.state } == .notRunning)
    }

    /// A scheduler whose task `Loop` begins with willTerminate and continues until `isOver`; launched by a service.
    private func looping(_ isOver: Locked<Bool>, limit: Nanoseconds) throws -> LiveScheduler {
        var configuration = LiveScheduler.Configuration()
        configuration.rules = SchedulerConfiguration(lanes: [LaneSpec(name: "io", width: 4)])
        configuration.rules.terminateLimit = limit
        let loop = LaunchTask(
            "Loop", on: .willTerminate, lane: "io", TaskOptions(blocks: true),
            body: .sync { _ in while !isOver.with({ $0 }) { sched_yield() } })
        return try LiveScheduler(configuration, tasks: [loop])
    }

    @Test func `a willTerminate task that loops ends with the limit, and the service says which it was`() async throws {
        let isOver = Locked(false)
        defer { isOver.with { $0 = true } }
        let scheduler = try looping(isOver, limit: .milliseconds(20))
        await testGracefulShutdown { trigger in
            let running = Task { try await TaskKitService(scheduler).run() }
            await scheduler.wait { $0.firstFrameAt != nil }
            trigger.triggerGracefulShutdown()
            await #expect(throws: TerminationIncomplete(tasks: ["Loop"])) { try await running.value }
        }
        #expect(throws: CommandRefused.self) { try scheduler.perform(.background) }
    }

    @Test func `a service that is cancelled while it terminates ends at once`() async throws {
        let isOver = Locked(false)
        defer { isOver.with { $0 = true } }
        let scheduler = try looping(isOver, limit: .seconds(100_000))
        await testGracefulShutdown { trigger in
            let running = Task { try await TaskKitService(scheduler).run() }
            await scheduler.wait { $0.firstFrameAt != nil }
            trigger.triggerGracefulShutdown()
            await scheduler.wait { core in core.task(named: "Loop").map { core.snapshot(of: $0).state } == .running }
            running.cancel()
            await #expect(throws: TerminationIncomplete(tasks: ["Loop"])) { try await running.value }
        }
    }

    @Test func `a service that is cancelled stops the scheduler`() async throws {
        let scheduler = try scheduler([])
        let running = Task { try await TaskKitService(scheduler).run() }
        await scheduler.wait { $0.firstFrameAt != nil }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(throws: CommandRefused.self) { try scheduler.perform(.background) }
    }
}

/// A service that was started earlier and so ends later.
private struct Earlier: Service {
    let diary: Diary

    func run() async throws {
        try await gracefulShutdown()
        diary.note("database closed")
    }
}

/// Lines in the order in which they came.
///
/// `@unchecked Sendable`: the lines are only touched while the lock is held.
private final class Diary: @unchecked Sendable {
    private let lock = NSLock()
    private var content: [String] = []

    var lines: [String] { lock.withLock { content } }

    func note(_ line: String) {
        lock.withLock { content.append(line) }
    }
}
