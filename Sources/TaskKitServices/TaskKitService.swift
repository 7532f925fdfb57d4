import SchedulerCore
import ServiceLifecycle
import TaskKit

/// A live scheduler as a service of swift-service-lifecycle.
///
/// It launches when its group starts it. On graceful shutdown, which a group does in reverse order, it terminates: the
/// willTerminate tasks run, for at most the rules' limit, before earlier services shut down. When its task is
/// cancelled it only stops.
///
/// The group handles the signals, so do not use `SystemEvents` with `.signals` beside it. Something must serve the main
/// queue for lane `main`; an asynchronous `main` does.
public struct TaskKitService: Service, CustomStringConvertible {
    private let scheduler: LiveScheduler
    private let launchOptions: [String: String]

    /// Creates a service for a scheduler that has not been launched yet.
    public init(_ scheduler: LiveScheduler, launchOptions: [String: String] = [:]) {
        self.scheduler = scheduler
        self.launchOptions = launchOptions
    }

    /// The name in the group's log.
    public var description: String { "TaskKit \(scheduler.plan.name)" }

    /// Launches, waits for graceful shutdown, and terminates; nothing starts afterwards. Throws `CommandRefused` if the
    /// scheduler was already launched, `TerminationIncomplete` if tasks did not end within the rules' limit,
    /// and `CancellationError`.
    public func run() async throws {
        try scheduler.launch(launchOptions)
        do {
            try await gracefulShutdown()
        } catch {
            await scheduler.stop()
            throw error
        }
        let unended = await scheduler.terminate()
        guard unended.isEmpty else { throw TerminationIncomplete(tasks: unended) }
    }
}

/// Tasks that had not ended when the app's time to terminate was over.
public struct TerminationIncomplete: Error, Hashable, CustomStringConvertible {
    /// Their names, as registered.
    public let tasks: [String]

    /// One line for a log.
    public var description: String { "terminated before these tasks had ended: " + tasks.joined(separator: ", ") }
}
