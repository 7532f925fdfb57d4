import FailingCalls
import Foundation
import JobStore
import TestSupport

/// `JobStoreChild steps PATH CALL FAILURE` takes all steps on a store while one of SQLite's system calls fails, and says
/// what it knows: A a step is acknowledged, X it is refused, `open` the store is, `calls` how many calls were made.
/// FAILURE is `once`, `full` or `end`.
func takeSteps(_ path: String, failingAt call: Int, _ failure: String) {
    let failures = ["once": failure_once, "full": failure_full, "end": failure_end]
    fail_at_call(call, failures[failure] ?? failure_end)
    defer { say("calls \(calls_made())") }
    do {
        let store = try JobStore(path: path)
        say("open \(calls_made())")
        for number in 1...JobSteps.count {
            do {
                try store.apply(JobSteps.changes(number))
                say("A \(number)")
            } catch {
                say("X \(number) \(error)")
            }
        }
    } catch {
        say("refused \(error)")
    }
}

/// `JobStoreChild record PATH RECORD` takes all steps on a new store, and writes to RECORD what SQLite asks of the disk; a
/// note says when the store is open and which steps are acknowledged. The store's end is not part of it.
func recordSteps(_ path: String, to record: String) throws {
    guard record_writes(record) else { throw JobStoreError.cannotOpen }
    let store = try JobStore(path: path)
    note_in_record("open")
    for number in 1...JobSteps.count {
        try store.apply(JobSteps.changes(number))
        note_in_record("\(number)")
    }
    if !end_record() { throw JobStoreError.full }
    withExtendedLifetime(store) {}
}
