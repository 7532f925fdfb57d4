import TaskKit

let scheduler = try LiveScheduler(tasks: [])
scheduler.stop()
