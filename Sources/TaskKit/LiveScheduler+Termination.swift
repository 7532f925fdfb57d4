import Dispatch
import SchedulerCore

/// The end of an app, in order.
extension LiveScheduler {
    /// Terminates the app and stops the scheduler: what willTerminate releases runs, for the rules' limit at most
    /// (`SchedulerConfiguration.terminateLimit`), or until the caller's task is cancelled.
    ///
    /// - Returns: the names of the tasks that had not ended by then, as registered; empty where all had.
    @discardableResult
    public func terminate() async -> [String] {
        try? perform(.terminate)
        let limit = plan.configuration.terminateLimit
        await wait(atMost: limit, until: { Self.isTerminated($0) })
        return endTermination()
    }

    /// The same for a thread that may block, and needs no other one.
    package func terminateAndWait() -> [String] {
        try? perform(.terminate)
        _ = block(atMost: plan.configuration.terminateLimit, until: { Self.isTerminated($0) })
        return endTermination()
    }

    /// Waits until `condition` holds, the scheduler is stopped (both true), `limit` is over or the caller's task is
    /// cancelled. `condition` is looked at under the lock, so it must be quick.
    @discardableResult
    package func wait(
        atMost limit: Nanoseconds, until condition: @escaping @Sendable (borrowing Scheduler) -> Bool
    ) async -> Bool {
        let answer = OneAnswer()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.ask(continuation)
                wait(until: condition) { answer.give(true) }
                let end = DispatchTime.now() + .nanoseconds(Int(clamping: limit.count))
                DispatchQueue.global().asyncAfter(deadline: end) { answer.give(false) }
            }
        } onCancel: {
            answer.give(false)
        }
    }

    /// The same, blocking the thread.
    package func block(
        atMost limit: Nanoseconds, until condition: @escaping @Sendable (borrowing Scheduler) -> Bool
    ) -> Bool {
        let reached = DispatchSemaphore(value: 0)
        wait(until: condition) { reached.signal() }
        return reached.wait(timeout: .now() + .nanoseconds(Int(clamping: limit.count))) == .success
    }

    /// Whether the process of the app is over.
    package static func isTerminated(_ core: borrowing Scheduler) -> Bool {
        core.state == .notRunning && !core.isDelivering
    }

    /// Stops; the tasks that had not ended.
    private func endTermination() -> [String] {
        let unended = snapshot { core -> [String] in
            guard !Self.isTerminated(core) else { return [] }
            var names: [String] = []
            for offset in 0..<core.taskCount {
                let task = TaskID(offset)
                switch core.snapshot(of: task).state {
                case .running, .stuck, .retrying: names.append(core.name(of: task))
                case .idle, .waiting, .ready: break
                }
            }
            return names
        }
        // A body that did not end within the limit gets no further time.
        stop(waiting: unended.isEmpty ? .seconds(1) : .zero)
        return unended
    }
}

/// The first of several answers to one question.
private final class OneAnswer: Sendable {
    private struct State: Sendable {
        var continuation: CheckedContinuation<Bool, Never>?
        var early: Bool?
    }

    private let state = Locked(State())

    func ask(_ continuation: CheckedContinuation<Bool, Never>) {
        let early = state.with { state -> Bool? in
            if state.early == nil { state.continuation = continuation }
            return state.early
        }
        if let early { continuation.resume(returning: early) }
    }

    func give(_ answer: Bool) {
        let continuation = state.with { state -> CheckedContinuation<Bool, Never>? in
            defer { state = State(continuation: nil, early: state.early ?? answer) }
            return state.continuation
        }
        continuation?.resume(returning: answer)
    }
}
