import Foundation
import SchedulerCore
import TraceFormat

/// What the job store has to do with besides changes of rows.
struct JobNews: Sendable {
    /// Runs that begin once the store has counted them.
    var starts: [Attempt] = []
    /// The waiters for jobs to be stored.
    var announcements: [JobAnnouncement] = []
    /// What became of jobs, told once the store has it.
    var notices: [JobNotice] = []
    /// The store failed; the queue, started again, tries it again.
    var hasStoreFailed = false

    /// Whether nothing is to begin and nobody to be told.
    var isEmpty: Bool { starts.isEmpty && announcements.isEmpty && notices.isEmpty }

    /// Starts, announcements and notices, which are forgotten here.
    mutating func take() -> JobNews {
        defer { (starts, announcements, notices) = ([], [], []) }
        return self
    }

    /// A run that was to begin does not.
    mutating func removeStarts(of id: JobRunID) -> [Attempt] {
        let gone = starts.filter { if case .job(id, _) = $0.owner { true } else { false } }
        if !gone.isEmpty { starts.removeAll { start in gone.contains { $0 === start } } }
        return gone
    }

    /// The process is gone: what was to begin does not.
    mutating func removeStarts() -> [Attempt] {
        defer { starts = [] }
        return starts
    }
}

/// Jobs: what becomes of a row the core says, for the store.
extension LiveState {
    /// Whether something is to be stored, to begin or to be told. A scheduler without jobs asks its rules nothing.
    var hasJobNews: Bool { !jobs.isEmpty || (hasJobStore && hasJobsToStore) }

    /// Not inlined: the optimizer would copy the rules' state for it in every round, before it knows whether it asks.
    @inline(never)
    private var hasJobsToStore: Bool { core.hasJobChanges || (jobs.hasStoreFailed && core.jobs.isStarted) }

    /// A run of a job was ordered; its body begins when the store has counted it.
    mutating func startJob(_ id: JobRunID, _ task: TaskID) {
        let name = core.name(of: task)
        guard let job = core.jobs.job(id.job), let definition = bodies.job(name) else { return }
        let stamp = Double(epoch) / 1e9 + Double(job.enqueuedAt.nanoseconds) / 1e9
        let work = JobContext(id: job.id, data: job.spec.data, stamp: Date(timeIntervalSince1970: stamp))
        jobs.starts.append(
            Attempt(
                .job(id, task), definition, at: LanePlace(jobLane, job.spec.queue), run: id.job.number,
                number: id.attempt, startedAt: now, origin: .job(JobWork(work))))
    }

    /// What became of jobs among `records`, for those who listen.
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

    /// `queue …`
    mutating func order(_ order: QueueCommand, _ text: String) -> Refusal? { command(.queue(order), text) }

    /// Takes in a job: its number, and why it was not taken in after all.
    mutating func enqueue(_ spec: JobSpec, _ text: String) -> (id: JobID, refusal: Refusal?) {
        let id = JobID(core.jobs.nextNumber)
        guard spec.hasObject else { return (id, command(.driver(.unfitJob(.notObject)), text)) }
        return (id, command(.enqueue(spec), text))
    }
}
