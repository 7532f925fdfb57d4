import Synchronization
import TaskKit

/// An observer of an app's own: it lists what began, by the records, and counts what the rules were told.
final class Diary: SchedulerObserver {
    private let begun = Mutex<[String]>([])
    private let told = Mutex((plans: 0, ends: 0, errors: [String](), flushes: 0))

    var order: [String] { begun.withLock { $0 } }
    var counts: String { told.withLock { "\($0.plans) plan, \($0.errors) of \($0.ends) ends, \($0.flushes) flush" } }

    let wantsRecords = true

    func begin(_ plan: ProcessPlan) { told.withLock { $0.plans += plan.tasks.count == 4 ? 1 : 0 } }

    func note(_ input: SchedulerInput, at instant: SchedulerInstant, text: String?) {
        told.withLock { told in
            guard case .runFinished(_, let outcome) = input else { return }
            told.ends += 1
            if outcome == .fail, let text { told.errors.append(text) }
        }
    }

    func record(_ records: [TraceRecord], names: TraceNames) {
        for record in records {
            guard case .start(let task, let run, let attempt, let lane) = record.fact else { continue }
            begun.withLock { $0.append("\(names.name(of: task)) \(run).\(attempt) on \(names.name(of: lane))") }
        }
    }

    func flush() { told.withLock { $0.flushes += 1 } }
}

struct Refused: Error {}

let diary = Diary()
let launch = LaunchPlan()
let settings = launch.task("Settings", on: .willFinishLaunching, lane: .async) { 7 }
let session = launch.task("Session", after: settings, lane: .async, TaskOptions(retry: .further(1))) { _ in
    if RunContext.current?.attempt == 1 { throw Refused() }
}
launch.task("Home", after: session) { _ in }
launch.task("Telemetry", on: .startup(.afterLaunch)) {}

var configuration = LiveScheduler.Configuration()
(configuration.clock, configuration.execution) = (ManualClock(), .inline)
configuration.observers = [diary]
let scheduler = try launch.start(configuration)
try await launch.finished()
await scheduler.stop()
print(diary.order.joined(separator: ", "))
print(diary.counts)
