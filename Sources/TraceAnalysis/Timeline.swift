import SchedulerCore
import Text

/// A trace folded into what people ask about: runs, events, states, processes and what went wrong.
///
/// Built record by record, each in amortized O(1); only the records decide, so a trace read from a file gives the same
/// timeline as the session that wrote it (task numbers aside).
public struct Timeline: Hashable, Sendable {
    /// All released turns in the order of their release records.
    public private(set) var runs: [RunSpan] = []
    /// Attempts that were followed by another one of the same run, in order; rare, so they are kept apart.
    public private(set) var earlierAttempts: [EarlierAttempt] = []
    /// Turns that were skipped, missed or parked, in order.
    public private(set) var marks: [TurnMark] = []
    /// Delivered events.
    public private(set) var events: [EventMark] = []
    /// Entered states.
    public private(set) var states: [StateMark] = []
    /// Ticks; none if the trace was written without them.
    public private(set) var ticks: [TickMark] = []
    /// Commands, done or refused.
    public private(set) var commands: [CommandMark] = []
    /// Processes, each from its launch on.
    public private(set) var processes: [ProcessSpan] = []
    /// Warnings.
    public private(set) var warnings: [WarningMark] = []
    /// Signals of jobs, the job queue and sequences.
    public private(set) var signals: [SignalMark] = []
    /// Judged expectations, by the driver's numbers.
    public private(set) var expectations: [ExpectationMark] = []
    /// How often each thing happened.
    public private(set) var counts = Counts()
    /// How many records have been folded.
    public private(set) var recordCount = 0
    /// The instant of the last record.
    public private(set) var lastTime: Instant = .zero

    private var lastRun: [Int32] = []
    private var waitingRun: [Int32] = []
    private var runningRun: [Int32] = []

    /// An empty timeline.
    public init() {}

    /// The timeline of these records. O(records).
    public init(_ records: some Collection<TraceRecord>) {
        // Runs are large, and most of what the timeline of a large launch keeps.
        runs.reserveCapacity(records.count { if case .release = $0.fact { true } else { false } })
        for record in records { append(record) }
    }

    /// The lifecycle state after the last record.
    public var state: LifecycleState { states.last?.state ?? .notRunning }

    /// The runs of one task, last one first, as indexes into `runs`.
    public func runIndexes(of task: TaskID) -> RunChain {
        RunChain(runs: runs, index: lastRun.indices.contains(task.offset) ? Int(lastRun[task.offset]) : -1)
    }

    /// The last run of a task that satisfies `isFit`, as an index into `runs`; O(runs of the task).
    func lastRun(of task: TaskID, where isFit: (RunSpan) -> Bool) -> Int? {
        guard lastRun.indices.contains(task.offset) else { return nil }
        var index = Int(lastRun[task.offset])
        while index >= 0, !isFit(runs[index]) { index = Int(runs[index].previous) }
        return index < 0 ? nil : index
    }

    /// Whether the clock ticked at an instant, as far as the trace tells. O(log ticks).
    func hasTick(at time: Instant) -> Bool {
        let place = ticks.partitionPoint { $0.time >= time }
        return place < ticks.count && ticks[place].time == time
    }

    /// Folds one more record.
    public mutating func append(_ record: TraceRecord) {
        let time = record.time
        lastTime = time
        switch record.fact {
        case .action(let command): commands.append(CommandMark(command: command, time: time, refusal: nil))
        case .refused(let command, let refusal):
            commands.append(CommandMark(command: command, time: time, refusal: refusal))
            counts.refused += 1
        case .event(let event): deliver(event, at: time)
        case .state(let state): enter(state, at: time)
        case .firstFrame(let parked): showFirstFrame(at: time, without: Int(parked))
        case .tick(let number): ticks.append(TickMark(number: number, time: time))
        case .release(let task, let run, let lane): release(task, run: run, lane: lane, at: time)
        case .start(let task, let run, let attempt, let lane):
            start(task, run: run, attempt: attempt, lane: lane, at: time)
        case .finish(let task, let run, let attempt, let outcome, let ready, let reason):
            finish(task, run: run, attempt: attempt, outcome, ready: ready, reason, at: time)
        case .skip(let task, let reason): skip(task, reason, at: time)
        case .miss(let task, let reason):
            counts.missed += 1
            mark(.miss, task, reason, run: -1, at: time)
        case .park(let task, let reason): park(task, reason, at: time)
        case .job(let job, let task, let signal, let attempt, let willRetry, let reason):
            signals.append(
                SignalMark(.job(job, task, signal, attempt: attempt, willRetry: willRetry, reason), at: time))
        case .queue(let signal): signals.append(SignalMark(.queue(signal), at: time))
        case .sequence(let sequence, let signal, let step, let reason):
            signals.append(SignalMark(.sequence(sequence, signal, step: step, reason), at: time))
        case .expect(let number): expectations.append(ExpectationMark(number: number, time: time))
        case .warning(let warning): warnings.append(WarningMark(warning: warning, time: time))
        }
        recordCount += 1
    }
}

// MARK: - Lifecycle

extension Timeline {
    private mutating func deliver(_ event: LifecycleEvent, at time: Instant) {
        if event == .willFinishLaunching {
            processes.append(ProcessSpan(launched: time, firstRun: runs.count, firstEvent: events.count))
        }
        events.append(EventMark(event: event, time: time, order: recordCount, process: processes.count - 1))
    }

