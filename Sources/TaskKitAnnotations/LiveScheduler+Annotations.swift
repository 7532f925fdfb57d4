import SchedulerCore
import TaskKit

extension LiveScheduler {
    /// A scheduler with every annotated task and `@JobHandler` of this process, by file and line, and those of `adding`
    /// and `jobs` after them.
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
