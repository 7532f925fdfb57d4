import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

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
        let wasAtRest = forecast.simulation == nil
        let fresh = forecast.extend(through: instant)
        if !wasAtRest { forgetEstimates() }
        if foretold.count == seenCount - pastCount { foretold += fresh }
        for record in fresh { append(record) }
        horizon = forecast.horizon
        guard let simulation = forecast.simulation else { return }
        defer { forecast.letGoAtRest() }
        stranded = Array(repeating: [], count: laneTurns.count)
        // After a step back, the scheduler may not know the latest tasks yet.
        for offset in runs.indices.prefix(simulation.scheduler.taskCount) {
            // Only the scheduler knows when a waiting run became ready; its tables are faster to read than the runs.
            guard let ready = simulation.scheduler.readyAt(of: TaskID(offset)), let last = runs[offset].indices.last,
                runs[offset][last].end == nil
            else { continue }
            let run = runs[offset][last]
            guard run.ready == nil, ready >= run.released else { continue }
            setReady(ready, task: TaskID(offset))
            if run.start == nil, run.lane.offset < stranded.count,
                !simulation.scheduler.standing(of: TaskID(offset)).isPaused
            {
                stranded[run.lane.offset].append(ready)
            }
        }
        for (task, number) in unjudged { judge(task, number, simulation.scheduler) }
        unjudged = []
    }

    /// Finds out when a run was ready that was skipped while it waited: no record says so.
    private mutating func judge(_ task: TaskID, _ number: Int32, _ scheduler: borrowing Scheduler) {
        guard task.offset < scheduler.taskCount,
            let place = runs[task.offset].lastIndex(where: { $0.number == number }),
            let skipped = runs[task.offset][place].skipped
        else { return }
        let run = runs[task.offset][place]
        guard run.ready == nil, skipped > run.released else { return }
        var ready = run.released
        for (other, kind) in scheduler.dependencies(of: task) {
            let turns = runs.indices.contains(other.offset) ? runs[other.offset] : []
            let turn = turns.last { $0.released <= skipped }
            if kind == .prefers, turn.map({ $0.end.map { $0 <= run.released } ?? false }) ?? true { continue }
            guard let end = turn?.end, end <= skipped else { return }
            ready = max(ready, end)
        }
        guard ready < skipped else { return }
        runs[task.offset][place].ready = ready
        if run.lane.offset < passedOver.count { passedOver[run.lane.offset].append(.init(ready, skipped)) }
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
            if reason.endsWaitingRun, let last = runs[task.offset].indices.last,
                runs[task.offset][last].attempts.isEmpty,
                runs[task.offset][last].skipped == nil
            {
                runs[task.offset][last].skipped = time
                unjudged.append((task, runs[task.offset][last].number))
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
        case .firstFrame(let parked):
            if let last = launches.indices.last {
                launches[last].firstFrame = time
                launches[last].parked = Int(parked)
                launches[last].frameRecord = seenCount
            }
        case .state(let state): states.append(StateMark(state: state, time: time))
        case .action(let command): commands.append(CommandMark(command: command, time: time, refusal: nil))
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

extension Course {
    /// Goes back to the first `count` records, all of them the session's.
    ///
    /// Every list is in order of time: it is cut at the instant of the last record that stays, and the session's records
    /// of that instant are read again. Costs O(tasks log runs) and the records of one instant, not the way back. `past`
    /// are the session's records.
    package mutating func rewind(to count: Int, past: ArraySlice<TraceRecord>) {
        defer { foretold = [] }
        guard count < seenCount else {
            // The forecast has happened meanwhile.
            pastCount = seenCount
            return
        }
        forgetEstimates()
        if let limit = past[..<count].last?.time { cut(at: limit, past: past[..<count]) } else { removeAll() }
        while pastCount < count {
            append(past[pastCount])
            pastCount += 1
        }
        let last = launches.last
        if shownLaunch.map({ $0 >= launches.count || launches[$0].firstFrame == nil }) ?? (last != nil) {
            shownLaunch = nil
            unlimitedBound = nil
        }
        horizon = .zero
    }

    private mutating func removeAll() {
        let folded = foldedCount
        let retries = retries
        self = Course(taskCount: runs.count, laneCount: laneTurns.count, retries: retries)
        foldedCount = folded + 1
    }

    /// Removes everything from `limit` on.
    private mutating func cut(at limit: Instant, past: ArraySlice<TraceRecord>) {
        foldedCount += 1
        pastCount = past.partitionPoint { $0.time >= limit }
        seenCount = pastCount
        events.cut { $0.time >= limit }
        states.cut { $0.time >= limit }
        commands.cut { $0.time >= limit }
        warnings.cut { $0.time >= limit }
        launches.cut { $0.start >= limit }
        if let last = launches.indices.last, let frame = launches[last].firstFrame, frame >= limit {
            launches[last].firstFrame = nil
            launches[last].frameRecord = nil
        }
        for lane in laneTurns.indices {
            let kept = laneTurns[lane].partitionPoint { start(of: $0) >= limit }
            laneTurns[lane].removeSubrange(kept...)
        }
        for lane in passedOver.indices { passedOver[lane].removeAll { $0.to >= limit } }
        for offset in runs.indices { cutRuns(offset, at: limit) }
        // The order does not matter: marks are independent.
        firstMarks = firstMarks.filter { $0.value.time < limit }
        faults = faults.filter { $0.value.time < limit }
        for task in marks.filter({ ($0.value.last?.time ?? limit) >= limit }).keys {
            marks[task]?.cut { $0.time >= limit }
            if marks(of: task).isEmpty { marks[task] = nil }
        }
    }

    private mutating func cutRuns(_ offset: Int, at limit: Instant) {
        guard let last = runs[offset].last, last.isTouched(from: limit) else { return }
        runs[offset].cut { $0.released >= limit }
        // One run may be running and one waiting behind it: only the last two can extend past the limit.
        for place in runs[offset].indices.suffix(2) {
            runs[offset][place].cut(at: limit)
        }
    }
}

extension Course.Run {
    /// Whether any part of it is at or after an instant, or still to come.
    fileprivate func isTouched(from limit: Instant) -> Bool {
        guard released < limit, let end else { return true }
        return end >= limit || ready == nil
    }

    /// Removes what is at or after an instant; an attempt that ends then is open again.
    fileprivate mutating func cut(at limit: Instant) {
        while let last = attempts.last, last.start >= limit { attempts.removeLast() }
        if let last = attempts.indices.last, let end = attempts[last].end, end >= limit {
            attempts[last].end = nil
            attempts[last].outcome = nil
        }
        if let time = skipped, time >= limit { skipped = nil }
        let isOver = skipped != nil || attempts.first.map { $0.end != nil } ?? false
        if !isOver { ready = nil }
    }
}

extension Array {
    /// Drops everything from the first element for which `isLater` is true, in an array partitioned by it.
    fileprivate mutating func cut(where isLater: (Element) -> Bool) {
        let count = partitionPoint(where: isLater)
        if count < self.count { removeSubrange(count...) }
    }
}
