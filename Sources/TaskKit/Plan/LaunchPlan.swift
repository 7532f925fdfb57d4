import SchedulerCore
import TraceFormat

/// An app's launch, written as it will run: a task takes the values of the tasks that it waits for, so order and data
/// are one thing. A dependency that is misspelled or part of a cycle cannot be written.
///
///     let launch = LaunchPlan()
///     let database = launch.task("Database", on: .willFinishLaunching, lane: .io) { try await Database.open() }
///     let flags = launch.task("Flags", lane: .network) { try await Flags.fetch() }
///     launch.task("Home", after: database, flags) { @MainActor database, flags in showHome(database, flags) }
///     let scheduler = try launch.start()
///
/// A task whose predecessor failed is skipped, as the rules say. A plan is built once and started once; any thread may
/// add to it until then, and what is added later has no effect.
public final class LaunchPlan: Sendable {
    /// What was added so far, and the scheduler once it was started.
    struct Contents: Sendable {
        var tasks: [LaunchTask] = []
        var sequences: [TaskSequence] = []
        var workers: [JobWorker] = []
        var lanes: [Lane] = []
        var scheduler: LiveScheduler?
        /// Who asks for a value before the start.
        var waiting: [FirstAnswer<LiveScheduler>.Receiver] = []

        /// The configuration with the lanes that tasks named.
        func adding(
            to configuration: LiveScheduler.Configuration
        ) throws(TaskKitError) -> LiveScheduler.Configuration {
            var configuration = configuration
            for lane in lanes { try configuration.add(lane) }
            return configuration
        }
    }

    let contents = Locked(Contents())

    /// Creates an empty plan.
    public init() {}

    /// Adds a task whose synchronous body takes the values of its predecessors. It executes on a thread of its lane, or on
    /// the main thread for lane `main`; a main-actor body needs lane `main`.
    ///
    /// - Parameters:
    ///   - name: unique among the plan's tasks and sequences, as the dashboard and the trace show it.
    ///   - inputs: the tasks that must have succeeded before, or ended (``TaskHandle/orNil``); their values are the body's
    ///     arguments, in this order.
    ///   - trigger: what releases it.
    ///   - lane: where it executes; nil: the default of its trigger, usually `main`.
    ///   - priority: its rank among the ready runs of its lane; a dependency always takes precedence.
    ///   - options: retries, timeout, and what else the rules know. Right behind `inputs` the compiler would take it for one of
    ///     them: write another argument before it, such as `priority: .default`.
    ///   - body: what each attempt executes; `RunContext.current` describes the attempt.
    /// - Returns: the task's place in the plan: what later tasks wait for, and its value.
    @discardableResult
    public func task<each Input: Sendable, Output: Sendable>(
        _ name: String, after inputs: repeat TaskHandle<each Input>, on trigger: TaskTrigger = .didFinishLaunching,
        lane: Lane? = nil, priority: LaunchPriority = .default, _ options: TaskOptions = TaskOptions(),
        _ body: @escaping @isolated(any) @Sendable (repeat each Input) throws -> Output
    ) -> TaskHandle<Output> {
        let value = TaskValue<Output>()
        let sources = (repeat (each inputs).source(isOnce: trigger.isOnce && options.retry == .none))
        let run = ValueBody(body).attempt(value) { (repeat try (each sources).take()) }
        return add(name, predecessors(repeat each inputs), trigger, lane, priority, options, run, value)
    }

    /// The same with an asynchronous body, a Swift task: its timeout and the end of its process cancel it, and it keeps its
    /// place in the lane until it returns.
    @discardableResult
    public func task<each Input: Sendable, Output: Sendable>(
        _ name: String, after inputs: repeat TaskHandle<each Input>, on trigger: TaskTrigger = .didFinishLaunching,
        lane: Lane? = nil, priority: LaunchPriority = .default, _ options: TaskOptions = TaskOptions(),
        _ body: @escaping @Sendable (repeat each Input) async throws -> Output
    ) -> TaskHandle<Output> {
        let value = TaskValue<Output>()
        let sources = (repeat (each inputs).source(isOnce: trigger.isOnce && options.retry == .none))
        let run = ValueBody.attempt(value, body) { (repeat try (each sources).take()) }
        return add(name, predecessors(repeat each inputs), trigger, lane, priority, options, run, value)
    }

    /// Adds a task that waits for others but does not take their values.
    @discardableResult
    public func task<First: Sendable, each Other: Sendable, Output: Sendable>(
        _ name: String, after first: TaskHandle<First>, _ others: repeat TaskHandle<each Other>,
        on trigger: TaskTrigger = .didFinishLaunching, lane: Lane? = nil, priority: LaunchPriority = .default,
        _ options: TaskOptions = TaskOptions(), _ body: @escaping @isolated(any) @Sendable () throws -> Output
    ) -> TaskHandle<Output> {
        let value = TaskValue<Output>()
        let run = ValueBody(body).attempt(value) {}
        return add(name, predecessors(first, repeat each others), trigger, lane, priority, options, run, value)
    }

    /// The same with an asynchronous body.
    @discardableResult
    public func task<First: Sendable, each Other: Sendable, Output: Sendable>(
        _ name: String, after first: TaskHandle<First>, _ others: repeat TaskHandle<each Other>,
        on trigger: TaskTrigger = .didFinishLaunching, lane: Lane? = nil, priority: LaunchPriority = .default,
        _ options: TaskOptions = TaskOptions(), _ body: @escaping @Sendable () async throws -> Output
    ) -> TaskHandle<Output> {
        let value = TaskValue<Output>()
        let run = ValueBody.attempt(value, body) {}
        return add(name, predecessors(first, repeat each others), trigger, lane, priority, options, run, value)
    }

