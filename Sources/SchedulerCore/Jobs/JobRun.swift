extension JobQueue {
    /// A run under way.
    public struct JobRun: Hashable, Sendable {
        /// The run.
        public var id: JobRunID
        /// The name of its task.
        public var task: String
        /// When it began.
        public var began: Instant
        var queue: Int
        /// `empty` removed its row.
        var isRowGone = false
        /// It never ends by itself.
        var isHung = false
    }
}
