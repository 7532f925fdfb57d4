import Dispatch
import SchedulerCore

/// The normal end of an app.
extension LiveScheduler {
    /// Terminates the app and stops the scheduler. The willTerminate tasks run for at most the rules' limit
    /// (`Configuration.terminateLimit`), or until the caller's task is cancelled.
    ///
    /// - Returns: the names of the tasks that had not ended by then, as registered; empty if all had.
    @discardableResult
    public func terminate() async -> [String] {
        try? perform(.terminate)
        await wait(for: .terminated, atMost: .nanoseconds(plan.configuration.terminateLimit.count))
        let unended = unended()
        // A body that did not end within the limit gets no more time.
        await stop(waiting: unended.isEmpty ? .seconds(1) : .zero)
        return unended
    }

    /// The same for a thread that may block; no other thread is needed.
    package func terminateAndWait() -> [String] {
        try? perform(.terminate)
        block(atMost: plan.configuration.terminateLimit, until: { Self.isTerminated($0) })
        let unended = unended()
        halt()
        return unended
    }

    /// Waits for at most this long until `condition` holds or the scheduler is stopped, blocking the thread.
    /// True if one of them came first.
    @discardableResult
    package func block(
        atMost limit: Nanoseconds, until condition: @escaping @Sendable (borrowing Scheduler) -> Bool
    ) -> Bool {
        let reached = DispatchSemaphore(value: 0)
        driver.notify(once: { $0.read(condition) }, by: { _ in reached.signal() })
        return reached.wait(timeout: .now() + .nanoseconds(Int(clamping: limit.count))) == .success
    }

    /// Whether the process of the app is over.
    package static func isTerminated(_ core: borrowing Scheduler) -> Bool {
        core.state == .notRunning && !core.isDelivering
    }

    /// The tasks that keep the process from ending.
    private func unended() -> [String] {
        snapshot { core -> [String] in
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
    }
}
