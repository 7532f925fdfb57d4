import SchedulerCore

/// A task as an app declares it: what the rules know of it, and what its runs do.
public struct TaskRegistration: Sendable {
    /// What the rules know. Dates in its trigger count from `TaskKitConfiguration.epoch`.
    public var spec: TaskSpec
    /// The lane by name, for those who do not know its number; goes before `spec.lane`. A lane that nobody configured
    /// makes the launch fail with the name in the error.
    public var laneName: String?
    /// What each attempt executes.
    public var body: TaskBody

    /// A registration as given.
    public init(_ spec: TaskSpec, laneName: String? = nil, body: TaskBody) {
        (self.spec, self.laneName, self.body) = (spec, laneName, body)
    }
}

/// A sequence as an app declares it; its steps are names of registered tasks.
public struct SequenceRegistration: Sendable {
    /// What the rules know.
    public var spec: SequenceSpec

    /// A registration as given.
    public init(_ spec: SequenceSpec) {
        self.spec = spec
    }
}

/// How the jobs of one task name are worked.
public struct JobRegistration: Sendable {
    /// The task name of the jobs.
    public var name: String
    /// What each run executes; `RunContext.job` tells which job it is.
    public var body: TaskBody

    /// A registration as given.
    public init(_ name: String, body: TaskBody) {
        (self.name, self.body) = (name, body)
    }
}
