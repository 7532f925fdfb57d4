/// What can be ordered of one waiting job (The rules, "Jobs").
extension JobQueue {
    /// A waiting row does not start until `resume`, or until the process ends; why not, if it does not wait.
    public mutating func pause(_ id: JobID, at now: Instant) -> Refusal? {
        change(id, at: now) { _, paused, _ in
            if !paused.contains(id) { paused.append(id) }
        }
    }

    /// A paused row stands where it belongs again; why not, if it does not wait.
    public mutating func resume(_ id: JobID, at now: Instant) -> Refusal? {
        change(id, at: now) { _, paused, _ in paused.removeAll { $0 == id } }
    }

    /// A waiting row is before all others of its queue and priority, and its time has come; why not, if it does not
    /// wait.
    public mutating func putFirst(_ id: JobID, at now: Instant) -> Refusal? {
        change(id, at: now) { job, _, firstPlace in
            job.place = firstPlace - 1
            job.due = now
        }
    }
}
