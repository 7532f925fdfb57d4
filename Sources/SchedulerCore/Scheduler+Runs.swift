/// Runs from their release to their end (The rules, "Order"): the only path of each.
extension Scheduler {
    // MARK: Release

    /// Gives a task its turn in `batch`, by default the last one. Returns the released run, if any.
    @inline(__always)
    mutating func release(
        _ task: Int, _ marks: Run.Marks = [], isOnce: Bool = false, batch: Int64? = nil
    ) -> Int32? {
        let row = registry.row(task)
        let slot = runs.release(task, row, marks, batch: batch ?? runs.batch, isOnce: isOnce, &trace)
        if slot == nil { followUp() }
        return slot
    }

    /// Decides what each run of a batch waits for, and whether it is parked, skipped or ready.
    mutating func judge(_ batch: [Int32]) {
        for slot in batch where runs[slot].phase == .waiting {
            runs.judge(slot, isBlocked: lanes[runs[slot].lane].isBlocked, &trace)
            if runs.hasFollowing { skipAndPlace() }
        }
        // A basic run may wait for one of them, and so for what that waits for.
        if lifecycle.awaitsClasses || awaitsBasicRuns { isGateStale = true }
        followUp()
    }

    /// A ready run goes to its lane, unless a rule holds it back; `passesGate`: not for the sake of basic ones.
    mutating func place(_ slot: Int32, passesGate: Bool = false) {
        let run = runs[slot]
        let rank = registry.rank(of: run.task, run.priority)
        let ready = ReadyRun(rank: rank, sequence: run.sequence, slot: slot)
        if run.phase == .ready {
            if run.marks.contains(.idle) { return lanes.holdForIdle(ready, run.lane) }
            if awaitsBasicRuns { isGateStale = true }
            if !passesGate, lifecycle.awaitsClasses || awaitsBasicRuns, isGated(run) { return lanes.holdAtGate(slot) }
        }
        lanes.insert(ready, run.lane)
    }

    /// Whether a basic run that was parked until sync and async tasks were released may keep others from starting.
    var awaitsBasicRuns: Bool { runs.heldEvent.counts.basic > 0 && !lifecycle.awaitsClasses }

    /// Whether what keeps runs from going first has changed since that was last judged.
    var mustJudgeGate: Bool {
        runs.heldEvent.hasNewWaits || !lifecycle.awaitsClasses && runs.heldEvent.hasNewBasicRuns
    }

    /// While basic runs are not over, main is only for them and for what they wait for.
    func isGated(_ run: Run) -> Bool {
        run.lane == .main && run.batch == runs.heldEvent.batch && run.marks.isDisjoint(with: [.basic, .needed])
    }

    // MARK: Start

    /// Begins an attempt of the run whose turn it is.
    @inline(__always)
    mutating func begin(_ slot: Int32) {
        runs.start(slot, at: now)
        let run = runs[slot]
        clock.noteStart(isWork: run.marks.contains(.work))
        if run.marks.contains(.idle) {
            clock.endIdleStart()
            runs.mark(slot, .idle, false)
        }
        let (task, attempt) = (TaskID(Int(run.task)), Int32(run.attempt))
        let id = RunID(slot: slot, sequence: run.sequence)
        trace.note(.start(task, run: run.number, attempt: attempt, lane: run.lane))
        output.effects.append(.start(id, task, run: run.number, attempt: attempt, lane: run.lane))
        let traits = runs.turns(of: task.offset).traits
        if !traits.contains(.takesTime) { awaitsAnswer = true }
        if traits.contains(.special) || run.marks.contains(.step) { beginSpecial(id, run) }
    }

