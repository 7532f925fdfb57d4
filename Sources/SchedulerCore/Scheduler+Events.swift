/// Actions and the delivery of their events (PRODUCT section 2).
extension Scheduler {
    /// Takes an action or `fire`: begins it, lets it wait its turn, or refuses it.
    mutating func take(_ source: Delivery.Source, _ events: EventSet, _ command: CommandID) {
        limitIsStale = true
        if source == .action(.crash) { return crash(command) }
        var arrival = Delivery(source: source, events: events.events, command: command, given: now, began: now)
        guard delivery != nil || !queued.isEmpty else {
            if begin(&arrival, isWritten: false) { delivery = arrival }
            return
        }
        if source == .action(.terminate) { note(.action(command)) }
        queued.append(arrival)
    }

    private mutating func crash(_ command: CommandID) {
        guard state != .notRunning || delivery?.isLaunch == true else {
            return refuse(command, .state(state, allowed: Self.bits(LifecycleAction.crash.allowedStates)))
        }
        note(.action(command))
        endProcess(.crashed)
    }

    /// Judges an action now and begins it; false where it is refused.
    private mutating func begin(_ arrival: inout Delivery, isWritten: Bool) -> Bool {
        arrival.began = now
        switch arrival.source {
        case .idle:
            return isTicking
        case .fire:
            if let once = arrival.events.first(where: \.isOncePerProcess) {
                refuse(arrival.command, .oncePerProcess(once))
                return false
            }
            guard isTicking else { return refuse(arrival.command, LifecycleAction.memoryWarning.allowedStates) }
        case .action(let action):
            guard action.isAllowed(in: state) else { return refuse(arrival.command, action.allowedStates) }
            arrival.events = action.events(in: state)
            arrival.isLaunch = state == .notRunning
        }
        if !isWritten { note(.action(arrival.command)) }
        if arrival.isLaunch { startProcess() }
        return true
    }

    mutating func refuse(_ command: CommandID, _ allowed: [LifecycleState]) -> Bool {
        refuse(command, .state(state, allowed: Self.bits(allowed)))
        return false
    }

    static func bits(_ states: [LifecycleState]) -> UInt8 {
        states.reduce(0) { $0 | (1 << $1.rawValue) }
    }

    /// Step 3 of a pass: the next event, if the last one is over; at most one is delivered.
    mutating func deliverNext() {
        if event.batch != 0 {
            guard event.isOver else { return }
            if lastParkedBatch >= event.batch { letGo() }
            event = EventProgress()
            process.hungHolders = 0
        }
        limitIsStale = true
        if let current = delivery {
            if current.next < current.events.count { return deliverEvent() }
            delivery = nil
            isUnsettled = true
            complete(current)
        }
        while delivery == nil, !queued.isEmpty {
            var arrival = queued.removeFirst()
            isUnsettled = true
            if begin(&arrival, isWritten: arrival.source == .action(.terminate)) { delivery = arrival }
        }
        if let current = delivery, current.next < current.events.count { deliverEvent() }
    }

    /// The event in progress is over: what it released and is parked no longer holds any event. O(runs).
    private mutating func letGo() {
        for run in runs.indices { runs[run].marks.subtract([.holds, .basic]) }
    }

    /// What follows the end of an action's last event.
    private mutating func complete(_ done: Delivery) {
        if done.isLaunch {
            if lanes[0].stuck == 0 { showFirstFrame() }
            return
        }
        guard case .action(let action) = done.source else { return }
        switch action {
        case .background:
            deadlines.insert(
                .suspend, at: now + configuration.suspendAfter, subject: 0, sequence: process.suspendToken)
        case .terminate: endProcess(.processEnded)
        case .launch, .foreground, .memoryWarning, .interrupt, .openURL, .crash: break
        }
    }

    private mutating func showFirstFrame() {
        process.firstFrameAt = now
        note(.firstFrame)
        if configuration.afterLaunchDelay == .zero {
            openAfterLaunch()
        } else {
            deadlines.insert(.openAfterLaunch, at: now + configuration.afterLaunchDelay, subject: 0)
        }
    }

    /// Opens lane `afterLaunch`, once per process.
    mutating func openAfterLaunch() {
        let lane = configuration.afterLaunchLane
        changeLane(lane.offset) { $0.isOpen = true }
    }

    /// Delivers the next event of the action in progress: changes the state and releases its tasks.
    private mutating func deliverEvent() {
        guard var current = delivery else { return }
        let kind = current.events[current.next]
        current.next += 1
        if !current.hasLimit { current.limitPassed = false }
        delivery = current
        isUnsettled = true
        note(.event(kind))
        if current.source != .fire, let next = kind.resultingState, next != state { enter(next) }
        if current.source != .fire { moveJobs(with: kind) }
        if kind.isOncePerProcess { process.delivered.insert(EventSet(kind)) }
        lastBatch += 1
        event = EventProgress()
        event.batch = lastBatch
        event.kind = kind
        event.deliveredAt = now
        if current.hasContext(kind) { keepContext(current.command) }
        releaseEvent(kind)
    }

    /// Changes the lifecycle state.
    mutating func enter(_ next: LifecycleState) {
        if let from = process.suspendedAt, next != .suspended {
            process.suspensions.append((from, now))
            process.suspendedAt = nil
            resumeTicks()
        }
        if next != .background {
            process.suspensionIsDue = false
            process.suspendToken += 1
        }
        state = next
        isTicking = next != .notRunning && next != .suspended
        setNextTickTime()
        note(.state(next))
    }
}
