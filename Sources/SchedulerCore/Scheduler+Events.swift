/// Actions and the delivery of their events (The rules, "Lifecycle").
extension Scheduler {
    /// Takes an action or `fire`: begins it, lets it wait its turn, or refuses it.
    mutating func take(_ source: Delivery.Source, _ events: EventSet = [], _ command: CommandID) {
        let action = Delivery(source, events, command: command, at: now)
        if source == .action(.crash) { return crash(action) }
        guard lifecycle.isDelivering else { return begin(action, isWritten: false) }
        guard lifecycle.wait(action) else { return refuse(command, .limit(.waitingActions)) }
        if source == .action(.terminate) { trace.note(.action(command)) }
    }

    private mutating func crash(_ action: Delivery) {
        if let refusal = lifecycle.refusal(of: action) { return refuse(action.command, refusal) }
        trace.note(.action(action.command))
        endProcess(.crashed)
    }

    /// Checks an action now, and begins it unless it is refused.
    private mutating func begin(_ action: Delivery, isWritten: Bool) {
        if let refusal = lifecycle.refusal(of: action) { return refuse(action.command, refusal) }
        if action.source == .idle, !lifecycle.isTicking { return }
        if !isWritten, action.source != .idle { trace.note(.action(action.command)) }
        if lifecycle.begin(action, at: now).isLaunch { startProcess() }
    }

    /// Step 3 of a pass: the next event, if the last one is over; at most one is delivered.
    mutating func deliverNext() {
        if lifecycle.hasEvent {
            guard !runs.heldEvent.isHeld, !hasClassesToRelease else { return }
            // Basic runs that do not hold their event no longer keep anything back.
            let keepsBack = lifecycle.awaitsClasses
            runs.endEvent()
            lifecycle.endEvent()
            if keepsBack { releaseClasses() }
            for slot in lanes.openGate() { place(slot, passesGate: true) }
        }
        if lifecycle.inProgress?.isThrough == false { return deliverEvent() }
        if let done = lifecycle.endAction() {
            isUnsettled = true
            complete(done)
        }
        while lifecycle.inProgress == nil, let action = lifecycle.nextWaiting() {
            isUnsettled = true
            begin(action, isWritten: action.source == .action(.terminate))
        }
        deliverEvent()
    }

    /// What follows the end of an action's last event.
    private mutating func complete(_ done: Delivery) {
        if done.isLaunch {
            if lanes[.main].stuck == 0 { showFirstFrame() }
        } else if done.source == .action(.background) {
            lifecycle.suspend(at: now + configuration.suspendAfter)
        } else if done.source == .action(.terminate) {
            endProcess(.processEnded)
        }
    }

    private mutating func showFirstFrame() {
        clock.showFirstFrame(at: now)
        trace.note(.firstFrame(parked: parkedLaunchRuns))
        if configuration.afterLaunchDelay == .zero {
            changeLane(configuration.afterLaunchLane, .open)
        } else {
            deadlines.insert(Deadline(.openAfterLaunch, at: now + configuration.afterLaunchDelay))
        }
    }

    /// How many runs that the launch's events released are parked, but for those of lane afterLaunch, which is still closed,
    /// and those that wait for them. O(parked runs and their edges).
    private var parkedLaunchRuns: Int32 {
        let parked = runs.live { $0.isParked && !$0.marks.contains(.step) }
        guard !parked.isEmpty else { return 0 }
        var open = runs.live { $0.isParked && $0.lane == configuration.afterLaunchLane }
        if configuration.afterLaunchLane == .main { open = [] }
        var later = Set(open)
        while let slot = open.popLast() {
            for next in waiting(for: slot, inLane: false) where later.insert(next).inserted { open.append(next) }
        }
        return Int32(clamping: parked.count { !later.contains($0) && registry.row(Int(runs[$0].task)).isOnEvents })
    }

