/// Ticks, timers, dates, idle and the deadlines (PRODUCT sections 2 to 4).
extension Scheduler {
    /// The ticks of the internal clock from now on, as long as nothing changes them.
    public struct Ticks: Sendable {
        /// When the next one is; nil: never.
        public private(set) var next: Instant?
        private var number: Int64
        private let length: Nanoseconds

        init(_ process: ProcessState, length: Nanoseconds) {
            next = process.nextTickTime == .distantFuture ? nil : process.nextTickTime
            (number, self.length) = (process.nextTick, length)
        }

        /// The record of the next tick, which is passed; nil without one.
        public mutating func take() -> TraceRecord? {
            guard let time = next else { return nil }
            defer {
                number += 1
                next = time + length
            }
            return TraceRecord(time, .tick(number))
        }
    }

    /// The ticks to come.
    public var ticks: Ticks { Ticks(process, length: configuration.tick) }

    /// Whether, unless the driver or a command does something, nothing but ticks will ever happen, and those do nothing:
    /// no timer is armed, no deadline set, no run or event waits, and the job queue is empty or at rest. O(lanes).
    public var hasOnlyTicksAhead: Bool {
        let isQuiet = turns.count == 0 && dates.count == 0 && idleWaiting.isEmpty && !process.hasWorked && !canStart
        let isDone = delivery == nil && queued.isEmpty && advancing.isEmpty && leftOver.isEmpty && !isUnsettled
        let isDue = event.awaitsClasses || process.suspensionIsDue || jobsAreStale || limitIsStale
        return isQuiet && isDone && !isDue && jobsDue == .distantFuture && deadlines.firstTime == .distantFuture
            && nextLimit == .distantFuture
    }

    /// Sets when the internal clock ticks next, after a change of state or tick.
    mutating func setNextTickTime() {
        let ticks = isTicking && configuration.clockSource == .internal
        process.nextTickTime = ticks ? tickTime(process.nextTick) : .distantFuture
    }

    /// When tick `number` of this process is.
    func tickTime(_ number: Int64) -> Instant {
        process.launchedAt + configuration.tick * number
    }

    /// After a suspension the ticks go on with the first one after now.
    mutating func resumeTicks() {
        guard configuration.clockSource == .internal else { return }
        let elapsed = (now - process.launchedAt).count
        process.nextTick = max(process.nextTick, elapsed / configuration.tick.count + 1)
    }

    /// One tick: idle is judged, turns that are due are released as one batch.
    mutating func performTick(_ number: Int64) {
        process.tick = number
        process.nextTick = number + 1
        setNextTickTime()
        note(.tick(number))
        judgeIdle()
        process.mayStartIdle = true
        releaseTurns(number)
        process.suspensions.removeAll(keepingCapacity: true)
    }

    private mutating func judgeIdle() {
        let isQuiet = !process.wasActive && process.running == 0 && process.suspensions.isEmpty
        process.wasActive = process.running > 0
        guard isQuiet, process.hasWorked else { return }
        process.hasWorked = false
        queued.append(
            Delivery(source: .idle, events: [.idle], command: CommandID(-1), given: now, began: now))
    }

    /// Lets one idle run start: the first by priority, then release.
    mutating func serveIdle() {
        guard process.mayStartIdle else { return }
        let best = idleWaiting.indices.min { left, right in
            rank(idleWaiting[left]) < rank(idleWaiting[right])
        }
        guard let best else { return }
        let run = idleWaiting.remove(at: best)
        runs[Int(run)].marks.remove(.idle)
        process.mayStartIdle = false
        enqueue(run)
    }

    private func rank(_ run: Int32) -> (UInt8, Int64) {
        (registry.rows[Int(runs[Int(run)].task)].priority.rawValue, runs[Int(run)].sequence)
    }

    /// Arms a timer task: its first turn counts from now.
    mutating func arm(_ timer: Int) {
        let state = registry.timers[timer]
        registry.timerStates[timer].isArmed = true
        guard let date = state.date else {
            registry.timerStates[timer].nextTick = currentTick + state.ticks
            turns.arm(Int32(timer), at: registry.timers[timer].nextTick)
            return
        }
        registry.timerStates[timer].dueDate = date
        let age = now - date
        if age > configuration.grace, !state.runsWhenMissed {
            return miss(timer, .tooOld(Nanoseconds(age.count - configuration.grace.count)))
        }
        dates.arm(Int32(timer), at: max(0, date.nanoseconds))
    }

    /// The number of the last tick, also of one that fell into a suspension and was never performed.
    private var currentTick: Int64 {
        guard configuration.clockSource == .internal else { return process.tick }
        return max(process.tick, (now - process.launchedAt).count / configuration.tick.count)
    }

    private mutating func miss(_ timer: Int, _ reason: Reason) {
        let task = Int(registry.timers[timer].task)
        registry.timerStates[timer].isArmed = false
        note(.miss(TaskID(task), reason))
        endTurnWithoutRun(task, .missed)
    }

    /// Releases what is due on tick `number`: earlier date first, then as registered.
    private mutating func releaseTurns(_ number: Int64) {
        var due: [DueTurn] = []
        dueTurns.removeAll(keepingCapacity: true)
        turns.advance(to: number, due: &dueTurns)
        for (key, timer) in dueTurns where isCurrent(Int(timer)) { due.append(dueTurn(Int(timer), key, number)) }
        dueTurns.removeAll(keepingCapacity: true)
        dates.advance(to: max(0, now.nanoseconds), due: &dueTurns)
        for (_, timer) in dueTurns where isCurrent(Int(timer)) {
            due.append(DueTurn(date: registry.timers[Int(timer)].dueDate, timer: Int(timer), turns: 1, isDate: true))
        }
        guard !due.isEmpty else { return }
        due.sort { ($0.date, registration($0.timer)) < ($1.date, registration($1.timer)) }
        lastBatch += 1
        batch.removeAll()
        for turn in due {
            if turn.isDate, fellIntoSuspension(turn.date), !registry.timers[turn.timer].runsWhenMissed {
                miss(turn.timer, .suspended)
            } else {
                release(turn, number)
            }
        }
        judgeBatch()
    }

