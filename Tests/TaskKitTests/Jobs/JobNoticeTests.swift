import Foundation
import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// What an app learns about its jobs, what runs those without a worker, and what a run knows about its job.
@Suite(.timeLimit(.minutes(5))) struct JobNoticeTests {
    private struct Broken: Error {}

    @Test("A stream reports what happens to jobs, each once its store has it, and ends with the scheduler")
    func stream() async throws {
        let store = MemoryJobs()
        let scheduler = try makeScheduler([], jobs: [JobWorker("work", body: .sync { _ in })]) { $0.store = store }
        let notices = scheduler.jobNotices
        try scheduler.launch()
        let id = try await scheduler.enqueue("work")
        var heard: [JobNotice] = []
        for await notice in notices {
            heard.append(notice)
            if case .jobDidSucceed(let done, _, _) = notice {
                #expect(done == id)
                #expect(store.stored.jobs.isEmpty, "the row is gone before anybody hears of it")
            }
            if notice == .queueDidDrain { await scheduler.stop() }
        }
        #expect(
            heard == [
                .queueDidStart, .jobDidStart(id, task: "work", run: 1), .jobDidSucceed(id, task: "work", run: 1),
                .queueDidDrain,
            ])
        var late = scheduler.jobNotices.makeAsyncIterator()
        #expect(await late.next() == nil)
    }

    @Test("The notification center receives failures, and a listener may call the scheduler")
    func notifications() async throws {
        let scheduler = try makeScheduler([], jobs: [JobWorker("JobNoticeTests", body: .sync { _ in throw Broken() })])
        {
            $0.postsJobNotices = true
            $0.jobRetryLimit = 2
        }
        let heard = Diary()
        let token = NotificationCenter.default.addObserver(
            forName: JobNotice.jobDidFail(JobID(1), task: "", run: 1, willRetry: false, error: nil).name, object: nil,
            queue: nil
        ) { note in
            guard note.userInfo?["task"] as? String == "JobNoticeTests" else { return }
            let (run, again) = (note.userInfo?["run"] as? Int, note.userInfo?["willRetry"] as? Bool)
            heard.note("\(run ?? 0) \(again ?? false) \(note.userInfo?["error"] ?? "") \(scheduler.state)")
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try scheduler.launch()
        try await scheduler.enqueue("JobNoticeTests")
        try await scheduler.wait(for: .drained)
        await scheduler.stop()
        #expect(heard.lines == ["1 true Broken() active", "2 false Broken() active"])
    }

    @Test("Jobs without a worker of their own go to the one for all others, which knows name, data and stamp")
    func catchAll() async throws {
        let seen = Diary()
        // A stamp has whole milliseconds.
        let begin = Date().addingTimeInterval(-0.001)
        let scheduler = try makeScheduler(
            [],
            jobs: [
                JobWorker("own", body: .sync { _ in seen.note("own") }),
                .catchAll { context in
                    let isNew = (begin...Date()).contains(context.job?.stamp ?? .distantPast)
                    seen.note("\(context.task) \(context.job?.data ?? "") \(isNew)")
                },
            ])
        try scheduler.launch()
        try await scheduler.enqueue("own")
        try await scheduler.enqueue("other", json: #"{"a":1}"#)
        try await scheduler.wait(for: .drained)
        await scheduler.stop()
        #expect(seen.lines.sorted() == [#"other {"a":1} true"#, "own"])
    }

    @Test("A worker without a name, a job without one and a payload that is not an object are refused")
    func refused() async throws {
        #expect(throws: TaskKitError.self) { try LiveScheduler(tasks: [], jobs: [JobWorker("", body: .sync { _ in })]) }
        let scheduler = try makeScheduler([], jobs: [.catchAll { _ in }])
        await #expect(throws: CommandRefused.self) { try await scheduler.enqueue("") }
        await #expect(throws: CommandRefused.self) { try await scheduler.enqueue("work", json: "[1]") }
        await #expect(throws: CommandRefused.self) { try await scheduler.enqueue("work", [1, 2]) }
        #expect(scheduler.snapshot { $0.jobs.count } == 0)
        await scheduler.stop()
    }

    @Test("Bodies share values, of whatever type, by name")
    func values() async throws {
        let seen = Diary()
        let scheduler = try makeScheduler([
            LaunchTask("Write", on: .didFinishLaunching, lane: "pool") { context in context.values["user"] = "Ada" },
            LaunchTask("Read", on: .didFinishLaunching, after: "Write", lane: "pool") { context in
                let name: String? = context.values["user"]
                let number: Int? = context.values["user"]
                seen.note("\(name ?? "nobody") \(number ?? 0)")
            },
        ])
        try scheduler.launch()
        try await scheduler.wait(for: .ended("Read"))
        let user: String? = scheduler.values["user"]
        #expect(user == "Ada" && seen.lines == ["Ada 0"])
        await scheduler.stop()
    }
}
