import SchedulerCore
import TaskKitAnnotations

/// The date of t = 0.
let epoch: Int64 = 1_000_000_000

switch CommandLine.arguments.dropFirst().first {
case "time": measure(withTasks: true)
case "time-nothing": measure(withTasks: false)
default:
    show(LinkedTasks.find())
}

/// What the linker collected, for the tests, which read it line by line.
func show(_ found: LinkedTasks) {
    for (task, site) in zip(found.tasks, found.sites) {
        let spec = task.spec
        var trigger = TaskTrigger(spec.trigger)
        trigger.datesFrom1970 = task.datesFrom1970
        let body =
            switch task.body {
            case .sync: "sync"
            case .async: "async"
            case .completion: "completion"
            case .main: "main"
            }
        print(
            site, spec.name, trigger.dated(from: epoch), spec.priority, spec.after, spec.follows, task.laneName ?? "-",
            spec.timeout?.count ?? 0, spec.retry.limit, spec.autoRemove, spec.expected.count, body, separator: "|")
    }
    for job in found.jobs { print("job", job.name, separator: "|") }
}

/// How long a scheduler of everything that is annotated takes in a process that has done nothing yet, or one of nothing:
/// nanoseconds to find the tasks, and to make the scheduler.
func measure(withTasks: Bool) {
    let clock = ContinuousClock()
    var tasks: [LaunchTask] = []
    let collecting = clock.measure { if withTasks { tasks = LinkedTasks.find().tasks } }
    var configuration = LiveScheduler.Configuration()
    configuration.rules = SchedulerConfiguration(lanes: [LaneSpec(name: "io")])
    var scheduler: LiveScheduler?
    let making = clock.measure { scheduler = try? LiveScheduler(configuration, tasks: tasks) }
    scheduler?.halt()
    print(collecting / .nanoseconds(1), making / .nanoseconds(1))
}
