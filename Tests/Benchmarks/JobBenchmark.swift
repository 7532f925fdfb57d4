import BenchmarkPeers
import BenchmarkSupport
import Foundation
import JobStore
import SchedulerCore

/// Durable jobs, enqueued, begun and done, beside a C program that sends SQLite the same statements on a file of the
/// same kind.
struct JobBenchmark {
    /// Jobs of one measurement: enough to take about 100 ms.
    private struct Load {
        var durability: JobStore.Durability
        var batch: Int
        var jobs: Int

        var title: String {
            "jobs, \(durability == .full ? "FULL" : "NORMAL"), \(batch) a transaction, \(jobs) jobs"
        }
    }

    private static let loads = [
        Load(durability: .normal, batch: 1, jobs: 3_000), Load(durability: .normal, batch: 100, jobs: 20_000),
        Load(durability: .full, batch: 1, jobs: 500), Load(durability: .full, batch: 100, jobs: 20_000),
    ]

    func run() throws {
        for load in Self.loads { try compare(load) }
    }

    private func compare(_ load: Load) throws {
        let folder = try Folder()
        let store = try folder.store(load.durability)
        let peer = job_file_new(folder.file("peer.sqlite"), load.durability == .full)
        defer { job_file_close(peer) }
        let firsts = (0..<load.jobs / load.batch).map { Int64($0 * load.batch + 1) }
        let count = Int32(load.batch)
        BenchmarkSupport.compare(
            load.title, phases: [("enqueue", load.jobs), ("begin", load.jobs), ("done", load.jobs)], pairs: 7,
            ours: {
                [false, true].map { isRunning in
                    nanoseconds {
                        for first in firsts {
                            attempt {
                                try store.apply((0..<load.batch).map { .put(Self.job(first + Int64($0), isRunning)) })
                            }
                        }
                    }
                } + [
                    nanoseconds {
                        for first in firsts {
                            attempt { try store.apply((0..<load.batch).map { .remove(JobID(first + Int64($0))) }) }
                        }
                    }
                ]
            },
            peer: {
                [
                    nanoseconds { for first in firsts { job_file_put(peer, first, count, false) } },
                    nanoseconds { for first in firsts { job_file_put(peer, first, count, true) } },
                    nanoseconds { for first in firsts { job_file_remove(peer, first, count) } },
                ]
            })
    }

    private static func job(_ number: Int64, _ isRunning: Bool) -> Job {
        Job(
            id: JobID(number), spec: JobSpec(task: "work", data: #"{"n":1}"#), attempts: isRunning ? 1 : 0,
            enqueuedAt: .zero, due: .zero, place: number, isRunning: isRunning)
    }

    /// A temporary folder, removed with the last reference to it.
    private final class Folder {
        private let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent("jobs-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func file(_ name: String) -> String { url.appendingPathComponent(name).path }

        func store(_ durability: JobStore.Durability) throws -> JobStore {
            var options = JobStore.Options()
            options.durability = durability
            let store = try JobStore(path: file("jobs.sqlite"), options: options)
            _ = try store.load()
            return store
        }
    }
}

/// A benchmark's store must not fail.
private func attempt(_ work: () throws -> Void) {
    do {
        try work()
    } catch {
        fatalError("\(error)")
    }
}
