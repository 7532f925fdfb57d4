/// The rules: one way in (`handle`), one way out (its output and `records`), `nextDeadline` for when to come back.
///
/// Knows no clock, no randomness and no names of commands. A driver (simulation or live) hands in what happened, carries
/// out the effects, and returns at the latest at `nextDeadline`. A value: a copy is a keyframe. With the same inputs at
/// the same instants it gives the same effects and records on every machine.
public struct Scheduler: Sendable {
    /// The most tasks and sequences of one scheduler.
    public static let maximumTasks = 16_000_000

    /// So many contexts may be kept before those of ended runs are looked for.
    static let contextLimit = 64

    /// Clock, lanes and limits.
    public let configuration: SchedulerConfiguration
    /// What happened since the driver last took it.
    var log = Table<TraceRecord>()
    /// The lifecycle state.
    public internal(set) var state: LifecycleState = .notRunning
    /// When `handle(.advance, at:)` has something to do at the latest; the last instant while that is not settled.
    public private(set) var nextDeadline: Instant = .distantFuture
    /// When `handle(.limitsDue, at:)` is to be called, after everything else of that instant.
    public private(set) var nextLimit: Instant = .distantFuture

    /// The job queue; it outlives processes.
    public internal(set) var jobs: JobQueue
    /// When the queue has something to do, if the process runs; recomputed where `jobsAreStale`.
    var jobsDue: Instant = .distantFuture
    var jobsAreStale = true
    let original: Registry
    var registry: Registry
    var slots: Table<TaskSlot>
    var counts: Table<TaskCounts>
    var runs = Table<Run>()
    var runDetails = Table<RunDetail>()
    /// Shared by copies; who finds it shared takes tables of its own before writing.
    private var token = Token()
    var freeRuns = Table<Int32>()
    /// How many tasks are paused.
    var pausedTasks = 0
    /// For each task what its pending run waits for.
    var waits: Table<Waiting>
    var lanes: Table<Lane>
    /// The ready runs: by priority, or where the order is `criticalPath` one queue a lane by remaining path.
    var ready: ReadyQueues
    var keyed: [KeyedReadyQueue]
    /// Lanes in which a run can start, one bit each.
    var startable: Table<UInt64>
    /// What comes of the input that is handled now.
    var output: Output = []
    var process = ProcessState()
    var deadlines = DeadlineQueue()
    /// Plain turns by tick number, dated first turns by date.
    var turns = TimerWheel()
    var dates = TimerWheel()
    /// The action in progress, and those that wait their turn.
    var delivery: Delivery?
    var queued: [Delivery] = []
    var event = EventProgress()
    var now: Instant = .zero
    var isUnsettled = false
    /// Whether runs may start and the clock may tick: the process runs and is not suspended.
    var isTicking = false
    /// Whether ready runs stand by remaining path instead of priority.
    let usesKeys: Bool
    /// Something happened on which the next limit depends.
    var limitIsStale = false
    /// The commands whose context runs see, by the batch of the runs; those without live runs are swept out in bulk.
    var contexts: [Int32: CommandID] = [:]
    var contextsToSweep = Scheduler.contextLimit
    var nextSequence: Int64 = 0
    var lastBatch: Int32 = 0
    /// No run of a later batch than this one was ever parked.
    var lastParkedBatch: Int32 = 0
    /// Runs that other runs of the scheduler's own rules hold back: until basic ones are over, until a quiet tick.
    var gated: [Int32] = []
    var idleWaiting: [Int32] = []
    /// What ends of turns set in motion, done once the turn is over: sequences to go on, timers with turns left over.
    var advancing: [Int32] = []
    var leftOver: [Int32] = []
    /// Work lists, kept for their storage.
    var batch = Table<Int32>()
    var parkStack: [ParkChange] = []
    var skipStack: [(run: Int32, cause: Int32, result: TurnResult)] = []
    var isDrainingSkips = false
    var dueTurns: [(key: Int64, timer: Int32)] = []