    /// Delivers the next event of the action in progress: changes the state and releases its tasks.
    private mutating func deliverEvent() {
        guard let event = lifecycle.deliverNext(at: now), let action = lifecycle.inProgress else { return }
        isUnsettled = true
        trace.note(.event(event))
        if action.source != .fire {
            if let next = event.resultingState, next != state { enter(next) }
            moveJobs(with: event)
        }
        let tasks = registry.tasks(on: event)
        let batch = runs.beginBatch(of: tasks.count)
        runs.beginEvent()
        if action.hasContext(event) { keepContext(action.command, for: batch) }
        release(tasks, on: event)
    }

    /// The runs of a batch see the context of `command`: a URL, launch options, a payload.
    mutating func keepContext(_ command: CommandID, for batch: Int64) {
        contexts.keep(command, for: batch) { Set(runs.live().map { runs[$0].batch }) }
    }

    mutating func enter(_ next: LifecycleState) {
        if next == .suspended { clock.suspend(at: now) } else { clock.wake(at: now) }
        lifecycle.enter(next)
        clock.setTicking(lifecycle.isTicking)
        trace.note(.state(next))
    }

    // MARK: What an event releases

    /// Releases the tasks of a lifecycle event, as registered. If none of them is basic, those of the classes sync and
    /// async come last; otherwise they wait for the basic ones.
    private mutating func release(_ tasks: [Int32], on event: LifecycleEvent) {
        let hasClasses = event == .didFinishLaunching && registry.hasClasses
        let later = hasClasses ? registry.syncAndAsyncTasks : []
        var hasBasic = false
        // A release, a start and an end of each, and what happens between them.
        trace.reserve(tasks.count * 4)
        var batch: [Int32] = []
        batch.reserveCapacity(tasks.count)
        for task in tasks {
            let row = registry.row(Int(task))
            guard row.exists, row.events.contains(event) else { continue }
            if row.kind == .basic { hasBasic = true }
            if hasClasses, row.kind == .sync || row.kind == .async { continue }
            if let slot = release(Int(task), row, on: event) { batch.append(slot) }
        }
        guard hasBasic else {
            for task in later {
                if let slot = release(Int(task), registry.row(Int(task)), on: event) { batch.append(slot) }
            }
            judge(batch)
            if event == .willTerminate, lifecycle.inProgress?.source != .fire { releaseTeardowns() }
            return
        }
        lifecycle.holdClasses(true)
        for task in later { runs.setToCome(Int(task), true) }
        judge(batch)
        if runs.heldEvent.counts.basic == 0 { releaseClasses() }
    }

    /// Releases the teardown tasks, the last one that started first: each waits for the one before, and for nothing else,
    /// and holds the event wherever it runs.
    private mutating func releaseTeardowns() {
        var before: [TaskGraph.Dependency] = []
        for task in teardowns.take() {
            let row = registry.row(Int(task))
            guard row.exists, row.tearsDown, !row.events.contains(.willTerminate) else { continue }
            guard let slot = release(Int(task), [.work, .holds]) else { continue }
            runs.replacePredecessors(of: Int(task), with: before)
            judge([slot])
            before = [TaskGraph.Dependency(source: task, isSoft: true)]
        }
    }

    private mutating func release(_ task: Int, _ row: TaskRow, on event: LifecycleEvent) -> Int32? {
        var marks: Run.Marks = []
        if event == .idle {
            marks = .idle
        } else {
            marks = row.holds ? [.work, .holds] : .work
            if row.kind == .basic { marks.insert(.basic) }
        }
        if row.kind == .sequence, goesOn(task, row, marks.intersection(.holds)) { return advance(row.place) }
        return release(task, marks, isOnce: event.isOncePerProcess)
    }

    var hasClassesToRelease: Bool { lifecycle.awaitsClasses && !registry.syncAndAsyncTasks.isEmpty }

    /// Releases the sync and async classes once main may start again after the last basic one.
    mutating func releaseClassesIfBasicAreOver() {
        guard runs.heldEvent.counts.basic == 0 else { return }
        let main = lanes[.main]
        if main.running + main.resting >= main.width, main.stuck == 0, hasClassesToRelease { return }
        releaseClasses()
        isUnsettled = true
    }

