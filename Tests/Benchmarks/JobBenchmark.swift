import BenchmarkPeers
import BenchmarkSupport
import Foundation
import JobStore
import SchedulerCore

/// Durable jobs, enqueued, begun and finished, beside a C program that sends SQLite the same statements on a file of the
/// same kind; then submitters that share their commits, and a store of a million jobs.
struct JobBenchmark {
    /// Jobs of one measurement: enough to take some 100 ms.
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
        try shareCommits(submitters: 64, jobs: 20_000)
        try claimOfMany(1_000_000)
    }

    private func compare(_ load: Load) throws {
        let (ours, peers) = (try Folder(), try Folder())
        let store = try ours.store(load.durability)
        _ = try peers.store(load.durability)
        let peer = job_file_open(peers.path, load.durability == .full)
        defer { job_file_close(peer) }
        let rounds = load.jobs / load.batch
        let phases = [("enqueue", load.jobs), ("claim and finish", load.jobs)]
        BenchmarkSupport.compare(
            load.title, phases: phases, pairs: 7,
            ours: {
                [
                    nanoseconds { attempt { for _ in 0..<rounds { try Self.enqueue(store, load.batch) } } },
                    nanoseconds { attempt { for _ in 0..<rounds { try Self.work(store, load.batch) } } },
                ]
            },
            peer: {
                [
                    nanoseconds { for _ in 0..<rounds { job_file_enqueue(peer, Int32(load.batch), 1) } },
                    nanoseconds { for _ in 0..<rounds { _ = job_file_work(peer, Int32(load.batch), 1) } },
                ]
            })
    }

    private static let spec = JobSpec(task: "work", data: #"{"n":1}"#)

    private static func enqueue(_ store: JobStore, _ count: Int) throws {
        if count == 1 {
            _ = try store.enqueue(spec, at: .zero)
        } else {
            _ = try store.enqueue(Array(repeating: spec, count: count), at: .zero)
        }
    }

    private static func work(_ store: JobStore, _ count: Int) throws {
        let claimed = try store.claim(upTo: count, at: .zero)
        precondition(claimed.count == count)
        let ends = try store.finish(claimed.map { ($0.run, .success) }, at: .zero)
        precondition(ends.allSatisfy { $0 != .fenced })
    }

    /// Threads that each wait for their own job's commit.
    private func shareCommits(submitters: Int, jobs: Int) throws {
        let folder = try Folder()
        let store = try folder.store(.full)
        let time = nanoseconds {
            let threads = DispatchGroup()
            for _ in 0..<submitters {
                threads.enter()
                let thread = Thread {
                    attempt { for _ in 0..<jobs / submitters { _ = try store.enqueue(Self.spec, at: .zero) } }
                    threads.leave()
                }
                thread.start()
            }
            threads.wait()
        }
        let count = jobs / submitters * submitters
        print("jobs, FULL, \(submitters) submitters share commits: \(Int(Double(count) / time * 1e9)) jobs/s")
    }

    private func claimOfMany(_ count: Int) throws {
        let folder = try Folder()
        var filled: JobStore? = try folder.store(.normal)
        for _ in 0..<count / 10_000 {
            _ = try filled?.enqueue(Array(repeating: Self.spec, count: 10_000), at: .zero)
        }
        filled = nil
        var times: [Double] = []
        for _ in 0..<5 {
            var store: JobStore?
            times.append(
                nanoseconds {
                    attempt {
                        store = try folder.store(.full)
                        _ = try store?.claim(upTo: 1, at: .zero)
                    }
                })
        }
        print("a store of \(count) jobs opened, one claimed: \(Int(median(times) / 1_000)) us")
    }

    /// A folder of its own with a store in it; gone with the last reference to it.
    private final class Folder {
        private let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent("jobs-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        var path: String { url.appendingPathComponent("jobs.sqlite").path }

        func store(_ durability: JobStore.Durability) throws -> JobStore {
            var options = JobStore.Options()
            options.durability = durability
            var settings = JobSettings()
            settings.queues = [JobQueueSpec(name: JobSpec.defaultQueue, width: 1_000)]
            return try JobStore(path: path, settings: settings, options: options)
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
