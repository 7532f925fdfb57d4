/// Deadlines, ticks, timers, idle and suspension (The rules, "Timers and dates").
extension Scheduler {
    mutating func serve(_ deadline: Deadline) {
        switch deadline.kind {
        case .timeout:
            guard isLive(deadline), let slot = slot(of: deadline) else { return }
            output.effects.append(
                .cancel(deadline.run, TaskID(Int(runs[slot].task)), attempt: deadline.attempt))
            endAttempt(slot, .timedOut, .timeout)
        case .jobTimeout: endJob(deadline.jobRun, .timedOut, .timeout)
        case .gap: lanes.endRest(deadline.lane)
        case .retry:
            guard isLive(deadline), let slot = slot(of: deadline) else { return }
            runs.retry(slot)
            followUp()
        case .openAfterLaunch: changeLane(configuration.afterLaunchLane, .open)
        }
    }

    /// Whether a deadline is still live: what it was set for has not ended.
    func isLive(_ deadline: Deadline) -> Bool {
        switch deadline.kind {
        case .timeout: slot(of: deadline).map { runs[$0].phase == .running } ?? false
        case .retry: slot(of: deadline).map { runs[$0].phase == .retrying } ?? false
        case .jobTimeout: jobs.isUnderWay(deadline.jobRun)
        case .gap, .openAfterLaunch: true
        }
    }

    /// Removes the deadlines before the first live one: the driver need not call again for them.
    mutating func dropDeadDeadlines() {
        while let first = deadlines.first, !isLive(first) { deadlines.dropFirst() }
    }

    /// Suspends the app as soon as nothing runs or is ready.
    mutating func suspendIfQuiet() {
        guard state == .background, lifecycle.inProgress == nil, runningCount == 0, jobsDue > now,
            !sequences.isAdvancing, !timers.hasLeftOver,
            !runs.contains(where: { $0.isReady && !$0.isParked })
        else { return }
        enter(.suspended)
    }

    /// Does what follows from the ends of turns: the turns left from a suspension, and the next steps of sequences.
    mutating func goOn() {
        let (timers, sequences) = (timers.takeLeftOver(), sequences.takeAdvancing())
        for timer in timers {
            runs.beginBatch()
            let slot = release(Int(self.timers[timer].task))
            if slot != nil { self.timers.spend(timer, others: 0) }
            judge(slot.map { [$0] } ?? [])
        }
        for sequence in sequences {
            runs.beginBatch()
            if let step = advance(sequence) { judge([step]) }
        }
        isUnsettled = true
    }

    /// Performs one tick: fires idle if it is time for it, and releases the turns that are due as one batch.
    mutating func performTick() {
        let number = clock.beginTick()
        trace.note(.tick(number))
        if clock.judgeIdle(isRunning: runningCount > 0) {
            _ = lifecycle.wait(Delivery(.idle, EventSet(.idle), command: CommandID(-1), at: now))
        }
        releaseTurns(number)
        clock.endTick()
        isUnsettled = true
    }

    /// Releases what is due on tick `number`.
    private mutating func releaseTurns(_ number: Int64) {
        let due = timers.takeDue(on: number, at: now, clock, registry)
        guard !due.isEmpty else { return }
        runs.beginBatch()
        var batch: [Int32] = []
        for turn in due {
            if turn.canMiss, clock.fellIntoSuspension(turn.date) {
                if timers[turn.timer].asked.recurrence == nil {
                    timers.disarm(turn.timer)
                } else {
                    timers.rearm(turn, after: number, at: now)
                }
                miss(turn.task, .suspended)
                continue
            }
            if timers[turn.timer].isOneShot, runs.turns(of: turn.task).isPaused {
                passDate(turn)
                continue
            }
            let count = timers.left(of: turn)
            if count > 0, let slot = release(turn.task) {
                timers.spend(turn.timer, others: count - 1)
                batch.append(slot)
            }
            timers.rearm(turn, after: number, at: now)
        }
        judge(batch)
    }

