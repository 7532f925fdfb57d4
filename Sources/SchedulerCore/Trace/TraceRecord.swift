/// One thing that happened, in the order in which it happened; the trace alone rebuilds the final state.
public struct TraceRecord: Hashable, BitwiseCopyable, Sendable {
    /// When it happened.
    public var time: Instant
    /// What happened.
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
        /// didBecomeActive of the launch is over. So many runs that its events released are parked: the launch is complete
        /// without them.
        case firstFrame(parked: Int32)
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
        /// A task missed its date or a once-only event.
        case miss(TaskID, Reason)
        /// A run began to be parked.
        case park(TaskID, Reason)
        /// A job's signal, its id in the store first; a run that ended other than by itself says why.
        case job(Int64, TaskID, JobSignal, attempt: Int32, willRetry: Bool, FinishReason = .none)
        /// The job queue's signal.
        case queue(QueueSignal)
        /// A sequence's signal; `step` if it concerns one step.
        case sequence(TaskID, SequenceSignal, step: TaskID?, Reason?)
        /// The driver's expectation with this number was judged.
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
    /// It exceeded its timeout.
    case timeout
    /// A command ended it.
    case command
}

/// Why a turn was skipped, missed or parked.
public enum Reason: Hashable, BitwiseCopyable, Sendable {
    /// The first cause: this task's last turn ended with this result.
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
    /// A sentence of the driver or of an imported trace, by the driver's number; the core never creates one.
    case text(Int32)
}

/// What a person should know; the code of the `warning` record is the case's name.
public enum Warning: Hashable, BitwiseCopyable, Sendable {
    /// This action exceeded its limit.
    case watchdog(LifecycleAction, limit: Nanoseconds)
    /// This run, which never ends, held an event for too long.
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
    /// At the end of a replay a run of this job was executing that never ends.
    case jobStuck(Int64, TaskID)
    /// A warning of the driver, by the driver's number.
    case driver(Int32)
}

/// The records that the driver has not taken yet, in the order in which things happened.
struct RecordLog: Sendable {
    /// How much room is kept if nobody reads the records.
    private static let keptRoom = 4_096

    private var log: [TraceRecord] = []
    private var instant: Instant = .zero

    /// The time of new records.
    var now: Instant { instant }
    var records: [TraceRecord] { log }
    var count: Int { log.count }

    /// Moves time to `later`.
    mutating func move(to later: Instant) {
        instant = later
    }

    /// Something happened.
    @inline(__always)
    mutating func note(_ fact: TraceRecord.Fact) {
        log.append(TraceRecord(instant, fact))
    }

    /// Returns the records and clears them.
    mutating func take() -> [TraceRecord] {
        let taken = log
        log = []
        return taken
    }

    /// Discards the records; their room is kept for the next ones.
    mutating func drop() {
        log.removeAll(keepingCapacity: log.count <= Self.keptRoom)
    }

    /// Makes room for `count` more records.
    mutating func reserve(_ count: Int) {
        if log.capacity < log.count + count { log.reserveCapacity(max(log.count + count, 2 * log.capacity)) }
    }
}

/// One input of a scheduler, recorded so that another one can repeat it.
///
/// The rules are deterministic: a scheduler's plan and the list of these rebuild all of its decisions.
public struct RecordedInput: Hashable, Sendable {
    /// When it was handled.
    public var time: Instant
    /// What happened.
    public var input: Input
    /// How many times in a row; more than 1 only for `Input.advance`.
    public var count: Int32
    /// The command as in a script, without time; empty for other inputs.
    public var text: String

    /// Creates an input; once by default.
    public init(time: Instant, input: Input, count: Int32 = 1, text: String = "") {
        self.time = time
        self.input = input
        self.count = count
        self.text = text
    }
}

/// Cases that scenarios and traces write as one word each. The words are listed, as Swift's own lookup of a case's
/// name searches all types of the program, which takes much of the time of a short process.
public protocol NamedCase: CustomStringConvertible, RawRepresentable<UInt8> {
    /// The words, by raw value.
    static var words: [StaticString] { get }
}

extension NamedCase {
    /// As scenarios and traces write it.
    public var word: StaticString { Self.words[Int(rawValue)] }
    /// The same as text.
    public var description: String { word.description }
}

extension LifecycleState: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["notRunning", "inactive", "active", "background", "suspended"]
}

extension LifecycleEvent: NamedCase {
    /// The words, as The rules, "Lifecycle", list them.
    public static let words: [StaticString] = [
        "willFinishLaunching", "didFinishLaunching", "willEnterForeground", "didEnterBackground", "didBecomeActive",
        "didReceiveMemoryWarning", "willTerminate", "willResignActive", "significantTimeChange", "openURL",
        "willChangeStatusBarOrientation", "didChangeStatusBarOrientation", "backgroundRefreshStatusDidChange",
        "userDidTakeScreenshot", "reserved1", "reserved2", "idle",
    ]
}

extension Priority: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["critical", "high", "default", "low"]
}

extension StartupClass: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["basic", "sync", "async", "afterLaunch"]
}

extension CatchUp: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["once", "all", "none"]
}

extension DeathCause: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["failed", "critical", "lost", "expired"]
}

extension Outcome: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["success", "fail", "critical", "cancelled", "timedOut"]
}

extension JobSignal: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["jobDidStart", "jobDidSucceed", "jobDidFail"]
}

extension QueueSignal: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["didStart", "didStop", "didDrain"]
}

extension SequenceSignal: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["started", "completed", "failed", "allDone"]
}