    private mutating func releaseClasses() {
        lifecycle.holdClasses(false)
        var batch: [Int32] = []
        for task in registry.syncAndAsyncTasks { runs.setToCome(Int(task), false) }
        for task in registry.syncAndAsyncTasks {
            let row = registry.row(Int(task))
            let marks: Run.Marks = row.holds ? [.work, .holds] : .work
            // Ticks and steps may have had batches of their own since the event was delivered.
            let slot = release(Int(task), marks, isOnce: true, batch: runs.heldEvent.batch)
            if let slot { batch.append(slot) }
        }
        judge(batch)
        for slot in lanes.openGate() { place(slot) }
    }

    /// Decides which ready runs of main wait until the basic ones are over: all but those that a basic one waits for, as
    /// long as sync and async tasks are still to be released or some basic run waits for none of these.
    mutating func judgeGate() {
        defer { isGateStale = false }
        runs.noteGateJudged()
        let held = lanes.openGate()
        let basic = lifecycle.hasEvent ? runs.live { $0.marks.contains(.basic) } : []
        guard lifecycle.awaitsClasses || basic.contains(where: { goesFirst($0) }) else {
            for slot in held { place(slot, passesGate: true) }
            return
        }
        for slot in runs.live(where: { $0.marks.contains(.needed) }) { runs.mark(slot, .needed, false) }
        var open = basic
        while let slot = open.popLast() {
            for source in runs.awaited(by: slot) where !runs[source].marks.contains(.needed) {
                runs.mark(source, .needed)
                open.append(source)
            }
        }
        let passed = lanes.ready(in: .main).filter { runs[$0].phase == .ready && isGated(runs[$0]) }
        for slot in passed { lanes.remove(slot, .main) }
        for slot in held + passed { place(slot) }
    }

    /// Whether a basic run is not parked and does not wait for a sync or async run of its event.
    private func goesFirst(_ slot: Int32) -> Bool {
        guard !runs[slot].isParked else { return false }
        var open = [slot]
        var seen = Set(open)
        while let next = open.popLast() {
            for source in runs.awaited(by: next) where seen.insert(source).inserted {
                let kind = registry.row(Int(runs[source].task)).kind
                if runs[source].batch == runs.heldEvent.batch, kind == .sync || kind == .async { return false }
                open.append(source)
            }
        }
        return true
    }

    // MARK: Processes

    /// A launch begins: tick 0, timers are armed.
    private mutating func startProcess() {
        clock.begin(at: now)
        for timer in 0..<Int32(timers.count) {
            let row = registry.row(Int(timers[timer].task))
            if row.exists, row.kind == .timer, row.place == timer { arm(timer) }
        }
        beginJobs()
    }

    /// The process is gone: unfinished runs are cancelled, and everything is as before a first launch.
    mutating func endProcess(_ reason: FinishReason) {
        for slot in runs.live() { cancel(slot, reason) }
        lifecycle.endProcess()
        trace.note(.state(.notRunning))
        output.effects.append(.processEnded)
        endJobs()
        registry.reset(to: original.registry)
        runs.reset(to: original.graph) { registry.row($0).exists }
        lanes = LaneTable(configuration)
        clock = Clock(configuration)
        timers = original.timers
        sequences = original.sequences
        teardowns = Teardowns()
        deadlines = DeadlineQueue()
        contexts = Contexts()
        isUnsettled = true
    }

    private mutating func cancel(_ slot: Int32, _ reason: FinishReason) {
        let run = runs[slot]
        let task = TaskID(Int(run.task))
        switch run.phase {
        case .running:
            let id = RunID(slot: slot, sequence: run.sequence)
            output.effects.append(.cancel(id, task, attempt: Int32(run.attempt)))
            noteFinish(run, .cancelled, reason)
        case .waiting, .preferring, .ready, .retrying, .readyAgain: trace.note(.skip(task, .processEnded))
        case .free, .stepping: break
        }
    }
}
