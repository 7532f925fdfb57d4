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
    ///
    /// Of a static archive the linker keeps only what something refers to, unless an option says otherwise (`-ObjC`,
    /// `-all_load`). Say what must be there, and a task that is missing is an error here and not a task that never runs:
    ///
    /// - Parameters:
    ///   - modules: modules with annotated tasks. Throws if one of them has none.
    ///   - types: annotated types of static archives; they are registered even if the linker kept nothing else of them.
    public convenience init(
        annotated configuration: Configuration = Configuration(), modules: [String] = [],
        including types: [any AnnotatedTask.Type] = [], adding tasks: [LaunchTask] = [],
        sequences: [TaskSequence] = [], jobs: [JobWorker] = []
    ) throws(TaskKitError) {
        let linked = LinkedTasks.find()
        try linked.check(modules)
        try self.init(
            configuration, tasks: linked.including(types) + tasks, sequences: sequences, jobs: linked.jobs + jobs)
    }
}
