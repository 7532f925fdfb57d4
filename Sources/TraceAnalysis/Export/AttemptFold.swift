import SchedulerCore
import Text
import TraceFormat

/// One attempt of a run, from its start to its end, as the exports draw it.
struct Attempt: BitwiseCopyable {
    /// A run for whose end this one waited.
    struct Cause {
        /// How that is known.
        enum Kind {
            /// The scenario says so.
            case after
            /// The scenario says that only its end counts.
            case follows
            /// The scenario says so, and the same event released both.
            case prefers
            /// It ended at the instant in which this one became ready.
            case ready
        }

        var task: TaskID
        var kind: Kind
        var row: Int32
        var process: Int32
        var started: Instant
        var finished: Instant
        var startRecord: Int
        var finishRecord: Int
    }

    var task: TaskID
    var run: Int32
    var attempt: Int32 = 0
    var lane: LaneID
    /// The row in which it is drawn: no two attempts in it overlap.
    var row: Int32 = 0
    /// The process, from 1; what comes before the first launch belongs to it.
    var process: Int32
    /// The last event before its release.
    var event: LifecycleEvent?
    var released: Instant
    var ready: Instant
    var started: Instant
    var finished: Instant
    var outcome = Outcome.success
    var reason = FinishReason.none
    var isFinished = false
    /// Numbers of its records, from 0; -1 if there is none.
    var releaseRecord: Int
    var startRecord = -1
    var finishRecord = -1

    /// Begins it.
    @inline(__always)
    fileprivate mutating func begin(
        _ number: Int32, _ lane: LaneID, _ row: Int32, at time: Instant, record: Int
    ) {
        (attempt, self.lane, self.row, started, startRecord) = (number, lane, row, time, record)
    }

    /// Ends it.
    @inline(__always)
    fileprivate mutating func end(
        _ outcome: Outcome, ready: Instant, _ reason: FinishReason, at time: Instant, record: Int
    ) {
        (self.outcome, self.ready, self.reason, finished) = (outcome, ready, reason, time)
        (finishRecord, isFinished) = (record, true)
    }

    /// The error of the failed attempt; nil if it has none.
    @inline(__always)
    func error(in names: TraceNames) -> String? {
        guard !names.errors.isEmpty, isFinished, reason == .none else { return nil }
        return names.errors[AttemptID(task, run: Int64(run), attempt: attempt)]
    }
}

/// Receives what a trace is folded into.
protocol AttemptReader {
    /// An attempt that ended, or is still under way when the trace ends; with its causes if it is the first.
    mutating func take(_ attempt: Attempt, causes: [Attempt.Cause])
    /// A record that belongs to no attempt.
    mutating func take(_ record: TraceRecord, number: Int, process: Int32)
}

/// Folds a trace into attempts and single records, each record into one of them, in one pass. O(records log records).
struct AttemptFold {
    /// The rows of all lanes.
    private(set) var rows: LaneRows
    /// When each process was launched.
    private(set) var launches: [Instant] = []
    /// The runs that had to wait for their lanes.
    private(set) var queues = LaneQueues()

    /// An attempt that ended, as far as what waited for it asks.
    private struct End: BitwiseCopyable {
        var finished: Instant
        var row: Int32
        var process: Int32
        var startRecord: Int
        var finishRecord: Int
    }

    /// The places of a task's run that waits, of its attempt that runs and of the one that ended last; -1 for none.
    private struct TaskAttempts: BitwiseCopyable {
        var waiting: Int32 = -1
        var running: Int32 = -1
        var ended: Int32 = -1
    }

    private let trace: Trace
    private var event: LifecycleEvent?
    /// The attempts that may still be asked for.
    private var attempts = AttemptPool()
    private var tasks = PlainTable<TaskAttempts>()
    private var ends: PlainTable<End>
    private let facts: LaunchFacts
    private var causes: [Attempt.Cause] = []

