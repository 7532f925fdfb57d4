import Foundation
import SchedulerCore
import TraceFormat

/// Runs real tasks by the rules that the simulation shows. It decides nothing: it reports what happened to the core
/// and executes what the core orders.
///
///     let scheduler = try LiveScheduler(
///         lanes: ["io": 2],
///         tasks: [
///             LaunchTask("Database", on: .willFinishLaunching, lane: "io") { try openDatabase() },
///             LaunchTask("Home", on: .didFinishLaunching, after: "Database") { @MainActor in showHome() },
///             LaunchTask("Heartbeat", on: .every(.seconds(1)), lane: "io") { beat() },
///         ])
///     try scheduler.launch()
///
/// Every method may be called from any thread, and from bodies. Released without `stop`, it stops itself.
public final class LiveScheduler: Sendable {
    let driver: LiveDriver
    /// What the bodies share (`RunContext.values`).
    public let values = SharedValues()
    /// The plan that it was created from.
    package let plan: ProcessPlan
    /// The listener for keys of injected notification tasks.
    let keyListener = Locked<(@Sendable (String) -> Void)?>(nil)

    private static let sharedScheduler = Locked<LiveScheduler?>(nil)

    /// The scheduler that the app reaches from anywhere; nil until one is set. Replacing one does not stop it.
    public static var shared: LiveScheduler? {
        get { sharedScheduler.with { $0 } }
        set { sharedScheduler.with { $0 = newValue } }
    }

    /// Creates a scheduler with these lanes besides `main`, `async` and `afterLaunch`, and default settings.
    public convenience init(
        lanes: Lanes, tasks: [LaunchTask], sequences: [TaskSequence] = [], jobs: [JobWorker] = []
    ) throws(TaskKitError) {
        try self.init(Configuration(lanes: lanes), tasks: tasks, sequences: sequences, jobs: jobs)
    }

    /// Creates a scheduler at t = 0, not running: nothing happens until `launch`. Throws if something cannot be
    /// registered or if the job store cannot be used. O(tasks + edges).
    public init(
        _ configuration: Configuration = Configuration(), tasks: [LaunchTask], sequences: [TaskSequence] = [],
        jobs: [JobWorker] = []
    ) throws(TaskKitError) {
        var plan = try configuration.plan(tasks, sequences, jobs)
        do {
            plan.stored = try configuration.store?.open(epoch: plan.epoch)
        } catch {
            throw .store(error)
        }
        self.plan = plan
        // In real time every round of reports has an instant of its own.
        let endsLater = configuration.execution != .inline && configuration.clock == nil
        let core: Scheduler
        do throws(RegistrationError) {
            core = try plan.makeScheduler(endsLater: endsLater)
        } catch {
            configuration.store?.close()
            throw .registration("\(error)")
        }
        let values = values
        let state = LiveState(
            plan, core: core, tasks: tasks.map { Definition($0.spec.name, $0.body, values, $0.spec.priority) },
            sequences: sequences,
            jobs: jobs.map { Definition($0.name, $0.body, values) },
            jobListeners: JobListeners(posts: configuration.postsJobNotices), observers: configuration.observers,
            processors: configuration.workers > 0 ? configuration.workers : LiveDriver.processors,
            endsLater: endsLater)
        for observer in configuration.observers { observer.begin(plan) }
        driver = LiveDriver(
            state, clock: configuration.clock?.followed ?? MonotonicClock(),
            isInline: configuration.execution == .inline, store: configuration.store,
            marker: configuration.bodyMarker)
        values.belong(to: self)
    }

    deinit {
        driver.stop()
    }

    // MARK: State

    /// The time since it was created, by its clock.
    public var elapsed: Duration { .nanoseconds(now.nanoseconds) }

    /// The present, in the scheduler's time.
    package var now: Instant { driver.clock.now }

    /// The lifecycle state of the app's process.
    public var state: LifecycleState { snapshot { $0.state } }

    /// The current state of a task; nil if no task has this name, not even a destroyed one. O(1).
    public func task(_ name: String) -> TaskSnapshot? {
        snapshot { core in core.task(named: name).map { core.snapshot(of: $0) } }
    }

    /// The names of its tasks and sequences, in the order of registration, without destroyed ones. O(tasks).
    public var taskNames: [String] {
        snapshot { core in
            (0..<core.taskCount).map { TaskID($0) }.filter { core.snapshot(of: $0).exists }.map { core.name(of: $0) }
        }
    }

    /// Why a task does not run, in one line for a log or the debugger: `Home: waiting, parked; needs Flags (running), Ads (idle)`.
    public func why(_ name: String) -> String {
        snapshot { core in
            guard let task = core.task(named: name) else { return "no task is named \(name)" }
            let now = core.snapshot(of: task)
            let needed = core.predecessors(of: task).compactMap { other -> String? in
                let before = core.snapshot(of: other)
                let isOver = before.runsEnded > 0 && before.state == .idle
                return isOver ? nil : "\(core.name(of: other)) (\(before.state))"
            }
            let marks = (now.isPaused ? ", paused" : "") + (now.isParked ? ", parked" : "")
            let lane = now.state == .ready ? "; waits for lane \(core.configuration.lanes[now.lane.offset].name)" : ""
            return "\(name): \(now.state)\(marks)\(lane)"
                + (now.state == .running || needed.isEmpty ? "" : "; needs \(needed.joined(separator: ", "))")
        }
    }

