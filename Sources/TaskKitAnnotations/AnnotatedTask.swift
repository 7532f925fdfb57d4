/// A type that an annotation turns into a task; `after: Login.self` names one. Write annotations, not conformances.
public protocol AnnotatedTask {
    /// The task's name: the type's name, or what `named:` says.
    nonisolated static var taskName: String { get }
    /// The registration, from the annotation and the type's `run`.
    nonisolated static var taskRegistration: LaunchTask { get }
}

/// A type that `@JobHandler` turns into a job worker. Write annotations, not conformances.
public protocol AnnotatedJobs {
    /// The task name of its jobs.
    nonisolated static var taskName: String { get }
    /// The registration, from the annotation and the type's `run`.
    nonisolated static var jobRegistration: JobWorker { get }
}
