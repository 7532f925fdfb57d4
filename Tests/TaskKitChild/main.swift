// A process of its own for what a test cannot do in its own: `TaskKitChild trap FOLDER` works a job that traps,
// `again FOLDER` is the start after it, `launches FOLDER N` launches over and over and says what memory is in use,
// `leak FOLDER` leaks, to show whether that is noticed, `lane FOLDER` runs an app with a lane that is not configured.

import Foundation
import SchedulerCore
import TaskKit
import TaskKitApp
import TaskKitJobStore

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// A scheduler whose job `boom` does what it is given; nothing has to serve lane `main`.
func jobs(_ folder: String, trace: String, _ body: @escaping @Sendable (RunContext) -> Void) throws -> LiveScheduler {
    var configuration = LiveScheduler.Configuration()
    configuration.name = "child"
    configuration.jobRules.retryLimit = 1
    configuration.store = JobFile(folder + "/jobs.sqlite", durability: .normal)
    configuration.observers = [try TraceFile(path: folder + "/" + trace)]
    return try LiveScheduler(
        configuration,
        tasks: [
            LaunchTask(
                TaskSpec(name: "Before", trigger: .events(EventSet(.willFinishLaunching))), laneName: "async",
                body: .sync { _ in })
        ],
        jobs: [JobWorker("boom", body: .sync(body))])
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "trap":
    let scheduler = try jobs(arguments[2], trace: "trap.ndjson") { _ in
        preconditionFailure("the body of this job traps")
    }
    try scheduler.launch()
    _ = try await scheduler.enqueue(JobSpec(task: "boom"))
    await scheduler.wait { _ in false }
case "again":
    let scheduler = try jobs(arguments[2], trace: "again.ndjson") { _ in say("ran again") }
    try scheduler.launch()
    await scheduler.wait { $0.firstFrameAt != nil }
    say(
        "dead \(scheduler.snapshot { $0.jobs.deadLetters.map { "\($0.job.id.number) \($0.cause) \($0.job.attempts)" } })"
    )
    await scheduler.stop()
case "launches":
    // A deadlock ends as a signal that the test sees.
    alarm(300)
    let count = Int(arguments[3]) ?? 1
    try await Launches(folder: arguments[2]).run(count, sayingAfter: [count / 3, count * 2 / 3, count])
case "leak": Cycle.make(100)
case "lane":
    do {
        try await LiveScheduler.run(tasks: [LaunchTask("Sync", on: .didFinishLaunching, lane: "io") {}])
    } catch {
        say("refused: \(error)")
    }
default: say("usage: TaskKitChild trap FOLDER | again FOLDER | launches FOLDER N | leak FOLDER | lane FOLDER")
}
