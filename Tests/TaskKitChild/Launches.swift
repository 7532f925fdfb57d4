import ChildProcesses
import Foundation
import SchedulerCore
import TaskKit
import TaskKitEvents
import TaskKitInspector
import TaskKitJobStore

/// A scheduler with a task of every kind, made, launched, run to its end, stopped and released; over and over.
///
/// `@MainActor`: the main lane is served while this waits.
@MainActor
struct Launches {
    private static let pause = Nanoseconds.milliseconds(1)

    /// For the socket and the job file.
    let folder: String

    /// Launches this many times; says how many bytes are in use after some of them.
    func run(_ count: Int, sayingAfter marks: Set<Int>) async throws {
        for number in 0..<count {
            try await launch(number)
            if marks.contains(number + 1) { say("\(number + 1) launches: \(child_memory_in_use()) bytes in use") }
        }
    }

    /// The shared scheduler and another one in turn, one that is stopped and one that is only released. Every fourth is
    /// watched, every fourth terminated and launched again; a file of jobs comes now and then, as its commits take time.
    private func launch(_ number: Int) async throws {
        let isWatched = number % 4 == 1
        let inspector = isWatched ? Inspector(inspectorOptions) : nil
        let configuration = try configuration(observing: inspector, hasFile: number % 50 == 0)
        let jobs = [
            JobWorker("letter", body: .sync(Self.failFirst)), JobWorker("card", body: .async { _ in }),
        ]
        let sequences = [TaskSequence(SequenceSpec(name: "chain", steps: ["step 1", "step 2"]))]
        let scheduler = try LiveScheduler(configuration, tasks: tasks(), sequences: sequences, jobs: jobs)
        if number % 2 == 1 { LiveScheduler.shared = scheduler }
        try inspector?.open(for: scheduler)
        let watch = isWatched ? SystemEvents(scheduler, [.clockChanges, .notifications]) : nil
        try await work(scheduler)
        if number % 4 == 2 { try await launchAgain(scheduler) }
        watch?.stop()
        if number % 4 < 2 { await scheduler.stop() }
        LiveScheduler.shared = nil
    }

    private var inspectorOptions: InspectorOptions {
        var options = InspectorOptions()
        options.folder = folder + "/sockets"
        return options
    }

    private func configuration(observing inspector: Inspector?, hasFile: Bool) throws -> LiveScheduler.Configuration {
        var configuration = LiveScheduler.Configuration()
        configuration.rules = SchedulerConfiguration(lanes: [
            LaneSpec(name: "pool", width: 8), LaneSpec(name: "serial"),
        ])
        configuration.rules.clockSource = .external
        if let inspector { configuration.observers = [inspector, try TraceFile(path: "/dev/null")] }
        configuration.jobRules.retryLimit = 2
        configuration.jobRules.delay = Self.pause
        if hasFile { configuration.store = JobFile(folder + "/jobs.sqlite", durability: .normal) }
        return configuration
    }

    /// What an app orders in its life.
    private func work(_ scheduler: LiveScheduler) async throws {
        try scheduler.launch(["from": "a test"])
        _ = try await scheduler.enqueue(JobSpec(task: "letter"))
        _ = try await scheduler.enqueue(JobSpec(task: "card", data: "{\"to\":\"nobody\"}"))
        try scheduler.tick(3)
        try scheduler.post("key", payload: "{\"of\":\"a post\"}")
        try scheduler.start(sequence: "chain")
        try scheduler.inject(LaunchTask("injected") {})
        try scheduler.inject(LaunchTask("late", on: .didReceiveMemoryWarning, lane: "pool", body: .async { _ in }))
        try scheduler.perform(.memoryWarning)
        try scheduler.destroy("injected")
        // Refused, and so it leaves nothing behind.
        try? scheduler.inject(LaunchTask("late") {})
        await rest(scheduler)
    }