    /// A scheduler at t = 0, not running. Throws what cannot be registered. O(tasks + edges).
    public init(
        configuration: SchedulerConfiguration, tasks: [TaskSpec], sequences: [SequenceSpec] = [],
        jobs: JobQueue = JobQueue(handlers: [])
    ) throws(RegistrationError) {
        self.configuration = configuration
        self.jobs = jobs
        usesKeys = configuration.order == .criticalPath
        original = try Registry(tasks, sequences, configuration)
        registry = original
        registry.makeUnique()
        slots = Table(repeating: TaskSlot(), count: original.rows.count)
        counts = Table(repeating: TaskCounts(), count: original.rows.count)
        waits = Table(repeating: Waiting(), count: original.rows.count)
        lanes = Self.freshLanes(configuration)
        ready = ReadyQueues(lanes: usesKeys ? 0 : lanes.count)
        keyed = usesKeys ? Array(repeating: KeyedReadyQueue(), count: lanes.count) : []
        startable = Table(repeating: 0, count: (lanes.count + 63) / 64)
    }

    /// Everything that happened since the driver last took it. O(records).
    public var records: [TraceRecord] { Array(log) }

    /// How many records there are since the driver last took them.
    public var recordCount: Int { log.count }

    /// The records from number `first` on. O(their number).
    public func records(from first: Int) -> [TraceRecord] { Array(log[first...]) }

    /// Hands over the records and begins anew. O(records).
    public mutating func takeRecords() -> [TraceRecord] {
        let taken = Array(log)
        log = Table()
        return taken
    }

    /// Forgets the records, for a driver whose trace nobody reads; their room is kept. O(1).
    public mutating func dropRecords() {
        ownTables()
        log.removeAll()
    }

    /// Gives an order.
    @inline(__always)
    mutating func order(_ effect: Effect) {
        output.effects.append(effect)
    }

    /// A command is refused, which changes nothing: says so to the driver and in the records.
    mutating func refuse(_ command: CommandID, _ refusal: Refusal) {
        note(.refused(command, refusal))
        output.refusal = refusal
    }

    /// Takes in one thing that happened at `instant`, which must not be before the last one.
    ///
    /// Records are appended. Inputs only change what they say; `Input.advance` lets the rules act on it.
    @discardableResult
    public mutating func handle(_ input: Input, at instant: Instant) -> Output {
        precondition(instant >= now, "time never goes back")
        ownTables()
        now = instant
        isUnsettled = true
        output = []
        switch input {
        case .advance:
            pass()
            // An action that waited its turn and is refused now: no command of this input's.
            output.refusal = nil
        case .runFinished(let run, let outcome): finish(run, outcome)
        case .runHung(let run): hang(run)
        case .reportedAgain(let task): note(.warning(.secondCompletion(task)))
        case .jobFinished(let run, let task, let outcome): finishJob(run, task, outcome)
        case .jobHung(let run): jobs.hang(run)
        case .limitsDue: judgeLimits()
        case .tick: if isTicking { performTick(process.tick + 1) }
        case .command(let command, let number): carryOut(command, number)
        }
        setDeadlines()
        var result: Output = []
        swap(&result, &output)
        return result
    }

    /// Says when the driver has to come back.
    @inline(__always)
    mutating func setDeadlines() {
        if jobsAreStale { refreshJobs() }
        nextDeadline = isUnsettled ? now : min(deadlines.firstTime, process.nextTickTime, nextJobTime)
        if limitIsStale {
            limitIsStale = false
            nextLimit = limitTime
        }
    }

    /// Sees to it that writing changes no copy.
    @inline(__always)
    mutating func ownTables() {
        if !isKnownUniquelyReferenced(&token) { makeTablesUnique() }
    }

    /// A copy was made: from now on this one writes tables of its own.
    private mutating func makeTablesUnique() {
        token = Token()
        slots.makeUnique()
        counts.makeUnique()
        runs.makeUnique()
        runDetails.makeUnique()
        freeRuns.makeUnique()
        waits.makeUnique()
        lanes.makeUnique()
        ready.makeUnique()
        startable.makeUnique()
        batch.makeUnique()
        log.makeUnique()
        registry.makeUnique()
    }

