/// The rules: `handle` takes what happened, effects and records come out; `nextDeadline` says when to call again.
///
/// Has no clock, no randomness and no names of commands. A driver (simulation or live) reports what happened, carries
/// out the effects, and calls again at `nextDeadline` at the latest. `end` and `step` are shorter ways to report an end
/// and to let the rules act. Besides, a driver may call `loadJobs`, `addJob`, `followJobs`, `goOn` and `record`.
///
/// The scheduler is moved, never copied by accident: `copy()` makes a keyframe. The same calls at the same instants
/// give the same effects and records on every machine.
///
/// Each part of the rules is a value that alone can change its state. The scheduler connects them: this file sets the
/// order, its extensions what they pass to each other.
public struct Scheduler: ~Copyable, Sendable {
    /// The maximum number of tasks and sequences of one scheduler.
    public static let maximumTasks = 16_000_000

    /// Clock, lanes and limits.
    public let configuration: SchedulerConfiguration
    /// What every process begins with.
    let original: Registration
    var registry: Registry
    /// The app's state, its actions and events.
    var lifecycle = Lifecycle()
    /// The turns of tasks.
    var runs: RunTable
    /// Where ready runs wait for their places.
    var lanes: LaneTable
    /// Ticks, suspensions and idle.
    var clock: Clock
    /// The turns of timers and dated tasks.
    var timers: Timers
    /// What is due at some instant.
    var deadlines = DeadlineQueue()
    /// What is released again when the app terminates.
    var teardowns = Teardowns()
    var sequences: Sequences
    /// The job queue; it outlives processes.
    public internal(set) var jobs: JobQueue
    /// When the queue must act, if the process runs.
    var jobsDue: Instant = .distantFuture
    /// The commands whose context runs see.
    var contexts = Contexts()
    /// What happened since the driver last took it.
    var trace = RecordLog()
    /// The output of the input that is being handled.
    var output = Response()
    /// Whether something has changed that the rules have not acted on: another step follows at this instant.
    public internal(set) var isUnsettled = false
    /// Whether something was started that may end in this instant.
    var awaitsAnswer = false
    /// Whether to decide again, before the next start, which runs of main wait for the basic ones.
    var isGateStale = false
    /// Whether tasks came or went since the paths were counted: with many of them, once before the next start is enough.
    var arePathsStale = false
    private(set) var isFollowingUp = false
    #if !hasFeature(Embedded)
        // Nothing. What can contain anything is read where it lies; else each question would first move the whole
        // scheduler to the stack.
        private let pin: (any Sendable)? = nil
    #endif

    /// Creates a scheduler at t = 0, not running. Throws if something cannot be registered. O(tasks + edges).
    public init(
        configuration: SchedulerConfiguration, tasks: [TaskSpec], sequences: [SequenceSpec] = [],
        jobs: JobQueue = JobQueue(handlers: [])
    ) throws(RegistrationError) {
        let registration = try Registration(tasks, sequences, configuration)
        self.init(configuration: configuration, registration, jobs: jobs)
    }

    /// The same with what was registered, with these lanes and this order. O(tasks).
    public init(configuration: SchedulerConfiguration, _ registration: Registration, jobs: JobQueue) {
        self.configuration = configuration
        self.jobs = jobs
        original = registration
        registry = original.registry
        runs = RunTable(original.graph)
        lanes = LaneTable(configuration)
        clock = Clock(configuration)
        timers = original.timers
        self.sequences = original.sequences
    }

    /// A keyframe or branch: the same state, which changes by itself from now on. O(1); what either changes next is
    /// copied then.
    public borrowing func copy() -> Scheduler { Scheduler(of: self) }

    private init(of other: borrowing Scheduler) {
        (configuration, original) = (other.configuration, other.original)
        (registry, lifecycle, runs, lanes) = (other.registry, other.lifecycle, other.runs, other.lanes)
        (clock, timers, deadlines) = (other.clock, other.timers, other.deadlines)
        (teardowns, sequences, contexts) = (other.teardowns, other.sequences, other.contexts)
        (jobs, jobsDue, trace) = (other.jobs, other.jobsDue, other.trace)
        (isUnsettled, isGateStale, arePathsStale) = (other.isUnsettled, other.isGateStale, other.arePathsStale)
    }

    /// The lifecycle state.
    public var state: LifecycleState { lifecycle.state }
    /// The instant of the last input.
    var now: Instant { trace.now }

    /// Handles one thing that happened at `instant`; an instant before the last input's counts as that.
    ///
    /// Records are appended. An input changes only what it says; `Input.advance` lets the rules act on it.
    @discardableResult
    public mutating func handle(_ input: Input, at instant: Instant) -> Response {
        trace.move(to: max(now, instant))
        isUnsettled = true
        switch input {
        case .advance: pass()
        case .runFinished(let run, let outcome): finish(run, outcome)
        case .runHung(let run): hang(run)
        case .reportedAgain(let task): noteReportedAgain(task)
        case .jobFinished(let run, let task, let outcome): finishJob(run, task, outcome)
        case .jobHung(let run): jobs.hang(run)
        case .limitsDue: judgeLimits()
        case .tick: if lifecycle.isTicking { performTick() }
        case .command(let command, let number): carryOut(command, number)
        }
        if !isUnsettled { dropDeadDeadlines() }
        return takeOutput()
    }

    /// An attempt ended by itself at `instant`; the rules act on it in the next step.
    public mutating func end(_ run: RunID, _ outcome: Outcome, at instant: Instant) {
        trace.move(to: max(now, instant))
        isUnsettled = true
        finish(run, outcome)
    }

