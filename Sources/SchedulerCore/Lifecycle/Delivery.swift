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

/// The commands whose context (a URL, launch options, a payload) runs see, by the batch of the runs.
struct Contexts: Stored {
    /// How many are kept before those of ended runs are removed.
    static let sweepLimit = 64

    private var commands: [Int64: CommandID] = [:]
    private var countToSweep = Contexts.sweepLimit

    var count: Int { commands.count }

    /// The command whose context a batch sees.
    subscript(batch: Int64) -> CommandID? { commands[batch] }

    /// The runs of `batch` see the context of `command`. Contexts that no `live` batch sees are removed in bulk.
    mutating func keep(_ command: CommandID, for batch: Int64, live: () -> Set<Int64>) {
        if commands.count >= countToSweep {
            let live = live()
            commands = commands.filter { live.contains($0.key) }
            countToSweep = max(Self.sweepLimit, commands.count * 2)
        }
        commands[batch] = command
    }
}

/// The event in progress, and the runs that hold it.
struct HeldEvent: Stored {
    /// The batch that it released; 0: no event is in progress.
    var batch: Int64 = 0
    private var holders = 0
    private var basicRuns = 0
    /// Whether a basic run has begun to hold others back, or ceased to, since that was last judged.
    var hasNewBasicRuns = false
    /// Whether a run has begun to wait for others while basic ones hold others back.
    var hasNewWaits = false

    /// An event whose runs are released as `batch`.
    init(batch: Int64 = 0) {
        self.batch = batch
    }

    /// Whether some unended, unparked run holds it.
    var isHeld: Bool { holders > 0 }
    /// How many unended, unparked runs hold it, and how many such basic runs there are.
    var counts: (holders: Int, basic: Int) { (holders, basicRuns) }

    /// A run with these marks begins (1) or ceases (-1) to hold it.
    @inline(__always)
    mutating func hold(_ marks: Run.Marks, _ change: Int) {
        if marks.contains(.holds) { holders += change }
        if marks.contains(.basic) {
            basicRuns += change
            hasNewBasicRuns = true
        }
    }
}

/// The tasks that are released again when the app terminates, in the order in which they first started.
struct Teardowns: Stored {
    private var started: [Int32] = []

    /// One of these tasks started. O(tasks that tear down).
    mutating func note(_ task: Int32) {
        if !started.contains(task) { started.append(task) }
    }

    /// The task is gone: another one of its name has not started.
    mutating func forget(_ task: Int32) { started.removeAll { $0 == task } }

    func isSound(tasks: Int) -> Bool { started.allSatisfy { (0..<tasks).contains(Int($0)) } }

    /// Removes and returns the tasks that started, the last one first.
    mutating func take() -> [Int32] {
        defer { started = [] }
        return started.reversed()
    }
}
