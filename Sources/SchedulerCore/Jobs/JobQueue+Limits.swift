/// The named limits of the queue.
extension JobQueue {
    /// The maximum number of rows of one table.
    public static let maximumJobs = 10_000_000
    /// The maximum number of dead letters; beyond it the oldest is dropped.
    public static let maximumDeadLetters = 10_000
    /// The greatest number of a job, and the greatest place.
    public static let maximumNumber: Int64 = 1 << 62
    /// The maximum number of runs of a job.
    public static let maximumAttempts = 1 << 30
    /// The maximum number of named queues.
    public static let maximumQueues = 1_024
}

extension JobQueue {
    /// Whether a queue that keeps no changes can use it, whoever wrote it.
    var isSound: Bool {
        deadLetters.count <= Self.maximumDeadLetters && deadLetters.allSatisfy { $0.job.bounded == $0.job }
            && (1...Self.maximumNumber + 1).contains(nextNumber) && !hasChanges && handlers.isSound && hasSoundParts
            && running.allSatisfy { queues.indices.contains($0.queue) }
            && queues.allSatisfy { $0.width > 0 && (0..<Int(Int32.max)).contains($0.running) }
    }
}

extension Job {
    /// The same job with its numbers clamped to what a queue can hold.
    var bounded: Job {
        var job = self
        job.id.number = min(max(1, id.number), JobQueue.maximumNumber)
        job.place = min(max(-JobQueue.maximumNumber, place), JobQueue.maximumNumber)
        job.attempts = min(max(0, attempts), JobQueue.maximumAttempts)
        job.forgiven = min(max(0, forgiven), job.attempts)
        return job
    }
}
