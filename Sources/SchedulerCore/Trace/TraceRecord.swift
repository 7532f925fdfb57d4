/// One thing that happened, in the order in which it happened; the trace alone rebuilds the final state.
public struct TraceRecord: Hashable, BitwiseCopyable, Sendable {
    /// When.
    public var time: Instant
    /// What.
    public var fact: Fact

    /// `fact` at `time`.
    @inlinable
    public init(_ time: Instant, _ fact: Fact) {
        self.time = time
        self.fact = fact
    }

    /// What can happen; the cases follow the kinds in The rules, "Trace".
    public enum Fact: Hashable, BitwiseCopyable, Sendable {
        /// A command began (terminate: was given).
        case action(CommandID)
        /// A command was refused; nothing changed.
        case refused(CommandID, Refusal)
        /// An event was delivered.
        case event(LifecycleEvent)
        /// The process entered a state.
        case state(LifecycleState)
        /// didBecomeActive of the launch is over.
        case firstFrame
        /// Tick number n of this process.
        case tick(Int64)
        /// A run was released; runs count from 1 per name over the whole session.
        case release(TaskID, run: Int32, lane: LaneID)
        /// An attempt began.
        case start(TaskID, run: Int32, attempt: Int32, lane: LaneID)
        /// An attempt ended; `ready` is when its run's predecessors were done.
        case finish(TaskID, run: Int32, attempt: Int32, Outcome, ready: Instant, FinishReason)
        /// A turn ended without a run.
        case skip(TaskID, Reason)
        /// A date or once-only event passed a task by.
        case miss(TaskID, Reason)
        /// A run began to be parked.
        case park(TaskID, Reason)
        /// A job's signal; `job` is its id in the store.
        case job(Int64, TaskID, JobSignal, attempt: Int32, willRetry: Bool)
        /// The job queue's signal.
        case queue(QueueSignal)
        /// A sequence's signal; `step` where one step is meant.
        case sequence(TaskID, SequenceSignal, step: TaskID?, Reason?)
        /// The expectation with this number of the driver's was judged.
        case expect(Int32)
        /// Something that a person should know.
        case warning(Warning)
    }
}

/// A job's signals.
public enum JobSignal: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case jobDidStart, jobDidSucceed, jobDidFail
}

/// The job queue's signals.
public enum QueueSignal: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case didStart, didStop, didDrain
}

/// A sequence's signals.
public enum SequenceSignal: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case started, completed, failed, allDone
}

/// Why an attempt ended other than by itself.
public enum FinishReason: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    /// By itself: no reason is written.
    case none
    /// Its process was terminated.
    case processEnded
    /// Its process crashed or was killed.
    case crashed
    /// It passed its timeout.
    case timeout
    /// A command ended it.
    case command
}

/// Why a turn was skipped, missed or parked.
public enum Reason: Hashable, BitwiseCopyable, Sendable {
    /// The first cause: this task's last turn ended so.
    case predecessor(TaskID, TurnResult)
    /// An earlier run of the task has not ended and another one waits already.
    case overrun
    /// The task is paused.
    case paused
    /// The task was destroyed.
    case destroyed
    /// The process ended first.
    case processEnded
    /// The lane is paused.
    case lanePaused(LaneID)
    /// The lane is not open yet.
    case laneClosed(LaneID)
    /// It waits for a task that is not released.
    case waitsForUnreleased(TaskID)
    /// It waits for a task that is itself parked.
    case waitsForParked(TaskID)
    /// Only runs that never end keep it from starting.
    case laneStuck(LaneID)
    /// It never ends.
    case stuck
    /// The date was this much older than the grace allows.
    case tooOld(Nanoseconds)
    /// The date fell into a suspension.
    case suspended
    /// An attempt failed; used by sequences.
    case step(TurnResult)
    /// A sentence of the driver's or of a trace that was read, by the driver's number; the core never makes one.
    case text(Int32)
}

/// What a person should know; the code of the `warning` record is the case's name.
public enum Warning: Hashable, BitwiseCopyable, Sendable {
    /// A limit was passed by this action.
    case watchdog(LifecycleAction, limit: Nanoseconds)
    /// An event was held too long by this run, which never ends.
    case stuck(TaskID)
    /// A second report of an end; the first counts.
    case secondCompletion(TaskID)
    /// A predecessor that does not exist counts as absent.
    case unknownPredecessor(TaskID, of: TaskID)
    /// At the end of a replay the task was still parked.
    case stillParked(TaskID, Reason)
    /// At the end of a replay the task was still paused.
    case stillPaused(TaskID)
    /// At the end of a replay the lane was still paused.
    case lanePaused(LaneID)
    /// The task of this job has no handler; it stays in the queue.
    case jobUnhandled(Int64, TaskID)
    /// This job's last run was lost with its process.
    case jobLost(Int64, TaskID)
    /// This job had not begun in time.
    case jobExpired(Int64, TaskID)
    /// At the end of a replay a run of this job was under way that never ends.
    case jobStuck(Int64, TaskID)
    /// Something of the driver's, by the driver's number.
    case driver(Int32)
}

/// Why a command was refused.
public enum Refusal: Error, Hashable, BitwiseCopyable, Sendable {
    /// The state does not allow it; `allowed` is the set of states that do, one bit per raw value.
    case state(LifecycleState, allowed: UInt8)
    /// The event happens once per process, by launching.
    case oncePerProcess(LifecycleEvent)
    /// The once-only event has been delivered already.
    case delivered(LifecycleEvent)
    /// A task of this name exists.
    case nameInUse
    /// No task of this name exists now.
    case unknownTask
    /// No lane of this name exists.
    case unknownLane
    /// The predecessors would close a cycle; see `Output.refusedCycle`.
    case cycle
    /// The interval must be a whole number of ticks, from 1 to the maximum.
    case interval
    /// The sequence runs already.
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
    /// The job cannot be taken in as it is.
    case unfitJob(JobFault)
    /// More jobs than the queue holds.
    case tooManyJobs
    /// More of something than is kept.
    case limit(SchedulerLimit)
    /// A name, key or text contains NUL character, which no store and no file can.
    case nul
    /// What the driver could not do, by the driver's number.
    case driver(Int32)
}

/// What a command would make more of than is kept.
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
