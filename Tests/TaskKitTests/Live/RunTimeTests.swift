import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// What an app changes while it runs: steps and sequences, an attempt, how long a job's run may take.
@Suite(.timeLimit(.minutes(5))) struct RunTimeTests {
    private func step(_ name: String, _ diary: Diary) -> LaunchTask {
        LaunchTask(name, lane: "pool") { diary.note(name) }
    }

    @Test("A sequence gets another step, and a destroyed one comes back with its callbacks")
    func sequences() async throws {
        let diary = Diary()
        let scheduler = try LiveScheduler(
            lanes: ["pool": 1], tasks: [step("A", diary), step("B", diary)],
            sequences: [TaskSequence("Startup", steps: ["A"], didComplete: { diary.note("first") })])
        try scheduler.launch()
        try scheduler.add(step: "B", to: "Startup")
        try scheduler.start(sequence: "Startup")
        try await scheduler.wait(for: .ended("Startup"))
        try scheduler.destroy("Startup")
        #expect(throws: CommandRefused.self) { try scheduler.start(sequence: "Startup") }
        let (again, told) = AsyncStream.makeStream(of: Void.self)
        try scheduler.inject(TaskSequence("Startup", steps: ["B"], didComplete: { told.finish() }))
        try scheduler.start(sequence: "Startup")
        for await _ in again {}
        await scheduler.stop()
        #expect(diary.lines.filter { $0 != "first" } == ["A", "B", "B"] && diary.lines.contains("first"))
    }

    @Test("A job whose handler never answers fails after its worker's timeout, and the queue continues")
    func jobTimeout() async throws {
        let (silence, held) = AsyncStream.makeStream(of: Void.self)
        let scheduler = try makeScheduler(
            [],
            jobs: [
                JobWorker("never", body: .async { _ in for await _ in silence {} })
                    .limited(to: .milliseconds(20)),
                JobWorker("work", body: .sync { _ in }),
            ]
        ) { $0.jobRetryLimit = 1 }
        try scheduler.launch()
        try await scheduler.enqueue("never")
        try await scheduler.enqueue("work")
        try await scheduler.wait(for: .drained, atMost: .seconds(60))
        #expect(scheduler.snapshot { $0.jobs.deadLetters.map(\.cause) } == [.failed])
        held.finish()
        await scheduler.stop()
    }

    @Test("A cancelled attempt ends at once and is not retried")
    func cancel() async throws {
        let (began, told) = AsyncStream.makeStream(of: Void.self)
        let (silence, held) = AsyncStream.makeStream(of: Void.self)
        let scheduler = try LiveScheduler(
            lanes: ["pool": 1],
            tasks: [
                LaunchTask("Long", on: .didFinishLaunching, lane: "pool", TaskOptions(retry: .further(3))) {
                    told.finish()
                    for await _ in silence {}
                }
            ])
        try scheduler.launch()
        for await _ in began {}
        try scheduler.cancel("Long")
        #expect(scheduler.task("Long")?.lastResult == .cancelled)
        held.finish()
        await scheduler.stop()
    }
}
