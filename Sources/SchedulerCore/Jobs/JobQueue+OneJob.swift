/// Orders for one waiting job (The rules, "Jobs").
extension JobQueue {
    /// Pauses a waiting row until `resume` or the end of the process. Returns the refusal if it does not wait.
    public mutating func pause(_ id: JobID, at now: Instant) -> Refusal? {
        change(id, at: now) { _, paused, _ in
            if !paused.contains(id) { paused.append(id) }
        }
    }

    /// Puts a paused row back in its place. Returns the refusal if it does not wait.
    public mutating func resume(_ id: JobID, at now: Instant) -> Refusal? {
        change(id, at: now) { _, paused, _ in paused.removeAll { $0 == id } }
    }

    /// Puts a waiting row before all others of its queue and priority, due at once. Returns the refusal if it does not
    /// wait.
    public mutating func putFirst(_ id: JobID, at now: Instant) -> Refusal? {
        change(id, at: now) { job, _, firstPlace in
            job.place = firstPlace - 1
            job.due = now
        }
    }
}