    /// One pass of PRODUCT section 3: what is due, the tick, the next event, one start.
    private mutating func pass() {
        isUnsettled = false
        while let deadline = deadlines.popDue(at: now) { serve(deadline) }
        if process.suspensionIsDue { suspendIfQuiet() }
        if !advancing.isEmpty || !leftOver.isEmpty { goOn() }
        if event.awaitsClasses { releaseClassesIfBasicAreOver() }
        if process.nextTickTime <= now {
            performTick(process.nextTick)
            isUnsettled = true
        }
        if delivery != nil || !queued.isEmpty { deliverNext() }
        if isTicking {
            if !idleWaiting.isEmpty { serveIdle() }
            if jobsAreStale { refreshJobs() }
            if startNext() {
                if canStart || jobsDue <= now { isUnsettled = true }
            } else if jobsDue <= now {
                stepJobs()
            }
        }
    }

    /// When the queue has something to do; never while nothing may run.
    var nextJobTime: Instant { isTicking ? jobsDue : .distantFuture }

    /// Appends a record of this instant.
    @inline(__always)
    mutating func note(_ fact: TraceRecord.Fact) {
        log.append(TraceRecord(now, fact))
    }

    /// Appends a record of the driver's own (expectations, warnings) at the current instant.
    public mutating func record(_ fact: TraceRecord.Fact) {
        ownTables()
        note(fact)
    }

    static func freshLanes(_ configuration: SchedulerConfiguration) -> Table<Lane> {
        let afterLaunch = configuration.afterLaunchLane
        var lanes = Table<Lane>()
        for (index, spec) in configuration.lanes.enumerated() {
            var lane = Lane(width: index == 0 ? 1 : max(1, spec.width), gap: spec.gap)
            lane.isOpen = LaneID(index) != afterLaunch || afterLaunch == .main
            lanes.append(lane)
        }
        return lanes
    }
}

/// Tells copies of a scheduler from one that is alone.
private final class Token: Sendable {}

/// What belongs to one process and is gone with it.
struct ProcessState: Sendable {
    var launchedAt: Instant = .zero
    var firstFrameAt: Instant?
    /// Number of the last tick, and of the next one of the internal clock.
    var tick: Int64 = 0
    var nextTick: Int64 = 1
    /// When the internal clock ticks next; never while suspended, not running or external.
    var nextTickTime: Instant = .distantFuture
    /// Once-only events that were delivered.
    var delivered: EventSet = []
    var suspensionIsDue = false
    /// Tells the suspension that is still wanted from an overtaken one.
    var suspendToken: Int64 = 0
    var suspendedAt: Instant?
    /// Suspensions since the last tick.
    var suspensions: [(from: Instant, to: Instant)] = []
    /// Some run was under way since the last tick.
    var wasActive = false
    /// Runs other than idle's and timers' were released since idle was last fired.
    var hasWorked = false
    /// One idle run may start until the next tick.
    var mayStartIdle = true
    /// Runs under way.
    var running = 0
    /// Runs of the event in progress that never end and hold it.
    var hungHolders = 0
}

/// An action on its way: its events are delivered one after the other.
struct Delivery: Sendable {
    /// Where it comes from.
    enum Source: Hashable, Sendable {
        case action(LifecycleAction)
        case fire
        case idle
    }

    let source: Source
    var events: [LifecycleEvent]
    let command: CommandID
    let given: Instant
    var began: Instant
    var next = 0
    var isLaunch = false
    var limitPassed = false

    /// Whether the runs of its event `kind` see what came with the command: at a launch the two that carry the launch
    /// options, of `open-url` the event that stands for it, else every event.
    func hasContext(_ kind: LifecycleEvent) -> Bool {
        switch source {
        case .idle: false
        case .action(.openURL) where kind == .openURL: true
        case .action where isLaunch: kind == .willFinishLaunching || kind == .didFinishLaunching
        case .action(.openURL): false
        case .action, .fire: true
        }
    }

    /// Whether it has a watchdog limit of its own.
    var hasLimit: Bool {
        isLaunch || source == .action(.background) || source == .action(.terminate)
    }
}

/// The event in progress.
struct EventProgress: Sendable {
    /// What classes are still to be released.
    enum Classes: UInt8, Sendable {
        case none, basic
    }

    /// Its batch; 0: no event is in progress.
    var batch: Int32 = 0
    var kind: LifecycleEvent = .idle
    var deliveredAt: Instant = .zero
    /// Unended, unparked runs that hold it.
    var holders: Int32 = 0
    /// Unended, unparked basic runs.
    var basic: Int32 = 0
    var classes: Classes = .none

    var awaitsClasses: Bool { classes == .basic }
    var isOver: Bool { holders == 0 && classes == .none }
}
