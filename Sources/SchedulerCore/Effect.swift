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
