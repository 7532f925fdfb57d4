import TaskKit

let scheduler = try LiveScheduler(tasks: [])
await scheduler.stop()
