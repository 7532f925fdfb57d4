import SchedulerCore
import TaskKit

let epoch: Int64 = 1_000_000_000
if CommandLine.arguments.dropFirst().first == "time" {
    measure()
} else {
    show(LinkedTasks.find(epoch: epoch))
}

/// What the linker collected, for the tests, which read it line by line.
func show(_ found: LinkedTasks) {
    for (task, site) in zip(found.tasks, found.sites) {
        let spec = task.spec
        let body =
            switch task.body {
            case .sync: "sync"
            case .async: "async"
            case .completion: "completion"
            case .main: "main"
            }
        print(
            site, spec.name, spec.trigger, spec.priority, spec.after, spec.follows, task.laneName ?? "-",
            spec.timeout?.count ?? 0, spec.retry.limit, spec.autoRemove, spec.expected.count, body, separator: "|")
    }
    for job in found.jobs { print("job", job.name, separator: "|") }
}

/// How long the first collection takes in this process, and how long a scheduler of what it found and one of nothing.
func measure() {
    let clock = ContinuousClock()
    var found = LinkedTasks()
    let collecting = clock.measure { found = LinkedTasks.find(epoch: epoch) }
    var configuration = TaskKitConfiguration()
    configuration.rules = SchedulerConfiguration(lanes: [LaneSpec(name: "io")])
    let tasks = found.tasks
    let nothing = clock.measure { _ = try? LiveScheduler(configuration, tasks: []) }
    let making = clock.measure { _ = try? LiveScheduler(configuration, tasks: tasks) }
    print("\(tasks.count) tasks: found in \(collecting), made a scheduler in \(making), one of nothing in \(nothing)")
}
