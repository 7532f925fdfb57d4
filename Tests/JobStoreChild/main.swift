// Works a job store until it is killed, saying line by line what was acknowledged: E enqueued, R a run begins, F it was
// finished, X it failed. `JobStoreChild PATH SEED [BUG]`, where BUG is a mistake that the test must find:
// `uncounted` begins a run before its attempt is committed, `early` announces a success before it is.

import Foundation
import JobStore
import SchedulerCore

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

var settings = JobSettings()
settings.retryLimit = 20
/// A linear congruential generator (Knuth's MMIX).
struct Dice {
    var seed: UInt64

    mutating func draw(_ bound: UInt64) -> UInt64 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (seed >> 33) % bound
    }
}
let bug = CommandLine.arguments.count > 3 ? CommandLine.arguments[3] : ""
var dice = Dice(seed: UInt64(CommandLine.arguments[2]) ?? 0)

let store = try JobStore(path: CommandLine.arguments[1], settings: settings)
var now = Instant.zero
while true {
    now = now + .milliseconds(1)
    if dice.draw(5) < 2 {
        say("E \(try store.enqueue(JobSpec(task: "work"), at: now).number)")
    }
    if bug == "uncounted", let next = try store.list().min(by: { $0.place < $1.place }) {
        say("R \(next.id.number) \(next.attempts + 1)")
    }
    guard let job = try store.claim(at: now) else { continue }
    if bug != "uncounted" { say("R \(job.run.job.number) \(job.run.attempt)") }
    let outcome: Outcome = dice.draw(4) == 0 ? .fail : .success
    if bug == "early", outcome == .success { say("F \(job.run.job.number) \(job.run.attempt)") }
    guard case .accounted(let end) = try store.finish(job.run, outcome, at: now) else { continue }
    if bug == "early", end.isSuccess { continue }
    say("\(end.isSuccess ? "F" : "X") \(job.run.job.number) \(job.run.attempt)")
}
