/// An action in progress: its events are delivered one after the other.
struct Delivery: Stored {
    enum Source: Hashable, Stored {
        case action(LifecycleAction)
        case fire
        case idle
    }

    let source: Source
    let command: CommandID
    let given: Instant
    /// When its turn came.
    private(set) var began: Instant
    /// Whether it began a process.
    private(set) var isLaunch = false
    /// Whether its limit has passed and this was reported.
    var limitPassed = false
    private var events: [LifecycleEvent]
    private var deliveredCount = 0

    /// An action, or events, given at `now`.
    init(_ source: Source, _ events: EventSet = [], command: CommandID, at now: Instant) {
        self.source = source
        self.events = events.events
        self.command = command
        (given, began) = (now, now)
    }

    var isSound: Bool { (0...events.count).contains(deliveredCount) }
    var isThrough: Bool { deliveredCount == events.count }
    /// The event that only a launch can deliver, if it has one.
    var launchEvent: LifecycleEvent? { events.first { $0.isOncePerProcess } }

    /// Its turn comes in `state`.
    mutating func begin(in state: LifecycleState, at now: Instant) {
        began = now
        guard case .action(let action) = source else { return }
        events = action.events(in: state)
        isLaunch = state == .notRunning
    }

    /// The state once it is over, if it is in progress or begins in `state`; `state` itself if it is refused then.
    func finalState(from state: LifecycleState) -> LifecycleState {
        guard case .action(let action) = source else { return state }
        let events = events.isEmpty ? action.events(in: state) : events
        if action == .terminate, !events.isEmpty { return .notRunning }
        return events.reduce(state) { $1.resultingState ?? $0 }
    }

    /// The next event; nil if none is left.
    mutating func nextEvent() -> LifecycleEvent? {
        guard !isThrough else { return nil }
        deliveredCount += 1
        return events[deliveredCount - 1]
    }

    /// Whether the runs of `event` see the context of the command: for a launch those of the two events with launch
    /// options, for `open-url` those of openURL, otherwise those of every event.
    func hasContext(_ event: LifecycleEvent) -> Bool {
        switch source {
        case .idle: false
        case .action(.openURL) where event == .openURL: true
        case .action where isLaunch: event == .willFinishLaunching || event == .didFinishLaunching
        case .action(.openURL): false
        case .action, .fire: true
        }
    }

    /// The action whose watchdog limit applies to it; nil if none does.
    var limitedAction: LifecycleAction? {
        if isLaunch { return .launch }
        if source == .action(.background) { return .background }
        return source == .action(.terminate) ? .terminate : nil
    }

    /// When its own limit is reached; nil if it has none.
    func limit(_ configuration: SchedulerConfiguration) -> Instant? {
        limitedAction.map { action in
            (action == .terminate ? given : began) + configuration.limit(of: action)
        }
    }
}
