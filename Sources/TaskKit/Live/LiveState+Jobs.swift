import SchedulerCore

/// What the job store has to do with besides changes of rows.
struct JobNews: Sendable {
    /// Runs that begin once the store has counted them.
    var starts: [Attempt] = []
    /// Who waits for a job to be stored.
    var announcements: [JobAnnouncement] = []
    /// The store failed; the queue, started again, tries it again.
    var hasStoreFailed = false

    /// Starts and announcements, which are forgotten here.
    mutating func take() -> JobNews {
        defer { (starts, announcements) = ([], []) }
        return self
    }

    /// The process is gone: what was to begin does not.
    mutating func removeStarts() -> [Attempt] {
        defer { starts = [] }
        return starts
    }
}

/// Jobs: what becomes of a row the core says, for the store.
extension LiveState {
    /// Whether the journal has something to do.
    var hasJobNews: Bool {
        !jobs.starts.isEmpty || !jobs.announcements.isEmpty
            || (hasJobStore && (core.hasJobChanges || (jobs.hasStoreFailed && core.jobs.isStarted)))
    }

    /// A run of a job was ordered; its body begins when the store has counted it.
    mutating func startJob(_ id: JobRunID, _ task: TaskID) {
        guard let job = core.jobs.job(id.job), let definition = jobDefinitions[core.name(of: task)] else { return }
        jobs.starts.append(
            Attempt(
                owner: .job(id, task), definition, lane: jobLane, laneName: job.spec.queue, run: id.job.number,
                number: id.attempt, startedAt: now, job: JobContext(id: job.id, data: job.spec.data)))
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