    init(_ recording: LaunchRecording) {
        (trace, facts) = (recording.trace, recording.facts)
        rows = LaneRows(laneCount: trace.names.lanes.count)
        ends = PlainTable(capacity: facts.knowsDependencies ? 1 : max(64, trace.records.count / 3))
    }

    private var process: Int32 { Int32(max(1, launches.count)) }

    /// Reads the whole trace.
    mutating func run<Reader: AttemptReader>(_ reader: inout Reader) {
        for (number, record) in trace.records.enumerated() {
            switch record.fact {
            case .release(let task, let run, let lane): release(task, run, lane, record.time, number, &reader)
            case .start(let task, let run, let attempt, let lane):
                start(task, run, attempt, lane, record.time, number, &reader)
            case .finish(let task, let run, let attempt, let outcome, let ready, let reason):
                let isEnd = finish(task, run, attempt, outcome, ready, reason, record.time, number, &reader)
                if !isEnd { reader.take(record, number: number, process: process) }
            case .event(let event):
                if event == .willFinishLaunching { launches.append(record.time) }
                self.event = event
                reader.take(record, number: number, process: process)
            case .action, .refused, .state, .firstFrame, .tick, .skip, .miss, .park, .job, .queue, .sequence, .expect,
                .warning:
                reader.take(record, number: number, process: process)
            }
        }
        for task in 0..<tasks.count { flush(task, &reader) }
        for task in 0..<tasks.count where tasks[task].pointee.running >= 0 {
            reader.take(attempts[tasks[task].pointee.running].pointee, causes: [])
        }
    }
}

// MARK: - Runs

extension AttemptFold {
    @inline(__always)
    private mutating func makeRoom(for task: TaskID) {
        while tasks.count <= task.offset { tasks.append(TaskAttempts()) }
    }

    private mutating func release<Reader: AttemptReader>(
        _ task: TaskID, _ run: Int32, _ lane: LaneID, _ time: Instant, _ number: Int, _ reader: inout Reader
    ) {
        makeRoom(for: task)
        flush(task.offset, &reader)
        tasks[task.offset].pointee.waiting = attempts.keep(
            Attempt(
                task: task, run: run, lane: lane, process: process, event: event, released: time, ready: time,
                started: time, finished: time, releaseRecord: number))
    }

    /// A release whose run has not begun is a record of its own.
    private mutating func flush<Reader: AttemptReader>(_ task: Int, _ reader: inout Reader) {
        let place = tasks[task].pointee.waiting
        guard place >= 0 else { return }
        tasks[task].pointee.waiting = -1
        let (number, process) = (attempts[place].pointee.releaseRecord, attempts[place].pointee.process)
        attempts.free(place)
        reader.take(trace.records[number], number: number, process: process)
    }

    private mutating func start<Reader: AttemptReader>(
        _ task: TaskID, _ run: Int32, _ number: Int32, _ lane: LaneID, _ time: Instant, _ record: Int,
        _ reader: inout Reader
    ) {
        makeRoom(for: task)
        let known = tasks[task.offset].pointee
        if known.running >= 0 {
            // Our own traces never have this: an attempt without an end before the next one. It keeps its row.
            reader.take(attempts[known.running].pointee, causes: [])
            attempts.free(known.running)
        }
        let row = rows.enter(lane)
        if known.waiting >= 0 {
            let waiting = attempts[known.waiting]
            if waiting.pointee.run == run, waiting.pointee.lane == lane {
                waiting.pointee.begin(number, lane, row, at: time, record: record)
                tasks[task.offset].pointee = TaskAttempts(waiting: -1, running: known.waiting, ended: known.ended)
                return
            }
        }
        var attempt: Attempt
        if known.ended >= 0, attempts[known.ended].pointee.run == run {
            attempt = attempts[known.ended].pointee
            (attempt.releaseRecord, attempt.finishRecord, attempt.isFinished, attempt.reason) = (-1, -1, false, .none)
        } else {
            attempt = Attempt(
                task: task, run: run, lane: lane, process: process, event: event, released: time, ready: time,
                started: time, finished: time, releaseRecord: -1)
        }
        attempt.begin(number, lane, row, at: time, record: record)
        tasks[task.offset].pointee.running = attempts.keep(attempt)
    }

