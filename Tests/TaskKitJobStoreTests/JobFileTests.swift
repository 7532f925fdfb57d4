import Foundation
import JobStore
import SchedulerCore
import TaskKit
import Testing

@testable import TaskKitJobStore

/// Jobs of a live scheduler in a file.
@Suite(.timeLimit(.minutes(5))) struct JobFileTests {
    struct Broken: Error {}

    /// A folder that is gone with the last reference to it.
    final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "taskkit-" + UUID().uuidString

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var file: String { path + "/jobs.sqlite" }

        func content() throws -> (rows: [Job], dead: [DeadLetter]) {
            var options = JobStore.Options()
            options.access = .read
            options.checksIntegrity = true
            let stored = try JobStore(path: file, options: options).load()
            return (stored.jobs, stored.dead)
        }
    }

    private func scheduler(
        _ folder: Folder, limit: Int = 4, _ jobs: [JobWorker]
    ) throws -> LiveScheduler {
        var configuration = LiveScheduler.Configuration()
        configuration.jobRules.retryLimit = limit
        configuration.store = JobFile(folder.file, durability: .normal)
        return try LiveScheduler(configuration, tasks: [], jobs: jobs)
    }

    @Test("What was acknowledged is in the file; a job that succeeded is not")
    func enqueue() async throws {
        let folder = try Folder()
        let live = try scheduler(folder, [JobWorker("work", body: .sync { _ in })])
        let id = try await live.enqueue(JobSpec(task: "work", data: "{\"a\":1}"))
        #expect(id == JobID(1))
        #expect(try folder.content().rows.map(\.spec.data) == ["{\"a\":1}"])
        try live.launch()
        await live.wait { $0.jobs.count == 0 }
        await live.stop()
        #expect(try folder.content().rows.isEmpty)
    }

    @Test("A failing job is retried, each run counted, and ends as a dead letter that can be retried")
    func retries() async throws {
        let folder = try Folder()
        let attempts = Attempts()
        let live = try scheduler(
            folder, limit: 3,
            [
                JobWorker(
                    "work",
                    body: .async { context in
                        attempts.note(context.attempt)
                        if attempts.count < 4 { throw Broken() }
                    })
            ])
        try live.launch()
        try await live.enqueue(JobSpec(task: "work"))
        await live.wait { $0.jobs.deadLetters.count == 1 }
        try live.queue(.stop)
        try live.queue(.retry(JobID(1)))
        await live.stop()
        #expect(try folder.content().dead.isEmpty)
        #expect(try folder.content().rows.map(\.attempts) == [3])
        let again = try scheduler(
            folder, limit: 3, [JobWorker("work", body: .sync { attempts.note($0.attempt) })])
        try again.launch()
        await again.wait { $0.jobs.count == 0 }
        await again.stop()
        #expect(attempts.all == [1, 2, 3, 4])
        #expect(try folder.content().rows.isEmpty)
    }

    @Test("A second scheduler on the same file is refused while the first has it")
    func twice() throws {
        let folder = try Folder()
        let first = try scheduler(folder, [])
        #expect(throws: TaskKitError.self) { try scheduler(folder, []) }
        first.halt()
        let second = try scheduler(folder, [])
        second.halt()
    }

    @Test("A file that is not a job store is refused and left unchanged")
    func foreign() throws {
        let folder = try Folder()
        try Data("hello".utf8).write(to: URL(fileURLWithPath: folder.file))
        #expect(throws: TaskKitError.self) { try scheduler(folder, []) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == Data("hello".utf8))
    }

    @Test("File and core hold the same rows after many jobs that fail, die and are removed")
    func sameRows() async throws {
        let folder = try Folder()
        let live = try scheduler(
            folder, limit: 2,
            [
                JobWorker(
                    "work",
                    body: .sync { context in
                        let number = context.run
                        if number % 3 == 0 { throw Broken() }
                        if number % 7 == 0 { throw CriticalFailure("seven") }
                    })
            ])
        try live.launch()
        for number in 1...60 { try live.takeIn(JobSpec(task: number % 5 == 0 ? "nobody" : "work")) }
        await live.wait { core in core.jobs.list.allSatisfy { $0.spec.task == "nobody" } }
        let (rows, dead) = live.snapshot { ($0.jobs.list.map(\.id), $0.jobs.deadLetters.map(\.job.id)) }
        await live.stop()
        let content = try folder.content()
        #expect(content.rows.map(\.id) == rows)
        #expect(content.dead.map(\.job.id) == dead)
        #expect(rows.count == 12 && dead.count > 15)
    }
}

/// Attempts that ran.
// The list is only touched while the lock is held.
private final class Attempts: @unchecked Sendable {
    // Only touched while the lock is held.
    private let lock = NSLock()
    private var attempts: [Int] = []

    var all: [Int] { lock.withLock { attempts } }
    var count: Int { all.count }

    func note(_ attempt: Int) {
        lock.withLock { attempts.append(attempt) }
    }
}
