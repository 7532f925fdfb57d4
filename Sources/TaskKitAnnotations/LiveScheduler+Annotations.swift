import SchedulerCore
import TaskKit

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