    private mutating func enter(_ state: LifecycleState, at time: Instant) {
        states.append(StateMark(state: state, time: time))
    }

    private mutating func showFirstFrame(at time: Instant, without parked: Int) {
        guard !processes.isEmpty else { return }
        processes[processes.count - 1].parked = parked
        processes[processes.count - 1].firstFrame = time
        processes[processes.count - 1].firstFrameOrder = recordCount
    }
}

// MARK: - Runs

extension Timeline {
    private mutating func makeRoom(for task: TaskID) -> Bool {
        guard task.offset >= 0 else { return false }
        if task.offset >= lastRun.count {
            let missing = task.offset + 1 - lastRun.count
            lastRun.append(contentsOf: repeatElement(-1, count: missing))
            waitingRun.append(contentsOf: repeatElement(-1, count: missing))
            runningRun.append(contentsOf: repeatElement(-1, count: missing))
        }
        return true
    }

    private mutating func release(_ task: TaskID, run: Int32, lane: LaneID, at time: Instant) {
        guard makeRoom(for: task) else { return }
        counts.released += 1
        var span = RunSpan(task: task, run: run, lane: lane, released: time, order: recordCount)
        span.process = Int32(processes.count - 1)
        span.event = Int32(events.count - 1)
        span.previous = lastRun[task.offset]
        let index = Int32(truncatingIfNeeded: runs.count)
        (lastRun[task.offset], waitingRun[task.offset]) = (index, index)
        runs.append(span)
    }

    private mutating func start(_ task: TaskID, run: Int32, attempt: Int32, lane: LaneID, at time: Instant) {
        guard makeRoom(for: task) else { return }
        if waitingRun[task.offset] >= 0, runs[Int(waitingRun[task.offset])].run == run {
            let index = Int(waitingRun[task.offset])
            waitingRun[task.offset] = -1
            runningRun[task.offset] = Int32(index)
            counts.started += 1
            runs[index].started = time
            runs[index].startOrder = recordCount
            runs[index].begin(attempt: attempt, lane: lane, at: time)
        } else if runningRun[task.offset] >= 0, runs[Int(runningRun[task.offset])].run == run {
            let index = Int(runningRun[task.offset])
            if let earlier = runs[index].endedAttempt(of: index, before: recordCount) {
                earlierAttempts.append(earlier)
            }
            if let outcome = runs[index].outcome { counts.ended[outcome] -= 1 }
            counts.retried += 1
            runs[index].begin(attempt: attempt, lane: lane, at: time)
        }
    }

    private mutating func finish(
        _ task: TaskID, run: Int32, attempt: Int32, _ outcome: Outcome, ready: Instant, _ reason: FinishReason,
        at time: Instant
    ) {
        guard makeRoom(for: task), runningRun[task.offset] >= 0 else { return }
        let index = Int(runningRun[task.offset])
        guard runs[index].run == run, runs[index].finished == nil else { return }
        counts.ended[outcome] += 1
        runs[index].end(outcome, ready: ready, reason, at: time, order: recordCount)
    }

    private mutating func skip(_ task: TaskID, _ reason: Reason, at time: Instant) {
        counts.skipped += 1
        guard makeRoom(for: task) else { return }
        let waiting = waitingRun[task.offset]
        let endsRun = waiting >= 0 && reason.endsWaitingRun
        if endsRun {
            runs[Int(waiting)].skipped = time
            waitingRun[task.offset] = -1
        }
        mark(.skip, task, reason, run: endsRun ? Int(waiting) : -1, at: time)
    }

    private mutating func park(_ task: TaskID, _ reason: Reason, at time: Instant) {
        counts.parked += 1
        guard makeRoom(for: task) else { return }
        let run = waitingRun[task.offset] >= 0 ? waitingRun[task.offset] : runningRun[task.offset]
        if run >= 0 { runs[Int(run)].parkings += 1 }
        mark(.park, task, reason, run: Int(run), at: time)
    }

    private mutating func mark(_ kind: TurnMark.Kind, _ task: TaskID, _ reason: Reason, run: Int, at time: Instant) {
        marks.append(TurnMark(kind: kind, task: task, reason: reason, time: time, run: run < 0 ? nil : run))
    }
}

extension Reason {
    /// Whether a skip for this reason ends a turn that was released, instead of passing one by.
    package var endsWaitingRun: Bool {
        switch self {
        case .overrun, .paused, .tooOld, .suspended: false
        case .predecessor, .destroyed, .processEnded, .lanePaused, .laneClosed, .waitsForUnreleased, .waitsForParked,
            .laneStuck, .stuck, .step, .text:
            true
        }
    }
}

extension Outcome {
    /// Whether an attempt with this outcome failed by itself.
    package var isFault: Bool {
        switch self {
        case .success, .cancelled: false
        case .fail, .critical, .timedOut: true
        }
    }
}

/// The runs of one task as indexes into `Timeline.runs`, last one first.
public struct RunChain: Sequence, IteratorProtocol, Sendable {
    fileprivate let runs: [RunSpan]
    fileprivate var index: Int

    /// The next earlier run.
    public mutating func next() -> Int? {
        guard index >= 0 else { return nil }
        defer { index = Int(runs[index].previous) }
        return index
    }
}
