import Foundation
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// The jobs as an app lists them.
@Suite(.timeLimit(.minutes(5))) struct JobSnapshotTests {
    private struct Broken: Error {}

    @Test func `an app lists the jobs that wait, are paused or run, and the dead letters`() async throws {
        let workers = [
            JobWorker("slow", body: .async { _ in try await Task.sleep(for: .seconds(3_600)) }),
            JobWorker("broken", body: .sync { _ in throw Broken() }),
        ]
        let scheduler = try makeScheduler([], jobs: workers) {
            $0.jobRetryLimit = 1
            $0.jobQueues = ["uploads": 2]
            $0.jobsFollowTheApp = (start: false, stop: false)
        }
        try scheduler.launch()
        let options = JobOptions(queue: "uploads", priority: .high, uniqueKey: "a")
        let slow = try await scheduler.enqueue("slow", ["file": "a"], options)
        let later = try await scheduler.enqueue("slow", json: "{}", JobOptions(delay: .seconds(3_600)))
        let broken = try await scheduler.enqueue("broken")
        try scheduler.queue(.pause(later))
        let jobs = scheduler.jobs
        #expect(jobs.map(\.id) == [slow, later, broken])
        #expect(jobs.map(\.state) == [.waiting, .paused, .waiting])
        #expect((jobs[0].name, jobs[0].queue, jobs[0].priority) == ("slow", "uploads", .high))
        #expect((jobs[0].data, jobs[0].uniqueKey, jobs[0].runs) == (#"{"file":"a"}"#, "a", 0))
        #expect(try #require(jobs[1].notBefore) > Date())
        #expect(try #require(jobs[2].notBefore) <= Date())
        try scheduler.queue(.start)
        try await waitFor("dead letter") { scheduler.jobs.last?.state == .dead(.failed) }
        try await waitFor("run") { scheduler.jobs.first?.state == .running }
        #expect(scheduler.jobs.map(\.id) == [slow, later, broken])
        #expect(scheduler.jobs.map(\.runs) == [1, 0, 1])
        await scheduler.stop(waiting: .zero)
    }
}
