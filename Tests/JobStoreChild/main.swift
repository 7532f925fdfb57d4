// An app that enqueues jobs and works them until it is killed, saying line by line what it knows: E a job is enqueued, R
// a run begins and how it will end, F a job is done for good. `JobStoreChild PATH SEED [BUG]`, where BUG is a mistake that the test must
// find: `unstored` says E before the job is stored, `early` says F before the store knows.
// `JobStoreChild steps …` and `JobStoreChild record …` are in Steps.swift.

import Foundation
import SchedulerCore
import TaskKit
import TaskKitJobStore
import TraceFormat

@Sendable func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// Says of each job that it is done, as soon as it hears of it: the store has it by then.
struct Successes: SchedulerObserver {
    let wantsRecords = true

    func record(_ records: [TraceRecord], names: TraceNames) {
        for case .job(let id, _, .jobDidSucceed, _, _, _) in records.lazy.map(\.fact) { say("F \(id)") }
    }
}

struct Failed: Error {}

if CommandLine.arguments[1] == "record" {
    try recordSteps(CommandLine.arguments[2], to: CommandLine.arguments[3])
    exit(0)
}
if CommandLine.arguments[1] == "steps" {
    takeSteps(CommandLine.arguments[2], failingAt: Int(CommandLine.arguments[3]) ?? 0, CommandLine.arguments[4])
    exit(0)
}
let seed = Int(CommandLine.arguments[2]) ?? 0
let bug = CommandLine.arguments.count > 3 ? CommandLine.arguments[3] : ""
var configuration = LiveScheduler.Configuration()
configuration.jobRules.retryLimit = 20
configuration.jobRules.queues = [JobQueueSpec(name: JobSpec.defaultQueue, width: 3)]
// A kill asks nothing of the disk; without its flushes more happens between two kills.
configuration.store = JobFile(CommandLine.arguments[1], durability: seed % 3 == 0 ? .full : .normal)
configuration.observers = [Successes()]
let live = try LiveScheduler(
    configuration, tasks: [],
    jobs: [
        JobWorker(
            "work",
            body: .sync { context in
                let draw = Int(context.run) + context.attempt * 7 + seed
                say("R \(context.run) \(context.attempt) \(draw % 4 == 0 ? "fails" : "succeeds")")
                if draw % 4 == 0 { throw Failed() }
                if bug == "early" { say("F \(context.run)") }
            })
    ])
try live.launch()
await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<4 {
        group.addTask {
            while true {
                await live.wait { $0.jobs.count < 20 }
                if bug == "unstored" {
                    say("E \(try live.takeIn(JobSpec(task: "work")).number)")
                    continue
                }
                let id = try await live.enqueue(JobSpec(task: "work"))
                say("E \(id.number)")
            }
        }
    }
}
