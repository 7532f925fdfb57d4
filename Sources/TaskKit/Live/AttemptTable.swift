import SchedulerCore

/// The attempts that were ordered and have not ended.
struct AttemptTable {
    /// The attempts of tasks, by the slots of their runs.
    private var tasks: [LiveAttempt?] = []
    private var jobs: [JobRunID: LiveAttempt] = [:]

    mutating func insert(_ attempt: LiveAttempt) {
        switch attempt.owner {
        case .task(let id, _):
            while tasks.count <= Int(id.slot) { tasks.append(nil) }
            tasks[Int(id.slot)] = attempt
        case .job(let id, _): jobs[id] = attempt
        }
    }

    /// Removes an attempt that has ended; a newer attempt in its slot stays.
    mutating func remove(_ attempt: LiveAttempt) {
        switch attempt.owner {
        case .task(let id, _):
            let slot = Int(id.slot)
            if slot < tasks.count, tasks[slot] === attempt { tasks[slot] = nil }
        case .job(let id, _): jobs[id] = nil
        }
    }

    /// Removes and returns the attempt with this number of a run.
    mutating func take(_ id: RunID, _ number: Int32) -> LiveAttempt? {
        let slot = Int(id.slot)
        guard slot < tasks.count, let attempt = tasks[slot], case .task(id, _) = attempt.owner, attempt.number == number
        else { return nil }
        tasks[slot] = nil
        return attempt
    }

    /// Removes and returns a run of a job.
    mutating func take(_ id: JobRunID) -> LiveAttempt? { jobs.removeValue(forKey: id) }

    /// Removes and returns all attempts.
    mutating func takeAll() -> [LiveAttempt] {
        defer { (tasks, jobs) = ([], [:]) }
        return all
    }

    /// Attempts whose bodies returned by `instant` but whose threads have not reported it yet, the earliest first.
    func returned(until instant: Instant) -> [LiveAttempt] {
        all.filter { !$0.isReported && $0.returned <= instant }.sorted { $0.returned < $1.returned }
    }

    private var all: [LiveAttempt] { tasks.compactMap { $0 } + jobs.values }
}
