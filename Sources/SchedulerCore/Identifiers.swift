/// The dense number of a task name: 0, 1, 2… in the order in which names became known.
///
/// A name keeps its number for the whole session: through relaunches, and when a destroyed name is injected again.
public struct TaskID: Hashable, BitwiseCopyable, Comparable, Sendable {
    /// The number, an index into every per-task array.
    public var index: Int32

    /// The task with number `index`.
    @inlinable
    public init(_ index: Int) {
        self.index = Int32(truncatingIfNeeded: index)
    }

    /// The number as an array index.
    @inlinable
    public var offset: Int { Int(index) }
    /// The smaller number became known earlier.
    @inlinable
    public static func < (left: TaskID, right: TaskID) -> Bool { left.index < right.index }
}

/// The dense number of a lane: 0 is `main`, the others follow as declared.
public struct LaneID: Hashable, BitwiseCopyable, Comparable, Stored {
    /// The number, an index into `SchedulerConfiguration.lanes`.
    public var index: UInt16

    /// The lane with number `index`.
    @inlinable
    public init(_ index: Int) {
        self.index = UInt16(truncatingIfNeeded: index)
    }

    /// The number as an array index.
    @inlinable
    public var offset: Int { Int(index) }
    /// Lane `main`, always number 0.
    @inlinable
    public static var main: LaneID { LaneID(0) }
    /// The lane declared earlier is the smaller.
    @inlinable
    public static func < (left: LaneID, right: LaneID) -> Bool { left.index < right.index }
}

/// One run of the scheduler, unique in a session: the driver returns it with the run's end.
public struct RunID: Hashable, BitwiseCopyable, Stored {
    /// The number of its release record, never used twice: tells a late report from one for the slot's next run.
    public var sequence: Int64
    /// The slot in the scheduler's run table; used again after the run's end.
    public var slot: Int32

    /// A run in `slot` with release number `sequence`.
    @inlinable
    public init(slot: Int32, sequence: Int64) {
        self.slot = slot
        self.sequence = sequence
    }
}

/// The caller's number of a command, returned in its trace record; the core does not use it.
public struct CommandID: Hashable, BitwiseCopyable, Stored {
    /// The caller's number.
    public var index: Int64

    /// The command with number `index`.
    @inlinable
    public init(_ index: Int) {
        self.index = Int64(index)
    }
}

/// The number of a job, given when it is enqueued and never used again, not even after `empty`.
public struct JobID: Hashable, BitwiseCopyable, Comparable, Stored {
    /// The number, from 1.
    public var number: Int64

    /// The job with this number.
    @inlinable
    public init(_ number: Int64) {
        self.number = number
    }

    /// The job enqueued earlier is the smaller.
    @inlinable
    public static func < (left: JobID, right: JobID) -> Bool { left.number < right.number }
}

/// One run of a job: never used twice, as attempts never decrease. It is also the token with which the end is reported.
public struct JobRunID: Hashable, BitwiseCopyable, Stored {
    /// The job.
    public var job: JobID
    /// Which of its runs, from 1.
    public var attempt: Int32

    /// Run number `attempt` of `job`.
    public init(job: JobID, attempt: Int32) {
        self.job = job
        self.attempt = attempt
    }
}
