import SchedulerCore

/// A task of an app: what releases it, what it waits for, and what its runs do.
///
///     LaunchTask("Home", on: .didFinishLaunching, after: "Database") { @MainActor in showHome() }
///
/// A synchronous body executes on a thread of its lane, or on the main thread for lane `main`; a main-actor body needs
/// lane `main`. An asynchronous body is a Swift task, which its timeout and the end of its process cancel; it
/// keeps its place in the lane until it returns. A thrown error is a failed attempt; a ``CriticalFailure`` is final.
public struct LaunchTask: Sendable {
    /// Its specification for the rules.
    package var spec: TaskSpec
    /// Whether the trigger's date counts from 1970-01-01T00:00:00Z.
    package var datesFrom1970 = false
    /// The lane by name; takes precedence over `spec.lane`.
    package var laneName: String?
    /// What each attempt executes.
    package var body: TaskBody

    package init(_ spec: TaskSpec, laneName: String? = nil, body: TaskBody) {
        (self.spec, self.laneName, self.body) = (spec, laneName, body)
    }

    /// The task's name.
    public var name: String { spec.name }

    /// A task with a body of any kind.
    ///
    /// - Parameters:
    ///   - name: unique among tasks and sequences.
    ///   - trigger: what releases it.
    ///   - priority: its rank among the ready runs of its lane; a dependency always takes precedence.
    ///   - after: names of tasks that must have succeeded before.
    ///   - lane: where it executes, by a name that the configuration has; nil: the default of its trigger, usually `main`.
    ///   - options: what else the rules know: retries, timeout and so on.
    ///   - body: what each attempt executes.
    public init(
        _ name: String, on trigger: TaskTrigger = .step, priority: LaunchPriority = .default, after: TaskNames = [],
        lane: String? = nil, _ options: TaskOptions = TaskOptions(), body: TaskBody
    ) {
        spec = TaskSpec(
            name: name, trigger: trigger.trigger, priority: priority, after: after.names,
            follows: options.follows.names, prefers: options.prefers.names,
            timeout: options.timeout.map { Nanoseconds($0) }, retry: options.retry, blocks: options.blocks,
            autoRemove: options.autoRemove, tearsDown: options.teardown, expected: Nanoseconds(options.expected))
        datesFrom1970 = trigger.datesFrom1970
        (laneName, self.body) = (lane, body)
    }

    /// A task with a synchronous body.
    public init(
        _ name: String, on trigger: TaskTrigger = .step, priority: LaunchPriority = .default, after: TaskNames = [],
        lane: String? = nil, _ options: TaskOptions = TaskOptions(),
        run: @escaping @isolated(any) @Sendable () throws -> Void
    ) {
        self.init(
            name, on: trigger, priority: priority, after: after, lane: lane, options, body: TaskBody(run))
    }

    /// A task with a synchronous body that uses its context.
    public init(
        _ name: String, on trigger: TaskTrigger = .step, priority: LaunchPriority = .default, after: TaskNames = [],
        lane: String? = nil, _ options: TaskOptions = TaskOptions(),
        run: @escaping @isolated(any) @Sendable (RunContext) throws -> Void
    ) {
        self.init(
            name, on: trigger, priority: priority, after: after, lane: lane, options, body: TaskBody(run))
    }

    /// A task with an asynchronous body.
    public init(
        _ name: String, on trigger: TaskTrigger = .step, priority: LaunchPriority = .default, after: TaskNames = [],
        lane: String? = nil, _ options: TaskOptions = TaskOptions(),
        run: @escaping @Sendable () async throws -> Void
    ) {
        self.init(
            name, on: trigger, priority: priority, after: after, lane: lane, options,
            body: .async { _ in try await run() })
    }

    /// A task with an asynchronous body that uses its context.
    public init(
        _ name: String, on trigger: TaskTrigger = .step, priority: LaunchPriority = .default, after: TaskNames = [],
        lane: String? = nil, _ options: TaskOptions = TaskOptions(),
        run: @escaping @Sendable (RunContext) async throws -> Void
    ) {
        self.init(
            name, on: trigger, priority: priority, after: after, lane: lane, options, body: .async(run))
    }
}

