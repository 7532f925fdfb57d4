extension JobQueue {
    /// A run under way.
    public struct JobRun: Hashable, Stored {
        /// The run.
        public var id: JobRunID
        /// The name of its task.
        public var task: String
        var queue: Int
        /// Whether `empty` removed its row.
        var isRowGone = false
        /// Whether it never ends by itself.
        var isHung = false
    }
}

/// Something that the queue has done, for the driver to carry out or to report.
public enum JobStep: Hashable, Sendable {
    /// A run has begun: carry it out, and report its end with `finish`. The row as it is now, this run counted.
    case began(JobRunID, Job)
    /// The row stays: its task has no handler. Reported once in a process.
    case unhandled(Job)
    /// The row is a dead letter: it had not begun in time.
    case expired(Job, isDrained: Bool)
}

/// How a run's end was accounted for.
public struct JobEnd: Hashable, Sendable {
    /// Whether it succeeded.
    public var isSuccess: Bool
    /// Whether it will run again.
    public var willRetry: Bool
    /// Whether the table became empty.
    public var isDrained: Bool
}
