import SchedulerCore

/// What expectations ask for, folded from the trace: first starts, ended runs, failures, skips, misses, launch time.
struct RunTally: Sendable {
    /// The counts of one task over the whole replay.
    struct Counts: Sendable {
        /// The place of its first start among all first starts; nil: it never started.
        var firstStart: Int?
        /// The last run that ended an attempt, and how many runs have.
        var lastEnded: Int32 = 0
        var ended = 0
        /// Runs whose last attempt failed; the one in question is settled by its next attempt or run.
        var failed = 0
        var mayHaveFailed = false
        var skipped = 0
        var missed = 0
    }

    private(set) var counts: [Counts] = []
    private(set) var warnings = 0
    private(set) var started = 0
    /// The launch time of the last process that showed a first frame.
    private(set) var launch: Nanoseconds?
    private var launchedAt: Instant = .zero
    private var starts = 0
    private var folded = 0

    /// Takes in the records that came since the last time. O(new records).
    mutating func fold(_ scheduler: Scheduler) {
        while counts.count < scheduler.taskCount { counts.append(Counts()) }
        while folded < scheduler.records.count {
            take(scheduler.records[folded])
            folded += 1
        }
    }

    /// The records are gone from the scheduler; the counts stay.
    mutating func forgetRecords() {
        folded = 0
    }

    private mutating func take(_ record: TraceRecord) {
        switch record.fact {
        case .event(let event):
            if event == .willFinishLaunching { launchedAt = record.time }
        case .firstFrame: launch = record.time - launchedAt
        case .start(let task, _, let attempt, _): start(task.offset, attempt)
        case .finish(let task, let run, _, let outcome, _, _): finish(task.offset, run, outcome)
        case .skip(let task, _): counts[task.offset].skipped += 1
        case .miss(let task, _): counts[task.offset].missed += 1
        case .warning: warnings += 1
        case .action, .refused, .state, .tick, .release, .park, .job, .queue, .sequence, .expect: break
        }
    }

    private mutating func start(_ task: Int, _ attempt: Int32) {
        if counts[task].firstStart == nil {
            counts[task].firstStart = starts
            starts += 1
        }
        if attempt == 1 {
            started += 1
            if counts[task].mayHaveFailed { counts[task].failed += 1 }
        }
        counts[task].mayHaveFailed = false
    }

    private mutating func finish(_ task: Int, _ run: Int32, _ outcome: Outcome) {
        if counts[task].lastEnded != run { counts[task].ended += 1 }
        counts[task].lastEnded = run
        switch outcome {
        case .success, .cancelled: counts[task].mayHaveFailed = false
        case .fail, .critical, .timedOut: counts[task].mayHaveFailed = true
        }
    }
}
