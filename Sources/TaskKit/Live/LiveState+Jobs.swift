import SchedulerCore

/// Jobs: what becomes of a row is told to the store in the order in which it happened.
extension LiveState {
    /// A run of a job was ordered; its body begins when the store has counted it.
    mutating func startJob(_ id: JobRunID, _ task: TaskID) {
        let name = core.name(of: task)
        guard let job = core.jobs.job(id.job), let place = jobPlaces[name] else { return }
        changes.append(.put(job))
        storedStarts.append(
            JobStart(
                attempt: Attempt(
                    owner: .job(id, task), run: id.job.number, attempt: id.attempt, place: Int32(place),
                    startedAt: now),
                job: job))
    }

    /// A run of a job reported its end.
    mutating func finishJob(_ id: JobRunID, _ task: TaskID, _ outcome: Outcome) {
        outstandingJobs[id] = nil
        feed(.jobFinished(id, task, outcome))
        noteRow(id.job)
    }

    /// Tells the store what became of a row.
    mutating func noteRow(_ id: JobID) {
        if let job = core.jobs.job(id) {
            changes.append(.put(job))
        } else {
            noteDeadLetters()
            if core.jobs.deadLetters.last?.job.id != id { changes.append(.remove(id)) }
        }
    }

    /// Tells the store of rows that died since it was told last.
    mutating func noteDeadLetters() {
        let dead = core.jobs.deadLetters
        if dead.count > deadLetters { changes += dead[deadLetters...].map(JobChange.bury) }
        deadLetters = dead.count
    }

    /// `queue …`, and what it does to the rows.
    mutating func order(_ order: QueueCommand, _ text: String) -> Refusal? {
        noteDeadLetters()
        let rows = order == .empty ? core.jobs.list.map(\.id) : []
        let refusal = command(.queue(order), text)
        guard refusal == nil else { return refusal }
        switch order {
        case .start, .stop: break
        case .empty: changes += rows.map(JobChange.remove)
        case .retry(let id): noteRow(id)
        case .discard(let id): changes.append(.remove(id))
        }
        deadLetters = core.jobs.deadLetters.count
        return nil
    }

    /// Takes in a job, and answers when it is stored; why not, where it is refused.
    mutating func enqueue(
        _ spec: JobSpec, _ text: String, _ answer: @escaping @Sendable (Result<JobID, any Error>) -> Void
    ) -> Refusal? {
        let taken = enqueue(spec, text)
        guard taken.refusal == nil else { return taken.refusal }
        announcements.append { error in
            answer(error.map { .failure($0) } ?? .success(taken.id))
        }
        return nil
    }

    /// Takes in a job: its number, and why it was not taken in after all.
    mutating func enqueue(_ spec: JobSpec, _ text: String) -> (id: JobID, refusal: Refusal?) {
        let id = JobID(core.jobs.nextNumber)
        if let refusal = command(.enqueue(spec), text) { return (id, refusal) }
        noteRow(id)
        return (id, nil)
    }
}
