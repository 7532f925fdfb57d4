import SchedulerCore
import TaskKit

/// Keeps the process from being suspended while what the background transition released still runs, and releases the job
/// store after that.
struct BackgroundTime: Sendable {
    /// What the system grants; `UIApplication` on iOS.
    protocol Grant: Sendable {
        /// Asks for time. Returns what ends it; `expired` is called shortly before the system takes it away.
        func begin(_ expired: @escaping @Sendable () -> Void) -> @Sendable () -> Void
    }

    let scheduler: LiveScheduler
    let grant: any Grant

    /// The app goes to the background, which `report` tells the scheduler.
    func pass(_ report: () -> Void) {
        let granted = Locked<(@Sendable () -> Void)?>(nil)
        let end: @Sendable () -> Void = { [scheduler] in
            guard let end = granted.take() else { return }
            if scheduler.state != .active { scheduler.giveBackJobs() }
            end()
        }
        let ending = grant.begin(end)
        granted.with { $0 = ending }
        report()
        Task { [scheduler] in
            // An app that came back needs no time any more.
            await scheduler.wait { core in
                guard !core.isDelivering, core.waitingActions.isEmpty else { return core.state == .notRunning }
                return core.state == .active || core.runningCount == 0
            }
            end()
        }
    }
}

/// A run in the background that the system asks for: the notification tasks of one key.
struct BackgroundRun: Sendable {
    private let scheduler: LiveScheduler
    private let key: String
    private let names: [String]
    private let completion: Locked<(@Sendable (Bool) -> Void)?>

    /// `completed` is called once, with whether the key has tasks and all of them succeeded.
    init(_ scheduler: LiveScheduler, _ key: String, _ completed: @escaping @Sendable (Bool) -> Void) {
        (self.scheduler, self.key, completion) = (scheduler, key, Locked(completed))
        names = scheduler.snapshot { core in
            (0..<core.taskCount).map { TaskID($0) }.filter { core.trigger(of: $0) == .notification(key) }
                .map { core.name(of: $0) }
        }
    }

    /// Posts the key, and waits until its tasks have ended.
    func begin() {
        do throws(CommandRefused) {
            try scheduler.post(key)
        } catch {
            return end(false)
        }
        Task {
            await scheduler.wait { [names] core in
                names.allSatisfy { name in core.task(named: name).map { core.snapshot(of: $0).state == .idle } ?? true }
            }
            end(!names.isEmpty && names.allSatisfy { scheduler.task($0)?.lastResult == .success })
        }
    }

    /// The system takes the time away: cancels what still runs.
    func expire() {
        for name in names { try? scheduler.cancel(name) }
        end(false)
    }

    private func end(_ isSuccess: Bool) {
        guard let completed = completion.take() else { return }
        if scheduler.state != .active { scheduler.giveBackJobs() }
        completed(isSuccess)
    }
}
