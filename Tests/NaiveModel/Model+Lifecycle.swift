/// Actions, events and states (The rules, "Lifecycle").
extension Model {
    /// The states in which an action is allowed; nil: in all.
    static func allowed(_ command: Command) -> [State]? {
        switch command {
        case .launch: [.notRunning]
        case .background: [.inactive, .active]
        case .foreground: [.inactive, .background, .suspended]
        case .memoryWarning, .fire, .post, .start, .tick: [.inactive, .active, .background]
        case .terminate, .crash: [.inactive, .active, .background, .suspended]
        case .interrupt: [.active]
        default: nil
        }
    }

    /// Why the state does not allow a command; nil if it does.
    func stateRefusal(_ command: Command) -> String? {
        guard let allowed = Self.allowed(command), !allowed.contains(state) else { return nil }
        let words = allowed.map { "\($0)" }
        let list =
            words.count == 1 ? words[0] : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
        return "\(text(command).split(separator: " ")[0]) needs \(list); the state is \(state)"
    }

    /// The events that an action delivers now.
    private func events(_ command: Command) -> [Event] {
        switch (command, state) {
        case (.launch, _): [.willFinishLaunching, .didFinishLaunching, .didBecomeActive]
        case (.openURL, .notRunning): [.willFinishLaunching, .didFinishLaunching, .openURL, .didBecomeActive]
        case (.openURL, .background), (.openURL, .suspended): [.willEnterForeground, .openURL, .didBecomeActive]
        case (.openURL, .inactive): [.openURL, .didBecomeActive]
        case (.openURL, .active): [.openURL]
        case (.background, .active): [.willResignActive, .didEnterBackground]
        case (.background, _): [.didEnterBackground]
        case (.foreground, .inactive): [.didBecomeActive]
        case (.foreground, _): [.willEnterForeground, .didBecomeActive]
        case (.memoryWarning, _): [.didReceiveMemoryWarning]
        case (.interrupt, _): [.willResignActive]
        case (.terminate, .active): [.willResignActive, .didEnterBackground, .willTerminate]
        case (.terminate, .inactive): [.didEnterBackground, .willTerminate]
        case (.terminate, .background): [.willTerminate]
        case (.fire(let events), _): events.sorted { $0.rawValue < $1.rawValue }
        default: []
        }
    }

    /// Step (3): the next event, if the last is over. True if anything happened.
    func deliverNext() -> Bool {
        var isBusy = false
        while true {
            if delivery != nil {
                guard isOver else { return isBusy }
                endDelivery()
                isBusy = true
            }
            if var current = action {
                if current.events.isEmpty {
                    endAction(current)
                    isBusy = true
                    continue
                }
                let event = current.events.removeFirst()
                action = current
                deliver(event, isFired: current.command.isFire)
                return true
            }
            guard !actions.isEmpty else { return isBusy }
            begin(actions.removeFirst())
            isBusy = true
        }
    }

    private func begin(_ waiting: Action) {
        if waiting.isIdle, stateRefusal(waiting.command) != nil { return }
        if let refusal = onceRefusal(waiting.command) ?? stateRefusal(waiting.command) {
            note("refused", "\"action\":\"\(waiting.text)\",\"reason\":\"\(refusal)\"")
            return
        }
        var begun = waiting
        begun.begunAt = now
        begun.events = events(waiting.command)
        begun.isLaunch = begun.events.first == .willFinishLaunching && !waiting.command.isFire
        if waiting.command != .terminate, !waiting.isIdle { note("action", "\"action\":\"\(waiting.text)\"") }
        if begun.isLaunch { beginProcess() }
        action = begun
    }

    /// Why an event cannot be fired that happens once in a process.
    private func onceRefusal(_ command: Command) -> String? {
        guard case .fire(let events) = command else { return nil }
        let once = events.sorted { $0.rawValue < $1.rawValue }.first { $0.isOnce }
        return once.map { "\($0) happens once in a process, at launch" }
    }

    private func endAction(_ ended: Action) {
        action = nil
        if ended.command == .terminate { endProcess(isCrash: false) }
    }

    private func beginProcess() {
        process = Process(launchedAt: now)
        results = [:]
        lastBatch = [:]
        runs = []
        armTimers()
        beginJobs()
    }