    /// One step: the rules act until nothing is left to do at this instant, or until the driver must answer, as an attempt
    /// that was started may end in it (`TaskSpec.takesTime`): then `isUnsettled`. What they order is added to `orders`.
    /// Returns how many passes that took: as many inputs `advance` have the same results.
    @discardableResult
    public mutating func step(at instant: Instant, _ orders: inout [Effect]) -> Int {
        trace.move(to: max(now, instant))
        swap(&orders, &output.effects)
        awaitsAnswer = false
        var passes = 0
        // What was started may have a timeout of no length.
        repeat {
            pass()
            passes += 1
        } while !awaitsAnswer && (isUnsettled || deadlines.firstTime <= now)
        // The attempt that is asked for its end may be the one.
        if deadlines.firstTime <= now { isUnsettled = true }
        if !isUnsettled { dropDeadDeadlines() }
        swap(&orders, &output.effects)
        return passes
    }

    /// One pass of the rules (The rules, "Order").
    private mutating func pass() {
        isUnsettled = false
        // (1) Ends were reported before. Timeouts, gaps and delays, what follows from ends, then suspension.
        while let deadline = deadlines.popDue(at: now) { serve(deadline) }
        if runs.hasUnsaid { sayParked() }
        if sequences.isAdvancing || timers.hasLeftOver { goOn() }
        if lifecycle.awaitsClasses { releaseClassesIfBasicAreOver() }
        if lifecycle.suspensionTime <= now { suspendIfQuiet() }
        // (2) The tick.
        if clock.nextTickTime <= now { performTick() }
        // (3) The next event, if the last is over.
        if lifecycle.isDelivering {
            deliverNext()
            // The refusal of an action that waited its turn is not a refusal of this input.
            output.refusal = nil
        }
        // (4) One start.
        if isGateStale || mustJudgeGate { judgeGate() }
        guard lifecycle.isTicking else { return }
        if arePathsStale, lanes.canStart || lanes.hasIdleRuns { countPaths() }
        startOne()
    }

    /// One start, main first, then lanes as declared; the job queue comes after the lanes.
    @inline(__always)
    private mutating func startOne() {
        if let slot = lanes.startNext(servesIdle: clock.mayStartIdleRun) {
            begin(slot)
            if lanes.canStart || lanes.hasIdleRuns || jobsDue <= now { isUnsettled = true }
        } else if jobsDue <= now {
            stepJobs()
        }
    }

    /// Does what follows from ends, releases and pauses: ready runs go to their lanes, and turns whose predecessors
    /// did not succeed are skipped, and so are their successors.
    mutating func followUp() {
        guard !isFollowingUp else { return }
        if runs.hasFollowing { skipAndPlace() }
        if runs.hasUnsaid, !isOpening { sayParked() }
    }

    /// Whether lane `afterLaunch` opens at this very instant: nothing is parked for it any more.
    private var isOpening: Bool {
        guard !lanes[configuration.afterLaunchLane].isOpen, let frame = firstFrameAt else { return false }
        return frame + configuration.afterLaunchDelay == now
    }

    /// The same, before it is known what is parked.
    mutating func skipAndPlace() {
        isFollowingUp = true
        while true {
            while let slot = runs.nextReady() { place(slot) }
            guard let skip = runs.nextSkip() else { break }
            let cause = TaskID(Int(skip.cause.task))
            trace.note(.skip(TaskID(Int(runs[skip.slot].task)), .predecessor(cause, skip.cause.result)))
            endTurn(skip.slot, .skipped, skip.cause)
        }
        isFollowingUp = false
    }

    /// Records which runs were parked.
    mutating func sayParked() {
        for slot in runs.takeParked() {
            trace.note(.park(TaskID(Int(runs[slot].task)), parkReason(runs[slot])))
        }
    }

    /// The latest time for the next `handle(.advance, at:)`; the last instant while that is not settled.
    public var nextDeadline: Instant {
        if isUnsettled { return now }
        let next = min(deadlines.firstTime, clock.nextTickTime, nextJobTime)
        // A suspension that is due waits until nothing runs or is ready.
        return lifecycle.suspensionTime > now ? min(next, lifecycle.suspensionTime) : next
    }

    /// When to call `handle(.limitsDue, at:)`, after everything else of that instant.
    public var nextLimit: Instant { lifecycle.isDelivering ? nextLimitTime : .distantFuture }

    /// Whether an attempt is executing that ends by itself and whose run neither idle nor a timer released.
    public var hasWorkUnderWay: Bool { runs.workUnderWay > 0 }

    /// How many records there are since the driver last took them.
    public var recordCount: Int { trace.count }

    private mutating func takeOutput() -> Response {
        var taken = Response()
        swap(&taken, &output)
        return taken
    }

    /// Refuses a command, which changes nothing: the output and the records say so.
    mutating func refuse(_ command: CommandID, _ refusal: Refusal) {
        trace.note(.refused(command, refusal))
        output.refusal = refusal
    }
}

// MARK: Records

extension Scheduler {
    /// Everything that happened since the driver last took it. O(1), until more happens.
    public var records: [TraceRecord] { trace.records }

    /// The records from number `first` on. O(their number).
    public func records(from first: Int) -> [TraceRecord] { Array(trace.records[first...]) }

    /// Returns the records and clears them. O(1).
    public mutating func takeRecords() -> [TraceRecord] {
        trace.take()
    }

    /// Discards the records, for a driver whose trace has no reader.
    public mutating func dropRecords() {
        trace.drop()
    }

    /// Appends a record of the driver's own (expectations, warnings) at the current instant.
    public mutating func record(_ fact: TraceRecord.Fact) {
        trace.note(fact)
    }
}
