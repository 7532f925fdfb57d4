import SchedulerCore

/// A task's place in a ``LaunchPlan``: what later tasks wait for, and the value of its last run.
public struct TaskHandle<Output: Sendable>: Sendable {
    /// The task's name.
    public let name: String
    private let plan: LaunchPlan
    /// Keeps the value until the last copy of this handle is gone.
    private let keeper: ValueKeeper
    /// Whether successors wait for the task's end alone.
    let isOptional: Bool
    /// Whether a run has left a value.
    private let hasValue: @Sendable () -> Bool
    /// The value, and the error of a body that threw; `last` is how the last turn ended.
    private let read: @Sendable (_ last: TurnResult) -> (value: Output?, error: (any Error)?)
    private let makeSource: @Sendable (_ isOnce: Bool) -> ValueSource<Output>

    init(_ name: String, _ result: TaskValue<Output>, _ plan: LaunchPlan) {
        (self.name, self.plan, isOptional) = (name, plan, false)
        keeper = ValueKeeper { result.letGo() }
        hasValue = { result.hasValue }
        read = { _ in (result.value, result.error) }
        makeSource = { result.source(isOnce: $0) }
    }

    /// As `orNil` says.
    private init<Wrapped>(optional handle: TaskHandle<Wrapped>) where Output == Wrapped? {
        (name, plan, keeper, isOptional) = (handle.name, handle.plan, handle.keeper, true)
        hasValue = handle.hasValue
        read = { [read = handle.read] in (.some(read($0).value), nil) }
        makeSource = { [makeSource = handle.makeSource] isOnce in
            let source = makeSource(isOnce)
            return ValueSource { try? source.take() }
        }
    }

    /// The same task for successors that can do without its value: they wait for its end, whatever the outcome, and take
    /// nil if it failed, timed out or was skipped.
    ///
    ///     launch.task("Home", after: session.orNil) { @MainActor session in showHome(session ?? .offline) }
    public var orNil: TaskHandle<Output?> { TaskHandle<Output?>(optional: self) }

    /// The value of its last run; waits for the plan's start, and until a turn has ended and no other is under way. A value
    /// that is there remains after the end of the process, after `destroy` and after `stop`. Any thread may ask.
    ///
    /// Throws the error with which the body failed for good, ``ValueMissing`` if the task was skipped, cancelled or
    /// timed out, or was destroyed or the scheduler stopped before it ended, and `CancellationError` if the waiting task is
    /// cancelled.
    public var value: Output {
        get async throws {
            let scheduler = try await plan.started()
            let (name, hasValue) = (name, hasValue)
            let isOver = await scheduler.wait { core in
                guard let task = core.task(named: name) else { return true }
                let now = core.snapshot(of: task)
                guard now.state == .idle else { return false }
                return now.lastResult != .none || !now.exists || (LiveScheduler.isTerminated(core) && hasValue())
            }
            try Task.checkCancellation()
            let last = scheduler.task(name)?.lastResult ?? .none
            let result = read(last)
            if let value = result.value, isOver || !isOptional { return value }
            if let error = result.error, last == .failed || last == .critical { throw error }
            throw ValueMissing(task: name, result: last, isStopped: !isOver)
        }
    }

    /// Where a successor takes the value from. `isOnce`: it takes it once a process.
    func source(isOnce: Bool) -> ValueSource<Output> { makeSource(isOnce) }
}

extension TaskHandle where Output == Void {
    /// A task of the plan by its name; it has no value.
    init(named name: String, in plan: LaunchPlan) {
        (self.name, self.plan, isOptional) = (name, plan, false)
        keeper = ValueKeeper {}
        hasValue = { false }
        read = { last in (last == .success ? () : nil, nil) }
        makeSource = { _ in
            ValueSource {
                let last = RunContext.current?.scheduler?.task(name)?.lastResult
                if let last, last != .success { throw CriticalFailure("predecessor \(name) did not succeed") }
            }
        }
    }
}

/// Calls `end` when nobody holds it any more.
private final class ValueKeeper: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }
}

/// A task ended without a value.
public struct ValueMissing: Error, Hashable, CustomStringConvertible {
    /// Its name.
    public let task: String
    /// How its last turn ended; `.none` if none has ended.
    public let result: TurnResult
    /// Whether the scheduler was stopped before the task had ended.
    public let isStopped: Bool

    /// One sentence for a log.
    public var description: String {
        if isStopped { return "\(task): the scheduler was stopped before it ended" }
        return "\(task): " + (result == .none ? "it was destroyed before it ran" : "it has no value, \(result)")
    }
}
