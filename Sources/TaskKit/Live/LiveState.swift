import SchedulerCore
import TraceFormat

/// What a live scheduler's lock protects: the rules, and what executes their orders.
struct LiveState: ~Copyable {
    /// At least this many command texts are kept for readers of traces; older ones are dropped.
    static let commandTextLimit = 4_096

    private(set) var core: Scheduler
    var now: Instant = .zero
    private(set) var isStopped = false
    /// The executing sides of the lanes, by `LaneID`; the last one runs jobs.
    var lanes: [LaneExecutor]
    let observers: [any SchedulerObserver]
    let delivery: RecordDelivery
    private(set) var names: TraceNames
    private var listeners: SequenceListeners
    private(set) var bodies: BodyTable
    let jobListeners: JobListeners
    /// The date of t = 0, in nanoseconds since 1970.
    let epoch: Int64
    /// Whether no attempt ends in the instant in which it starts.
    private let endsLater: Bool
    private var attempts = AttemptTable()
    /// Ends of runs that take no time, reported before anything else happens.
    private var instantEnds: [RunID] = []
    private(set) var contexts = ContextTable()
    private var refusedCycle: [TaskID] = []
    // Of the step under way; only its room is kept.
    private var orders: [Effect] = []

    /// Whether changes of jobs are kept for a store.
    private(set) var hasJobStore = false
    /// Runs that begin once the job store knows of them, and its waiters.
    var jobs = JobNews()
    /// How many processes have ended: a run of an earlier one does not begin when the store confirms it.
    private(set) var processes = 0

    /// Reports that wait for the driver's next round; only with inline execution.
    var inbox: [(attempt: LiveAttempt, end: BodyEnd?)] = []
    /// With inline execution: whether the caller is advancing time, and will check everything again.
    var isDriving = false
    /// How many asynchronous bodies are executing.
    var asyncBodies = 0
    var waiters = Waiters()
    /// Called once the lock is free, as it may be app code or release app objects.
    var afterwards: [@Sendable () -> Void] = []

    init(
        _ plan: ProcessPlan, core: consuming Scheduler, tasks: [Definition], sequences: [TaskSequence],
        jobs: [Definition],
        jobListeners: JobListeners, observers: [any SchedulerObserver], processors: Int, endsLater: Bool
    ) {
        (self.jobListeners, epoch, self.endsLater) = (jobListeners, plan.epoch, endsLater)
        self.core = core
        self.observers = observers
        delivery = RecordDelivery(observers)
        listeners = SequenceListeners(sequences, from: tasks.count)
        bodies = BodyTable(tasks, sequences: sequences.count, jobs: jobs)
        lanes = plan.configuration.lanes.enumerated().map { number, lane in
            LaneExecutor(LanePlace(number, lane.name), width: lane.width, processors: processors)
        }
        // The rules limit how many jobs run at once, also in queues that are not configured.
        lanes.append(
            LaneExecutor(LanePlace(lanes.count, "jobs"), width: LaneExecutor.threadLimit, processors: processors))
        names = TraceNames(tasks: self.core.names, lanes: plan.configuration.lanes.map(\.name))
    }

    /// The number of the lane that runs jobs.
    var jobLane: Int { lanes.count - 1 }

    // MARK: The rules

    /// When the rules must act again: limits come last in their instant, a passed one in the next.
    var nextDue: Instant { min(core.nextDeadline, max(core.nextLimit, now) + Nanoseconds(1)) }

    /// Whether something is left to do at this instant.
    var isUnsettled: Bool { core.nextDeadline <= now || !instantEnds.isEmpty }

    /// Lets the rules act until nothing is left to do at this instant.
    mutating func settle() {
        repeat { step() } while isUnsettled
    }

    /// Lets the rules act until an attempt must run before they can go on, and carries out what they order.
    mutating func step() {
        if !instantEnds.isEmpty {
            let ends = instantEnds
            instantEnds.removeAll(keepingCapacity: true)
            for id in ends { end(id, .success, nil) }
        }
        let passes = core.step(at: now, &orders)
        if !observers.isEmpty { for _ in 0..<passes { notifyObservers(.advance, nil) } }
        for order in orders { carryOut(order) }
        orders.removeAll(keepingCapacity: true)
    }

    /// An attempt of a task has ended.
    private mutating func end(_ id: RunID, _ outcome: Outcome, _ error: String?) {
        if !observers.isEmpty { notifyObservers(.runFinished(id, outcome), error) }
        core.end(id, outcome, at: now)
    }

