/// What happens to the scheduler. `Scheduler.end` does what `runFinished` does, `Scheduler.step` what `advance` does.
public enum Input: Hashable, Sendable {
    /// One pass of the rules at this instant: what is due, the tick, the next event, one start. Call again while
    /// `nextDeadline` is not later; report the ends of this instant before each pass.
    case advance
    /// An attempt ended by itself.
    case runFinished(RunID, Outcome)
    /// An attempt that was started will never end by itself.
    case runHung(RunID)
    /// An attempt of this task, whose end was reported before, was reported again: the first report counts.
    case reportedAgain(TaskID)
    /// A run of a job ended; a second report is flagged.
    case jobFinished(JobRunID, TaskID, Outcome)
    /// A run of a job that was started will never end by itself.
    case jobHung(JobRunID)
    /// Everything else of this instant is done: limits that end at it are checked.
    case limitsDue
    /// One tick of an external clock.
    case tick
    /// A command of a person or script; its number returns in its trace record.
    case command(Command, CommandID)
}

/// A command of a person or script.
public enum Command: Hashable, Sendable {
    case action(LifecycleAction)
    case fire(EventSet)
    case post(String)
    /// Asks whether the clock may tick now; the ticks themselves are `Input.tick`.
    case tick
    case pauseTask(String)
    case resumeTask(String)
    case pauseLane(String)
    case resumeLane(String)
    case destroy(String)
    indirect case inject(TaskSpec)
    /// Cancels the running attempt of a task, without a retry.
    case cancel(String)
    case start(String)
    /// Adds a last step to a sequence.
    case addStep(String, to: String)
    /// Adds a sequence for the rest of the process.
    indirect case injectSequence(SequenceSpec)
    case queue(QueueCommand)
    indirect case enqueue(JobSpec)
    /// A command that only the driver carries out, and whether it is refused.
    case driver(Refusal?)
}

extension Command {
    /// What must exist for a command to mean something.
    public enum Target: Hashable, Sendable {
        case nothing
        case task(String)
        case sequence(String)
        case lane(String)
        /// No script can say it.
        case unsayable
    }

    /// What the command is about.
    public var target: Target {
        switch self {
        case .pauseTask(let name), .resumeTask(let name), .destroy(let name), .cancel(let name): .task(name)
        case .start(let name), .addStep(_, let name): .sequence(name)
        case .pauseLane(let name), .resumeLane(let name): .lane(name)
        case .fire(let events): events.events.isEmpty ? .unsayable : .nothing
        case .driver: .unsayable
        case .action, .post, .tick, .inject, .injectSequence, .queue, .enqueue: .nothing
        }
    }
}

/// An order to the job queue.
public enum QueueCommand: Hashable, Sendable {
    /// The queue starts jobs, from the next launch on if the app is not running.
    case start
    /// The queue starts no more jobs; those that run end.
    case stop
    /// Removes all jobs but the dead letters; those that run end.
    case empty
    /// Returns a dead letter to its queue and forgives its runs.
    case retry(JobID)
    /// Deletes a dead letter.
    case discard(JobID)
    /// Removes a job from its queue; a current run continues to its end.
    case remove(JobID)
    /// Removes a job from its queue; a current run is cancelled.
    case cancel(JobID)
    /// A waiting job does not start until `resume`, or until the process ends.
    case pause(JobID)
    /// Resumes a paused job.
    case resume(JobID)
    /// A waiting job starts before all others of its queue and priority, at once if there is room.
    case first(JobID)
    /// A failing job runs at most this many times, until the process ends.
    case limit(Int)
}

/// The result of one input: the only output of the rules besides the trace records.
public struct Response: Hashable, Sendable {
    /// What the driver has to carry out, in this order.
    public internal(set) var effects: [Effect] = []
    /// Why the command was refused; nil if it was accepted, even if it waits its turn and may be refused then.
    public internal(set) var refusal: Refusal?
    private var cycle: [TaskID]?

    /// Nothing to do, and no refusal.
    init() {}

    /// The cycle that a refused injection would have closed, its first member repeated; empty for other refusals.
    public internal(set) var refusedCycle: [TaskID] {
        get { cycle ?? [] }
        set { cycle = newValue.isEmpty ? nil : newValue }
    }
}

extension Response: ExpressibleByArrayLiteral {
    /// These effects, and no refusal.
    public init(arrayLiteral effects: Effect...) {
        self.init()
        self.effects = effects
    }
}

/// An order of the scheduler; its only output besides its trace records.
public enum Effect: Hashable, BitwiseCopyable, Sendable {
    /// Begin an attempt now, and report its end with `Input.runFinished`.
    case start(RunID, TaskID, run: Int32, attempt: Int32, lane: LaneID)
    /// The attempt was cancelled; its report no longer counts.
    case cancel(RunID, TaskID, attempt: Int32)
    /// Begin a run of a job now, and report its end with `Input.jobFinished`.
    case startJob(JobRunID, TaskID)
    /// The run of a job was cancelled; its report no longer counts.
    case cancelJob(JobRunID, TaskID)
    /// The process is gone, and with it every injected task and every run of a job.
    case processEnded
}

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
