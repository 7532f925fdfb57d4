import SchedulerCore
import TaskKit

extension TaskKit {
    /// Makes the shared scheduler with every annotated task and `@JobHandler` of this process, by file and line, and
    /// those of `adding` and `jobs` after them. An earlier shared scheduler is stopped first.
    ///
    /// Nothing runs before ``launch(_:)``.
    @discardableResult
    public static func start(
        _ configuration: TaskKitConfiguration = TaskKitConfiguration(), adding tasks: [TaskRegistration] = [],
        sequences: [SequenceRegistration] = [], jobs: [JobRegistration] = []
    ) throws(TaskKitError) -> LiveScheduler {
        var configuration = configuration
        let epoch = configuration.epoch ?? MonotonicClock.epochNow
        configuration.epoch = epoch
        let linked = LinkedTasks.find(epoch: epoch)
        return try start(
            configuration, tasks: tasks.isEmpty ? linked.tasks : linked.tasks + tasks, sequences: sequences,
            jobs: linked.jobs + jobs)
    }
}
