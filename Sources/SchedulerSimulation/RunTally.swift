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

        mutating func finish(_ run: Int32, _ outcome: Outcome) {
            if lastEnded != run { ended += 1 }
            lastEnded = run
            mayHaveFailed = outcome != .success && outcome != .cancelled
        }
    }

    private(set) var counts: [Counts] = []
    private(set) var warnings = 0
    private(set) var started = 0
    /// The launch time of the last process that showed a first frame.
    private(set) var launch: Nanoseconds?
    /// How many parked runs that launch is complete without.
    private(set) var parked = 0
    private var launchedAt: Instant = .zero
    private var starts: Int32 = 0
    private var folded = 0

    /// Adds the records since the last call. O(new records).
    mutating func fold(_ scheduler: borrowing Scheduler) {
        let missing = scheduler.taskCount - counts.count
        if missing > 0 { counts.append(contentsOf: repeatElement(Counts(), count: missing)) }
        let records = scheduler.records(from: folded)
        for record in records { take(record) }
        folded += records.count
    }

    /// The records are gone from the scheduler; the counts stay.
    mutating func forgetRecords() {
        folded = 0
    }

    private mutating func take(_ record: TraceRecord) {
        switch record.fact {
        case .event(let event):
            if event == .willFinishLaunching { launchedAt = record.time }
        case .firstFrame(let without): (launch, parked) = (record.time - launchedAt, Int(without))
        case .start(let task, _, let attempt, _): start(task.offset, attempt)
        case .finish(let task, let run, _, let outcome, _, _): counts[task.offset].finish(run, outcome)
        case .skip(let task, _): counts[task.offset].skipped += 1
        case .miss(let task, _): counts[task.offset].missed += 1
        case .warning: warnings += 1
        case .action, .refused, .state, .tick, .release, .park, .job, .queue, .sequence, .expect: break
        }
    }

    private mutating func start(_ task: Int, _ attempt: Int32) {
        if counts[task].firstStart < 0 {
            counts[task].firstStart = starts
            starts += 1
        }
        if attempt == 1 {
            started += 1
            if counts[task].mayHaveFailed { counts[task].failed += 1 }
        }
        counts[task].mayHaveFailed = false
    }
}