    private func registration(_ timer: Int) -> Int32 {
        registry.rows[Int(registry.timers[timer].task)].registration
    }

    /// Whether the timer still belongs to its task and has turns left.
    private func isCurrent(_ timer: Int) -> Bool {
        let state = registry.timers[timer]
        let row = registry.rows[Int(state.task)]
        return state.isArmed && row.exists && row.kind == .timer && Int(row.extra) == timer
    }

    private func fellIntoSuspension(_ date: Instant) -> Bool {
        process.suspensions.contains { $0.from <= date && date < $0.to }
    }

    /// The turns of a plain timer up to tick `number`; more than one only after a suspension.
    private mutating func dueTurn(_ timer: Int, _ key: Int64, _ number: Int64) -> DueTurn {
        let state = registry.timers[timer]
        let passed = state.ticks == 0 ? 0 : (number - key) / state.ticks
        let isDueNow = key + passed * state.ticks == number
        registry.timerStates[timer].nextTick = key + passed * state.ticks
        let date = state.date == nil ? (configuration.clockSource == .internal ? tickTime(key) : now) : state.dueDate
        let missed = Int(passed) + (isDueNow ? 0 : 1)
        let count: Int
        switch state.catchUp {
        case .once: count = 1
        case .all: count = missed + (isDueNow ? 1 : 0)
        case .none: count = isDueNow ? 1 : 0
        }
        return DueTurn(date: date, timer: timer, turns: count, isDate: false)
    }

    private mutating func release(_ turn: DueTurn, _ number: Int64) {
        let state = registry.timers[turn.timer]
        var count = turn.turns
        if state.left >= 0 { count = min(count, state.left) }
        if count > 0, admit(Int(state.task), lastBatch, [], isOnce: false) {
            spend(turn.timer)
            registry.timerStates[turn.timer].backlog += count - 1
        }
        guard registry.timers[turn.timer].left != 0, state.ticks > 0 else {
            registry.timerStates[turn.timer].isArmed = registry.timers[turn.timer].left != 0 && state.ticks > 0
            return
        }
        let next = turn.isDate ? number + state.ticks : state.nextTick + state.ticks
        registry.timerStates[turn.timer].nextTick = next
        registry.timerStates[turn.timer].dueDate = registry.timers[turn.timer].dueDate + state.every
        turns.arm(Int32(turn.timer), at: next)
    }

    private mutating func spend(_ timer: Int) {
        if registry.timers[timer].left > 0 { registry.timerStates[timer].left -= 1 }
    }

    /// A timer's turn is over: the next of a suspension's turns follows.
    mutating func noteLeftOver(_ task: Int) {
        let timer = Int(registry.rows[task].extra)
        guard registry.rows[task].exists, registry.timers[timer].backlog > 0 else { return }
        leftOver.append(Int32(timer))
    }

    /// Does what ends of turns have set in motion.
    mutating func goOn() {
        let (timers, chains) = (leftOver, advancing)
        leftOver.removeAll(keepingCapacity: true)
        advancing.removeAll(keepingCapacity: true)
        for timer in timers where isCurrent(Int(timer)) || registry.timers[Int(timer)].backlog > 0 {
            guard registry.timers[Int(timer)].left != 0 else { continue }
            registry.timerStates[Int(timer)].backlog -= 1
            lastBatch += 1
            batch.removeAll()
            if admit(Int(registry.timers[Int(timer)].task), lastBatch, [], isOnce: false) { spend(Int(timer)) }
            judgeBatch()
        }
        for chain in chains { advance(Int(chain)) }
        isUnsettled = true
    }

    /// A deadline is due.
    mutating func serve(_ deadline: Deadline) {
        let run = Int(deadline.subject)
        switch deadline.kind {
        case .timeout:
            guard Self.isLive(deadline, runs), runs[run].phase == .running else { return }
            order(
                .cancel(
                    RunID(slot: deadline.subject, sequence: deadline.sequence), TaskID(Int(runs[run].task)),
                    attempt: deadline.attempt))
            endAttempt(run, .timedOut, .timeout)
        case .gap:
            lanes[run].resting -= 1
            refresh(run)
        case .retry:
            guard Self.isLive(deadline, runs), runs[run].phase == .retrying else { return }
            becomeReadyAgain(run)
        case .openAfterLaunch:
            openAfterLaunch()
        case .suspend:
            if deadline.sequence == process.suspendToken, state == .background { process.suspensionIsDue = true }
        }
    }

    /// Suspends the app as soon as nothing runs or is ready.
    mutating func suspendIfQuiet() {
        guard state == .background, delivery == nil, process.running == 0, jobsDue > now else { return }
        let isReady = runs.contains { ($0.phase == .ready || $0.phase == .readyAgain) && !$0.marks.contains(.parked) }
        guard !isReady else { return }
        process.suspensionIsDue = false
        process.suspendedAt = now
        enter(.suspended)
    }
}

/// A timer whose turn is due on a tick.
private struct DueTurn {
    /// The date for which the turn stands in the order.
    var date: Instant
    var timer: Int
    var turns: Int
    /// Whether it is the first turn of a dated task.
    var isDate: Bool
}
