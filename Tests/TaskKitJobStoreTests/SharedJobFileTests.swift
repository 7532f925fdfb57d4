import Foundation
import JobStore
import SchedulerCore
import TaskKit
import Testing

@testable import TaskKitJobStore

/// A job file that an app shares with its extensions: it is released before the system suspends the app.
@Suite(.timeLimit(.minutes(5))) struct SharedJobFileTests {
    private func scheduler(_ path: String, isShared: Bool) throws -> LiveScheduler {
        var configuration = LiveScheduler.Configuration()
        configuration.store = JobFile(path, durability: .normal, isShared: isShared)
        return try LiveScheduler(configuration, tasks: [], jobs: [JobWorker("work", body: .sync { _ in })])
    }

    private func withFile(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "taskkit-shared-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder + "/jobs.sqlite")
    }

    @Test func `a shared file is released and claimed again by the next job`() async throws {
        try await withFile { path in
            let live = try scheduler(path, isShared: true)
            try await live.enqueue("work")
            #expect(JobStore.isWorked(path))
            live.giveBackJobs()
            #expect(!JobStore.isWorked(path))
            // Another process may look, and even open it for writing.
            #expect(try JobStore(path: path).load().jobs.count == 1)
            try await live.enqueue("work")
            #expect(JobStore.isWorked(path))
            try live.launch()
            try await live.wait(for: .drained)
            live.giveBackJobs()
            await live.stop()
            #expect(!JobStore.isWorked(path))
        }
    }

    @Test func `what another process did to the jobs meanwhile is not undone, and the caller learns it`() async throws {
        try await withFile { path in
            let live = try scheduler(path, isShared: true)
            try await live.enqueue("work")
            live.giveBackJobs()
            do {
                let other = try JobStore(path: path)
                try other.apply([.remove(JobID(1))])
            }
            await #expect(throws: JobStoreError.changed) { try await live.enqueue("work") }
            await live.stop()
            #expect(try JobStore(path: path).load().jobs.isEmpty)
        }
    }

    @Test func `a file of its own is kept`() async throws {
        try await withFile { path in
            let live = try scheduler(path, isShared: false)
            live.giveBackJobs()
            #expect(JobStore.isWorked(path))
            await live.stop()
        }
    }
}
