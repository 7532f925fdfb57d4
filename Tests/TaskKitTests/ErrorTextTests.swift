import Foundation
import SchedulerCore
import TaskKitTestSupport
import Testing
import TraceFormat

@testable import TaskKit

/// The description of a failed attempt's error is kept: in the trace, for watchers, and for callbacks.
@Suite(.timeLimit(.minutes(5))) struct ErrorTextTests {
    struct NoAnswer: Error, CustomStringConvertible {
        let description: String
    }

    /// Notes the texts that come with ends of attempts, and the errors that come with records.
    private final class Listener: SchedulerObserver {
        let texts = Diary()
        let errors = Diary()

        var wantsRecords: Bool { true }

        func note(_ input: Input, at instant: Instant, text: String?) {
            switch input {
            case .runFinished, .jobFinished: texts.note(text ?? "none")
            case .advance, .runHung, .reportedAgain, .jobHung, .limitsDue, .tick, .command: break
            }
        }

        func record(_ records: [TraceRecord], names: TraceNames) {
            for (attempt, error) in names.errors {
                errors.note("\(names.name(of: attempt.task)) \(attempt.run) \(attempt.attempt) \(error)")
            }
        }
    }

    @Test(
        "The text comes with the end of the attempt, whatever kind of body failed",
        arguments: [
            TaskBody.sync { _ in throw NoAnswer(description: "no \"answer\"") },
            .async { _ in throw NoAnswer(description: "no \"answer\"") },
            .completion { _, completion in completion.failed(NoAnswer(description: "no \"answer\"")) },
            .completion { _, completion in completion.critical(NoAnswer(description: "no \"answer\"")) },
            .sync { _ in throw CriticalFailure("no \"answer\"") },
        ])
    func kinds(body: TaskBody) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ndjson").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let listener = Listener()
        let file = try TraceFile(path: path)
        let scheduler = try makeScheduler([task("A", body: body)]) { $0.observers = [listener, file] }
        try scheduler.launch()
        await scheduler.waitForRest()
        await scheduler.stop()
        #expect(listener.texts.lines == ["no \"answer\""])
        #expect(listener.errors.lines == ["A 1 1 no \"answer\""])
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(String(decoding: bytes, as: UTF8.self).contains(#","reason":"no \"answer\""}"#))
        let trace = try TraceReader.read(bytes)
        #expect(trace.names.errors == [AttemptID(TaskID(0), run: 1, attempt: 1): "no \"answer\""])
        #expect(TraceWriter.bytes(of: trace) == bytes, "it reads what it writes")
    }

    @Test("A job has an error text, too; a long one is cut")
    func jobs() async throws {
        let listener = Listener()
        let long = String(repeating: "x", count: 100_000)
        let scheduler = try makeScheduler(
            [], jobs: [JobWorker("work", body: .sync { _ in throw NoAnswer(description: long) })]
        ) {
            $0.observers = [listener]
            $0.jobRules.retryLimit = 1
        }
        try scheduler.launch()
        try scheduler.takeIn(JobSpec(task: "work"))
        await scheduler.wait { $0.jobs.deadLetters.count == 1 }
        await scheduler.stop()
        #expect(listener.texts.lines == [String(repeating: "x", count: 1_000)])
        #expect(listener.errors.lines.count == 1)
    }

    @Test("A sequence reports a failed step with its error, and its end, where it may call the scheduler")
    func callbacks() async throws {
        let (diary, own) = (Diary(), Locked<LiveScheduler?>(nil))
        let tries = Counter()
        let tasks = [
            LaunchTask("A", lane: "async") {},
            LaunchTask("B", lane: "async") { if tries.add() == 1 { throw NoAnswer(description: "no answer") } },
        ]
        let sequence = TaskSequence(
            "S", steps: ["A", "B"],
            stepDidFail: { step, error in
                diary.note("\(step) failed: \(error ?? "no error")")
                try? own.with { $0 }?.start(sequence: "S")
            }, didComplete: { diary.note("complete, \(own.with { $0 }?.state == .active)") })
        let scheduler = try LiveScheduler(lanes: [:], tasks: tasks, sequences: [sequence])
        own.with { $0 = scheduler }
        try scheduler.launch()
        try await scheduler.wait(for: .launched)
        try scheduler.start(sequence: "S")
        while diary.lines.count < 2 { await Task.yield() }
        #expect(diary.lines == ["B failed: no answer", "complete, true"])
        own.with { $0 = nil }
        await scheduler.stop()
    }
}
