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
    /// Whether the trigger's date counts from 1970-01-01T00:00:00Z instead of the configuration's epoch.
    public var datesFrom1970 = false

    /// A registration as given.
    public init(_ spec: TaskSpec, laneName: String? = nil, body: TaskBody) {
        (self.spec, self.laneName, self.body) = (spec, laneName, body)
    }

    /// The registration with its date counted from `epoch`, nanoseconds since 1970-01-01T00:00:00Z.
    public func dated(from epoch: Int64) -> TaskRegistration {
        guard datesFrom1970 else { return self }
        var dated = self
        dated.datesFrom1970 = false
        if case .timer(var turns) = spec.trigger, let date = turns.date {
            let (difference, overflow) = date.nanoseconds.subtractingReportingOverflow(epoch)
            turns.date = Instant(nanoseconds: overflow ? (epoch < 0 ? .max : .min) : difference)
            dated.spec.trigger = .timer(turns)
        }
        return dated
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
