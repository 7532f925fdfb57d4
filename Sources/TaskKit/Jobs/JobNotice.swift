import Foundation
import SchedulerCore
import Synchronization

/// A change of the job queue or of one job. The store already has what a notice says about a job.
public enum JobNotice: Hashable, Sendable {
    /// The queue runs from now on.
    case queueDidStart
    /// The queue starts no more jobs.
    case queueDidStop
    /// No job is left.
    case queueDidDrain
    /// A run of a job began; runs count from 1.
    case jobDidStart(JobID, task: String, run: Int)
    /// A job is done.
    case jobDidSucceed(JobID, task: String, run: Int)
    /// A run failed; if it is not retried, the job is a dead letter. `error` is the error's description.
    case jobDidFail(JobID, task: String, run: Int, willRetry: Bool, error: String?)

    /// The name under which it is posted to `NotificationCenter`, such as `TaskKitJobDidFail`. The notification's
    /// `userInfo` contains `job`, `task`, `run`, `willRetry` and `error`, if the case has them.
    public var name: Notification.Name {
        switch self {
        case .queueDidStart: Notification.Name("TaskKitQueueDidStart")
        case .queueDidStop: Notification.Name("TaskKitQueueDidStop")
        case .queueDidDrain: Notification.Name("TaskKitQueueDidDrain")
        case .jobDidStart: Notification.Name("TaskKitJobDidStart")
        case .jobDidSucceed: Notification.Name("TaskKitJobDidSucceed")
        case .jobDidFail: Notification.Name("TaskKitJobDidFail")
        }
    }

    private var userInfo: [String: any Sendable] {
        switch self {
        case .queueDidStart, .queueDidStop, .queueDidDrain: [:]
        case .jobDidStart(let id, let task, let run), .jobDidSucceed(let id, let task, let run):
            ["job": id.number, "task": task, "run": run]
        case .jobDidFail(let id, let task, let run, let willRetry, let error):
            ["job": id.number, "task": task, "run": run, "willRetry": willRetry, "error": error ?? ""]
        }
    }

    func post() {
        NotificationCenter.default.post(name: name, object: nil, userInfo: userInfo)
    }
}

/// The listeners for job notices.
final class JobListeners: Sendable {
    private struct State: Sendable {
        var all: [Int: AsyncStream<JobNotice>.Continuation] = [:]
        var last = 0
        var isOver = false
    }

    /// A listener has at most this many pending notices; the oldest are dropped first.
    static let limit = 10_000

    private let posts: Bool
    private let state = Locked(State())
    private let count = Atomic(0)

    /// `posts`: whether to post to the `NotificationCenter`, too.
    init(posts: Bool) {
        self.posts = posts
    }

    /// Whether anyone listens.
    var isWanted: Bool { posts || count.load(ordering: .relaxed) > 0 }

    /// Adds a listener, until its stream is released or the scheduler stops.
    func add() -> AsyncStream<JobNotice> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: JobNotice.self, bufferingPolicy: .bufferingNewest(Self.limit))
        let number: Int? = state.with { state in
            guard !state.isOver else { return nil }
            state.last += 1
            state.all[state.last] = continuation
            count.store(state.all.count, ordering: .relaxed)
            return state.last
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    private func remove(_ number: Int) {
        // Not released under the lock: the continuation's termination handler comes back here.
        let gone = state.with { state in
            defer { count.store(state.all.count, ordering: .relaxed) }
            return state.all.removeValue(forKey: number)
        }
        withExtendedLifetime(gone) {}
    }

    /// Notifies all listeners, without a lock.
    func notify(_ notices: [JobNotice]) {
        let all = state.with { $0.all.sorted { $0.key < $1.key }.map(\.value) }
        for notice in notices {
            for listener in all { listener.yield(notice) }
            if posts { notice.post() }
        }
    }

    /// Ends all streams.
    func finish() {
        let all = state.with { state in
            defer { (state.all, state.isOver) = ([:], true) }
            return Array(state.all.values)
        }
        for listener in all { listener.finish() }
    }
}
