/// A type that an annotation made a task; `after: Login.self` names one. Write annotations, not conformances.
public protocol AnnotatedTask {
    /// The task's name: the type's, unless `named:` says otherwise.
    nonisolated static var taskName: String { get }
    /// What the annotation says, and the type's `run`.
    nonisolated static var taskRegistration: LaunchTask { get }
}

/// A type that works jobs by `@JobHandler`. Write annotations, not conformances.
public protocol AnnotatedJobs {
    /// The task name of its jobs.
    nonisolated static var taskName: String { get }
    /// What the annotation says, and the type's `run`.
    nonisolated static var jobRegistration: JobWorker { get }
}
