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
        try configuration.check()
        if jobs.contains(where: { $0.name.isEmpty && !$0.isCatchAll }) {
            throw .registration("a job worker has an empty name")
        }
        let epoch = configuration.epoch ?? MonotonicClock.epochNow
        var specs: [TaskSpec] = []
        specs.reserveCapacity(tasks.count)
        for index in tasks.indices { specs.append(try tasks[index].registered(configuration.rules, epoch)) }
        let stored = try configuration.store.map { (store) throws(TaskKitError) in try Self.open(store, epoch) }
        var jobRules = configuration.jobRules
        jobRules.timeouts += jobs.compactMap(\.limit)
        var plan = ProcessPlan(name: configuration.name, configuration: configuration.rules)
        (plan.tasks, plan.sequences, plan.epoch) = (specs, sequences.map(\.spec), epoch)
        (plan.jobSettings, plan.jobNames, plan.stored) = (jobRules, jobs.map(\.name), stored)
        self.plan = plan
        // In real time every round of reports has an instant of its own.
        let endsLater = configuration.execution != .inline && !(configuration.clock is ManualClock)
        let core: Scheduler
        do throws(RegistrationError) {
            core = try plan.makeScheduler(endsLater: endsLater)
        } catch {
            configuration.store?.close()
            throw .registration("\(error)")
        }
        let values = values
        let state = LiveState(
            plan, core: core, tasks: tasks.map { Definition($0.spec.name, $0.body, values) }, sequences: sequences,
            jobs: jobs.map { Definition($0.name, $0.body, values) },
            jobListeners: JobListeners(posts: configuration.postsJobNotices), observers: configuration.observers,
            processors: configuration.workers > 0 ? configuration.workers : LiveDriver.processors,
            endsLater: endsLater)
        for observer in configuration.observers { observer.begin(plan) }
        driver = LiveDriver(
            state, clock: configuration.clock ?? MonotonicClock(), isInline: configuration.execution == .inline,
            store: configuration.store)
    }

    deinit {
        driver.stop()
    }

    private static func open(_ store: any DurableJobs, _ epoch: Int64) throws(TaskKitError) -> StoredJobs {
        do {
            return try store.open(epoch: epoch)
        } catch {
            throw .store(error)
        }
    }

    // MARK: State

    /// The time since it was created.
    public var elapsed: Duration { .nanoseconds(now.nanoseconds) }

    /// The present, in the scheduler's time.
    package var now: Instant { driver.clock.now }

    /// The lifecycle state of the app's process.
    public var state: LifecycleState { snapshot { $0.state } }

    /// The current state of a task; nil if no task has this name.
    public func task(_ name: String) -> TaskSnapshot? {
        snapshot { core in core.task(named: name).map { core.snapshot(of: $0) } }
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

    /// Something to wait for.
    public struct Milestone: Sendable {
        let isMet: @Sendable (borrowing Scheduler) -> Bool

        /// The first frame of the launch was shown.
        public static let launched = Milestone { $0.firstFrameAt != nil }
        /// Nothing runs or waits to run, except what ticks release.
        public static let idle = Milestone { $0.runningCount == 0 && !$0.hasWorkLeft && !$0.isDelivering }
        /// No job waits or runs.
        public static let drained = Milestone { $0.jobs.count == 0 }
        /// The app's process has ended.
        public static let terminated = Milestone { LiveScheduler.isTerminated($0) }
        /// A run of the task with this name has ended in this process, successfully or not.
        public static func ended(_ name: String) -> Milestone {
            Milestone { core in core.task(named: name).map { core.snapshot(of: $0).runsEnded > 0 } ?? false }
        }
    }

    /// Waits for a milestone. Returns whether it was reached: false if the scheduler was stopped, the waiting task was
    /// cancelled, or `limit` passed first.
    @discardableResult
    public func wait(for milestone: Milestone, atMost limit: Duration? = nil) async -> Bool {
        await driver.wait(atMost: limit) { $0.read(milestone.isMet) }
    }

    /// As above, until `condition` holds; checked after each change, under the lock, so it must be quick.
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
        let observers = driver.lock.with { driver.state.watchers }
        driver.state.delivery.deliver()
        for observer in observers { observer.drain() }
    }

    // MARK: The end

    /// Stops the scheduler, not the app: it delivers no event, cancels executing attempts, and starts nothing once
    /// this has returned. Waits at most `patience` for executing bodies other than the caller's own; true if all of
    /// them had ended. Further calls only wait.
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

extension LaunchTask {
    /// Its specification for the rules, with its lane and its date.
    func registered(_ rules: SchedulerConfiguration, _ epoch: Int64) throws(TaskKitError) -> TaskSpec {
        guard laneName != nil || datesFrom1970 || body.isOnMain else { return spec }
        var spec = spec
        if datesFrom1970 {
            var trigger = TaskTrigger(spec.trigger)
            trigger.datesFrom1970 = true
            spec.trigger = trigger.dated(from: epoch)
        }
        if case .timer(let turns) = spec.trigger, turns.recurrence?.isOnCalendar == false {
            throw .registration("task \(spec.name): its time of day, weekday or day of the month does not exist")
        }
        if let laneName {
            guard let lane = rules.lane(named: laneName) else { throw .unknownLane(laneName, task: spec.name) }
            spec.lane = lane
        }
        if body.isOnMain, (spec.lane ?? rules.defaultLane(for: spec.trigger)) != .main {
            throw .notOnMain(task: spec.name)
        }
        return spec
    }
}