    /// Passes an input to the observers and to the rules, and takes the rules' orders.
    @discardableResult
    mutating func feed(_ input: Input, text: String? = nil) -> Refusal? {
        if !observers.isEmpty { notifyObservers(input, text) }
        let output = core.handle(input, at: now)
        for effect in output.effects { carryOut(effect) }
        if output.refusal != nil { refusedCycle = output.refusedCycle }
        return output.refusal
    }

    private func notifyObservers(_ input: Input, _ text: String?) {
        for observer in observers { observer.note(input, at: now, text: text) }
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .start(let id, let task, let run, let attempt, let lane): start(id, task, run, attempt, lane)
        case .cancel(let id, _, let number):
            if let attempt = attempts.take(id, number) { cancel(attempt) }
        case .startJob(let id, let task): startJob(id, task)
        case .cancelJob(let id, _): cancelJob(id)
        case .processEnded: endProcess()
        }
    }

    // MARK: Attempts

    private mutating func start(_ id: RunID, _ task: TaskID, _ run: Int32, _ number: Int32, _ lane: LaneID) {
        guard let definition = bodies[task] else { return instantEnds.append(id) }
        let attempt = LiveAttempt(
            .task(id, task), definition, at: lanes[lane.offset].place, run: Int64(run), number: number,
            startedAt: now, origin: contexts.count == 0 ? .none : origin(of: task))
        attempts.insert(attempt)
        lanes[lane.offset].append(attempt)
    }

    private func origin(of task: TaskID) -> LiveAttempt.Origin {
        guard let command = core.context(of: task), let context = contexts[command] else { return .none }
        return .event(context)
    }

    /// From now on the rules keep changes of jobs, for the store.
    mutating func followJobs() {
        core.followJobs()
        hasJobStore = true
    }

    /// The changes of jobs since the last call.
    mutating func takeJobChanges() -> [JobChange] { core.takeJobChanges() }

    /// Warns of something in the scheduler itself.
    mutating func warn(_ text: String, code: String) {
        names.messages.append(DriverMessage(text, code: code))
        core.record(.warning(.driver(Int32(names.messages.count - 1))))
    }

    /// The store has counted a run of a job: its body may begin.
    mutating func startStored(_ attempt: LiveAttempt) {
        guard case .job(let id, _) = attempt.owner else { return }
        guard core.jobs.isUnderWay(id) else { return letGo([attempt]) }
        attempts.insert(attempt)
        lanes[jobLane].append(attempt)
    }

    /// An attempt reported its end, or (nil) will never do so.
    mutating func finish(_ attempt: LiveAttempt, _ end: BodyEnd?) {
        guard !attempt.isCancelled else { return }
        guard let end else { return hang(attempt) }
        let isFirst = attempt.takeReport()
        switch attempt.owner {
        case .task(let id, let task):
            guard isFirst else {
                _ = feed(.reportedAgain(task))
                return
            }
            keep(end.error, of: AttemptID(task, run: attempt.run, attempt: attempt.number))
            attempts.remove(attempt)
            self.end(id, end.outcome, end.error)
        case .job(let id, let task):
            if isFirst { attempts.remove(attempt) }
            keep(end.error, of: AttemptID(task, run: attempt.run, attempt: attempt.number))
            feed(.jobFinished(id, task, end.outcome), text: end.error)
        }
    }

    /// Record observers receive an error with the record of its attempt's end.
    private mutating func keep(_ error: String?, of attempt: AttemptID) {
        if let error, delivery.isWanted || !listeners.isEmpty || jobListeners.isWanted {
            names.errors[attempt] = error
        }
    }

    private mutating func hang(_ attempt: LiveAttempt) {
        guard !attempt.isReported else { return }
        switch attempt.owner {
        case .task(let id, _): feed(.runHung(id))
        case .job(let id, _): feed(.jobHung(id))
        }
    }

    /// The first attempt whose body returned by `instant` but whose thread has not reported it yet.
    func firstReturned(until instant: Instant) -> LiveAttempt? { attempts.returned(until: instant).first }

    private mutating func cancel(_ attempt: LiveAttempt) {
        if let action = attempt.cancel() { afterwards.append(action) }
    }

    /// A run of a job was ended by the rules: its body is cancelled, and its report no longer counts.
    private mutating func cancelJob(_ id: JobRunID) {
        letGo(jobs.removeStarts(of: id))
        guard let attempt = attempts.take(id) else { return }
        cancel(attempt)
        letGo([attempt])
    }

    private mutating func cancelEverything() {
        let all = attempts.takeAll()
        for attempt in all { cancel(attempt) }
        letGo(all)
    }

    /// Releases app objects once the lock is free: their deinitializers may be app code.
    mutating func letGo(_ objects: [some Sendable]) {
        if !objects.isEmpty { afterwards.append { withExtendedLifetime(objects) {} } }
    }

    /// Ends the process: its runs, its injected tasks and all that waits to begin.
    private mutating func endProcess() {
        processes += 1
        cancelEverything()
        for lane in lanes.indices { letGo(lanes[lane].removeAll()) }
        letGo(jobs.removeStarts())
        letGo(bodies.reset())
        letGo(listeners.reset())
        contexts.removeAll()
        (inbox, instantEnds) = ([], [])
    }

    /// Returns and clears what to do once the lock is free.
    mutating func takeAfterwards() -> [@Sendable () -> Void] {
        defer { afterwards = [] }
        return afterwards
    }

    /// Stops: nothing begins from now on, and what executes is cancelled.
    mutating func stop() {
        guard !isStopped else { return }
        giveRecords()
        isStopped = true
        cancelEverything()
        for lane in lanes.indices {
            letGo(lanes[lane].removeAll())
            lanes[lane].close()
        }
        resumeWaiters()
    }

    // MARK: Commands

    private var nextCommand: CommandID { CommandID(names.firstCommand + names.commands.count) }
    /// The rules' state as it is now.
    var checkpoint: Scheduler.Checkpoint { core.checkpoint(before: nextCommand) }

    /// Gives a command to the rules. Returns why they refused it.
    mutating func command(_ command: Command, _ text: String, _ context: EventContext? = nil) -> Refusal? {
        let number = nextCommand
        names.commands.append(text)
        if names.commands.count >= 2 * Self.commandTextLimit { forgetCommands() }
        if let context {
            if contexts.isFull { contexts.keep(core.liveContexts) }
            contexts.add(context, of: number)
        }
        let refusal = feed(.command(command, number), text: text)
        if refusal == .cycle { names.cycles[number] = cycle }
        return refusal
    }

    /// Why a command was refused, as the trace has it.
    mutating func reason(_ refusal: Refusal, _ text: String) -> String {
        learnNames()
        return ReasonText.text(refusal, command: text, cycle: refusal == .cycle ? cycle : nil, names: names)
    }

    /// The cycle that the last refused injection would have closed.
    private var cycle: String { ReasonText.path(refusedCycle.map { core.name(of: $0) }) }

    /// Adds a task with its body; runs of an earlier task with this name keep theirs.
    mutating func inject(_ spec: TaskSpec, _ definition: Definition, _ text: String) -> Refusal? {
        var spec = spec
        spec.takesTime = endsLater
        if let refusal = command(.inject(spec), text) { return refusal }
        guard let task = core.task(named: spec.name) else { return nil }
        letGo(bodies.sweep { core.standing(of: $0).exists })
        letGo([bodies.set(definition, of: task)])
        return nil
    }

    /// Adds a sequence; a destroyed sequence can be added again.
    mutating func inject(_ sequence: TaskSequence, _ text: String) -> Refusal? {
        if let refusal = command(.injectSequence(sequence.spec), text) { return refusal }
        guard let task = core.task(named: sequence.spec.name) else { return nil }
        listeners.add(sequence, of: task)
        letGo([bodies.set(nil, of: task)])
        return nil
    }

    private mutating func forgetCommands() {
        names.commands.removeFirst(Self.commandTextLimit)
        names.firstCommand += Self.commandTextLimit
        let first = names.firstCommand
        if !names.cycles.isEmpty { names.cycles = names.cycles.filter { Int($0.key.index) >= first } }
    }

    // MARK: Observers

    /// Passes the records to their observers, and clears them.
    mutating func giveRecords() {
        let jobsAreHeard = jobListeners.isWanted
        if !delivery.isWanted, listeners.isEmpty, !jobsAreHeard { return core.dropRecords() }
        let records = core.takeRecords()
        guard !records.isEmpty else { return }
        learnNames()
        if delivery.isWanted { deliver(records) }
        if !listeners.isEmpty { afterwards += listeners.calls(for: records, names) }
        if jobsAreHeard { noteJobs(records) }
        if !names.errors.isEmpty { names.errors = [:] }
    }

    private mutating func deliver(_ records: [TraceRecord]) {
        let waits = hasJobStore && !jobs.hasStoreFailed && records.contains(where: \.saysJobSucceeded)
        let number = delivery.add(records, names, waitsForStore: waits)
        if waits { jobs.lastBatch = number }
        afterwards.append { [delivery] in delivery.deliver() }
    }

    /// Adds new tasks to the trace's names.
    private mutating func learnNames() {
        while names.tasks.count < core.taskCount { names.tasks.append(core.name(of: TaskID(names.tasks.count))) }
    }

    /// Lets a caller read the rules' state in place.
    func read<Result>(_ body: (borrowing Scheduler) throws -> Result) rethrows -> Result { try body(core) }
}
