/// Why a command was refused.
public enum Refusal: Error, Hashable, BitwiseCopyable, Sendable {
    /// The state does not allow it; `allowed` is the set of states that do, one bit per raw value.
    case state(LifecycleState, allowed: UInt8)
    /// The event happens once per process, by launching.
    case oncePerProcess(LifecycleEvent)
    /// The once-only event was already delivered.
    case delivered(LifecycleEvent)
    /// A task of this name exists.
    case nameInUse
    /// No task of this name exists now.
    case unknownTask
    /// No lane of this name exists.
    case unknownLane
    /// The predecessors would close a cycle; see `Response.refusedCycle`.
    case cycle
    /// The interval must be a whole number of ticks, from 1 to the maximum.
    case interval
    /// The sequence is already running.
    case sequenceRunning
    /// It is not a sequence.
    case notSequence
    /// More tasks than the scheduler holds.
    case tooManyTasks
    /// A job with the same unique key is in the queue: this one.
    case duplicateJob(Int64)
    /// No dead letter has this number.
    case noDeadLetter(Int64)
    /// No job in the queue has this number.
    case noJob(Int64)
    /// A run of this job is under way.
    case jobRunning(Int64)
    /// No attempt of the task is under way.
    case notUnderWay
    /// A step is a task, not a sequence.
    case stepIsSequence
    /// The job cannot be enqueued as it is.
    case unfitJob(JobFault)
    /// More jobs than the queue can hold.
    case tooManyJobs
    /// Too many of something.
    case limit(SchedulerLimit)
    /// A name, key or text contains a NUL character, which no store and no file can hold.
    case nul
    /// What the driver could not do, by the driver's number.
    case driver(Int32)
}

/// What a command would have too many of.
public enum SchedulerLimit: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    /// Actions that wait their turn.
    case waitingActions
    /// Names that became known at run time.
    case names
    /// Named job queues.
    case jobQueues

    /// How many there may be.
    public var maximum: Int {
        switch self {
        case .waitingActions: Lifecycle.maximumWaiting
        case .names: Scheduler.maximumNewNames
        case .jobQueues: JobQueue.maximumQueues
        }
    }
}