    private mutating func finish<Reader: AttemptReader>(
        _ task: TaskID, _ run: Int32, _ number: Int32, _ outcome: Outcome, _ ready: Instant, _ reason: FinishReason,
        _ time: Instant, _ record: Int, _ reader: inout Reader
    ) -> Bool {
        makeRoom(for: task)
        let known = tasks[task.offset].pointee
        guard known.running >= 0 else { return false }
        let running = attempts[known.running]
        guard running.pointee.run == run, running.pointee.attempt == number else { return false }
        // Changed in a copy and in its place: what was just written in pieces is slow to be read at once.
        var attempt = running.pointee
        attempt.end(outcome, ready: ready, reason, at: time, record: record)
        running.pointee.end(outcome, ready: ready, reason, at: time, record: record)
        rows.leave(attempt.row)
        // A run that was ready and had to wait for its lane was in its queue.
        if attempt.releaseRecord >= 0, ready < attempt.started, ready >= attempt.released {
            queues.add(attempt.lane, ready: ready, start: attempt.started)
        }
        findCauses(of: attempt)
        reader.take(attempt, causes: causes)
        if known.ended >= 0 { attempts.free(known.ended) }
        tasks[task.offset].pointee = TaskAttempts(waiting: known.waiting, running: -1, ended: known.running)
        if !facts.knowsDependencies {
            ends.append(
                End(
                    finished: time, row: attempt.row, process: attempt.process, startRecord: attempt.startRecord,
                    finishRecord: record))
        }
        return true
    }

    private func cause(_ attempt: Attempt, _ kind: Attempt.Cause.Kind) -> Attempt.Cause {
        Attempt.Cause(
            task: attempt.task, kind: kind, row: attempt.row, process: attempt.process, started: attempt.started,
            finished: attempt.finished, startRecord: attempt.startRecord, finishRecord: attempt.finishRecord)
    }

    @inline(__always)
    private mutating func findCauses(of attempt: Attempt) {
        if !causes.isEmpty { causes.removeAll(keepingCapacity: true) }
        guard attempt.releaseRecord >= 0 else { return }
        if facts.knowsDependencies {
            findPredecessors(of: attempt)
        } else if attempt.ready > attempt.released {
            findEnd(at: attempt.ready, in: attempt.process, before: attempt.startRecord)
        }
    }

    /// The predecessors that ended before an attempt began.
    private mutating func findPredecessors(of attempt: Attempt) {
        for dependency in facts.dependencies(of: attempt.task) where dependency.task.offset < tasks.count {
            let place = tasks[dependency.task.offset].pointee.ended
            guard place >= 0 else { continue }
            let ended = attempts[place].pointee
            guard ended.finishRecord < attempt.startRecord, ended.process == attempt.process else { continue }
            switch dependency.kind {
            case .after: causes.append(cause(ended, .after))
            case .follows: causes.append(cause(ended, .follows))
            case .prefers: if ended.finishRecord > attempt.releaseRecord { causes.append(cause(ended, .prefers)) }
            }
        }
    }

    /// The last end before a record and up to the instant at which its run became ready, if it was at that instant.
    private mutating func findEnd(at ready: Instant, in process: Int32, before record: Int) {
        let later = (0..<ends.count).partitionPoint { place in
            ends[place].pointee.finished > ready || ends[place].pointee.finishRecord >= record
        }
        guard later > 0 else { return }
        let end = ends[later - 1].pointee
        guard end.finished == ready, end.process == process else { return }
        guard case .start(let task, _, _, _) = trace.records[end.startRecord].fact else { return }
        causes.append(
            Attempt.Cause(
                task: task, kind: .ready, row: end.row, process: end.process,
                started: trace.records[end.startRecord].time, finished: end.finished, startRecord: end.startRecord,
                finishRecord: end.finishRecord))
    }
}
