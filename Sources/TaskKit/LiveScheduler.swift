import Foundation
import SchedulerCore
import TraceFormat

/// Real tasks by the rules that the simulation shows. It decides nothing: what happened goes to the core, what the core
/// orders is executed.
///
/// Every method may be called from any thread, from bodies too. Gone without `stop`, it stops itself.
public final class LiveScheduler: Sendable {
    let driver: LiveDriver
    /// What it is made of.
    public let plan: SchedulerPlan
    /// Who wants to know of the keys of notification tasks that are injected.
    let keyListener = Locked<(@Sendable (String) -> Void)?>(nil)

    /// A scheduler at t = 0, not running: nothing happens until `launch`. Throws what cannot be registered, and where
    /// the job store cannot be used. O(tasks + edges).
    public init(
        _ configuration: TaskKitConfiguration = TaskKitConfiguration(), tasks: [TaskRegistration],
        sequences: [SequenceRegistration] = [], jobs: [JobRegistration] = []
    ) throws(TaskKitError) {
        let epoch = configuration.epoch ?? MonotonicClock.epochNow
        plan = SchedulerPlan(
            name: configuration.name, configuration: configuration.rules,
            tasks: try Self.specs(tasks, configuration.rules, epoch),
            sequences: sequences.map(\.spec), jobSettings: configuration.jobs, jobNames: jobs.map(\.name),
            storedJobs: try configuration.store.map { (store) throws(TaskKitError) in try Self.open(store, epoch) },
            epoch: epoch)
        let core: Scheduler
        do throws(RegistrationError) {
            core = try plan.makeScheduler()
        } catch {
            configuration.store?.close()
            throw .registration(error)
        }
        let state = LiveState(
            plan, core: core, tasks: tasks, jobs: jobs, observers: configuration.observers)
        for observer in configuration.observers { observer.begin(plan) }
        driver = LiveDriver(
            state, clock: configuration.clock ?? MonotonicClock(), isInline: configuration.execution == .inline,
            workers: configuration.workers, store: configuration.store)
    }

    deinit {
        driver.stop(waitingMilliseconds: 0)
    }

    /// By index: a loop over the registrations would copy each.
    private static func specs(
        _ tasks: [TaskRegistration], _ rules: SchedulerConfiguration, _ epoch: Int64
    ) throws(TaskKitError) -> [TaskSpec] {
        var specs: [TaskSpec] = []
        specs.reserveCapacity(tasks.count)
        for index in tasks.indices {
            guard tasks[index].laneName == nil, !tasks[index].datesFrom1970 else {
                specs.append(try spec(tasks[index].dated(from: epoch), rules))
                continue
            }
            if tasks[index].body.isOnMain {
                let lane = tasks[index].spec.lane ?? rules.defaultLane(for: tasks[index].spec.trigger)
                guard lane == .main else { throw .notOnMain(task: tasks[index].spec.name) }
            }
            specs.append(tasks[index].spec)
        }
        return specs
    }

    static func spec(
        _ task: TaskRegistration, _ rules: SchedulerConfiguration
    ) throws(TaskKitError) -> TaskSpec {
        var spec = task.spec
        if let name = task.laneName {
            guard let lane = rules.lane(named: name) else { throw .unknownLane(name, task: spec.name) }
            spec.lane = lane
        }
        if case .main = task.body, (spec.lane ?? rules.defaultLane(for: spec.trigger)) != .main {
            throw .notOnMain(task: spec.name)
        }
        return spec
    }

    private static func open(_ store: any DurableJobs, _ epoch: Int64) throws(TaskKitError) -> StoredJobs {
        do {
            return try store.open(epoch: epoch)
        } catch {
            throw .store(error)
        }
    }

    /// The present, in the scheduler's time.
    public var now: Instant { driver.clock.now }

    /// Reads the rules' state: tasks, lanes, jobs, lifecycle. Every run waits meanwhile, so be quick, keep no copy, and
    /// do not call the scheduler. After `stop` it shows the end.
    public func snapshot<Result>(_ read: (borrowing Scheduler) throws -> Result) rethrows -> Result {
        try driver.lock.with { try read(driver.state.pointee.core) }
    }

    /// Waits until `condition` holds; looked at after each change, under the lock, so it must be quick. Returns at once
    /// where it holds, and when the scheduler is stopped.
    public func wait(until condition: @escaping @Sendable (borrowing Scheduler) -> Bool) async {
        await withCheckedContinuation { continuation in
            driver.wait(until: condition) { continuation.resume() }
        }
    }

    /// As above, for who cannot await.
    package func wait(
        until condition: @escaping @Sendable (borrowing Scheduler) -> Bool, resume: @escaping @Sendable () -> Void
    ) {
        driver.wait(until: condition, resume: resume)
    }

    /// Calls `body` with the key of each notification task, those that are injected later included; some more than once.
    package func observeNotificationKeys(_ body: @escaping @Sendable (String) -> Void) {
        keyListener.with { $0 = body }
        for task in plan.tasks {
            if case .notification(let key) = task.trigger { body(key) }
        }
    }

    /// Lets those who watch send what they held back: the process is about to be stopped.
    package func drainObservers() {
        let observers = driver.lock.with { driver.state.pointee.observers }
        for observer in observers { observer.drain() }
    }

    /// Ends the scheduler, not the app: no event is delivered, attempts under way are cancelled, and after it returned
    /// nothing starts. Waits at most `patience` for bodies that are executing, the caller's own left aside; true where
    /// all had ended. Further calls only wait.
    @discardableResult
    public func stop(waiting patience: Nanoseconds = .seconds(1)) -> Bool {
        driver.stop(waitingMilliseconds: Int(clamping: patience.count / 1_000_000))
    }
}

extension LiveDriver {
    /// Calls `resume` once `condition` holds, at once where it does.
    func wait(
        until condition: @escaping @Sendable (borrowing Scheduler) -> Bool, resume: @escaping @Sendable () -> Void
    ) {
        let isWaiting = lock.with {
            guard !state.pointee.isStopped, !holds(condition) else { return false }
            state.pointee.waiters.append(LiveState.Waiter(condition: condition, resume: resume))
            return true
        }
        if !isWaiting { resume() }
    }
}