    private func launchAgain(_ scheduler: LiveScheduler) async throws {
        try scheduler.perform(.terminate)
        await scheduler.wait { $0.state == .notRunning }
        try scheduler.launch()
        await rest(scheduler)
    }

    private func rest(_ scheduler: LiveScheduler) async {
        await scheduler.wait {
            $0.firstFrameAt != nil && $0.runningCount == 0 && !$0.hasWorkLeft && $0.jobs.list.isEmpty
        }
    }

    /// A task of every kind of trigger, body and end. None takes long.
    private func tasks() -> [LaunchTask] {
        bodies() + ends() + [
            LaunchTask("timer", on: .every(.seconds(1), times: 2), lane: "serial") {},
            LaunchTask("date", on: .date(sinceEpoch: .zero, runsWhenMissed: true)) { @MainActor in },
            LaunchTask("notified", on: .notification("key"), lane: "pool") { _ = $0.event.payload },
            LaunchTask("basic", on: .startup(.basic)) {},
            LaunchTask("startup", on: .startup(.async)) { await Task.yield() },
            LaunchTask("after launch", on: .startup(.afterLaunch)) {},
            LaunchTask("step 1", body: .async { _ in }),
            LaunchTask("step 2", lane: "pool", body: .completion { _, completion in completion.completed() }),
        ]
    }

    private func bodies() -> [LaunchTask] {
        [
            LaunchTask("sync", on: .didFinishLaunching, lane: "pool") { _ = $0.event.launchOptions },
            LaunchTask("async", on: .didFinishLaunching, after: "sync", lane: "pool", body: .async { _ in }),
            LaunchTask("yields", on: .didFinishLaunching, after: "sync", lane: "serial") {
                for _ in 0..<3 { await Task.yield() }
            },
            LaunchTask("main", on: [.willFinishLaunching, .didFinishLaunching]) { @MainActor in },
            LaunchTask("async on main", on: .didFinishLaunching, body: .async { _ in }),
            LaunchTask(
                "completion", on: .didFinishLaunching, lane: "pool", TaskOptions(follows: "throws"),
                body: .completion { _, completion in
                    DispatchQueue.global().async { completion.completed() }
                }),
            LaunchTask("once", on: .didFinishLaunching, lane: "pool", TaskOptions(autoRemove: true)) {},
        ]
    }

    /// Ends that are not plain successes.
    private func ends() -> [LaunchTask] {
        [
            LaunchTask("throws", on: .didFinishLaunching, lane: "pool") { throw CancellationError() },
            LaunchTask("skipped", on: .didFinishLaunching, after: "throws", lane: "pool") {},
            LaunchTask(
                "tries again", on: .didFinishLaunching, lane: "pool",
                TaskOptions(retry: .further(2, delay: .milliseconds(1))),
                body: .sync(Self.failFirst)),
            LaunchTask(
                "critical", on: .didFinishLaunching, lane: "serial", TaskOptions(retry: .further(2)),
                body: .async { _ in throw CriticalFailure("at once") }),
            LaunchTask(
                "twice", on: .didFinishLaunching, lane: "pool",
                body: .completion { _, completion in
                    let told = completion.notifying { _ in }
                    told.completed()
                    completion.failed()
                }),
            LaunchTask(
                "never", on: .didFinishLaunching, lane: "pool", TaskOptions(timeout: .milliseconds(2), blocks: false),
                body: .completion { _, _ in }),
            LaunchTask("too long", on: .didFinishLaunching, lane: "pool", TaskOptions(timeout: .milliseconds(2))) {
                for await _ in AsyncStream<Int>.makeStream().stream {}
            },
        ]
    }

    private static let failFirst: @Sendable (RunContext) throws -> Void = { context in
        if context.attempt == 1 { throw CancellationError() }
    }
}

/// What is unreachable, and what is never freed.
final class Cycle {
    private var own: Cycle?

    private init() { own = self }

    /// Makes this many: of the last one a trace may stay on the stack.
    static func make(_ count: Int) {
        for _ in 0..<count { _ = Cycle() }
    }
}
