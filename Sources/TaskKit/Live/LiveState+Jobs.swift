import Foundation
import SchedulerCore
import TraceFormat

/// What the job store needs to know, besides changes of rows.
struct JobNews: Sendable {
    /// Runs that begin once the store has counted them.
    var starts: [LiveAttempt] = []
    /// The waiters for jobs to be stored.
    var announcements: [JobAnnouncement] = []
    /// Notices about jobs, sent once the store has the changes.
    var notices: [JobNotice] = []
    /// The last batch of records that waits for the store; 0: none does.
    var lastBatch = 0
    /// Whether the store failed; a queue that is started again retries it.
    var hasStoreFailed = false

    /// Whether there is nothing to begin and no one to notify.
    var isEmpty: Bool { starts.isEmpty && announcements.isEmpty && notices.isEmpty && lastBatch == 0 }

    /// Returns and clears everything but the store's failure.
    mutating func take() -> JobNews {
        defer { (starts, announcements, notices, lastBatch) = ([], [], [], 0) }
        return self
    }

    /// Removes a run that was about to begin.
    mutating func removeStarts(of id: JobRunID) -> [LiveAttempt] {
        let gone = starts.filter { if case .job(id, _) = $0.owner { true } else { false } }
        if !gone.isEmpty { starts.removeAll { start in gone.contains { $0 === start } } }
        return gone
    }

    /// The process is gone: removes the runs that were about to begin.
    mutating func removeStarts() -> [LiveAttempt] {
        defer { starts = [] }
        return starts
    }
}

/// Jobs: the core decides what happens to a row, for the store.
extension LiveState {
    /// Whether there is something to store, to begin or to report. A scheduler without jobs does not ask its rules.
    var hasJobNews: Bool { !jobs.isEmpty || (hasJobStore && hasJobsToStore) }

    /// Not inlined: the optimizer would copy the rules' state for it in every round, even if it does not ask.
    @inline(never)
    private var hasJobsToStore: Bool { core.hasJobChanges || (jobs.hasStoreFailed && core.jobs.isStarted) }

    /// The rules started a run of a job; its body begins when the store has counted it.
    mutating func startJob(_ id: JobRunID, _ task: TaskID) {
        let name = core.name(of: task)
        guard let job = core.jobs.job(id.job), let definition = bodies.job(name) else { return }
        let stamp = Date(nanoseconds: job.enqueuedAt.nanoseconds, after: epoch)
        let work = JobContext(id: job.id, data: job.spec.data, stamp: stamp)
        jobs.starts.append(
            LiveAttempt(
                .job(id, task), definition, at: LanePlace(jobLane, job.spec.queue), run: id.job.number,
                number: id.attempt, startedAt: now, origin: .job(Shared(work))))
    }

    /// Collects the notices about jobs in `records` for the listeners.
    mutating func noteJobs(_ records: [TraceRecord]) {
        for record in records {
            switch record.fact {
            case .queue(.didStart): jobs.notices.append(.queueDidStart)
            case .queue(.didStop): jobs.notices.append(.queueDidStop)
            case .queue(.didDrain): jobs.notices.append(.queueDidDrain)
            case .job(let number, let task, let signal, let attempt, let willRetry, _):
                let (id, name, run) = (JobID(number), names.name(of: task), Int(attempt))
                switch signal {
                case .jobDidStart: jobs.notices.append(.jobDidStart(id, task: name, run: run))
                case .jobDidSucceed: jobs.notices.append(.jobDidSucceed(id, task: name, run: run))
                case .jobDidFail:
                    let error = names.errors[AttemptID(task, run: number, attempt: attempt)]
                    jobs.notices.append(
                        .jobDidFail(id, task: name, run: run, willRetry: willRetry, error: error))
                }
            case .action, .refused, .event, .state, .firstFrame, .tick, .release, .start, .finish, .skip, .miss,
                .park, .sequence, .expect, .warning:
                continue
            }
        }
    }

    /// Enqueues a job. Returns its number, and the reason if it was refused.
    mutating func enqueue(_ spec: JobSpec, _ text: String) -> (id: JobID, refusal: Refusal?) {
        let id = JobID(core.jobs.nextNumber)
        guard spec.hasObject else { return (id, command(.driver(.unfitJob(.notObject)), text)) }
        return (id, command(.enqueue(spec), text))
    }
}
