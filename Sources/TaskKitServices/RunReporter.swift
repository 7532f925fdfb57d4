import Dispatch
import Foundation
import Logging
import Metrics
import SchedulerCore
import ServiceLifecycle
import TaskKit
import TraceFormat

/// Reports every attempt and job run that ends to swift-log and swift-metrics.
///
/// Log: one line per end, with `task`, `run`, `attempt`, `lane`, `outcome`, `wait_ms` and `duration_ms` as metadata.
/// Metrics: the counters `taskkit_runs` and `taskkit_failures` and the timers `taskkit_run_duration` and
/// `taskkit_run_wait`, all with the dimension `task`; runs also with `outcome`.
///
/// Backends are called on a queue of its own, never under the scheduler's lock; at most ``limit`` ends wait for them;
/// further ones are counted and reported in one line. Backends must not call the scheduler.
/// `@unchecked Sendable`: the ledger is only touched by `record`, whose calls come one after the other, the rest under a
/// lock of its own or on the queue.
public final class RunReporter: SchedulerObserver, @unchecked Sendable {
    /// The maximum number of ends that wait for slow backends.
    public static let limit = 10_000

    private let queue = DispatchQueue(label: "taskkit.reports")
    private let logger: Logger?
    private let successLevel: Logger.Level
    private let meters: RunMeters?
    private var ledger = RunLedger()
    private let lock = NSLock()
    private var waiting: [FinishedRun] = []
    private var missed = 0

    /// Reports to `logger` if there is one (a success at `successLevel`, anything else as an error) and to
    /// `metrics` if there is a factory.
    public init(
        logger: Logger? = nil, successLevel: Logger.Level = .info, metrics: (any MetricsFactory)? = nil
    ) {
        self.logger = logger
        self.successLevel = successLevel
        meters = metrics.map(RunMeters.init)
    }

    /// True: it reads records.
    public var wantsRecords: Bool { true }

    /// Notes the ends and leaves the rest to the queue.
    public func record(_ records: [TraceRecord], names: TraceNames) {
        let ended = records.compactMap { ledger.take($0, names) }
        guard !ended.isEmpty else { return }
        let wasEmpty = lock.withLock {
            let room = Self.limit - waiting.count
            waiting += ended.prefix(room)
            missed += max(0, ended.count - room)
            return waiting.count == min(room, ended.count)
        }
        if wasEmpty { queue.async { self.deliver() } }
    }

    /// Waits until everything so far was reported to the backends.
    public func flush() {
        queue.sync { deliver() }
    }

    private func deliver() {
        let (runs, missed) = lock.withLock {
            defer { (waiting, self.missed) = ([], 0) }
            return (waiting, self.missed)
        }
        for run in runs {
            log(run)
            meters?.count(run)
        }
        if missed > 0 { logger?.warning("TaskKit: \(missed) ended runs were not reported: the backends are too slow") }
    }

    private func log(_ run: FinishedRun) {
        guard let logger else { return }
        var metadata: Logger.Metadata = [
            "task": "\(run.task)", "run": "\(run.run)", "attempt": "\(run.attempt)", "outcome": "\(run.outcome)",
        ]
        if let lane = run.lane { metadata["lane"] = "\(lane)" }
        if let wait = run.wait { metadata["wait_ms"] = "\(Self.milliseconds(wait))" }
        if let duration = run.duration { metadata["duration_ms"] = "\(Self.milliseconds(duration))" }
        if let error = run.error { metadata["error"] = "\(error)" }
        let level = run.outcome == .success ? successLevel : .error
        logger.log(level: level, "\(run.task): \(run.outcome)", metadata: metadata)
    }

    /// Milliseconds with three decimals.
    private static func milliseconds(_ time: Nanoseconds) -> String {
        let micros = max(0, time.count) / 1000
        let fraction = String(micros % 1000)
        return "\(micros / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}

/// The metrics of each task, created when it first ends; as many as there are task names.
///
/// `@unchecked Sendable`: only the reporter's queue touches it.
private final class RunMeters: @unchecked Sendable {
    private struct Meters {
        var failures: Counter
        var duration: Metrics.Timer
        var wait: Metrics.Timer
        var runs: [Outcome: Counter] = [:]
    }

    private let factory: any MetricsFactory
    private var meters: [String: Meters] = [:]

    init(_ factory: any MetricsFactory) {
        self.factory = factory
    }

    func count(_ run: FinishedRun) {
        let dimensions = [("task", run.task)]
        var known =
            meters[run.task]
            ?? Meters(
                failures: Counter(label: "taskkit_failures", dimensions: dimensions, factory: factory),
                duration: Metrics.Timer(label: "taskkit_run_duration", dimensions: dimensions, factory: factory),
                wait: Metrics.Timer(label: "taskkit_run_wait", dimensions: dimensions, factory: factory))
        let runs =
            known.runs[run.outcome]
            ?? Counter(
                label: "taskkit_runs", dimensions: dimensions + [("outcome", "\(run.outcome)")], factory: factory)
        known.runs[run.outcome] = runs
        meters[run.task] = known
        runs.increment()
        if run.outcome != .success { known.failures.increment() }
        if let duration = run.duration { known.duration.recordNanoseconds(duration.count) }
        if let wait = run.wait { known.wait.recordNanoseconds(wait.count) }
    }
}

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