    /// What begins with an attempt of a task with a timeout, a teardown or steps, or of a step.
    private mutating func beginSpecial(_ id: RunID, _ run: Run) {
        let (row, attempt) = (registry.row(Int(run.task)), Int32(run.attempt))
        if row.tearsDown { teardowns.note(run.task) }
        var timeout = registry.policy(of: row)?.timeout
        if timeout == nil, run.marks.contains(.step) { timeout = sequences.timeout(ofStep: id.slot) }
        if let timeout { setDeadline(.timeout, after: timeout, id, attempt) }
        if row.kind == .sequence {
            sequences.begin(row.place)
            trace.note(.sequence(TaskID(Int(run.task)), .started, step: nil, nil))
        }
    }

    private mutating func setDeadline(_ kind: Deadline.Kind, after delay: Nanoseconds, _ id: RunID, _ attempt: Int32) {
        var deadline = Deadline(kind, at: now + delay)
        (deadline.run, deadline.attempt) = (id, attempt)
        deadlines.insert(deadline)
    }

    /// The run of a deadline, if the deadline still belongs to its current attempt.
    func slot(of deadline: Deadline) -> Int32? {
        guard let slot = runs.slot(of: deadline.run), Int32(runs[slot].attempt) == deadline.attempt else { return nil }
        return slot
    }

    // MARK: End

    /// An attempt reported its end.
    mutating func finish(_ id: RunID, _ outcome: Outcome) {
        guard let slot = runs.slot(of: id) else { return }
        guard runs[slot].phase == .running else {
            return trace.note(.warning(.secondCompletion(TaskID(Int(runs[slot].task)))))
        }
        endAttempt(slot, outcome, .none)
    }

    /// An attempt whose end was reported before was reported again.
    mutating func noteReportedAgain(_ task: TaskID) {
        guard task.index >= 0, task.offset < registry.count else { return }
        trace.note(.warning(.secondCompletion(task)))
    }

    /// An attempt is over: frees its place, then retries or ends the turn.
    mutating func endAttempt(_ slot: Int32, _ outcome: Outcome, _ reason: FinishReason) {
        let run = runs[slot]
        leavePlace(slot, run)
        noteFinish(run, outcome, reason)
        if runs.turns(of: Int(run.task)).traits.contains(.special), !run.marks.contains(.orphan) {
            let row = registry.row(Int(run.task))
            if let policy = registry.policy(of: row), triesAgain(slot, policy, outcome) { return }
            if row.kind == .sequence, outcome == .success {
                runs.enter(slot, .stepping)
                return sequences.goOn(row.place)
            }
        }
        let result = TurnResult(outcome)
        endTurn(slot, result, Cause(task: run.task, result: result))
    }

    /// Writes the end of an attempt.
    mutating func noteFinish(_ run: Run, _ outcome: Outcome, _ reason: FinishReason) {
        trace.note(
            .finish(
                TaskID(Int(run.task)), run: run.number, attempt: Int32(run.attempt), outcome, ready: run.ready, reason))
    }

    @inline(__always)
    private mutating func leavePlace(_ slot: Int32, _ run: Run) {
        clock.noteActivity()
        let gap = lanes.leave(run.lane)
        if run.marks.contains(.stuck) { changeLane(run.lane, .unstick) }
        runs.endAttempt(slot, run.marks)
        guard gap > .zero else { return }
        var deadline = Deadline(.gap, at: now + gap)
        deadline.lane = run.lane
        deadlines.insert(deadline)
    }

    private mutating func triesAgain(_ slot: Int32, _ policy: RunPolicy, _ outcome: Outcome) -> Bool {
        let run = runs[slot]
        if policy.timeout != nil {
            deadlines.retire { deadline in
                guard deadline.kind == .timeout else { return true }
                guard let slot = runs.slot(of: deadline.run) else { return false }
                return Int32(runs[slot].attempt) == deadline.attempt
            }
        }
        guard outcome == .fail || outcome == .timedOut,
            Int(run.attempt) <= min(policy.retry.limit, RetryPolicy.maximumLimit)
        else { return false }
        let delay = policy.retry.delay(beforeAttempt: Int(run.attempt) + 1)
        runs.beginRetry(slot, isBlocked: lanes[run.lane].isBlocked)
        if delay == .zero {
            runs.retry(slot)
        } else {
            setDeadline(.retry, after: delay, RunID(slot: slot, sequence: run.sequence), Int32(run.attempt))
        }
        followUp()
        return true
    }