    /// A task that is in the plan by the time it starts, for others that wait for it.
    package func handle(named name: String) -> TaskHandle<Void> { TaskHandle(named: name, in: self) }

    /// Adds a task that no value flows through, such as one made elsewhere.
    public func add(_ task: LaunchTask) { contents.with { $0.tasks.append(task) } }

    /// Adds a sequence of the plan's tasks; the start throws if it names another.
    public func add(_ sequence: TaskSequence) { contents.with { $0.sequences.append(sequence) } }

    /// Adds a worker for jobs, whose bodies may await the values of the plan's tasks.
    public func add(_ worker: JobWorker) { contents.with { $0.workers.append(worker) } }

    /// The names of the tasks that must have succeeded, and of those that must have ended.
    private func predecessors<each Input>(
        _ inputs: repeat TaskHandle<each Input>
    ) -> (after: [String], follows: [String]) {
        var (after, follows): ([String], [String]) = ([], [])
        for input in repeat each inputs {
            if input.isOptional { follows.append(input.name) } else { after.append(input.name) }
        }
        return (after, follows)
    }

    private func add<Output>(
        _ name: String, _ predecessors: (after: [String], follows: [String]), _ trigger: TaskTrigger, _ lane: Lane?,
        _ priority: LaunchPriority,
        _ options: TaskOptions, _ body: TaskBody, _ value: TaskValue<Output>
    ) -> TaskHandle<Output> {
        var options = options
        options.follows.names += predecessors.follows
        let task = LaunchTask(
            name, on: trigger, priority: priority, after: TaskNames(predecessors.after), lane: lane?.name, options,
            body: body)
        contents.with { contents in
            contents.tasks.append(task)
            if let lane, !contents.lanes.contains(lane) { contents.lanes.append(lane) }
        }
        return TaskHandle(name, value, self)
    }
}

extension LaunchPlan {
    /// Creates the scheduler of this plan and launches the app, unless the plan was started before: then that scheduler.
    ///
    /// Throws a ``TaskKitError`` if something cannot be registered: two tasks of one name, one lane with two widths, a
    /// main-actor body outside of lane `main`. Called on the main thread, it returns before the tasks of lane `main` run.
    @discardableResult
    public func start(
        _ configuration: LiveScheduler.Configuration = LiveScheduler.Configuration()
    ) throws -> LiveScheduler {
        if let scheduler = contents.with({ $0.scheduler }) { return scheduler }
        let scheduler = try makeScheduler(configuration)
        try scheduler.launch()
        return scheduler
    }

    /// Creates the scheduler of this plan, not running; values are awaited from the last one that it created. An app with
    /// UIKit hands it to `ApplicationNotifications`, which launches it. O(tasks + dependencies).
    public func makeScheduler(
        _ configuration: LiveScheduler.Configuration = LiveScheduler.Configuration()
    ) throws(TaskKitError) -> LiveScheduler {
        let plan = contents.with { $0 }
        let scheduler = try LiveScheduler(
            try plan.adding(to: configuration), tasks: plan.tasks, sequences: plan.sequences, jobs: plan.workers)
        let waiting = contents.with { contents in
            defer { contents.waiting = [] }
            contents.scheduler = scheduler
            return contents.waiting
        }
        for answer in waiting { answer(.success(scheduler)) }
        return scheduler
    }

    /// Waits for the plan's start, and then for the first frame of its launch. Throws a ``MilestoneMissed`` if the
    /// scheduler was stopped or `limit` passed first, and `CancellationError` if the waiting task is cancelled.
    public func finished(atMost limit: Duration? = nil) async throws {
        try await started().wait(for: .launched, atMost: limit)
    }

    /// The process that `makeScheduler` would run; nothing is started.
    package func processPlan(_ configuration: LiveScheduler.Configuration) throws(TaskKitError) -> ProcessPlan {
        let plan = contents.with { $0 }
        return try plan.adding(to: configuration).plan(plan.tasks, plan.sequences, plan.workers)
    }

    /// The scheduler, as soon as there is one. Throws `CancellationError` if the waiting task is cancelled first.
    func started() async throws -> LiveScheduler {
        try await FirstAnswer.wait { answer in
            let scheduler = contents.with { contents in
                if contents.scheduler == nil { contents.waiting.append(answer) }
                return contents.scheduler
            }
            if let scheduler { answer(.success(scheduler)) }
        }
    }
}

extension LiveScheduler.Configuration {
    /// The plan of a process with these tasks, sequences and workers. Throws if a setting is invalid or something cannot be
    /// registered. O(tasks + edges).
    package func plan(
        _ tasks: [LaunchTask], _ sequences: [TaskSequence], _ jobs: [JobWorker]
    ) throws(TaskKitError) -> ProcessPlan {
        try check()
        if jobs.contains(where: { $0.name.isEmpty && !$0.isCatchAll }) {
            throw .registration("a job worker has an empty name")
        }
        var plan = ProcessPlan(name: name, configuration: rules)
        plan.epoch = epoch ?? MonotonicClock.epochNow
        plan.tasks.reserveCapacity(tasks.count)
        for index in tasks.indices { plan.tasks.append(try tasks[index].registered(rules, plan.epoch)) }
        plan.sequences = sequences.map(\.spec)
        (plan.jobSettings, plan.jobNames) = (jobRules, jobs.map(\.name))
        plan.jobSettings.timeouts += jobs.compactMap(\.limit)
        return plan
    }

    /// What shows a profiler where bodies execute, on systems that have one.
    var bodyMarker: (any BodyMarker)? {
        #if canImport(os)
            marker ?? (signposts ? SignpostMarker() : nil)
        #else
            marker
        #endif
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
        if body.isOnMain, rules.lane(of: spec) != .main {
            throw .notOnMain(task: spec.name)
        }
        return spec
    }
}
