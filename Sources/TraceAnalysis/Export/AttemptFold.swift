import SchedulerCore
import TraceFormat

/// One attempt of a run, from its start to its end, as the exports draw it.
struct Attempt {
    /// A run for whose end this one waited.
    struct Cause {
        /// How that is known.
        enum Kind {
            /// The scenario says so.
            case after
            /// The scenario says that its end alone counts.
            case follows
            /// It ended at the instant in which this one became ready.
            case ready

            /// As exports write it.
            var word: String {
                switch self {
                case .after: "after"
                case .follows: "follows"
                case .ready: "ready"
                }
            }
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
    /// The process from 1; what comes before the first launch stands with it.
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

    /// Ends it.
    @inline(__always)
    fileprivate mutating func end(
        _ outcome: Outcome, ready: Instant, _ reason: FinishReason, at time: Instant, record: Int
    ) {
        (self.outcome, self.ready, self.reason, finished) = (outcome, ready, reason, time)
        (finishRecord, isFinished) = (record, true)
    }

    /// What the attempt said of itself as it failed; nil if it said nothing.
    @inline(__always)
    func error(in names: TraceNames) -> String? {
        guard !names.errors.isEmpty, isFinished, reason == .none else { return nil }
        return names.errors[AttemptID(task, run: Int64(run), attempt: attempt)]
    }
}

/// Takes what a trace is folded into.
protocol AttemptReader {
    /// An attempt that ended, or one that is still under way where the trace ends; its causes if it is the first.
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
    /// By lane: when runs that had to wait for it became ready, and when those began.
    private(set) var readies: [[Int64]] = []
    private(set) var starts: [[Int64]] = []
    /// When the last record was written.
    private(set) var lastTime = Instant.zero

    /// An attempt that ended, as far as what waited for it asks.
    private struct End {
        var finished: Instant
        var row: Int32
        var process: Int32
        var startRecord: Int
        var finishRecord: Int
    }

    private let trace: Trace
    private var event: LifecycleEvent?
    /// The attempts that may still be asked for, at places that are used again.
    private var attempts: [Attempt] = []
    private var freePlaces: [Int32] = []
    /// By task, the place of its run that waits, of the attempt that runs and of the one that ended last; -1 for none.
    private var waiting: [Int32]
    private var running: [Int32]
    private var lastEnded: [Int32]
    private var ends: [End] = []
    private let knowsPredecessors: Bool
    private var predecessorStarts: [Int32] = [0]
    private var predecessors: [(task: TaskID, kind: Attempt.Cause.Kind)] = []
    private var causes: [Attempt.Cause] = []

    init(_ recording: LaunchRecording) {
        trace = recording.trace
        let count = trace.names.tasks.count
        rows = LaneRows(laneCount: trace.names.lanes.count)
        waiting = [Int32](repeating: -1, count: count)
        (running, lastEnded) = (waiting, waiting)
        knowsPredecessors = !recording.tasks.isEmpty
        if !knowsPredecessors { ends.reserveCapacity(trace.records.count / 3) }
        for (task, names) in zip(recording.tasks, recording.predecessors ?? []) {
            for (place, other) in names.enumerated() {
                predecessors.append((other, place < task.after.count ? .after : .follows))
            }
            predecessorStarts.append(Int32(predecessors.count))
        }
    }

    private var process: Int32 { Int32(max(1, launches.count)) }

    /// Reads the whole trace.
    mutating func run<Reader: AttemptReader>(_ reader: inout Reader) {
        for (number, record) in trace.records.enumerated() {
            lastTime = record.time
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
        for task in waiting.indices { flush(task, &reader) }
        for place in running where place >= 0 { reader.take(attempts[Int(place)], causes: []) }
    }
}

// MARK: - Runs

extension AttemptFold {
    private mutating func makeRoom(for task: TaskID) {
        while waiting.count <= task.offset {
            waiting.append(-1)
            running.append(-1)
            lastEnded.append(-1)
        }
    }

    private mutating func keep(_ attempt: Attempt) -> Int32 {
        if let place = freePlaces.popLast() {
            attempts[Int(place)] = attempt
            return place
        }
        attempts.append(attempt)
        return Int32(truncatingIfNeeded: attempts.count - 1)
    }

    private mutating func release<Reader: AttemptReader>(
        _ task: TaskID, _ run: Int32, _ lane: LaneID, _ time: Instant, _ number: Int, _ reader: inout Reader
    ) {
        makeRoom(for: task)
        flush(task.offset, &reader)
        waiting[task.offset] = keep(
            Attempt(
                task: task, run: run, lane: lane, process: process, event: event, released: time, ready: time,
                started: time, finished: time, releaseRecord: number))
    }

    /// A release whose run has not begun is a record of its own.
    private mutating func flush<Reader: AttemptReader>(_ task: Int, _ reader: inout Reader) {
        let place = waiting[task]
        guard place >= 0 else { return }
        waiting[task] = -1
        freePlaces.append(place)
        let number = attempts[Int(place)].releaseRecord
        reader.take(trace.records[number], number: number, process: attempts[Int(place)].process)
    }