    /// A turn is over, with any result.
    mutating func endTurn(_ slot: Int32, _ result: TurnResult, _ cause: Cause) {
        let run = runs[slot]
        let began = runs.end(slot, run, result, cause, &trace)
        if run.marks.contains(.queued) { lanes.remove(slot, run.lane) }
        // A run that no longer waits for anything needs no run before it.
        if !began, !run.marks.isDisjoint(with: [.basic, .needed]) { isGateStale = true }
        if runs.turns(of: Int(run.task)).traits.contains(.special) || run.marks.contains(.step) {
            endSpecial(slot, run, result, cause, began)
        }
        if awaitsBasicRuns { isGateStale = true }
        followUp()
    }

    /// What follows from the end of a turn of a task that goes with its first run or has a timer, or of a step.
    private mutating func endSpecial(_ slot: Int32, _ run: Run, _ result: TurnResult, _ cause: Cause, _ began: Bool) {
        let (task, row) = (Int(run.task), registry.row(Int(run.task)))
        let sequence = run.marks.contains(.step) ? sequences.sequence(ofStep: slot) : nil
        if row.autoRemove, began, !run.marks.contains(.orphan) { removeItself(task) }
        if let sequence { endStep(sequence, result, cause) }
        if row.kind == .timer, row.exists, !run.marks.contains(.orphan) {
            goOn(row.place, after: result, isOwnTurn: began && !run.marks.contains(.step))
        }
    }

    /// A turn of a timer is over: turns left from a suspension follow, or none if the timer stops on failure.
    private mutating func goOn(_ timer: Int32, after result: TurnResult, isOwnTurn: Bool) {
        if isOwnTurn, result.isFailure, timers[timer].asked.stopsOnFailure {
            timers.disarm(timer)
        } else {
            timers.noteEnd(timer)
        }
    }

    /// A task with `autoRemove` has run: it is gone from every event; its result still counts.
    private mutating func removeItself(_ task: Int) {
        guard registry.row(task).exists else { return }
        removeFromRegistry(task, byItself: true)
        let (turns, cause) = (runs.turns(of: task), runs.cause(of: task))
        guard turns.pending >= 0 else { return }
        trace.note(.skip(TaskID(task), .destroyed))
        endTurn(turns.pending, .cancelled, Cause(task: Int32(task), result: .cancelled))
        runs.restoreResult(task, turns.result, cause)
    }

    /// A task is gone, and its timer with it.
    mutating func removeFromRegistry(_ task: Int, byItself: Bool) {
        let row = registry.row(task)
        registry.remove(task)
        runs.setToCome(task, false)
        if row.tearsDown { teardowns.forget(Int32(task)) }
        arePathsStale = true
        if row.kind == .timer { timers.disarm(row.place) }
        if row.kind == .sequence, !byItself, let step = sequences.forget(row.place) { runs.unlink(step) }
    }

    /// Tasks came or went: with `order: criticalPath` the ready runs are reordered by the new paths.
    mutating func countPaths() {
        arePathsStale = false
        guard registry.countPaths(runs.dependencies) else { return }
        lanes.rank { registry.rank(of: runs[$0].task, runs[$0].priority) }
    }

    // MARK: LaneTable

    /// Changes a lane; if that blocks or frees it, parks or unparks its waiting runs, in release order.
    mutating func changeLane(_ lane: LaneID, _ change: LaneTable.Change) {
        isUnsettled = true
        guard lanes.change(lane, change) else { return }
        let isBlocked = lanes[lane].isBlocked
        for slot in runs.live(where: { $0.canPark && $0.lane == lane }) {
            runs.park(slot, isBlocked)
        }
        if !isFollowingUp { sayParked() }
    }
}
