/// The beginning and end of a process, and its limits (PRODUCT section 2).
extension Scheduler {
    /// A launch begins: tick 0, timers are armed.
    mutating func startProcess() {
        process.launchedAt = now
        for timer in registry.timers.indices {
            let row = registry.rows[Int(registry.timers[timer].task)]
            if row.exists, row.kind == .timer, Int(row.extra) == timer { arm(timer) }
        }
        beginJobs()
    }

    /// The process is gone: unfinished runs are cancelled, and everything is as before a first launch.
    mutating func endProcess(_ reason: FinishReason) {
        let unfinished = runs.indices.filter { runs[$0].phase != .free }
        for run in unfinished.sorted(by: { runs[$0].sequence < runs[$1].sequence }) { cancelWithProcess(run, reason) }
        delivery = nil
        event = EventProgress()
        state = .notRunning
        isTicking = false
        limitIsStale = true
        note(.state(.notRunning))
        order(.processEnded)
        endJobs()
        reset()
    }

    private mutating func cancelWithProcess(_ run: Int, _ reason: FinishReason) {
        let task = TaskID(Int(runs[run].task))
        switch runs[run].phase {
        case .running:
            let id = RunID(slot: Int32(run), sequence: runs[run].sequence)
            order(.cancel(id, task, attempt: Int32(runs[run].attempt)))
            noteFinish(runs[run], .cancelled, reason)
        case .waiting, .ready, .retrying, .readyAgain: note(.skip(task, .processEnded))
        case .free, .stepping: break
        }
    }

    /// The next process begins with the tasks as registered; names and run numbers go on.
    private mutating func reset() {
        registry.reset(to: original)
        for task in slots.indices {
            slots[task] = TaskSlot()
            counts[task] = TaskCounts(runs: counts[task].runs, runsBefore: counts[task].runs)
            slots[task].isAbsent = !registry.rows[task].exists
        }
        for task in waits.indices { waits[task] = Waiting() }
        pausedTasks = 0
        contexts = [:]
        runs.removeAll()
        runDetails.removeAll()
        freeRuns.removeAll()
        lanes = Self.freshLanes(configuration)
        ready = ReadyQueues(lanes: usesKeys ? 0 : lanes.count)
        keyed = usesKeys ? Array(repeating: KeyedReadyQueue(), count: lanes.count) : []
        for word in startable.indices { startable[word] = 0 }
        process = ProcessState()
        deadlines.removeAll()
        turns = TimerWheel()
        dates = TimerWheel()
        gated.removeAll()
        idleWaiting.removeAll()
        advancing.removeAll()
        leftOver.removeAll()
        isUnsettled = true
    }

    /// The next instant at which a limit is judged.
    var limitTime: Instant {
        var earliest = Instant.distantFuture
        if let current = delivery, !current.limitPassed, let limit = limit(of: current) { earliest = limit }
        for waiting in queued where waiting.source == .action(.terminate) {
            earliest = min(earliest, waiting.given + configuration.terminateLimit)
        }
        return earliest
    }

    /// When the limit of what is in progress is reached; for an action without one only if a run that never ends holds it.
    private func limit(of current: Delivery) -> Instant? {
        if current.isLaunch { return current.began + configuration.launchLimit }
        if current.source == .action(.background) { return current.began + configuration.backgroundLimit }
        if current.source == .action(.terminate) { return current.given + configuration.terminateLimit }
        return process.hungHolders > 0 ? event.deliveredAt + configuration.eventLimit : nil
    }

    /// Judges the limits that end at this instant, after everything else of it.
    mutating func judgeLimits() {
        isUnsettled = true
        limitIsStale = true
        for index in queued.indices where queued[index].source == .action(.terminate) {
            guard queued[index].given + configuration.terminateLimit <= now else { continue }
            queued.remove(at: index)
            note(.warning(.watchdog(.terminate, limit: configuration.terminateLimit)))
            return endProcess(.crashed)
        }
        guard var current = delivery, !current.limitPassed, let limit = limit(of: current), limit <= now else { return }
        current.limitPassed = true
        delivery = current
        if current.hasLimit {
            let action: LifecycleAction = current.isLaunch ? .launch : Self.action(of: current)
            note(.warning(.watchdog(action, limit: Nanoseconds(limitLength(action)))))
            if configuration.enforcesLimits { return endProcess(.crashed) }
        }
        markStuck()
    }

    private static func action(of delivery: Delivery) -> LifecycleAction {
        if case .action(let action) = delivery.source { return action }
        return .launch
    }

    private func limitLength(_ action: LifecycleAction) -> Int64 {
        switch action {
        case .background: configuration.backgroundLimit.count
        case .terminate: configuration.terminateLimit.count
        case .launch, .openURL, .foreground, .memoryWarning, .interrupt, .crash: configuration.launchLimit.count
        }
    }
}
