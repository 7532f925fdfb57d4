/// Queries of the queue (The rules, "Jobs").
extension JobQueue {
    /// Whether a job of `task` is in the table, a running one included. O(rows).
    public func exists(_ task: String) -> Bool {
        list.contains { isSame($0.spec.task, task) }
    }

    /// Whether this run can have existed: its job's number was given.
    public func isKnown(_ id: JobRunID) -> Bool {
        id.job.number > 0 && id.job.number < nextNumber
    }

    /// Whether this run has begun and not ended.
    public func isUnderWay(_ run: JobRunID) -> Bool { running.contains { $0.id == run } }

    /// How long a run of these jobs may take; nil: no limit.
    public func timeout(of task: String) -> Nanoseconds? {
        for timeout in settings.timeouts {
            if let name = timeout.task, isSame(name, task) { return timeout.limit }
        }
        return handlers.hasOwn(task) ? nil : settings.timeouts.first { $0.task == nil }?.limit
    }

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
}
