import SchedulerCore

/// What expectations check, collected from the trace: first starts, ended runs, failures, skips, misses, launch time.
struct RunTally: Sendable {
    /// The counts of one task over the whole replay.
    struct Counts: Sendable {
        /// The place of its first start among all first starts; -1: it never started.
        var firstStart: Int32 = -1
        /// The last run that ended an attempt, and how many runs have.
        var lastEnded: Int32 = 0
        var ended: Int32 = 0
        /// Runs whose last attempt failed; the one in question is settled by its next attempt or run.
        var failed: Int32 = 0
        var skipped: Int32 = 0
        var missed: Int32 = 0
        var mayHaveFailed = false
    }

    private(set) var counts: [Counts] = []
    private(set) var warnings = 0
    private(set) var started = 0
    /// The launch time of the last process that showed a first frame.
    private(set) var launch: Nanoseconds?
    private var launchedAt: Instant = .zero
    private var starts: Int32 = 0
    private var folded = 0

    /// Adds the records since the last call. O(new records).
    mutating func fold(_ scheduler: Scheduler) {
        let missing = scheduler.taskCount - counts.count
        if missing > 0 { counts.append(contentsOf: repeatElement(Counts(), count: missing)) }
        let records = scheduler.records(from: folded)
        var counts = counts
        self.counts = []
        counts.withUnsafeMutableBufferPointer { counts in
            records.withUnsafeBufferPointer { records in
                for index in records.indices { take(records[index], counts) }
            }
        }
        self.counts = counts
        folded += records.count
    }

    /// The records are gone from the scheduler; the counts stay.
    mutating func forgetRecords() {
        folded = 0
    }

    private mutating func take(_ record: TraceRecord, _ counts: UnsafeMutableBufferPointer<Counts>) {
        switch record.fact {
        case .event(let event):
            if event == .willFinishLaunching { launchedAt = record.time }
        case .firstFrame: launch = record.time - launchedAt
        case .start(let task, _, let attempt, _): start(&counts[task.offset], attempt)
        case .finish(let task, let run, _, let outcome, _, _): Self.finish(&counts[task.offset], run, outcome)
        case .skip(let task, _): counts[task.offset].skipped += 1
        case .miss(let task, _): counts[task.offset].missed += 1
        case .warning: warnings += 1
        case .action, .refused, .state, .tick, .release, .park, .job, .queue, .sequence, .expect: break
        }
    }

    private mutating func start(_ counts: inout Counts, _ attempt: Int32) {
        if counts.firstStart < 0 {
            counts.firstStart = starts
            starts += 1
        }
        if attempt == 1 {
            started += 1
            if counts.mayHaveFailed { counts.failed += 1 }
        }
        counts.mayHaveFailed = false
    }

    private static func finish(_ counts: inout Counts, _ run: Int32, _ outcome: Outcome) {
        if counts.lastEnded != run { counts.ended += 1 }
        counts.lastEnded = run
        switch outcome {
        case .success, .cancelled: counts.mayHaveFailed = false
        case .fail, .critical, .timedOut: counts.mayHaveFailed = true
        }
    }
}
