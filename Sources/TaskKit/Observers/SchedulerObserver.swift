import SchedulerCore
import TraceFormat

/// Sees everything that the scheduler does, in order: the inspector, the trace file, metrics.
///
/// Calls come from any thread. Those of `note` are made under the scheduler's lock, one after the other: they must be
/// quick, must not wait, and must not call the scheduler. Those of `record` and `flush` are made without it, one after the
/// other. The core is deterministic: a plan and its inputs are enough to rebuild everything.
public protocol SchedulerObserver: Sendable {
    /// Whether to call `record`; read once. Without it a run costs an observer two or three calls of `note`.
    var wantsRecords: Bool { get }
    /// Receives the plan of the scheduler, once, before the first input.
    func begin(_ plan: ProcessPlan)
    /// `input` is handled at `instant`. For a command, `text` is its text, as in scripts; commands are numbered in
    /// order. For the end of an attempt, `text` is the text of its error, if it had one.
    func note(_ input: Input, at instant: Instant, text: String?)
    /// Receives the results of the inputs since the last call, in order, in batches. `names.errors` has the errors of
    /// the attempts that ended among them. A batch that says that a job succeeded, and those after it, come once the job
    /// store has that.
    func record(_ records: [TraceRecord], names: TraceNames)
    /// The process is about to be stopped, and may be continued: send what was buffered now. Called without the
    /// scheduler's lock; it may wait a little.
    func drain()
    /// The scheduler ends, or the process is about to end: write what was buffered now.
    func flush()
}

extension SchedulerObserver {
    /// False by default.
    public var wantsRecords: Bool { false }
    /// Does nothing.
    public func begin(_ plan: ProcessPlan) {}
    /// Does nothing.
    public func note(_ input: Input, at instant: Instant, text: String?) {}
    /// Does nothing.
    public func record(_ records: [TraceRecord], names: TraceNames) {}
    /// Does nothing.
    public func drain() {}
    /// Does nothing.
    public func flush() {}
}

extension ProcessPlan {
    /// Creates the scheduler of this plan, before the first input. Throws if something cannot be registered.
    ///
    /// - Parameter endsLater: whether no attempt ends in the instant in which it starts.
    package func makeScheduler(endsLater: Bool = false) throws(RegistrationError) -> Scheduler {
        var tasks = tasks
        if endsLater { for task in tasks.indices { tasks[task].takesTime = true } }
        var scheduler = try Scheduler(
            configuration: configuration, tasks: tasks, sequences: sequences,
            jobs: JobQueue(settings: jobSettings, handlers: jobNames))
        if let stored { scheduler.loadJobs(stored) }
        return scheduler
    }
}

/// The listeners to the progress of sequences.
struct SequenceListeners {
    /// The sequences that the scheduler was created with.
    private let original: [TaskID: TaskSequence]
    private var all: [TaskID: TaskSequence]

    /// The first of these sequences is task number `first`.
    init(_ sequences: [TaskSequence], from first: Int) {
        original = Dictionary(
            sequences.enumerated().map { (TaskID(first + $0.offset), $0.element) }, uniquingKeysWith: { $1 })
        all = original
    }

    var isEmpty: Bool { all.isEmpty }

    mutating func add(_ sequence: TaskSequence, of task: TaskID) {
        all[task] = sequence
    }

    /// Restores the original sequences. Returns those it had before.
    mutating func reset() -> [TaskSequence] {
        defer { all = original }
        return Array(all.values)
    }

    /// The calls to make for these records.
    func calls(for records: [TraceRecord], _ names: TraceNames) -> [@Sendable () -> Void] {
        records.compactMap { record -> (@Sendable () -> Void)? in
            guard case .sequence(let sequence, let signal, let step, _) = record.fact, let told = all[sequence] else {
                return nil
            }
            switch signal {
            case .started, .completed: return nil
            case .failed:
                guard let step, let stepDidFail = told.stepDidFail else { return nil }
                let last = names.errors.keys.filter { $0.task == step }.max {
                    ($0.run, $0.attempt) < ($1.run, $1.attempt)
                }
                let (name, error) = (names.name(of: step), last.flatMap { names.errors[$0] })
                return { stepDidFail(name, error) }
            case .allDone: return told.didComplete
            }
        }
    }
}

/// The order in which tasks began, for a test that guards it.
///
///     let order = StartOrder()
///     configuration.observers = [order]
///     let scheduler = try plan.start(configuration)
///     try await plan.finished()
///     #expect(order.tasks == ["Database", "Session", "Home"])
///
/// A run counts once, however often it is retried; a job does not count. A task is in the list before its body begins.
public final class StartOrder: SchedulerObserver {
    private let names = Locked<[String]>([])

    /// Nothing has begun.
    public init() {}

    /// The names of the tasks that have begun, one for each run. O(their number).
    public var tasks: [String] { names.with { $0 } }

    /// True: it reads the starts.
    public var wantsRecords: Bool { true }

    /// Adds the first attempts among these records.
    public func record(_ records: [TraceRecord], names known: TraceNames) {
        let begun = records.compactMap { record -> String? in
            guard case .start(let task, _, attempt: 1, _) = record.fact else { return nil }
            return known.name(of: task)
        }
        names.with { $0 += begun }
    }
}

/// How long each launch took, for the app's own measurements.
///
///     configuration.observers.append(LaunchTimes { launch in send(launch.duration, launch.parkedCount) })
public final class LaunchTimes: SchedulerObserver {
    /// A launch that reached its first frame.
    public struct Launch: Hashable, Sendable {
        /// From the event willFinishLaunching to the first frame, by the scheduler's clock.
        public let duration: Duration
        /// How many parked runs it is complete without.
        public let parkedCount: Int
    }

    private let launched = Locked(SchedulerInstant.zero)
    private let report: @Sendable (Launch) -> Void

    /// Calls `report` at each first frame, on any thread. It may call the scheduler, but must be quick, as runs wait for it. A
    /// launch in the background is reported like any other.
    public init(_ report: @escaping @Sendable (Launch) -> Void) { self.report = report }

    /// True: it reads the events.
    public var wantsRecords: Bool { true }

    /// Finds the launches among these records.
    public func record(_ records: [TraceRecord], names: TraceNames) {
        for record in records {
            if case .event(.willFinishLaunching) = record.fact { launched.with { $0 = record.time } }
            guard case .firstFrame(let parked) = record.fact else { continue }
            let time = record.time - launched.with { $0 }
            report(Launch(duration: .nanoseconds(time.count), parkedCount: Int(parked)))
        }
    }
}
