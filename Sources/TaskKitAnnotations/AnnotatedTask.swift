import SchedulerCore
import TaskKit

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

extension LiveScheduler {
    /// Creates a scheduler with every annotated task and `@JobHandler` of this process, by file and line, followed by
    /// those of `adding` and `jobs`.
    public convenience init(
        annotated configuration: Configuration = Configuration(), adding tasks: [LaunchTask] = [],
        sequences: [TaskSequence] = [], jobs: [JobWorker] = []
    ) throws(TaskKitError) {
        let linked = LinkedTasks.find()
        try self.init(
            configuration, tasks: tasks.isEmpty ? linked.tasks : linked.tasks + tasks, sequences: sequences,
            jobs: linked.jobs + jobs)
    }
}