    /// Reads the rules' state: tasks, lanes, jobs, lifecycle. Every run waits meanwhile, so be quick, keep no copy, and
    /// do not call the scheduler. After `stop` it shows the final state.
    package func snapshot<Result>(_ read: (borrowing Scheduler) throws -> Result) rethrows -> Result {
        try driver.lock.with { try driver.state.read(read) }
    }

    /// Gives `body` the rules' state, from which another scheduler can continue, between two inputs. Every run waits meanwhile.
    package func checkpoint<Result>(_ body: (Scheduler.Checkpoint) throws -> Result) rethrows -> Result {
        try driver.lock.with { try body(driver.state.checkpoint) }
    }

    // MARK: Waiting

    /// Waits for a milestone, by the scheduler's clock; returns at once if it is there already. Throws a
    /// ``MilestoneMissed`` if the scheduler was stopped or `limit` passed first, and `CancellationError` if the waiting
    /// task is cancelled.
    public func wait(for milestone: Milestone, atMost limit: Duration? = nil) async throws {
        if await driver.wait(atMost: limit, until: { $0.read(milestone.isMet) }) { return }
        try Task.checkCancellation()
        throw MilestoneMissed(milestone: milestone.name, isStopped: driver.lock.with { driver.state.isStopped })
    }

    /// Waits until `condition` holds; checked after each change, under the lock, so it must be quick. Returns whether it
    /// came to hold: not if the scheduler was stopped, the waiting task was cancelled, or `limit` passed first.
    @discardableResult
    package func wait(
        atMost limit: Duration? = nil, until condition: @escaping @Sendable (borrowing Scheduler) -> Bool
    ) async -> Bool {
        await driver.wait(atMost: limit) { $0.read(condition) }
    }

    /// Calls `body` with the key of each notification task, including those injected later; some more than once.
    package func observeNotificationKeys(_ body: @escaping @Sendable (String) -> Void) {
        keyListener.with { $0 = body }
        for task in plan.tasks {
            if case .notification(let key) = task.trigger { body(key) }
        }
    }

    /// Lets the observers send what they buffered: the process is about to be stopped.
    package func drainObservers() {
        let observers = driver.lock.with { driver.state.observers }
        driver.state.delivery.deliver()
        for observer in observers { observer.drain() }
    }

    // MARK: The end

    /// Stops the scheduler, not the app: it delivers no event, cancels executing attempts, and starts nothing once
    /// this has returned. Waits at most `patience`, in real time, for executing bodies other than the caller's own; true if
    /// all of them had ended. Further calls only wait.
    @discardableResult
    public func stop(waiting patience: Duration = .seconds(1)) async -> Bool {
        halt()
        let caller = LiveDriver.callingAttempt
        return await driver.wait(atMost: patience, isStopping: true) { $0.isQuiet(besides: caller) }
    }

    /// As `stop`, without waiting for executing bodies.
    public func halt() {
        driver.stop()
    }
}

extension LiveScheduler {
    /// Something to wait for.
    public struct Milestone: Sendable {
        /// What it is, for messages.
        let name: String
        let isMet: @Sendable (borrowing Scheduler) -> Bool

        /// The launch is complete: its first frame, for the scheduler.
        public static let launched = Milestone(name: "the first frame") { $0.firstFrameAt != nil }
        /// Nothing runs or waits to run, except what ticks release.
        public static let idle = Milestone(name: "the end of all work") {
            $0.runningCount == 0 && !$0.hasWorkLeft && !$0.isDelivering
        }
        /// No job waits or runs.
        public static let drained = Milestone(name: "the end of all jobs") { $0.jobs.count == 0 }
        /// The app's process has ended.
        public static let terminated = Milestone(name: "the end of the process") { LiveScheduler.isTerminated($0) }
        /// A run of the task with this name has ended in this process, successfully or not.
        public static func ended(_ task: String) -> Milestone {
            Milestone(name: "the end of \(task)") { core in
                core.task(named: task).map { core.snapshot(of: $0).runsEnded > 0 } ?? false
            }
        }
    }
}

/// What a caller waited for did not come.
public struct MilestoneMissed: Error, Hashable, CustomStringConvertible {
    /// What it was, such as "the first frame".
    public let milestone: String
    /// Whether the scheduler was stopped first; if not, the time limit passed.
    public let isStopped: Bool

    /// One sentence for a log.
    public var description: String {
        "\(milestone) did not come: " + (isStopped ? "the scheduler was stopped" : "the time limit passed")
    }
}
