/// What can be asked of the queue (The rules, "Jobs").
extension JobQueue {
    /// Whether a job of `task` is in the table, a running one included. O(rows).
    public func exists(_ task: String) -> Bool {
        list.contains { isSame($0.spec.task, task) }
    }

    /// Whether a run of this job can have been under way: its number was given.
    public func isKnown(_ id: JobRunID) -> Bool {
        id.job.number > 0 && id.job.number < nextNumber
    }

    /// Whether this run has begun and not ended.
    public func isUnderWay(_ run: JobRunID) -> Bool { running.contains { $0.id == run } }

    /// How long a run of these jobs may take; nil: as long as it likes.
    public func timeout(of task: String) -> Nanoseconds? {
        for timeout in settings.timeouts {
            if let name = timeout.task, isSame(name, task) { return timeout.limit }
        }
        return handlers.hasOwn(task) ? nil : settings.timeouts.first { $0.task == nil }?.limit
    }

    /// Whether the queue was started and not stopped.
    public var isRunning: Bool { isStarted }

    /// Whether a run is under way.
    public var isActive: Bool { !running.isEmpty }

    /// Whether a run of `task` is under way.
    public func isActive(_ task: String) -> Bool {
        running.contains { isSame($0.task, task) }
    }

    /// The job of `task` that is served first: a running one, else by priority and place, else the first to come due.
    /// O(rows).
    public func next(_ task: String) -> Job? {
        list.filter { isSame($0.spec.task, task) }.min { rank($0) < rank($1) }
    }

    /// Runs under way that never end by themselves.
    public var hung: [JobRun] { running.filter { $0.isHung } }

    private func rank(_ job: Job) -> (Int, UInt8, Int64) {
        (job.isRunning ? 0 : 1, job.spec.priority.rawValue, job.place)
    }

    private func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// One sentence for each invariant that is broken now; empty if all is well. O(rows * rows).
    public func brokenInvariants() -> [String] {
        var faults: [String] = []
        for (index, lane) in queues.enumerated() {
            let count = running.count { $0.lane == index }
            if count != lane.running { faults.append("job queue \(index): runs \(lane.running), counted \(count)") }
            if count > lane.width { faults.append("job queue \(index): more runs than places") }
        }
        for job in list {
            let runs = running.count { $0.id.job == job.id && !$0.isRowGone }
            if job.id.number >= nextNumber { faults.append("job \(job.id.number): its number is still to be given") }
            if job.isRunning, runs > 1 { faults.append("job \(job.id.number): runs twice at once") }
            if !job.isRunning, runs > 0 { faults.append("job \(job.id.number): runs and does not know") }
            if !job.isRunning, places(of: job.id) != (paused.contains(job.id) ? 0 : 1) {
                faults.append("job \(job.id.number): stands in \(places(of: job.id)) places")
            }
            if job.attempts < job.forgiven { faults.append("job \(job.id.number): more forgiven than begun") }
        }
        return faults
    }
}