    private mutating func start<Reader: AttemptReader>(
        _ task: TaskID, _ run: Int32, _ number: Int32, _ lane: LaneID, _ time: Instant, _ record: Int,
        _ reader: inout Reader
    ) {
        makeRoom(for: task)
        let open = running[task.offset]
        if open >= 0 {
            // A trace of ours never has it: an attempt that another one follows without its end. It keeps its row.
            reader.take(attempts[Int(open)], causes: [])
            freePlaces.append(open)
        }
        let place = Int(begin(task, run, lane, time))
        (attempts[place].attempt, attempts[place].lane) = (number, lane)
        (attempts[place].started, attempts[place].startRecord) = (time, record)
        attempts[place].row = rows.enter(lane)
        running[task.offset] = Int32(truncatingIfNeeded: place)
    }

    /// The place of an attempt that begins: that of the run that waited, else a new one.
    private mutating func begin(_ task: TaskID, _ run: Int32, _ lane: LaneID, _ time: Instant) -> Int32 {
        let (waits, ended) = (waiting[task.offset], lastEnded[task.offset])
        if waits >= 0, attempts[Int(waits)].run == run, attempts[Int(waits)].lane == lane {
            waiting[task.offset] = -1
            return waits
        }
        if ended >= 0, attempts[Int(ended)].run == run {
            var again = attempts[Int(ended)]
            (again.releaseRecord, again.finishRecord, again.isFinished, again.reason) = (-1, -1, false, .none)
            return keep(again)
        }
        return keep(
            Attempt(
                task: task, run: run, lane: lane, process: process, event: event, released: time, ready: time,
                started: time, finished: time, releaseRecord: -1))
    }

    private mutating func finish<Reader: AttemptReader>(
        _ task: TaskID, _ run: Int32, _ number: Int32, _ outcome: Outcome, _ ready: Instant, _ reason: FinishReason,
        _ time: Instant, _ record: Int, _ reader: inout Reader
    ) -> Bool {
        makeRoom(for: task)
        let place = Int(running[task.offset])
        guard place >= 0, attempts[place].run == run, attempts[place].attempt == number else { return false }
        attempts[place].end(outcome, ready: ready, reason, at: time, record: record)
        let attempt = attempts[place]
        rows.leave(attempt.row)
        if attempt.releaseRecord >= 0 { count(attempt) }
        findCauses(of: attempt)
        reader.take(attempt, causes: causes)
        if lastEnded[task.offset] >= 0 { freePlaces.append(lastEnded[task.offset]) }
        (running[task.offset], lastEnded[task.offset]) = (-1, Int32(truncatingIfNeeded: place))
        if !knowsPredecessors {
            ends.append(
                End(
                    finished: time, row: attempt.row, process: attempt.process, startRecord: attempt.startRecord,
                    finishRecord: record))
        }
        return true
    }

    /// A run that was ready and had to wait for its lane was in its queue.
    private mutating func count(_ attempt: Attempt) {
        guard attempt.ready < attempt.started, attempt.ready >= attempt.released else { return }
        while readies.count <= attempt.lane.offset {
            readies.append([])
            starts.append([])
        }
        readies[attempt.lane.offset].append(attempt.ready.nanoseconds)
        starts[attempt.lane.offset].append(attempt.started.nanoseconds)
    }

    private func cause(_ attempt: Attempt, _ kind: Attempt.Cause.Kind) -> Attempt.Cause {
        Attempt.Cause(
            task: attempt.task, kind: kind, row: attempt.row, process: attempt.process, started: attempt.started,
            finished: attempt.finished, startRecord: attempt.startRecord, finishRecord: attempt.finishRecord)
    }

    private mutating func findCauses(of attempt: Attempt) {
        causes.removeAll(keepingCapacity: true)
        guard attempt.releaseRecord >= 0 else { return }
        guard knowsPredecessors else { return findEnd(at: attempt) }
        guard attempt.task.offset + 1 < predecessorStarts.count else { return }
        let range = predecessorStarts[attempt.task.offset]..<predecessorStarts[attempt.task.offset + 1]
        for place in range {
            let (task, kind) = predecessors[Int(place)]
            guard task.offset < lastEnded.count, lastEnded[task.offset] >= 0 else { continue }
            let ended = attempts[Int(lastEnded[task.offset])]
            guard ended.finishRecord < attempt.startRecord, ended.process == attempt.process else { continue }
            causes.append(cause(ended, kind))
        }
    }

    /// The last end by the instant in which the run became ready, if it lies in that instant.
    private mutating func findEnd(at attempt: Attempt) {
        guard attempt.ready > attempt.released else { return }
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            let isBefore = ends[middle].finished <= attempt.ready && ends[middle].finishRecord < attempt.startRecord
            if isBefore { low = middle + 1 } else { high = middle }
        }
        guard low > 0, ends[low - 1].finished == attempt.ready, ends[low - 1].process == attempt.process else { return }
        let end = ends[low - 1]
        guard case .start(let task, _, _, _) = trace.records[end.startRecord].fact else { return }
        causes.append(
            Attempt.Cause(
                task: task, kind: .ready, row: end.row, process: end.process,
                started: trace.records[end.startRecord].time, finished: end.finished, startRecord: end.startRecord,
                finishRecord: end.finishRecord))
    }
}
