import SchedulerCore

/// The attempts that were ordered and have not ended.
struct AttemptTable {
    /// Those of tasks, by the slots of their runs.
    private var tasks: [Attempt?] = []
    private var jobs: [JobRunID: Attempt] = [:]

    mutating func insert(_ attempt: Attempt) {
        switch attempt.owner {
        case .task(let id, _):
            while tasks.count <= Int(id.slot) { tasks.append(nil) }
            tasks[Int(id.slot)] = attempt
        case .job(let id, _): jobs[id] = attempt
        }
    }

    /// It has ended; where its slot has another one by now, that stays.
    mutating func remove(_ attempt: Attempt) {
        switch attempt.owner {
        case .task(let id, _):
            let slot = Int(id.slot)
            if slot < tasks.count, tasks[slot] === attempt { tasks[slot] = nil }
        case .job(let id, _): jobs[id] = nil
        }
    }

    /// Takes out the attempt with this number of a run.
    mutating func take(_ id: RunID, _ number: Int32) -> Attempt? {
        let slot = Int(id.slot)
        guard slot < tasks.count, let attempt = tasks[slot], case .task(id, _) = attempt.owner, attempt.number == number
        else { return nil }
        tasks[slot] = nil
        return attempt
    }

    /// Takes out a run of a job.
    mutating func take(_ id: JobRunID) -> Attempt? { jobs.removeValue(forKey: id) }

    /// Takes out all.
    mutating func takeAll() -> [Attempt] {
        defer { (tasks, jobs) = ([], [:]) }
        return all
    }

    /// Those whose bodies returned at `instant` or before and whose threads have not come to say so, the earliest first.
    func returned(until instant: Instant) -> [Attempt] {
        all.filter { !$0.isReported && $0.returned <= instant }.sorted { $0.returned < $1.returned }
    }

    private var all: [Attempt] { tasks.compactMap { $0 } + jobs.values }
}
