import SchedulerCore

/// What the numbers in trace records stand for; a record is readable only together with these.
///
/// Every array is indexed by the number in the record and only ever grows: a name never changes its number. Only the
/// oldest commands may be forgotten.
public struct TraceNames: Hashable, Sendable {
    /// Task, sequence and job names, by `TaskID`.
    public var tasks: [String]
    /// Lane names, by `LaneID`; the first is `main`.
    public var lanes: [String]
    /// Commands as written in the script, without time, by `CommandID`.
    public var commands: [String]
    /// The number of the first in `commands`; earlier ones are forgotten.
    public var firstCommand = 0
    /// Judged expectations, by the number in `Fact.expect`.
    public var expectations: [JudgedExpectation]
    /// The driver's sentences, by the number in `Reason.text`, `Refusal.driver` and `Warning.driver`.
    public var messages: [DriverMessage]
    /// The cycles that refused injections would have closed, as `A -> B -> A`, by `CommandID`; never iterated.
    public var cycles: [CommandID: String]
    /// The errors of failed attempts, as text; never iterated.
    public var errors: [AttemptID: String] = [:]

    /// Creates names.
    public init(
        tasks: [String] = [], lanes: [String] = ["main"], commands: [String] = [],
        expectations: [JudgedExpectation] = [], messages: [DriverMessage] = [], cycles: [CommandID: String] = [:]
    ) {
        self.tasks = tasks
        self.lanes = lanes
        self.commands = commands
        self.expectations = expectations
        self.messages = messages
        self.cycles = cycles
    }

    /// The name of `task`, or `#` and its number if it has none.
    public func name(of task: TaskID) -> String {
        tasks.indices.contains(task.offset) ? tasks[task.offset] : "#\(task.index)"
    }

    /// The name of `lane`, or `#` and its number if it has none.
    public func name(of lane: LaneID) -> String {
        lanes.indices.contains(lane.offset) ? lanes[lane.offset] : "#\(lane.index)"
    }

    /// The text of `command`, or `#` and its number if it has none.
    public func text(of command: CommandID) -> String {
        let offset = Int(command.index) - firstCommand
        return commands.indices.contains(offset) ? commands[offset] : "#\(command.index)"
    }

    /// The error of the attempt that `fact` ends; nil if it has none, or nothing ended.
    public func error(of fact: TraceRecord.Fact) -> String? {
        guard !errors.isEmpty, case .finish(let task, let run, let attempt, _, _, .none) = fact else { return nil }
        return errors[AttemptID(task, run: Int64(run), attempt: attempt)]
    }

    /// The driver's sentence with this number; if there is none, one that says so.
    public func message(_ number: Int32) -> DriverMessage {
        let offset = Int(number)
        return messages.indices.contains(offset) ? messages[offset] : DriverMessage("#\(number)", code: "driver")
    }

    /// The judged expectation with this number; if there is none, a failed one that says so.
    public func expectation(_ number: Int32) -> JudgedExpectation {
        let offset = Int(number)
        guard expectations.indices.contains(offset) else {
            return JudgedExpectation(line: 0, isMet: false, text: "#\(number)", actual: "")
        }
        return expectations[offset]
    }
}

/// One attempt of a run, for what the records cannot hold of it.
public struct AttemptID: Hashable, Sendable {
    /// The task.
    public var task: TaskID
    /// The number of its run; for a job, the job's number.
    public var run: Int64
    /// The attempt, from 1.
    public var attempt: Int32

    /// Attempt number `attempt` of run number `run`.
    public init(_ task: TaskID, run: Int64, attempt: Int32) {
        (self.task, self.run, self.attempt) = (task, run, attempt)
    }
}

/// An `expect` line of a script together with what happened.
public struct JudgedExpectation: Hashable, Sendable {
    /// The line in the file that holds the script, from 1.
    public var line: Int
    /// Whether what happened is what was expected.
    public var isMet: Bool
    /// The claim as written, without `expect`.
    public var text: String
    /// What happened.
    public var actual: String

    /// `expected launch <= 600ms; launch 725ms`.
    public var sentence: String { "expected \(text); \(actual)" }

    /// Creates a judged expectation.
    public init(line: Int, isMet: Bool, text: String, actual: String) {
        self.line = line
        self.isMet = isMet
        self.text = text
        self.actual = actual
    }
}

/// A sentence that only the driver knows, with the code under which a warning shows it.
public struct DriverMessage: Hashable, Sendable {
    /// The code of a `warning` record; empty for reasons and refusals, which have none.
    public var code: String
    /// The sentence.
    public var text: String

    /// Creates a sentence.
    public init(_ text: String, code: String = "") {
        self.code = code
        self.text = text
    }
}

/// The first line of a trace.
public struct TraceHeader: Hashable, Sendable {
    /// The version of the format that this program writes and reads.
    public static let schema = 1

    /// The scenario's name.
    public var name: String
    /// Where its randomness came from.
    public var seed: UInt64
    /// Time between ticks.
    public var tick: Nanoseconds

    /// Creates a header.
    public init(name: String, seed: UInt64 = 0, tick: Nanoseconds = .seconds(1)) {
        self.name = name
        self.seed = seed
        self.tick = tick
    }
}

/// The last line of a trace; a trace that is still being written has none.
public struct TraceEnd: Hashable, Sendable {
    /// When the session ended.
    public var time: Instant
    /// The last state.
    public var state: LifecycleState
    /// Launch time of the last process; nil if none was launched or its first frame never came.
    public var launch: Nanoseconds?
    /// How many parked runs that launch is complete without.
    public var parked: Int
    /// Started runs, without jobs.
    public var runs: Int
    /// Written warnings.
    public var warnings: Int

    /// Creates an end.
    public init(
        time: Instant, state: LifecycleState, launch: Nanoseconds?, parked: Int = 0, runs: Int, warnings: Int
    ) {
        self.parked = parked
        self.time = time
        self.state = state
        self.launch = launch
        self.runs = runs
        self.warnings = warnings
    }

    /// The end that `records` add up to, at `time`. O(records).
    ///
    /// A launch is taken to begin when willFinishLaunching is delivered, the instant of its action.
    public init(of records: some Sequence<TraceRecord>, at time: Instant) {
        self.init(time: time, state: .notRunning, launch: nil, runs: 0, warnings: 0)
        var launched: Instant?
        for record in records { add(record, launched: &launched) }
    }

    /// Adds a record, but not its time. `launched` is when the last launch began, for the next call.
    public mutating func add(_ record: TraceRecord, launched: inout Instant?) {
        switch record.fact {
        case .state(let entered): state = entered
        case .event(.willFinishLaunching): (launched, launch, parked) = (record.time, nil, 0)
        case .firstFrame(let without): (launch, parked) = (launched.map { record.time - $0 }, Int(without))
        case .start(_, _, attempt: 1, _): runs += 1
        case .warning: warnings += 1
        case .action, .refused, .event, .tick, .release, .start, .finish, .skip, .miss, .park, .job, .queue,
            .sequence, .expect:
            break
        }
    }
}

/// A trace that was read: everything that its file says.
public struct Trace: Hashable, Sendable {
    /// The first line.
    public var header: TraceHeader
    /// What the numbers in the records stand for.
    public var names: TraceNames
    /// What happened, in order.
    public var records: [TraceRecord]
    /// The last line; nil if the trace is still being written or was cut off.
    public var end: TraceEnd?

    /// Creates a trace.
    public init(header: TraceHeader, names: TraceNames, records: [TraceRecord], end: TraceEnd?) {
        self.header = header
        self.names = names
        self.records = records
        self.end = end
    }
}
