/// The app's state, the action in progress with its events, and those that wait their turn.
struct Lifecycle: Stored {
    /// The maximum number of actions that wait their turn.
    static let maximumWaiting = 1_024

    private var current: LifecycleState = .notRunning
    private var delivery: Delivery?
    private var waiting: [Delivery] = []
    /// Once-only events that were delivered in this process.
    private var delivered: EventSet = []
    /// When the event in progress was delivered; nil: none is in progress.
    private var deliveredAt: Instant?
    /// Whether the sync and async classes of the event in progress are still to be released.
    private var classesAreHeld = false
    /// When the app will be suspended, or as soon after as nothing runs or is ready; the distant future: never.
    private var suspension: Instant = .distantFuture

    var state: LifecycleState { current }
    /// Whether runs may start and the clock may tick: the process runs and is not suspended.
    @inline(__always)
    var isTicking: Bool { current != .notRunning && current != .suspended }
    /// Whether there is no process, not even one that is being launched.
    var isProcessGone: Bool { current == .notRunning && delivery == nil }
    /// Whether an action is in progress or waits its turn.
    var isDelivering: Bool { delivery != nil || !waiting.isEmpty }
    var inProgress: Delivery? { delivery }
    /// The actions that wait their turn.
    var waitingActions: [Delivery] { waiting }
    /// The state once all that is in progress or waits its turn is over.
    var finalState: LifecycleState {
        waiting.reduce(delivery?.finalState(from: current) ?? current) { $1.finalState(from: $0) }
    }
    var hasEvent: Bool { deliveredAt != nil }
    /// Whether sync and async classes are still to be released.
    var awaitsClasses: Bool { classesAreHeld }
    /// When the app will be suspended; the distant future: never.
    var suspensionTime: Instant { suspension }

    /// Whether this once-only event was delivered in this process.
    func wasDelivered(_ event: LifecycleEvent) -> Bool { delivered.contains(event) }

    /// Whether no more actions wait than are allowed, and none has delivered more events than it has.
    var isSound: Bool {
        waiting.count <= Self.maximumWaiting && waiting.allSatisfy { $0.isSound } && delivery?.isSound != false
    }

    // MARK: Actions

    /// Why an action or `fire` is refused now; nil if it can begin.
    func refusal(of action: Delivery) -> Refusal? {
        switch action.source {
        case .idle: return nil
        case .fire:
            if let once = action.launchEvent { return .oncePerProcess(once) }
            return isTicking ? nil : needsRunning
        case .action(.crash): return isProcessGone ? needs(LifecycleAction.crash.allowedStates) : nil
        case .action(let action): return action.isAllowed(in: current) ? nil : needs(action.allowedStates)
        }
    }

    /// The refusal of a command that needs a process that is not suspended.
    var needsRunning: Refusal { needs(LifecycleAction.memoryWarning.allowedStates) }

    private func needs(_ states: [LifecycleState]) -> Refusal {
        .state(current, allowed: states.reduce(0) { $0 | (1 << $1.rawValue) })
    }

    /// An action waits its turn; false if too many already do.
    mutating func wait(_ action: Delivery) -> Bool {
        guard waiting.count < Self.maximumWaiting else { return false }
        waiting.append(action)
        return true
    }

    /// Removes and returns the action whose turn it is.
    mutating func nextWaiting() -> Delivery? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// Begins an action that is not refused. Returns it as it is now.
    mutating func begin(_ action: Delivery, at now: Instant) -> Delivery {
        var begun = action
        begun.begin(in: current, at: now)
        delivery = begun
        return begun
    }

    /// Ends the action in progress if all of its events are over.
    mutating func endAction() -> Delivery? {
        guard let done = delivery, done.isThrough else { return nil }
        delivery = nil
        return done
    }

    // MARK: Events and states

    /// Delivers the next event of the action in progress.
    mutating func deliverNext(at now: Instant) -> LifecycleEvent? {
        guard let event = delivery?.nextEvent() else { return nil }
        if event.isOncePerProcess { delivered.insert(EventSet(event)) }
        deliveredAt = now
        return event
    }

    /// The event in progress is over.
    mutating func endEvent() {
        deliveredAt = nil
        classesAreHeld = false
    }

    /// The sync and async classes of the event in progress wait for the basic ones, or no longer do.
    mutating func holdClasses(_ areHeld: Bool) {
        classesAreHeld = areHeld
    }

    mutating func enter(_ state: LifecycleState) {
        if state != .background { suspension = .distantFuture }
        current = state
    }

    /// The app is suspended at `time`, unless another state comes before.
    mutating func suspend(at time: Instant) {
        suspension = time
    }

    // MARK: Limits

    /// The next instant at which a limit of an action is checked.
    func nextLimit(_ configuration: SchedulerConfiguration) -> Instant {
        var next = delivery.flatMap { $0.limitPassed ? nil : $0.limit(configuration) } ?? .distantFuture
        for action in waiting where action.source == .action(.terminate) {
            next = min(next, action.given + configuration.terminateLimit)
        }
        return next
    }

    /// When runs that never end and hold the event in progress become stuck; nil: there is no event.
    func eventLimit(_ configuration: SchedulerConfiguration) -> Instant? {
        guard let delivery, let deliveredAt else { return nil }
        return delivery.limit(configuration) ?? deliveredAt + configuration.eventLimit
    }

    /// Removes a terminate that waited for its turn up to its limit. Returns whether there was one.
    mutating func takeOverdueTermination(at now: Instant, _ configuration: SchedulerConfiguration) -> Bool {
        let index = waiting.firstIndex { action in
            action.source == .action(.terminate) && action.given + configuration.terminateLimit <= now
        }
        guard let index else { return false }
        waiting.remove(at: index)
        return true
    }

    /// The action in progress if it exceeds its limit now; nil if that was already reported.
    mutating func passLimit(at now: Instant, _ configuration: SchedulerConfiguration) -> LifecycleAction? {
        guard let action = delivery, !action.limitPassed, let limit = action.limit(configuration), limit <= now else {
            return nil
        }
        delivery?.limitPassed = true
        return action.limitedAction
    }

    /// The process is gone. Actions that wait their turn still do.
    mutating func endProcess() {
        let waiting = waiting
        self = Lifecycle()
        self.waiting = waiting
    }
}
