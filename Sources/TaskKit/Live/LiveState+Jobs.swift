import SchedulerCore

/// What the job store has not been told yet.
struct JobChanges: Sendable {
    var changes: [JobChange] = []
    /// Runs that begin once the store has counted them.
    var starts: [Attempt] = []
    /// Who waits for these changes to be stored.
    var announcements: [JobJournal.Announcement] = []
    /// How many dead letters the store knows of.
    var deadLetters = 0

    /// Whether the store knows everything.
    var isEmpty: Bool { changes.isEmpty && starts.isEmpty && announcements.isEmpty }

    /// All of it, which is forgotten here.
    mutating func take() -> JobChanges {
        defer { (changes, starts, announcements) = ([], [], []) }
        return self
    }

    /// The process is gone: what was to begin does not.
    mutating func removeStarts() -> [Attempt] {
        defer { starts = [] }
        return starts
    }
}

/// Jobs: what becomes of a row is told to the store in the order in which it happened.
extension LiveState {
    /// A run of a job was ordered; its body begins when the store has counted it.
    mutating func startJob(_ id: JobRunID, _ task: TaskID) {
        guard let job = core.jobs.job(id.job), let definition = jobDefinitions[core.name(of: task)] else { return }
        jobs.changes.append(.put(job))
        jobs.starts.append(
            Attempt(
                owner: .job(id, task), definition, lane: jobLane, laneName: job.spec.queue, run: id.job.number,
                number: id.attempt, startedAt: now, job: JobContext(id: job.id, data: job.spec.data)))
    }

    /// Tells the store what became of a row.
    mutating func noteRow(_ id: JobID) {
        if let job = core.jobs.job(id) {
            jobs.changes.append(.put(job))
        } else {
            noteDeadLetters()
            if core.jobs.deadLetters.last?.job.id != id { jobs.changes.append(.remove(id)) }
        }
    }

    /// Tells the store of rows that died since it was told last.
    mutating func noteDeadLetters() {
        let dead = core.jobs.deadLetters
        if dead.count > jobs.deadLetters { jobs.changes += dead[jobs.deadLetters...].map(JobChange.bury) }
        jobs.deadLetters = dead.count
    }

    /// `queue …`, and what it does to the rows.
    mutating func order(_ order: QueueCommand, _ text: String) -> Refusal? {
        noteDeadLetters()
        let rows = order == .empty ? core.jobs.list.map(\.id) : []
        if let refusal = command(.queue(order), text) { return refusal }
        switch order {
        case .start, .stop: break
        case .empty: jobs.changes += rows.map(JobChange.remove)
        case .retry(let id): noteRow(id)
        case .discard(let id): jobs.changes.append(.remove(id))
        }
        jobs.deadLetters = core.jobs.deadLetters.count
        return nil
    }

    /// Takes in a job: its number, and why it was not taken in after all. `stored` is told when it is in the store.
    mutating func enqueue(_ spec: JobSpec, _ text: String) -> (id: JobID, refusal: Refusal?) {
        let id = JobID(core.jobs.nextNumber)
        if let refusal = command(.enqueue(spec), text) { return (id, refusal) }
        noteRow(id)
        return (id, nil)
    }
}
