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

    private let trace: Trace
    private var event: LifecycleEvent?
    private var waiting: [Attempt?]
    private var running: [Attempt?]
    private var lastEnded: [Attempt?]
    private var ends: [Attempt.Cause] = []
    private let knowsPredecessors: Bool
    private var predecessorStarts: [Int32] = [0]
    private var predecessors: [(task: TaskID, kind: Attempt.Cause.Kind)] = []
    private var causes: [Attempt.Cause] = []

    init(_ recording: LaunchRecording) {
        trace = recording.trace
        let count = trace.names.tasks.count
        rows = LaneRows(laneCount: trace.names.lanes.count)
        waiting = [Attempt?](repeating: nil, count: count)
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
        for attempt in running { if let attempt { reader.take(attempt, causes: []) } }
    }
}

// MARK: - Runs

extension AttemptFold {
    private mutating func makeRoom(for task: TaskID) {
        while waiting.count <= task.offset {
            waiting.append(nil)
            running.append(nil)
            lastEnded.append(nil)
        }
    }

    private mutating func release<Reader: AttemptReader>(
        _ task: TaskID, _ run: Int32, _ lane: LaneID, _ time: Instant, _ number: Int, _ reader: inout Reader
    ) {
        makeRoom(for: task)
        flush(task.offset, &reader)
        waiting[task.offset] = Attempt(
            task: task, run: run, lane: lane, process: process, event: event, released: time, ready: time,
            started: time, finished: time, releaseRecord: number)
    }

    /// A release whose run has not begun is a record of its own.
    private mutating func flush<Reader: AttemptReader>(_ task: Int, _ reader: inout Reader) {
        guard let old = waiting[task] else { return }
        waiting[task] = nil
        reader.take(trace.records[old.releaseRecord], number: old.releaseRecord, process: old.process)
    }

    private mutating func start<Reader: AttemptReader>(
        _ task: TaskID, _ run: Int32, _ number: Int32, _ lane: LaneID, _ time: Instant, _ record: Int,
        _ reader: inout Reader
    ) {
        makeRoom(for: task)
        if let open = running[task.offset] {
            // A trace of ours never has it: an attempt that another one follows without its end. It keeps its row.
            reader.take(open, causes: [])
        }
        var attempt: Attempt
        if let waits = waiting[task.offset], waits.run == run, waits.lane == lane {
            attempt = waits
            waiting[task.offset] = nil
        } else if let ended = lastEnded[task.offset], ended.run == run {
            attempt = ended
            (attempt.releaseRecord, attempt.isFinished, attempt.reason) = (-1, false, .none)
        } else {
            attempt = Attempt(
                task: task, run: run, lane: lane, process: process, event: event, released: time,
                ready: time, started: time, finished: time, releaseRecord: -1)
        }
        (attempt.attempt, attempt.lane, attempt.started, attempt.startRecord) = (number, lane, time, record)
        attempt.finishRecord = -1
        attempt.row = rows.enter(lane)
        running[task.offset] = attempt
    }

    private mutating func finish<Reader: AttemptReader>(
        _ task: TaskID, _ run: Int32, _ number: Int32, _ outcome: Outcome, _ ready: Instant, _ reason: FinishReason,
        _ time: Instant, _ record: Int, _ reader: inout Reader
    ) -> Bool {
        makeRoom(for: task)
        guard var attempt = running[task.offset], attempt.run == run, attempt.attempt == number else { return false }
        running[task.offset] = nil
        (attempt.outcome, attempt.ready, attempt.reason, attempt.finished) = (outcome, ready, reason, time)
        (attempt.finishRecord, attempt.isFinished) = (record, true)
        rows.leave(attempt.row)
        if attempt.releaseRecord >= 0 { count(attempt) }
        findCauses(of: attempt)
        reader.take(attempt, causes: causes)
        lastEnded[task.offset] = attempt
        if !knowsPredecessors { ends.append(cause(attempt, .ready)) }
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
            guard task.offset < lastEnded.count, let ended = lastEnded[task.offset],
                ended.finishRecord < attempt.startRecord, ended.process == attempt.process
            else { continue }
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
        causes.append(ends[low - 1])
    }
}

/// The rows in which attempts are drawn: a lane has as many as it ran attempts at once. Row n is the first one of lane n.
struct LaneRows {
    private var free: [[Int32]]
    /// The lane of each row.
    private(set) var lanes: [LaneID]
    /// Which row of its lane each row is, from 1.
    private(set) var places: [Int32]
    private var counts: [Int32]

    init(laneCount: Int) {
        lanes = (0..<laneCount).map { LaneID($0) }
        places = [Int32](repeating: 1, count: laneCount)
        counts = places
        free = (0..<laneCount).map { [Int32($0)] }
    }

    /// A row of a lane in which nothing runs.
    mutating func enter(_ lane: LaneID) -> Int32 {
        while free.count <= lane.offset {
            // A lane beyond the names: its first row is behind all that there are.
            free.append([])
            counts.append(0)
        }
        if let row = free[lane.offset].popLast() { return row }
        counts[lane.offset] += 1
        lanes.append(lane)
        places.append(counts[lane.offset])
        return Int32(lanes.count - 1)
    }

    /// Nothing runs in a row any more.
    mutating func leave(_ row: Int32) { free[lanes[Int(row)].offset].append(row) }
}
