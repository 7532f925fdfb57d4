/// What happens to the scheduler; the only way in.
public enum Input: Hashable, Sendable {
    /// One pass of the rules at this instant: what is due, the tick, the next event, one start. Call again while
    /// `nextDeadline` is not later; hand in the ends of this instant before each pass.
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
    /// Everything else of this instant is done: limits that end at it are judged.
    case limitsDue
    /// One tick of an external clock.
    case tick
    /// A command of a person or script; the number comes back in its trace record.
    case command(Command, CommandID)
}

/// What a person or script orders.
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
    /// Ends the attempt of a task that is under way, without another one.
    case cancel(String)
    case start(String)
    /// A further step, the last one, of a sequence.
    case addStep(String, to: String)
    /// A new sequence, until the process ends.
    indirect case injectSequence(SequenceSpec)
    case queue(QueueCommand)
    indirect case enqueue(JobSpec)
    /// Something that only the driver carries out, and whether it is refused.
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

/// What can be ordered of the job queue.
public enum QueueCommand: Hashable, Sendable {
    case start, stop, empty
    /// Takes a dead letter back into its queue, its runs forgiven.
    case retry(JobID)
    /// Deletes a dead letter.
    case discard(JobID)
    /// Takes a job out of its queue; a run under way ends.
    case remove(JobID)
    /// Takes a job out of its queue; a run under way is ended.
    case cancel(JobID)
    /// A waiting job does not start until `resume`, or until the process ends.
    case pause(JobID)
    /// Takes a pause of a job back.
    case resume(JobID)
    /// A waiting job starts before all others of its queue and priority, at once if there is room.
    case first(JobID)
    /// This many runs of a failing job, until the process ends.
    case limit(Int)
}
