import SchedulerCore
import TaskKit
import TraceFormat

/// Keeps everything that a scheduler wrote.
///
/// `@unchecked Sendable`: calls are made one after the other; tests read when the scheduler is at rest.
package final class Recorder: SchedulerObserver, @unchecked Sendable {
    package private(set) var records: [TraceRecord] = []
    package private(set) var names = TraceNames()
    package private(set) var inputs: [(input: Input, at: Instant, text: String?)] = []
    package private(set) var plan: ProcessPlan?
    package private(set) var flushes = 0
    /// How many records the last flush found.
    package private(set) var flushed = 0

    package init() {}

    package var wantsRecords: Bool { true }

    package func begin(_ plan: ProcessPlan) {
        self.plan = plan
    }

    package func note(_ input: Input, at instant: Instant, text: String?) {
        inputs.append((input, instant, text))
    }

    package func record(_ records: [TraceRecord], names: TraceNames) {
        self.records += records
        self.names = names
    }

    package func flush() {
        flushes += 1
        flushed = records.count
    }
}
