import TaskKit

// Prints what the linker collected, for the tests, which read it line by line.
let found = LinkedTasks.find(epoch: 1_000_000_000)
for (task, site) in zip(found.tasks, found.sites) {
    let spec = task.spec
    var body = ""
    switch task.body {
    case .sync: body = "sync"
    case .async: body = "async"
    case .completion: body = "completion"
    case .main: body = "main"
    }
    print(
        site, spec.name, spec.trigger, spec.priority, spec.after, spec.follows, task.laneName ?? "-",
        spec.timeout?.count ?? 0, spec.retry.limit, spec.autoRemove, spec.expected.count, body, separator: "|")
}
for job in found.jobs { print("job", job.name, separator: "|") }