    private func deliver(_ event: Event, isFired: Bool) {
        deliveries += 1
        delivery = Delivery(id: deliveries, event: event, isFired: isFired, at: now)
        note("event", "\"event\":\"\(event)\"")
        if !isFired {
            process?.delivered.insert(event)
            changeState(with: event)
        }
        batches += 1
        delivery?.batch = batches
        release(with: event)
    }

    private func changeState(with event: Event) {
        switch event {
        case .willFinishLaunching, .willResignActive, .willEnterForeground: enter(.inactive)
        case .didBecomeActive: enter(.active)
        case .didEnterBackground: enter(.background)
        default: break
        }
        moveJobs(with: event)
    }

    func enter(_ new: State) {
        guard state != new else { return }
        if new == .suspended { process?.suspensions.append((now, .max)) }
        if state == .suspended, let last = process?.suspensions.indices.last {
            process?.suspensions[last].to = now
            let tick = passedTick
            process?.seenTick = tick
        }
        if new != .background { process?.suspendAt = nil }
        state = new
        note("state", "\"state\":\"\(new)\"")
    }

    /// Whether nothing holds the event any more.
    var isOver: Bool {
        guard let delivery else { return true }
        let parked = parkedRuns()
        return laterClasses.isEmpty && !runs.contains { holds($0, delivery, parked) }
    }

    /// Whether a run holds this event.
    func holds(_ run: Run, _ delivery: Delivery, _ parked: [Int: [String]]) -> Bool {
        guard run.delivery == delivery.id, run.phase != .ended, parked[run.order] == nil else { return false }
        if run.isTeardown { return true }
        if let sequence = run.task.sequence { return sequence.blocks }
        return run.task.spec.blocks ?? (run.lane == "main" || run.task.spec.kind == .basic)
    }

    private func endDelivery() {
        guard let ended = delivery else { return }
        delivery = nil
        guard !ended.isFired, let current = action else { return }
        if ended.event == .didBecomeActive, current.isLaunch, process?.hasStuckLaunchRun == false {
            tally.parked = parkedLaunchRuns
            process?.firstFrameAt = now
            tally.launch = now - current.begunAt
            note("firstFrame", tally.parked > 0 ? "\"parked\":\(tally.parked)" : "")
            judgeParking()
        }
        if ended.event == .didEnterBackground, current.command == .background {
            process?.suspendAt = now + world.suspendAfter * 1_000_000
        }
    }

    /// The parked runs that the launch has released and is complete without; not those of lane afterLaunch and what waits for
    /// them.
    private var parkedLaunchRuns: Int {
        let parked = parkedRuns()
        var later = runs.filter { $0.lane == "afterLaunch" && parked[$0.order] != nil }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for run in runs where !later.contains(where: { $0 === run }) {
                let before = waitedFor(run) + earlierRuns(run) + [run.step].compactMap { $0 }
                if before.contains(where: { other in later.contains { $0 === other } }) {
                    later.append(run)
                    isGrowing = true
                }
            }
        }
        return runs.count { run in
            parked[run.order] != nil && [.event, .start].contains(run.source) && !later.contains { $0 === run }
        }
    }

    /// Suspends the app if it is time and nothing runs or is ready.
    func suspend() -> Bool {
        guard state == .background, let time = process?.suspendAt, time <= now, !jobs.isActive else { return false }
        guard !runs.contains(where: { $0.phase == .running || isReady($0) }) else { return false }
        guard action == nil, actions.isEmpty else { return false }
        guard advancing.isEmpty, leftOver.isEmpty, !jobs.hasStep(now: now) else { return false }
        process?.suspendAt = nil
        process?.wasSuspendedSinceTick = true
        enter(.suspended)
        return true
    }

    /// The process ends: every unfinished run is cancelled.
    func endProcess(isCrash: Bool) {
        let reason = isCrash ? "the process crashed" : "the process ended"
        for run in runs where run.phase != .ended {
            if run.phase == .running {
                finish(run, "cancelled", reason: reason)
            } else if run.phase == .waiting || run.phase == .resting {
                noteSkip(run.task.name, "the process ended")
            }
            run.phase = .ended
        }
        delivery = nil
        action = nil
        process = nil
        laterClasses = []
        advancing = []
        leftOver = []
        runs = []
        rests = []
        results = [:]
        lastBatch = [:]
        pausedLanes = []
        destroyed = []
        registerScenario()
        endJobs()
        enter(.notRunning)
    }
}

extension Command {
    var isFire: Bool {
        if case .fire = self { return true }
        return false
    }
}
