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
    case start, stop, empty
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
