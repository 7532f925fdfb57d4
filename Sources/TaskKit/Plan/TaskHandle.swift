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
    private let read: @Sendable () -> (value: Output?, error: (any Error)?)
    private let makeSource: @Sendable (_ isOnce: Bool) -> ValueSource<Output>

    init(_ name: String, _ result: TaskValue<Output>, _ plan: LaunchPlan) {
        (self.name, self.plan, isOptional) = (name, plan, false)
        keeper = ValueKeeper { result.letGo() }
        read = { (result.value, result.error) }
        makeSource = { result.source(isOnce: $0) }
    }

    /// As `orNil` says.
    private init<Wrapped>(optional handle: TaskHandle<Wrapped>) where Output == Wrapped? {
        (name, plan, keeper, isOptional) = (handle.name, handle.plan, handle.keeper, true)
        read = { [read = handle.read] in (.some(read().value), nil) }
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

    /// The value of its last run; waits for the end of a turn, and for the plan's start.
    ///
    /// Throws the error with which the body failed for good, ``ValueMissing`` if the task was skipped, cancelled or
    /// timed out, and `CancellationError` if the waiting task is cancelled.
    public var value: Output {
        get async throws {
            let scheduler = try await plan.started()
            let name = name
            let isOver = await scheduler.wait { core in
                core.task(named: name).map { core.snapshot(of: $0).isOver } ?? true
            }
            try Task.checkCancellation()
            let result = read()
            if let value = result.value, isOver || !isOptional { return value }
            let last = scheduler.task(name)?.lastResult ?? .none
            if let error = result.error, last == .failed { throw error }
            throw ValueMissing(task: name, result: last, isStopped: !isOver)
        }
    }

    /// Where a successor takes the value from. `isOnce`: it takes it once a process.
    func source(isOnce: Bool) -> ValueSource<Output> { makeSource(isOnce) }
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
    /// How its last turn ended.
    public let result: TurnResult
    /// Whether the scheduler was stopped before the task had ended.
    public let isStopped: Bool

    /// One sentence for a log.
    public var description: String {
        isStopped ? "\(task): the scheduler was stopped before it ended" : "\(task): it has no value, \(result)"
    }
}

extension TaskSnapshot {
    /// Whether its last turn is over and no other is under way.
    fileprivate var isOver: Bool { state == .idle && lastResult != .none }
}
