import SchedulerCore
import TaskKit
import TraceFormat

/// Keeps everything that a scheduler wrote.
///
/// `@unchecked Sendable`: calls come under the scheduler's lock; tests read when it is at rest, through that lock.
final class Recorder: SchedulerObserver, @unchecked Sendable {
    private(set) var records: [TraceRecord] = []
    private(set) var names = TraceNames()
    private(set) var inputs: [(input: Input, at: Instant, text: String?)] = []
    private(set) var plan: SchedulerPlan?
    private(set) var flushes = 0

    var wantsRecords: Bool { true }

    func begin(_ plan: SchedulerPlan) {
        self.plan = plan
    }

    func note(_ input: Input, at instant: Instant, text: String?) {
        inputs.append((input, instant, text))
    }

    func record(_ records: [TraceRecord], names: TraceNames) {
        self.records += records
        self.names = names
    }

    func flush() {
        flushes += 1
    }
}
