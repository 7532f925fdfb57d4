import SchedulerCore
import TraceFormat

/// An attempt or a job's run that has ended, as log and metrics report it.
struct FinishedRun: Hashable, Sendable {
    var task: String
    var run: Int
    var attempt: Int
    /// The lane's name; nil for a job.
    var lane: String?
    var outcome: Outcome
    /// Its error's description; nil if it had none.
    var error: String?
    /// From its release to its start; nil for a job, or if it never started.
    var wait: Nanoseconds?
    /// From its start to its end; nil if it never started.
    var duration: Nanoseconds?
}

/// Matches releases, starts and ends.
struct RunLedger: Sendable {
    private struct Key: Hashable {
        var task: TaskID
        var run: Int32
    }

    /// Released runs; one that has ended stays until its task is released again, as it may be retried. At most two for
    /// each task.
    private var open: [Key: (released: Instant, started: Instant?, lane: LaneID)] = [:]
    private var jobs: [AttemptID: Instant] = [:]

    /// The run that ended with this record, if any.
    mutating func take(_ record: TraceRecord, _ names: TraceNames) -> FinishedRun? {
        switch record.fact {
        case .release(let task, let run, let lane):
            // At most one run of a task executes and one waits: an older one has ended for good.
            open[Key(task: task, run: run - 2)] = nil
            open[Key(task: task, run: run)] = (record.time, nil, lane)
            return nil
        case .start(let task, let run, _, let lane):
            let key = Key(task: task, run: run)
            open[key] = (open[key]?.released ?? record.time, record.time, lane)
            return nil
        case .finish(let task, let run, let attempt, let outcome, _, _):
            let key = Key(task: task, run: run)
            guard let times = open[key] else { return nil }
            return FinishedRun(
                task: names.name(of: task), run: Int(run), attempt: Int(attempt), lane: names.name(of: times.lane),
                outcome: outcome, error: names.error(of: record.fact),
                wait: times.started.map { Self.between(times.released, $0) },
                duration: times.started.map { Self.between($0, record.time) })
        case .job(let job, let task, let signal, let attempt, _, _):
            return takeJob(AttemptID(task, run: job, attempt: attempt), signal, record.time, names)
        case .action, .refused, .event, .state, .firstFrame, .tick, .skip, .miss, .park, .queue, .sequence, .expect,
            .warning:
            return nil
        }
    }

    private mutating func takeJob(
        _ run: AttemptID, _ signal: JobSignal, _ time: Instant, _ names: TraceNames
    ) -> FinishedRun? {
        let outcome: Outcome
        switch signal {
        case .jobDidStart:
            jobs[run] = time
            return nil
        case .jobDidSucceed: outcome = .success
        case .jobDidFail: outcome = .fail
        }
        return FinishedRun(
            task: names.name(of: run.task), run: Int(run.run), attempt: Int(run.attempt), lane: nil, outcome: outcome,
            error: names.errors[run], wait: nil,
            duration: jobs.removeValue(forKey: run).map { Self.between($0, time) })
    }

    private static func between(_ start: Instant, _ end: Instant) -> Nanoseconds {
        Nanoseconds(end.nanoseconds - start.nanoseconds)
    }
}
