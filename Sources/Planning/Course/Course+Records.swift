import SchedulerCore
import SchedulerSimulation

extension Course {
    /// Updates the plan with what happened in a session and what will happen through `instant`.
    ///
    /// The first `count` records of the session must be those of the plan. Costs the records that differ and the forecast,
    /// not the session's length.
    package mutating func renew(
        session: Session, keeping count: Int, forecast: inout Forecast, through instant: Instant
    ) {
        rewind(to: count, past: session.knownRecords)
        while pastCount < session.records.count {
            append(session.records[pastCount])
            pastCount += 1
        }
        extend(&forecast, through: instant)
    }

    /// Moves the horizon forward.
    package mutating func extend(_ forecast: inout Forecast, through instant: Instant) {
        let wasAtRest = forecast.scheduler == nil
        let fresh = forecast.extend(through: instant)
        if !wasAtRest { forgetEstimates() }
        if foretold.count == seenCount - pastCount { foretold += fresh }
        for record in fresh { append(record) }
        horizon = forecast.horizon
        guard let scheduler = forecast.scheduler else { return }
        defer { forecast.letGoAtRest() }
        stranded = Array(repeating: [], count: laneTurns.count)
        // After a step back, the scheduler may not know the latest tasks yet.
        for offset in runs.indices.prefix(scheduler.taskCount) {
            // Only the scheduler knows when a waiting run became ready; its tables are faster to read than the runs.
            guard let ready = scheduler.readyAt(of: TaskID(offset)), let last = runs[offset].indices.last,
                runs[offset][last].end == nil
            else { continue }
            let run = runs[offset][last]
            guard run.ready == nil, ready >= run.released else { continue }
            setReady(ready, task: TaskID(offset))
            if run.start == nil, run.lane.offset < stranded.count { stranded[run.lane.offset].append(ready) }
        }
    }

    /// Notes that this many records of the session have happened; they must be those of the plan.
    package mutating func happened(_ count: Int) {
        let passed = min(count, seenCount) - pastCount
        // Not one by one, because each removal moves the rest.
        guard passed > 0, foretold.isEmpty || passed >= foretold.count / 2 else { return }
        foretold.removeFirst(min(passed, foretold.count))
        pastCount += passed
    }

    /// Frees the memory of a long forecast once the shown launch has been read from it.
    package mutating func letGoOfForetold() {
        if foretold.count > Course.keptForetold { foretold = [] }
    }

    /// Up to this many are kept, for callers that go from launch to launch.
    private static let keptForetold = 4_096

    /// The record with this number.
    package func record(_ number: Int, past: ArraySlice<TraceRecord>) -> TraceRecord {
        number < pastCount ? past[number] : foretold[number - pastCount]
    }

    /// Adds one record; records come in order of occurrence.
    package mutating func append(_ record: TraceRecord) {
        foldedCount += 1
        let time = record.time
        switch record.fact {
        case .release(let task, let run, let lane):
            extend(to: task)
            runs[task.offset].appendTightly(Run(number: run, lane: lane, released: time))
        case .start(let task, let run, _, let lane):
            start(task, run, lane, at: time)
        case .finish(let task, let run, _, let outcome, let ready, _):
            finish(task, run, outcome, ready: ready, at: time)
        case .skip(let task, let reason):
            mark(task, Mark(time: time, kind: .skipped, reason: reason))
            if reason.endsTurn, let last = runs[task.offset].indices.last, runs[task.offset][last].attempts.isEmpty,
                runs[task.offset][last].skipped == nil
            {
                runs[task.offset][last].skipped = time
            }
        case .miss(let task, let reason): mark(task, Mark(time: time, kind: .missed, reason: reason))
        case .park(let task, let reason):
            extend(to: task)
            marks[task, default: []].append(Mark(time: time, kind: .parked, reason: reason))
        case .event(let event):
            if event == .willFinishLaunching {
                launches.append(Launch(start: time, firstRecord: seenCount, firstFrame: nil, frameRecord: nil))
            }
            events.append(Event(time: time, event: event))
        case .firstFrame:
            if let last = launches.indices.last {
                launches[last].firstFrame = time
                launches[last].frameRecord = seenCount
            }
        case .state(let state): states.append(State(time: time, state: state))
        case .action(let command): orders.append(Order(time: time, command: command))
        case .warning(let warning): warnings.append((time, warning))
        case .refused, .tick, .job, .queue, .sequence, .expect: break
        }
        seenCount += 1
    }

    private mutating func mark(_ task: TaskID, _ mark: Mark) {
        extend(to: task)
        marks[task, default: []].append(mark)
        if firstMarks[task] == nil { firstMarks[task] = mark }
    }

    private mutating func setReady(_ instant: Instant, task: TaskID) {
        guard let last = runs[task.offset].indices.last else { return }
        runs[task.offset][last].ready = instant
        estimated.append((task, runs[task.offset][last].number))
    }

    /// Forgets what was only estimated; what records have confirmed since stays.
    package mutating func forgetEstimates() {
        for (task, number) in estimated where task.offset < runs.count {
            guard let place = runs[task.offset].lastIndex(where: { $0.number == number }) else { continue }
            let isTold = runs[task.offset][place].attempts.first.map { $0.end != nil } ?? false
            if isTold { continue }
            runs[task.offset][place].ready = nil
        }
        estimated = []
    }

    private mutating func extend(to task: TaskID) { makeRoom(taskCount: task.offset + 1) }

    /// Makes room for this many tasks; injected ones may not have been released yet.
    package mutating func makeRoom(taskCount: Int) {
        guard runs.count < taskCount else { return }
        runs += Array(repeating: [], count: taskCount - runs.count)
    }

    private mutating func change(_ task: TaskID, _ run: Int32, _ body: (inout Run) -> Void) {
        extend(to: task)
        guard let place = runs[task.offset].lastIndex(where: { $0.number == run }) else { return }
        body(&runs[task.offset][place])
    }

    private mutating func start(_ task: TaskID, _ run: Int32, _ lane: LaneID, at time: Instant) {
        extend(to: task)
        guard let place = runs[task.offset].lastIndex(where: { $0.number == run }) else { return }
        runs[task.offset][place].lane = lane
        runs[task.offset][place].attempts.append(Attempt(start: time, end: nil, outcome: nil))
        if laneTurns.count <= lane.offset {
            laneTurns += Array(repeating: [], count: lane.offset + 1 - laneTurns.count)
        }
        let attempt = runs[task.offset][place].attempts.count - 1
        laneTurns[lane.offset].appendTightly(LaneTurn(task: task, run: Int32(place), attempt: Int32(attempt)))
    }

    private mutating func finish(_ task: TaskID, _ run: Int32, _ outcome: Outcome, ready: Instant, at time: Instant) {
        change(task, run) {
            $0.ready = ready
            guard let last = $0.attempts.indices.last else { return }
            $0.attempts[last].end = time
            $0.attempts[last].outcome = outcome
        }
        if outcome.isFault, faults[task] == nil { faults[task] = Fault(time: time, outcome: outcome) }
    }
}

extension Reason {
    /// Whether a skip for this reason ends a released turn, instead of passing over one.
    fileprivate var endsTurn: Bool {
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
    fileprivate var isFault: Bool {
        switch self {
        case .success, .cancelled: false
        case .fail, .critical, .timedOut: true
        }
    }
}
