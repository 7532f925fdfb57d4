import SchedulerCore

/// What a task may say besides its trigger, predecessors, lane and priority: `TaskOptions(timeout: .seconds(2))`.
public struct TaskOptions: Hashable, Sendable {
    /// Tasks that must have ended before, whatever their outcome.
    public var follows: TaskNames
    /// Tasks to wait for if they are released, too.
    public var prefers: TaskNames
    /// How long an attempt may take, inclusive; nil: no limit.
    public var timeout: Duration?
    /// Retries after a failure or timeout.
    public var retry: RetryPolicy
    /// Whether its runs hold their event; nil: on lane `main` they do.
    public var blocks: Bool?
    /// Whether to remove it after its first run.
    public var autoRemove: Bool
    /// Whether to release it again when the app terminates, if it started; the last to start comes first.
    public var teardown: Bool
    /// Its expected own time; only the order by critical path uses it.
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