    /// The only turn of a dated task is due while it is paused: it is missed, or comes later.
    private mutating func passDate(_ turn: Timers.Turn) {
        if timers[turn.timer].asked.runsWhenMissed { return timers.postpone(turn.timer, past: now) }
        timers.disarm(turn.timer)
        miss(turn.task, .paused)
    }

    /// Arms a timer task: its first turn counts from now.
    mutating func arm(_ timer: Int32) {
        guard let excess = timers.arm(timer, at: now, clock, grace: configuration.grace) else { return }
        miss(Int(timers[timer].task), .tooOld(excess))
    }

    /// A task missed its date: that ends its turns.
    private mutating func miss(_ task: Int, _ reason: Reason) {
        trace.note(.miss(TaskID(task), reason))
        runs.passOver(task, .missed, &trace)
        followUp()
    }
}

/// What is still to happen: whether a replay goes on, and what it leaves behind (The rules, "Script").
extension Scheduler {
    /// Whether anything but ticks, idle, suspension and runs that never end is still to happen. O(deadlines + lanes + runs).
    public var hasWorkLeft: Bool { hasWorkLeft(turnsBefore: .max) }

    /// The same, but runs that ticks release do not count from release number `first` on, unless they are of `awaited`.
    public func hasWorkLeft(turnsBefore first: Int64, awaited: TaskID? = nil) -> Bool {
        func counts(_ run: Run) -> Bool {
            run.marks.contains(.work) || run.sequence < first || run.task == awaited?.index
        }
        if hasWorkUnderWay || isUnsettled || isDelivering { return true }
        if sequences.isAdvancing || timers.hasLeftOver || awaitsJob { return true }
        if jobs.running.contains(where: { !$0.isHung }) { return true }
        if runs.contains(where: { $0.phase == .running && !$0.marks.contains(.hung) && counts($0) }) { return true }
        let isTimed = deadlines.contains { (deadline: Deadline) -> Bool in
            guard isLive(deadline) else { return false }
            switch deadline.kind {
            case .timeout, .retry: return slot(of: deadline).map { counts(runs[$0]) } ?? false
            case .jobTimeout: return true
            case .gap: return deadline.lane == .main && hasClassesToRelease
            case .openAfterLaunch:
                let lane = configuration.afterLaunchLane
                return runs.contains(where: { $0.canPark && $0.lane == lane && counts($0) })
            }
        }
        return isTimed || hasWaiting(where: counts)
    }

    /// The command of the action in progress; nil if there is none, or only idle.
    public var actionInProgress: CommandID? {
        lifecycle.inProgress.flatMap { $0.source == .idle ? nil : $0.command }
    }

    /// The commands of the actions that wait their turn, in order.
    public var waitingCommands: [CommandID] {
        lifecycle.waitingActions.filter { $0.source != .idle }.map { $0.command }
    }

    /// The tasks of the runs that wait for a place or for another run and are not parked, in release order; of timers and
    /// idle none. O(runs).
    public var waitingTasks: [TaskID] {
        runs.live { $0.canPark && !$0.isParked && $0.marks.contains(.work) }.map { TaskID(Int(runs[$0].task)) }
    }

    /// Whether some run will start by itself: it is not parked, and waits neither for a run that never ends nor for a
    /// quiet tick.
    private func hasWaiting(where counts: (Run) -> Bool) -> Bool {
        let waiting = runs.live { $0.canPark && !$0.isParked && !$0.marks.contains(.idle) && counts($0) }
        if waiting.isEmpty { return false }
        let idle = runs.live { $0.marks.contains(.idle) }
        var open = runs.endless + idle
        if open.isEmpty { return true }
        var seen = Set(open)
        while let slot = open.popLast() {
            let lane = runs[slot].lane
            let isFull = runs.endless.count { runs[$0].lane == lane } == lanes[lane].width
            for next in self.waiting(for: slot, inLane: isFull) where seen.insert(next).inserted { open.append(next) }
        }
        return !waiting.allSatisfy(seen.contains)
    }
}
