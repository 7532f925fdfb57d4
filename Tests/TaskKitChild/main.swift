// A process of its own for what a test cannot do in its own: `TaskKitChild trap FOLDER` works a job that traps,
// `again FOLDER` is the start after it, `launches N` launches over and over for a leak check.

import Foundation
import SchedulerCore
import TaskKit
import TaskKitJobStore

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// A scheduler whose job `boom` does what it is given; lane `main` needs nobody.
func jobs(_ folder: String, trace: String, _ body: @escaping @Sendable (RunContext) -> Void) throws -> LiveScheduler {
    var configuration = TaskKitConfiguration()
    configuration.name = "child"
    configuration.jobs.retryLimit = 1
    configuration.store = JobFile(folder + "/jobs.sqlite", durability: .normal)
    configuration.observers = [try TraceFile(path: folder + "/" + trace)]
    return try LiveScheduler(
        configuration,
        tasks: [
            TaskRegistration(
                TaskSpec(name: "Before", trigger: .events(EventSet(.willFinishLaunching))), laneName: "async",
                body: .sync { _ in })
        ],
        jobs: [JobRegistration("boom", body: .sync(body))])
}

func launches(_ count: Int) async throws {
    for _ in 0..<count {
        var configuration = TaskKitConfiguration()
        configuration.rules = SchedulerConfiguration(lanes: [LaneSpec(name: "pool", width: 8)])
        let tasks = (0..<20).map { number in
            TaskRegistration(
                TaskSpec(
                    name: "T\(number)", trigger: .events(EventSet(.didFinishLaunching)),
                    after: number > 2 ? ["T\(number / 2)"] : [], timeout: .seconds(5)),
                laneName: number % 5 == 0 ? "main" : "pool",
                body: number % 3 == 0 ? .async { _ in } : .completion { _, completion in completion.completed() })
        }
        let scheduler = try LiveScheduler(configuration, tasks: tasks)
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil && $0.runningCount == 0 && !$0.hasWorkLeft }
        scheduler.stop()
    }
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
    scheduler.stop()
case "launches": try await launches(Int(arguments[2]) ?? 1)
default: say("usage: TaskKitChild trap FOLDER | again FOLDER | launches N")
}