/// Names of tasks: `"Database"`, `["Network", "Keychain"]`, or `TaskNames(names)`.
public struct TaskNames: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    package var names: [String]

    /// These names; their order does not matter.
    public init(_ names: [String]) {
        self.names = names
    }

    /// One name.
    public init(stringLiteral name: String) {
        names = [name]
    }

    /// These names.
    public init(arrayLiteral names: String...) {
        self.names = names
    }
}

/// A serial chain of tasks, itself a task.
public struct TaskSequence: Sendable {
    /// What a failed step does to the chain.
    public enum FailurePolicy: Sendable {
        /// It ends there; a further start continues with the next step.
        case stop
        /// The next step starts.
        case proceed
    }

    package var spec: SequenceSpec
    let stepDidFail: (@Sendable (_ step: String, _ error: String?) -> Void)?
    let didComplete: (@Sendable () -> Void)?

    package init(_ spec: SequenceSpec) {
        self.spec = spec
        (stepDidFail, didComplete) = (nil, nil)
    }

    /// A sequence of the tasks with these names, in this order.
    ///
    /// - Parameters:
    ///   - name: unique among tasks and sequences; others wait for its end with `after:`.
    ///   - events: what starts it; without any, only ``LiveScheduler/start(sequence:)`` does.
    ///   - steps: the names of its tasks, in order.
    ///   - onFailure: what a failed step does to the chain.
    ///   - timeout: the limit of each step that has none of its own.
    ///   - blocks: whether it holds its event until its end.
    ///   - stepDidFail: receives the name of a step that failed, and its error's description. Like `didComplete` it is
    ///     called without a lock, on the thread that reported the end, and may call the scheduler.
    ///   - didComplete: called when all steps are over.
    public init(
        _ name: String, on events: EventSet = [], steps: [String], onFailure: FailurePolicy = .stop,
        timeout: Duration? = nil, blocks: Bool = false,
        stepDidFail: (@Sendable (_ step: String, _ error: String?) -> Void)? = nil,
        didComplete: (@Sendable () -> Void)? = nil
    ) {
        (self.stepDidFail, self.didComplete) = (stepDidFail, didComplete)
        spec = SequenceSpec(
            name: name, events: events, steps: steps, continuesOnFailure: onFailure == .proceed,
            timeout: timeout.map { Nanoseconds($0) }, blocks: blocks)
    }
}

/// What a task may say besides its trigger, predecessors, lane and priority: `TaskOptions(timeout: .seconds(2))`.
public struct TaskOptions: Hashable, Sendable {
    /// Tasks that must have ended before, whatever their outcome.
    public var follows: TaskNames
    /// Tasks to wait for if they are released, too.
    public var prefers: TaskNames
    /// How long each attempt may take, inclusive; the wait for the lane does not count. nil: no limit.
    public var timeout: Duration?
    /// Retries after a failure or timeout; without any by default.
    public var retry: RetryPolicy
    /// Whether its runs hold their event; nil: on lane `main` they do.
    public var blocks: Bool?
    /// Whether to remove it after its first run, whatever its outcome.
    public var autoRemove: Bool
    /// Whether to release it again when the app terminates, if it started; the last to start comes first.
    public var teardown: Bool
    /// Its expected own time, which the order by critical path and a scenario of the plan use.
    public var expected: Duration

    /// Creates options; those of a plain task by default.
    public init(
        follows: TaskNames = [], prefers: TaskNames = [], timeout: Duration? = nil, retry: RetryPolicy = .none,
        blocks: Bool? = nil, autoRemove: Bool = false, teardown: Bool = false, expected: Duration = .zero
    ) {
        (self.follows, self.prefers, self.timeout, self.retry) = (follows, prefers, timeout, retry)
        (self.blocks, self.autoRemove, self.teardown, self.expected) = (blocks, autoRemove, teardown, expected)
    }
}
